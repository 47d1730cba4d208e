// The last plies of a search of Othello, down to the evaluation: plain alpha-beta, for a table would
// cost more there than the positions that it spares.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../../../games/native/othello_board.hpp"
#include "../shared/limits.hpp"
#include "evaluation.hpp"

namespace owari {

// Stands in for PatternNumbers where the evaluation has no patterns.
struct NoNumbers {
    NoNumbers(Discs, Discs) {}
    NoNumbers(const NoNumbers&, int, Discs) {}
    NoNumbers passed() const { return *this; }
};

template <class Rules>
class LastPlies {
public:
    static constexpr int MOST = 2;

    LastPlies(const OthelloWeights& weights, OthelloScale scale)
        : weights_(weights), scale_(scale) {}

    // The value of a position that is counted already, fail-soft; `depth` is MOST at most.
    int value(Discs own, Discs other, Discs moves, int depth, int alpha, int beta) {
        const Board board{own, other, moves};
        if constexpr (HAS_PATTERNS<Rules>) {
            if (weights_.patterns) {
                return of_depth(board, PatternNumbers(own, other), depth, alpha, beta);
            }
        }
        return of_depth(board, NoNumbers(own, other), depth, alpha, beta);
    }

    std::uint64_t nodes = 0, guessed = 0;

private:
    static constexpr int SIZE = Rules::SIZE;

    struct Board {
        Discs own, other, moves;
    };
    struct Child {
        Board board;
        Discs flipped;
        int square, order;
    };

    template <class Numbers>
    int of_depth(const Board& board, const Numbers& numbers, int depth, int alpha, int beta) {
        if (depth == 0) return value<0>(board, numbers, alpha, beta);
        if (depth == 1) return value<1>(board, numbers, alpha, beta);
        return value<MOST>(board, numbers, alpha, beta);
    }

    template <int DEPTH, class Numbers>
    int value(const Board& board, const Numbers& numbers, int alpha, int beta) {
        if (!board.moves) {
            if (Rules::ended(board.own, board.other)) {
                return scale_.finished(Rules::margin(board.own, board.other));
            }
            if constexpr (DEPTH > 0) {
                ++nodes;
                const Board passed = seen(board.other, board.own);
                return -value<DEPTH - 1>(passed, numbers.passed(), -beta, -alpha);
            }
        }
        if constexpr (DEPTH == 0) {
            ++guessed;
            return guess(board, numbers);
        } else {
            return best<DEPTH>(board, numbers, alpha, beta);
        }
    }

    template <int DEPTH, class Numbers>
    int best(const Board& board, const Numbers& numbers, int alpha, int beta) {
        int best = -INFINITE;
        const auto better = [&](const Child& child) {
            ++nodes;
            const Numbers after(numbers, child.square, child.flipped);
            best = std::max(best, -value<DEPTH - 1>(child.board, after, -beta, -alpha));
            alpha = std::max(alpha, best);
            return alpha >= beta;
        };
        if constexpr (DEPTH == 1) {
            const Discs corners = board.moves & Squares<SIZE>::CORNERS;
            for (Discs moves : {corners, board.moves & ~corners}) {
                for (; moves; moves &= moves - 1) {
                    if (better(made(board, first_of(moves)))) return best;
                }
            }
        } else {
            Child list[Squares<SIZE>::COUNT];
            const int count = ordered(board, list);
            for (int i = 0; i < count; ++i) {
                if (better(list[i])) break;
            }
        }
        return best;
    }

    // The moves, first those that leave the fewest answers.
    static int ordered(const Board& board, Child* list) {
        int many = 0;
        for (Discs moves = board.moves; moves; moves &= moves - 1) {
            const Child child = made(board, first_of(moves));
            int place = many++;
            for (; place > 0 && list[place - 1].order > child.order; --place) {
                list[place] = list[place - 1];
            }
            list[place] = child;
        }
        return many;
    }

    static Child made(const Board& board, int square) {
        const Discs flipped = flips<SIZE>(board.own, board.other, square);
        const Board after =
            seen(board.other & ~flipped, board.own | flipped | bit(square));
        const Discs answers = after.moves;
        return {after, flipped, square, count(answers) + count(answers & Squares<SIZE>::CORNERS)};
    }

    static Board seen(Discs own, Discs other) { return {own, other, Rules::moves(own, other)}; }

    int guess(const Board& board, const NoNumbers&) const {
        return evaluate_othello<Rules>(weights_, board.own, board.other, board.moves);
    }
    int guess(const Board& board, const PatternNumbers& numbers) const {
        const int empty = Squares<SIZE>::COUNT - count(board.own | board.other);
        return weights_.patterns->value(numbers, empty, count(board.moves));
    }

    const OthelloWeights& weights_;
    const OthelloScale scale_;
};

}  // namespace owari
