// Threads that help, and what becomes of it when one cannot be started or fails.
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace owari {

// Threads that have all ended when it is gone. What one of them throws, `join` throws.
class ThreadGroup {
public:
    ThreadGroup() = default;
    ThreadGroup(const ThreadGroup&) = delete;
    ThreadGroup& operator=(const ThreadGroup&) = delete;
    ~ThreadGroup() { end(); }

    // Throws std::system_error where the system starts no more threads; those before go on.
    template <class Work>
    void add(Work work) {
        threads_.emplace_back([this, work = std::move(work)] {
            try {
                work();
            } catch (...) {
                std::lock_guard<std::mutex> lock(mutex_);
                thrown_ = std::current_exception();
            }
        });
    }

    void join() {
        end();
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    }

private:
    void end() {
        for (auto& thread : threads_) thread.join();
        threads_.clear();
    }

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::exception_ptr thrown_;
};

}  // namespace owari
