// Tests by several threads of whether a move is worth at least so much: which to make, and what
// they tell. It is the same for every game, and compiled once: only a `Prover` knows the game.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "thread_group.hpp"

namespace owari {

// What is known of one move's final margin.
struct MoveBounds {
    int move, lower, upper;
};

enum class Aim : std::uint8_t {
    margin,      // what the position is worth, and a move that gets it
    best_move,   // that first, then that no lower one gets it too
    every_move,  // the margin first, then that of each move
};

// The searches of one thread.
class Prover {
public:
    virtual ~Prover() = default;

    // Whether a move is worth `threshold` at least; another `variety` than 0 tries moves in another
    // order. What it says after `settled` was set means nothing.
    virtual bool holds(int move, int threshold, const std::atomic<bool>& settled,
                       unsigned variety) = 0;

    virtual std::uint64_t nodes() const = 0;
    virtual bool stopped() const = 0;
};

// A test is a search to the end of the game with a window of one value, the cheapest question there
// is. Its answer is a bound, and the bounds of a margin close in on it from a first guess. A margin
// has the parity of the first bound, so tests are two apart. A thread that finds no test of its own
// helps with another's: it looks at the moves in another order, and they share the transposition
// table.
class MarginTests {
public:
    using Tell = std::function<void(const std::vector<MoveBounds>&)>;

    MarginTests(const MarginTests&) = delete;
    MarginTests& operator=(const MarginTests&) = delete;

    // Throws what a thread has thrown, or that the system starts no more of them.
    void run() {
        // Their memory is had before any thread starts: where it is short, a thread has none left to
        // throw an error, and the process would end.
        std::vector<std::unique_ptr<Prover>> provers;
        for (std::size_t i = 0; i < tests_.size(); ++i) provers.push_back(prover());
        ThreadGroup others;
        try {
            for (std::size_t i = 1; i < tests_.size(); ++i) {
                others.add([&, i] { checked_work(static_cast<unsigned>(i), *provers[i]); });
            }
            work(0, *provers[0]);
        } catch (...) {
            give_up();
            throw;
        }
        others.join();
    }

    std::uint64_t nodes = 0;

protected:
    struct Move {
        int move, lower, upper, guess;  // margins still to come
    };

    MarginTests(int gained, Aim aim, int threads, std::uint64_t most, const std::atomic<bool>& stop,
                const Tell& tell)
        : most_(most), stop_(stop), aim_(aim), tell_(tell), gained_(gained), tests_(threads) {}
    ~MarginTests() = default;

    virtual std::unique_ptr<Prover> prover() const = 0;

    // Of a position worth between `-bound` and `bound`; what is known of the move before tightens
    // that.
    void add(int move, int bound, int guess, const std::vector<MoveBounds>& known) {
        guess = std::clamp(guess, -bound, bound);
        if ((guess ^ bound) & 1) guess -= 1;
        moves_.push_back({move, -bound, bound, guess});
        for (const MoveBounds& before : known) {
            if (before.move == move) tighten(moves_.back(), before);
        }
    }

    // Once all moves are there.
    void begin() {
        std::stable_sort(moves_.begin(), moves_.end(),
                         [](const Move& a, const Move& b) { return a.guess > b.guess; });
        report();
    }

    const std::uint64_t most_;
    const std::atomic<bool>& stop_;

private:
    // Bounds that lie between two possible margins move to the nearer one inside.
    void tighten(Move& move, const MoveBounds& known) const {
        const int lower = known.lower - gained_, upper = known.upper - gained_;
        move.lower = std::max(move.lower, lower + ((lower ^ move.lower) & 1));
        move.upper = std::min(move.upper, upper - ((upper ^ move.upper) & 1));
        if (move.lower > move.upper) throw std::invalid_argument("known bounds contradict");
        move.guess = std::clamp(move.guess, move.lower, move.upper);
    }

    // Is a move worth `threshold` at least?
    struct Test {
        int move = 0, threshold = 0, workers = 0;
        std::atomic<bool> settled{false};
    };

    void give_up() {
        std::lock_guard<std::mutex> lock(mutex_);
        given_up_ = true;
        for (Test& test : tests_) test.settled = true;
    }

    // A thread that fails leaves a test without an answer, for which the others would wait.
    void checked_work(unsigned worker, Prover& search) {
        try {
            work(worker, search);
        } catch (...) {
            give_up();
            throw;
        }
    }

