// Searches in threads of their own without the interpreter's lock, while the thread that called
// looks after signals, the deadline and callbacks.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "conversion.hpp"
#include "deepening.hpp"
#include "margin_tests.hpp"

namespace owari {

using Clock = std::chrono::steady_clock;

// Work in a thread. Whoever leaves it, be it unwound by Python (see `shutting_down`), sets `stop`
// and waits until the work has ended.
class SearchThread {
public:
    // Throws std::system_error where the system starts no more threads.
    SearchThread(std::atomic<bool>& stop, std::function<void()> work)
        : stop_(stop), thread_([this, work = std::move(work)] {
              try {
                  work();
              } catch (...) {
                  thrown_ = std::current_exception();
              }
              const std::lock_guard<std::mutex> lock(mutex_);
              ended_ = true;
              end_.notify_all();
          }) {}
    SearchThread(const SearchThread&) = delete;
    SearchThread& operator=(const SearchThread&) = delete;
    ~SearchThread() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }

    // Waits so long without the interpreter's lock; whether the work has ended.
    bool wait(std::chrono::milliseconds time) {
        bool ended;
        Py_BEGIN_ALLOW_THREADS;
        {
            std::unique_lock<std::mutex> lock(mutex_);
            end_.wait_for(lock, time, [this] { return ended_; });
            ended = ended_;
        }
        Py_END_ALLOW_THREADS;
        return ended;
    }

    // Throws what the work has thrown, once it has ended.
    void finish() {
        thread_.join();
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    std::atomic<bool>& stop_;
    std::mutex mutex_;
    std::condition_variable end_;
    bool ended_ = false;
    std::exception_ptr thrown_;
    std::thread thread_;  // the last: it uses the others
};

// Runs `work`, which ends soon after `stop` is set, for so many seconds; 0 is no limit. Calls
// `poll` with the interpreter's lock every few milliseconds and at the end; what it throws ends the
// work.
inline void run(double seconds, std::atomic<bool>& stop, std::function<void()> work,
                const std::function<void()>& poll) {
    constexpr auto LOOK = std::chrono::milliseconds(2);
    const auto begun = Clock::now();
    SearchThread thread(stop, std::move(work));
    while (!thread.wait(LOOK)) {
        const double elapsed = std::chrono::duration<double>(Clock::now() - begun).count();
        if (seconds > 0 && elapsed >= seconds) stop = true;
        if (PyErr_CheckSignals()) throw PythonError{};
        poll();
    }
    thread.finish();
    poll();
}

// Throws std::invalid_argument.
inline void check_depth(int depth) {
    if (depth >= 1 && depth <= MAX_DEPTH) return;
    throw std::invalid_argument("a depth is 1 to " + std::to_string(MAX_DEPTH) + " plies, not " +
                                std::to_string(depth));
}

template <>
struct Convert<Aim> {
    static Aim from(PyObject* object) {
        const int aim = Convert<int>::from(object);
        if (aim < 0 || aim > static_cast<int>(Aim::every_move)) {
            throw std::invalid_argument("there is no aim " + std::to_string(aim));
        }
        return static_cast<Aim>(aim);
    }
};

// What is kept from move to move: a transposition table for one search at a time. More than one
// would not harm the table, but their answers would mix.
template <class Entry>
class SearchEngine {
public:
    // Throws std::invalid_argument.
    SearchEngine(int megabytes, int threads) : table_(bytes(megabytes)), threads_(threads) {
        if (threads < 1 || threads > 64)
            throw std::invalid_argument("a search has 1 to 64 threads");
    }

    // Forgets what was searched; the next search finds all of its memory at hand.
    void clear() {
        const Busy busy(busy_);
        table_.clear();
    }

    // Gets a larger table, and keeps what was searched. Is as before when that takes more seconds,
    // 0 is no limit, when a signal comes, or where it throws std::bad_alloc.
    void grow(int megabytes, double seconds) {
        const Busy busy(busy_);
        const auto begun = Clock::now();
        table_.grow(bytes(megabytes), [&] {
            if (PyErr_CheckSignals()) throw PythonError{};
            const std::chrono::duration<double> elapsed = Clock::now() - begun;
            return seconds > 0 && elapsed.count() >= seconds;
        });
    }

protected:
    class Busy {
    public:
        explicit Busy(bool& flag) : flag_(flag) {
            if (flag) throw std::runtime_error("this engine is searching already");
            flag = true;
        }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;
        ~Busy() { flag_ = false; }

    private:
        bool& flag_;
    };

    static std::size_t bytes(int megabytes) {
        if (megabytes >= 1 && megabytes <= 1 << 20)
            return static_cast<std::size_t>(megabytes) << 20;
        throw std::invalid_argument("a table has 1 megabyte or more");
    }

    Table<Entry> table_;
    const int threads_;
    bool busy_ = false;
};

// Each move with its lower and upper bound.
using AllBounds = std::vector<std::tuple<int, int, int>>;

// The same as the kernel's moves, whose first is `first_cell` on the board.
inline std::vector<MoveBounds> as_moves(const AllBounds& bounds, int first_cell) {
    std::vector<MoveBounds> moves;
    for (const auto& [cell, lower, upper] : bounds) {
        moves.push_back({cell - first_cell, lower, upper});
    }
    return moves;
}

// The bounds that `prove(stop, tell)` finds, with `cell_of` of each move, and the nodes that it
// returns; `on_bounds` is told of each bound, and five times a second.
inline std::tuple<AllBounds, std::uint64_t> proved(
    double seconds, const Callback& on_bounds,
    const std::function<std::uint64_t(const std::atomic<bool>&, const MarginTests::Tell&)>& prove,
    const std::function<int(int)>& cell_of) {
    constexpr auto PAUSE = std::chrono::milliseconds(200);
    std::atomic<bool> stop{false};
    std::mutex mutex;
    AllBounds bounds;
    bool news = false;
    std::uint64_t nodes = 0;
    const MarginTests::Tell tell = [&](const std::vector<MoveBounds>& found) {
        const std::lock_guard<std::mutex> lock(mutex);
        bounds.clear();
        for (const auto& [move, lower, upper] : found) {
            bounds.emplace_back(cell_of(move), lower, upper);
        }
        news = true;
    };
    auto told = Clock::now();
    run(
        seconds, stop, [&] { nodes = prove(stop, tell); },
        [&] {
            AllBounds now;
            {
                const std::lock_guard<std::mutex> lock(mutex);
                if (!on_bounds || bounds.empty()) return;  // none before the first guess
                if (!news && Clock::now() - told <= PAUSE) return;
                news = false;
                now = bounds;
            }
            told = Clock::now();
            on_bounds(now);
        });
    return {bounds, nodes};
}

}  // namespace owari
