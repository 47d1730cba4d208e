// What is done with searches: deepening for as long as there is time, and proving values.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search.hpp"

namespace owari {

struct Found {
    int value = 0;  // for the side to move, goals included
    bool proven = false;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::array<std::int8_t, MAX_DEPTH + 1> line{};  // pits of whoever moves
    int length = 0;
};

// What is known of one move's final margin.
struct MoveBounds {
    int pit, lower, upper;
};

template <class Board>
class Driver {
public:
    using Position = typename Board::Position;

    Driver(const Board& board, Table& table, const Endgames& endgames, int threads)
        : board_(board), table_(table), endgames_(endgames), threads_(threads) {}

    // Deepens ply by ply up to `depth` until `stop` is set or all is proven; tells of each depth that
    // is finished. With `same_depth` the value and the move are those of a plain search.
    template <bool ADDITIVE>
    void think(const Position& position, int depth, Evaluation evaluation, bool same_depth,
               const std::atomic<bool>& stop, const std::function<void(const Found&)>& tell) {
        const Reuse reuse = same_depth ? Reuse::same_depth : Reuse::any_better;
        const Endgames endgames = same_depth ? Endgames{} : endgames_;
        const int goals = board_.goal(position.own) - board_.goal(position.other);
        const Position rows{board_.row(position.own), board_.row(position.other)};
        using Searcher = Search<Board, ADDITIVE>;

        std::atomic<bool> all_stop{false};
        std::vector<std::thread> helpers;
        std::atomic<std::uint64_t> helped{0};
        for (int i = 1; i < threads_ && !same_depth; ++i) {
            helpers.emplace_back([&, i] {
                Searcher helper(board_, table_, endgames, evaluation, reuse, all_stop,
                                static_cast<unsigned>(i));
                for (int plies = 1 + i % 2; plies <= depth && !helper.stopped; ++plies) {
                    helper.value(rows, ADDITIVE ? 0 : goals, plies, -INFINITE, INFINITE);
                }
                helped += helper.nodes;
            });
        }
        Searcher searcher(board_, table_, endgames, evaluation, reuse, stop, 0);
        Found found;
        for (int plies = 1; plies <= depth; ++plies) {
            const std::uint64_t guessed = searcher.guessed;
            const int first = same_depth || !found.length ? -1 : found.line[0];
            int pit = -1;
            const int value = root(searcher, rows, ADDITIVE ? 0 : goals, plies, first, pit);
            if (searcher.stopped) break;
            found.value = value + (ADDITIVE ? goals : 0);
            found.proven = searcher.guessed == guessed;
            found.depth = plies;
            found.nodes = searcher.nodes;
            follow(searcher, rows, ADDITIVE ? 0 : goals, plies, value, pit, found);
            if (plies == depth || found.proven) {
                all_stop = true;
                for (auto& helper : helpers) helper.join();
                helpers.clear();
                found.nodes += helped;
            }
            tell(found);
            if (found.proven) break;
        }
        all_stop = true;
        for (auto& helper : helpers) helper.join();
    }

    // Proves the final margin of every legal move of an unfinished game, those that may be the best
    // first; tells of each bound that is proven. Returns the positions visited.
    std::uint64_t solve(const Position& position, const std::atomic<bool>& stop,
                        const std::function<void(const std::vector<MoveBounds>&)>& tell) {
        Proof proof(*this, position, stop, tell);
        std::vector<std::thread> others;
        for (int i = 1; i < threads_; ++i) others.emplace_back([&] { proof.work(); });
        proof.work();
        for (auto& thread : others) thread.join();
        return proof.nodes;
    }

private:
    // The best move, the lowest pit of equal ones; `first` is tried before the others.
    template <class Searcher>
    int root(Searcher& searcher, const Position& rows, int diff, int depth, int first, int& best_pit) {
        int best = -INFINITE;
        ++searcher.nodes;
        for (int turn = first < 0 ? 0 : -1; turn < board_.pits(); ++turn) {
            const int pit = turn < 0 ? first : turn;
            if ((turn >= 0 && pit == first) || !Board::lane(rows.own, pit)) continue;
            const auto child = searcher.made(rows, diff, pit);
            int value;
            if (best_pit < 0) {
                value = searcher.reply(child, depth, -INFINITE, INFINITE);
            } else {
                value = searcher.reply(child, depth, best, best + 1);
                if (value > best) value = searcher.reply(child, depth, best, INFINITE);
            }
            if (searcher.stopped) return 0;
            if (value > best) best = value, best_pit = pit;
        }
        return best;
    }

