// Deepening, ply by ply, for as long as there is time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
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
                Searcher helper(board_, table_, endgames, evaluation, reuse, all_stop);
                helper.begin(nullptr, ~std::uint64_t{0}, static_cast<unsigned>(i));
                for (int plies = 1 + i % 2; plies <= depth && !helper.stopped; ++plies) {
                    helper.value(rows, ADDITIVE ? 0 : goals, plies, -INFINITE, INFINITE);
                }
                helped += helper.nodes;
            });
        }
        Searcher searcher(board_, table_, endgames, evaluation, reuse, stop);
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

    const Board& board_;
    Table& table_;
    const Endgames endgames_;
    const int threads_;
};

}  // namespace owari
