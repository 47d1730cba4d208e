// A search in the thread that called: it looks after signals, the deadline and callbacks itself. A
// thread of its own would cost more than a short search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "conversion.hpp"
#include "deepening.hpp"
#include "watch.hpp"

namespace owari {

// Keeps the interpreter's lock until the first look, and then has it only while it calls `poll` and
// looks for signals. After so many seconds it sets `stop`; 0 is no limit.
class CallingThread final : public Watch {
    using Clock = std::chrono::steady_clock;
    // Another thread may keep the lock for 5 ms each time, and the search waits for it.
    static constexpr auto PAUSE = std::chrono::milliseconds(20);

public:
    CallingThread(double seconds, std::function<void()> poll)
        : seconds_(seconds), poll_(std::move(poll)) {}
    CallingThread(const CallingThread&) = delete;
    CallingThread& operator=(const CallingThread&) = delete;
    // Python unwinds the thread from here where it shuts down.
    ~CallingThread() noexcept(false) { take_lock(); }

    void look() override {
        const auto now = Clock::now();
        if (seconds_ > 0 && std::chrono::duration<double>(now - begun_).count() >= seconds_) {
            stop = true;
        }
        if (now - polled_ >= PAUSE) {
            take_lock();
            if (PyErr_CheckSignals()) throw PythonError{};
            poll_();
            polled_ = Clock::now();
        }
        if (!released_) released_ = PyEval_SaveThread();
    }

    // For what is left to do after the search.
    void take_lock() {
        if (released_) PyEval_RestoreThread(std::exchange(released_, nullptr));
    }

    std::atomic<bool> stop{false};

private:
    const double seconds_;
    const std::function<void()> poll_;
    const Clock::time_point begun_ = Clock::now();
    Clock::time_point polled_ = begun_;
    PyThreadState* released_ = nullptr;
};

// Value, whether it is proved, depth, nodes and line of the last finished depth.
using Thought = std::tuple<int, bool, int, std::uint64_t, Numbers>;

// What `think(watch, stop, tell)` finds, with `line_of` of what it tells; `on_depth` is told of each
// depth.
inline Thought thought(
    double seconds, const Callback& on_depth,
    const std::function<void(Watch&, const std::atomic<bool>&, const Tell&)>& think,
    const std::function<Numbers(const Found&)>& line_of) {
    const auto as_thought = [&](const Found& found) {
        return Thought{found.value, found.proven, found.depth, found.nodes, line_of(found)};
    };
    std::vector<Found> untold;
    Found last;
    const auto tell_of_news = [&] {
        for (const Found& found : std::exchange(untold, {})) on_depth(as_thought(found));
    };
    CallingThread thread(seconds, tell_of_news);
    think(thread, thread.stop, [&](const Found& found) {
        last = found;
        if (on_depth) untold.push_back(found);
    });
    thread.take_lock();
    tell_of_news();
    return as_thought(last);
}

}  // namespace owari
