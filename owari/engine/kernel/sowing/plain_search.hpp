// Plain alpha-beta to a fixed depth: the twin of the reference search, node for node.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "../shared/limits.hpp"
#include "board.hpp"
#include "evaluations.hpp"

namespace owari {

// The positions at the end of a number of plies; a finished game does not go on.
template <class Board>
std::uint64_t perft(const Board& board, typename Board::Position position, int plies) {
    if (plies == 0) return 1;
    if (!board.row(position.own) || !board.row(position.other)) return 0;
    std::uint64_t total = 0;
    for (int pit = 0; pit < board.pits(); ++pit) {
        if (!Board::lane(position.own, pit)) continue;
        typename Board::Position child = position;
        board.play(child, pit);
        total += perft(board, child, plies - 1);
    }
    return total;
}

template <class Board>
class PlainSearch {
public:
    using Position = typename Board::Position;

    PlainSearch(const Board& board, Evaluation evaluation, const std::atomic<bool>& stop)
        : board_(board), evaluation_(evaluation), stop_(stop) {}

    // The value for the side to move; the game must not be over, and 1 <= depth <= MAX_DEPTH. What
    // it says after `stop` was set means nothing.
    int search(const Position& position, int depth) {
        nodes = 0;
        guessed = false;
        int value;
        switch (evaluation_) {
            case Evaluation::goals: value = root<Evaluation::goals>(position, depth); break;
            case Evaluation::material: value = root<Evaluation::material>(position, depth); break;
            default: value = root<Evaluation::goals_and_row>(position, depth);
        }
        length = ends_[0];
        std::copy_n(lines_[0].begin(), length, line.begin());
        return value;
    }

    std::uint64_t nodes = 0;
    bool guessed = false;  // some leaf was not a finished game
    std::array<std::int8_t, MAX_DEPTH + 1> line{};
    int length = 0;

private:
    template <Evaluation EVALUATION>
    int root(const Position& position, int depth) {
        ++nodes;
        return inner<EVALUATION>(position, depth, 0, -INFINITE, INFINITE);
    }

    // Of a node whose game is not over, and which is counted already.
    template <Evaluation EVALUATION>
    int inner(const Position& position, int depth, int ply, int alpha, int beta) {
        if (depth == 1) return last<EVALUATION>(position, ply, alpha, beta);
        if (stop_.load(std::memory_order_relaxed)) return 0;
        int best = -INFINITE;
        for (int pit = 0; pit < board_.pits(); ++pit) {
            if (!Board::lane(position.own, pit)) continue;
            Position child = position;
            const bool again = board_.play(child, pit);
            ++nodes;
            int value;
            ends_[ply + 1] = ply + 1;
            if (!board_.row(child.own) || !board_.row(child.other)) {
                value = over<EVALUATION>(child);
                if (!again) value = -value;
            } else if (again) {
                value = inner<EVALUATION>(child, depth - 1, ply + 1, alpha, beta);
            } else {
                value = -inner<EVALUATION>(child, depth - 1, ply + 1, -beta, -alpha);
            }
            if (value > best) {
                best = value;
                keep(ply, pit);
                alpha = std::max(alpha, value);
                if (alpha >= beta) break;
            }
        }
        return best;
    }

    // A node whose children are all leaves: half of the work of a search.
    template <Evaluation EVALUATION>
    int last(const Position& position, int ply, int alpha, int beta) {
        int best = -INFINITE, count = 0;
        bool guesses = false;
        for (int pit = 0; pit < board_.pits(); ++pit) {
            if (!Board::lane(position.own, pit)) continue;
            Position child = position;
            const bool again = board_.play(child, pit);
            ++count;
            const auto own = board_.row(child.own), other = board_.row(child.other);
            int value;
            if (!own || !other) {
                value = over<EVALUATION>(child);
            } else {
                guesses = true;
                const int goals = board_.goal(child.own) - board_.goal(child.other);
                const int rows =
                    EVALUATION == Evaluation::goals ? 0 : Board::sum(own) - Board::sum(other);
                value = unfinished(EVALUATION, goals, rows);
            }
            if (!again) value = -value;
            if (value > best) {
                best = value;
                lines_[ply][ply] = static_cast<std::int8_t>(pit);
                ends_[ply] = ply + 1;
                alpha = std::max(alpha, value);
                if (alpha >= beta) break;
            }
        }
        nodes += count;
        guessed |= guesses;
        return best;
    }

    template <Evaluation EVALUATION>
    int over(const Position& position) const {
        return finished(EVALUATION, board_.goal(position.own) - board_.goal(position.other) +
                                        Board::sum(board_.row(position.own)) -
                                        Board::sum(board_.row(position.other)));
    }

    void keep(int ply, int pit) {
        lines_[ply][ply] = static_cast<std::int8_t>(pit);
        const int end = ends_[ply + 1];
        std::copy(lines_[ply + 1].begin() + ply + 1, lines_[ply + 1].begin() + end,
                  lines_[ply].begin() + ply + 1);
        ends_[ply] = end;
    }

    const Board& board_;
    Evaluation evaluation_;
    const std::atomic<bool>& stop_;
    std::array<std::array<std::int8_t, MAX_DEPTH + 1>, MAX_DEPTH + 2> lines_{};
    std::array<int, MAX_DEPTH + 2> ends_{};
};

}  // namespace owari