    void work(unsigned worker, Prover& search) {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!stop_ && !given_up_ && search.nodes() < most_) {
            bool helps = false;
            Test* test = take(helps);
            if (!test) {
                if (!busy()) break;
                lock.unlock();
                std::this_thread::yield();  // until who was too late has noticed
                lock.lock();
                continue;
            }
            const int move = moves_[test->move].move, threshold = test->threshold;
            lock.unlock();
            const bool holds = search.holds(move, threshold, test->settled, helps ? worker : 0);
            lock.lock();
            --test->workers;
            if (!search.stopped() && !test->settled) learn(*test, holds);
        }
        nodes += search.nodes();
    }

    bool busy() const {
        return std::any_of(tests_.begin(), tests_.end(),
                           [](const Test& test) { return test.workers > 0; });
    }

    // A test to make, or one that others make already, the one with the fewest of them.
    Test* take(bool& helps) {
        int move, threshold;
        if (next(move, threshold)) {
            for (Test& test : tests_) {
                if (test.workers) continue;
                test.move = move;
                test.threshold = threshold;
                test.workers = 1;
                test.settled = false;
                return &test;
            }
        }
        Test* fewest = nullptr;
        for (Test& test : tests_) {
            if (!test.workers || test.settled) continue;
            if (!fewest || test.workers < fewest->workers) fewest = &test;
        }
        if (fewest) ++fewest->workers;
        helps = true;
        return fewest;
    }

    // The most useful test that nobody makes. First those that prove the margin: that the likely
    // best move is worth its guess, and that no move is worth more.
    bool next(int& move, int& threshold) const {
        const int count = static_cast<int>(moves_.size());
        int lower = moves_[0].lower, upper = moves_[0].upper, leader = 0;
        for (int i = 1; i < count; ++i) {
            lower = std::max(lower, moves_[i].lower);
            upper = std::max(upper, moves_[i].upper);
            if (moves_[i].guess > moves_[leader].guess) leader = i;
        }
        if (lower < upper) {
            const int target = std::max(lower, moves_[leader].guess);
            if (open(leader, moves_[leader].guess, move, threshold)) return true;
            if (open(leader, target + 2, move, threshold)) return true;
            for (int i = 0; i < count; ++i) {
                if (open(i, target + 2, move, threshold)) return true;
            }
            return false;
        }
        if (aim_ == Aim::margin) return false;
        if (aim_ == Aim::best_move) {
            int lowest = -1;  // of the moves that may get it
            for (int i = 0; i < count; ++i) {
                if (moves_[i].upper < lower) continue;
                if (lowest < 0 || moves_[i].move < moves_[lowest].move) lowest = i;
            }
            return open(lowest, lower, move, threshold);
        }
        for (int i = 0; i < count; ++i) {
            if (open(i, moves_[i].guess, move, threshold)) return true;
            if (open(i, moves_[i].guess + 2, move, threshold)) return true;
        }
        return false;
    }

    // Whether a test would tell something, and nobody makes it.
    bool open(int candidate, int at_least, int& move, int& threshold) const {
        if (at_least <= moves_[candidate].lower || at_least > moves_[candidate].upper) return false;
        for (const Test& test : tests_) {
            const bool same = test.move == candidate && test.threshold == at_least;
            if (test.workers && same) return false;
        }
        move = candidate;
        threshold = at_least;
        return true;
    }

    void learn(const Test& made, bool holds) {
        Move& move = moves_[made.move];
        if (holds) move.lower = std::max(move.lower, made.threshold);
        else move.upper = std::min(move.upper, made.threshold - 2);
        move.guess = std::clamp(move.guess, move.lower, move.upper);
        for (Test& test : tests_) {
            if (!test.workers && &test != &made) continue;
            const Move& tested = moves_[test.move];
            if (test.threshold <= tested.lower || test.threshold > tested.upper)
                test.settled = true;
        }
        report();
    }

    void report() const {
        std::vector<MoveBounds> bounds;
        for (const Move& move : moves_) {
            bounds.push_back({move.move, gained_ + move.lower, gained_ + move.upper});
        }
        tell_(bounds);
    }

    const Aim aim_;
    const Tell& tell_;
    const int gained_;
    std::vector<Move> moves_;
    std::vector<Test> tests_;  // as many as threads
    bool given_up_ = false;
    std::mutex mutex_;
};

}  // namespace owari
