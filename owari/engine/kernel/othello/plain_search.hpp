// Plain alpha-beta of Othello to a fixed depth: the twin of the reference search, node for node.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "../shared/limits.hpp"
#include "game.hpp"

namespace owari {

template <class Rules>
class OthelloPlainSearch {
public:
    OthelloPlainSearch(const OthelloWeights& weights, OthelloScale scale,
                       const std::atomic<bool>& stop)
        : weights_(weights), scale_(scale), stop_(stop) {}

    // The value for the side to move; the game must not be over, and 1 <= depth <= MAX_DEPTH. What
    // it says after `stop` was set means nothing.
    int search(Discs own, Discs other, int depth) {
        nodes = 1;
        guessed = false;
        const int value =
            inner(own, other, Rules::moves(own, other), depth, 0, -INFINITE, INFINITE);
        length = ends_[0];
        std::copy_n(lines_[0].begin(), length, line.begin());
        return value;
    }

    std::uint64_t nodes = 0;
    bool guessed = false;  // some leaf was not a finished game
    std::array<std::int8_t, MAX_DEPTH + 1> line{};
    int length = 0;

private:
    // Of a node whose game is not over, and which is counted already.
    int inner(Discs own, Discs other, Discs moves, int depth, int ply, int alpha, int beta) {
        if (stop_.load(std::memory_order_relaxed)) return 0;
        if (!moves) {
            const int value = -reply(other, own, depth - 1, ply + 1, -beta, -alpha);
            keep(ply, PASS);
            return value;
        }
        int best = -INFINITE;
        for (; moves; moves &= moves - 1) {
            const int square = first_of(moves);
            const Discs flipped = flips<Rules::SIZE>(own, other, square);
            const int value = -reply(other & ~flipped, own | flipped | bit(square), depth - 1,
                                     ply + 1, -beta, -alpha);
            if (value <= best) continue;
            best = value;
            keep(ply, square);
            alpha = std::max(alpha, value);
            if (alpha >= beta) break;
        }
        return best;
    }

    int reply(Discs own, Discs other, int depth, int ply, int alpha, int beta) {
        ++nodes;
        ends_[ply] = ply;
        const Discs moves = Rules::moves(own, other);
        if (!moves && Rules::ended(own, other)) return scale_.finished(Rules::margin(own, other));
        if (depth == 0) {
            guessed = true;
            return evaluate_othello<Rules>(weights_, own, other, moves);
        }
        return inner(own, other, moves, depth, ply, alpha, beta);
    }

    void keep(int ply, int move) {
        lines_[ply][ply] = static_cast<std::int8_t>(move);
        const int end = ends_[ply + 1];
        std::copy(lines_[ply + 1].begin() + ply + 1, lines_[ply + 1].begin() + end,
                  lines_[ply].begin() + ply + 1);
        ends_[ply] = end;
    }

    const OthelloWeights& weights_;
    const OthelloScale scale_;
    const std::atomic<bool>& stop_;
    std::array<std::array<std::int8_t, MAX_DEPTH + 1>, MAX_DEPTH + 2> lines_{};
    std::array<int, MAX_DEPTH + 2> ends_{};
};

}  // namespace owari
