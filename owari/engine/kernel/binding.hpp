// What the modules of the kernel share: searches run in threads of their own without the
// interpreter's lock, while the calling thread looks after signals and the deadline.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "driver.hpp"
#include "proof.hpp"

namespace owari {

using Clock = std::chrono::steady_clock;

// An error that is set in Python already.
struct PythonError {};

// A thread that is told to stop and waited for wherever its owner is left. Python ends threads that
// want the interpreter's lock while it shuts down by unwinding them, past every `catch`.
struct Worker {
    std::atomic<bool>& stop;
    std::thread thread;
    ~Worker() {
        if (!thread.joinable()) return;
        stop = true;
        thread.join();
    }
};

// Runs `work` in a thread of its own; the caller handles signals and the deadline meanwhile and gets
// what `poll` makes of it with the interpreter's lock, every few milliseconds.
template <class Work, class Poll>
void run(double seconds, std::atomic<bool>& stop, Work work, Poll poll) {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false, failed = false;
    std::exception_ptr thrown;
    Worker worker{stop, std::thread([&] {
        try {
            work();
        } catch (...) {
            thrown = std::current_exception();
        }
        std::lock_guard<std::mutex> lock(mutex);
        done = true;
        ended.notify_all();
    })};
    const auto begun = Clock::now();
    constexpr auto LOOK = std::chrono::milliseconds(2);
    for (;;) {
        bool over;
        Py_BEGIN_ALLOW_THREADS;
        {
            std::unique_lock<std::mutex> lock(mutex);
            ended.wait_for(lock, LOOK, [&] { return done; });
            over = done;
        }
        Py_END_ALLOW_THREADS;
        if (over) break;
        const double elapsed = std::chrono::duration<double>(Clock::now() - begun).count();
        if (seconds > 0 && elapsed >= seconds) stop = true;
        if (!failed && (PyErr_CheckSignals() || !poll())) failed = true;
        if (failed) stop = true;
    }
    worker.thread.join();
    if (thrown) std::rethrow_exception(thrown);
    if (failed || !poll()) throw PythonError{};
}

// Calls of the module end here: what C++ throws becomes Python's.
template <class Body>
PyObject* guarded(Body body) {
    try {
        return body();
    } catch (const PythonError&) {
        return nullptr;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    } catch (const std::system_error&) {
        PyErr_SetString(PyExc_RuntimeError, "can't start new thread");  // as Python says it
        return nullptr;
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
        return nullptr;
    }
}

inline int depth_in_range(int depth) {
    if (depth < 1 || depth > MAX_DEPTH) {
        PyErr_Format(PyExc_ValueError, "a depth is 1 to %d plies, not %d", MAX_DEPTH, depth);
        throw PythonError{};
    }
    return depth;
}

// One search at a time: the table would not mind, but the answers would mix.
struct Busy {
    explicit Busy(bool& flag) : flag(flag) {
        if (flag) {
            PyErr_SetString(PyExc_RuntimeError, "this engine is searching already");
            throw PythonError{};
        }
        flag = true;
    }
    ~Busy() { flag = false; }
    bool& flag;
};

// What `think(stop, tell)` finds as (value, proven, depth, nodes, line) of the last finished depth, with
// `line_of` of what it found; `on_depth` is told of each. Seconds 0 is no limit.
template <class Think, class LineOf>
PyObject* thought(double seconds, PyObject* on_depth, Think think, LineOf line_of) {
    const auto as_python = [&](const Found& found) {
        return Py_BuildValue("iNiKN", found.value, PyBool_FromLong(found.proven), found.depth,
                             static_cast<unsigned long long>(found.nodes), line_of(found));
    };
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::vector<Found> untold;
    untold.reserve(MAX_DEPTH);
    Found last;
    const std::function<void(const Found&)> tell = [&](const Found& found) {
        std::lock_guard<std::mutex> lock(mutex);
        last = found;
        untold.push_back(found);
    };
    run(seconds, stop, [&] { think(stop, tell); }, [&] {
        std::vector<Found> news;
        {
            std::lock_guard<std::mutex> lock(mutex);
            if (on_depth != Py_None) news = untold;
            untold.clear();
        }
        for (const Found& found : news) {
            PyObject* told = as_python(found);
            PyObject* answer = told ? PyObject_CallOneArg(on_depth, told) : nullptr;
            Py_XDECREF(told);
            if (!answer) return false;
            Py_DECREF(answer);
        }
        return true;
    });
    return as_python(last);
}

// The bounds that `prove(stop, tell)` finds, and the nodes that it returns, as
// ([(cell, lower, upper), ...], nodes); `on_bounds` is told of each bound, and five times a second.
template <class Prove, class CellOf>
PyObject* proved(double seconds, PyObject* on_bounds, Prove prove, CellOf cell_of) {
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::vector<MoveBounds> bounds;
    bool news = false;
    std::uint64_t nodes = 0;
    const auto as_python = [&] {
        PyObject* list = PyList_New(0);
        for (const MoveBounds& move : bounds) {
            PyObject* item = Py_BuildValue("iii", cell_of(move.move), move.lower, move.upper);
            if (!item || PyList_Append(list, item) < 0) throw PythonError{};
            Py_DECREF(item);
        }
        return list;
    };
    const std::function<void(const std::vector<MoveBounds>&)> tell =
        [&](const std::vector<MoveBounds>& found) {
            std::lock_guard<std::mutex> lock(mutex);
            bounds = found;
            news = true;
        };
    auto told = Clock::now();
    run(seconds, stop, [&] { nodes = prove(stop, tell); }, [&] {
        PyObject* list = nullptr;
        {
            std::lock_guard<std::mutex> lock(mutex);
            const bool due = Clock::now() - told > std::chrono::milliseconds(200);
            if ((!news && !due) || on_bounds == Py_None) return true;
            news = false;
            told = Clock::now();
            list = as_python();
        }
        PyObject* answer = PyObject_CallOneArg(on_bounds, list);
        Py_DECREF(list);
        Py_XDECREF(answer);
        return answer != nullptr;
    });
    return Py_BuildValue("NK", as_python(), static_cast<unsigned long long>(nodes));
}

}  // namespace owari