    // The principal variation, the lowest pit of equal moves: as deep as was searched, and to the end
    // where there are exact values.
    template <bool ADDITIVE>
    void follow(Search<Board, ADDITIVE>& searcher, Position rows, int diff, int depth, int value,
                int pit, Found& found) {
        found.length = 0;
        while (pit >= 0) {
            found.line[found.length++] = static_cast<std::int8_t>(pit);
            const auto child = searcher.made(rows, diff, pit);
            if (ADDITIVE) value -= child.gain;
            if (!child.again) value = -value;
            rows = child.position;
            diff = child.diff;
            --depth;
            if (child.over || found.length == MAX_DEPTH) break;
            if (depth <= 0 && !searcher.has_endgame(rows)) break;
            pit = searcher.pit_of(rows, diff, std::max(depth, 1), value);
        }
    }

    // The work of proving, shared by threads: each takes a test, is the margin of a move at least so
    // large, until no test is left. A margin has the parity of the stones, so tests are two apart.
    class Proof {
    public:
        using Searcher = Search<Board, true>;

        Proof(Driver& driver, const Position& position, const std::atomic<bool>& stop,
              const std::function<void(const std::vector<MoveBounds>&)>& tell)
            : driver_(driver), stop_(stop), tell_(tell),
              rows_{driver.board_.row(position.own), driver.board_.row(position.other)},
              goals_(driver.board_.goal(position.own) - driver.board_.goal(position.other)) {
            const int stones = Board::sum(rows_.own) + Board::sum(rows_.other);
            auto guesser = searcher();
            for (int pit = 0; pit < driver.board_.pits(); ++pit) {
                if (!Board::lane(rows_.own, pit)) continue;
                const auto child = guesser->made(rows_, 0, pit);
                int guess = 0;
                for (int depth = 1; depth <= GUESS && !guesser->stopped; ++depth) {
                    guess = guesser->reply(child, depth, -INFINITE, INFINITE);
                }
                guess = std::clamp(guess, -stones, stones);
                if ((guess ^ stones) & 1) guess -= 1;
                moves_.push_back({pit, -stones, stones, guess, {false, false}});
            }
            nodes = guesser->nodes;
            std::stable_sort(moves_.begin(), moves_.end(),
                             [](const Move& a, const Move& b) { return a.guess > b.guess; });
        }

        void work() {
            auto mine = searcher();
            for (;;) {
                Move* move = nullptr;
                bool above = false;
                int threshold = 0;
                {
                    std::lock_guard<std::mutex> lock(mutex_);
                    if (mine->stopped || stop_ || !next(move, above)) break;
                    threshold = move->guess + (above ? 2 : 0);
                    driver_.table_.age();
                    move->tested[above] = true;
                }
                const auto child = mine->made(rows_, 0, move->pit);
                const int value = mine->reply(child, ENDLESS, threshold - 2, threshold - 1);
                std::lock_guard<std::mutex> lock(mutex_);
                move->tested[above] = false;
                if (mine->stopped) break;
                learn(*move, threshold, value >= threshold - 1);
            }
            std::lock_guard<std::mutex> lock(mutex_);
            nodes += mine->nodes;
        }

        std::uint64_t nodes = 0;

    private:
        static constexpr int GUESS = 12;  // plies

        struct Move {
            int pit, lower, upper, guess;  // margins still to come
            bool tested[2];                // whether a thread tests the guess, or two more, just now
        };

        std::unique_ptr<Searcher> searcher() {
            return std::make_unique<Searcher>(driver_.board_, driver_.table_, driver_.endgames_,
                                              Evaluation::goals, Reuse::any_better, stop_, 0u);
        }

        // A test that nobody makes; false when none is left.
        bool next(Move*& move, bool& above) {
            for (Move& candidate : moves_) {
                for (const bool second : {false, true}) {
                    const bool open = second ? candidate.guess < candidate.upper
                                             : candidate.guess > candidate.lower;
                    if (open && !candidate.tested[second]) {
                        move = &candidate;
                        above = second;
                        return true;
                    }
                }
            }
            return false;
        }

        void learn(Move& move, int threshold, bool holds) {
            if (holds) move.lower = std::max(move.lower, threshold);
            else move.upper = std::min(move.upper, threshold - 2);
            move.guess = std::clamp(move.guess, move.lower, move.upper);
            std::vector<MoveBounds> bounds;
            for (const Move& each : moves_) {
                bounds.push_back({each.pit, goals_ + each.lower, goals_ + each.upper});
            }
            tell_(bounds);
        }

        Driver& driver_;
        const std::atomic<bool>& stop_;
        const std::function<void(const std::vector<MoveBounds>&)>& tell_;
        Position rows_;
        int goals_;
        std::vector<Move> moves_;
        std::mutex mutex_;
    };

    const Board& board_;
    Table& table_;
    const Endgames endgames_;
    const int threads_;
};

}  // namespace owari
