// The last four empty squares of Othello, each number of them by a function of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../../../games/native/othello_board.hpp"
#include "last_flips.hpp"
#include "regions.hpp"

namespace owari {

// Values are margins of the side to move, fail-soft: above `alpha` a lower bound, else an upper
// one. Squares of `odd` regions are tried first.
template <class Game>
class LastSquares {
public:
    static constexpr int SIZE = Game::SIZE;
    using S = Squares<SIZE>;
    using R = Regions<SIZE>;
    static constexpr int NOTHING = -127;  // less than any margin

    // Whether a move is legal, and what it flips.
    static bool plays(Discs own, Discs other, int square, Discs& flipped) {
        if (!(S::NEIGHBOURS[square] & (Game::FREE ? own | other : other))) return false;
        flipped = flips<SIZE>(own, other, square);
        return Game::FREE || flipped;
    }

    int one(Discs own, Discs other, int square, int alpha) {
        ++nodes;
        const int mine = count(own);
        const int taken = LastFlips<SIZE>::of(own, other, square);
        const int most = 2 * (mine + taken + 1) - S::COUNT;
        if (taken || Game::FREE || most <= alpha) return most;
        if (const int lost = LastFlips<SIZE>::of(other, own, square)) {
            return 2 * (mine - lost) - S::COUNT;
        }
        return 2 * (mine + (2 * mine >= S::COUNT)) - S::COUNT;
    }

    int two(Discs own, Discs other, int a, int b, int alpha, bool passed = false) {
        ++nodes;
        int best = NOTHING;
        Discs flipped;
        if (plays(own, other, a, flipped)) {
            best = -one(other & ~flipped, own | flipped | bit(a), b, ~alpha);
            if (best > alpha) return best;
        }
        if (plays(own, other, b, flipped)) {
            return std::max(best, -one(other & ~flipped, own | flipped | bit(b), a, ~alpha));
        }
        if (best != NOTHING) return best;
        if (passed || Game::FREE) return Game::margin(own, other);
        return -two(other, own, a, b, ~alpha, true);
    }

    int three(Discs own, Discs other, int a, int b, int c, int odd, int alpha,
              bool passed = false) {
        ++nodes;
        if (!(odd & R::region(a))) {  // the only odd one is another, if there is one
            if (odd & R::region(b)) std::swap(a, b);
            else std::swap(a, c);
        }
        int best = NOTHING;
        Discs flipped;
        if (plays(own, other, a, flipped)) {
            best = -two(other & ~flipped, own | flipped | bit(a), b, c, ~alpha);
            if (best > alpha) return best;
        }
        if (plays(own, other, b, flipped)) {
            best = std::max(best, -two(other & ~flipped, own | flipped | bit(b), a, c, ~alpha));
            if (best > alpha) return best;
        }
        if (plays(own, other, c, flipped)) {
            return std::max(best, -two(other & ~flipped, own | flipped | bit(c), a, b, ~alpha));
        }
        if (best != NOTHING) return best;
        if (passed || Game::FREE) return Game::margin(own, other);
        return -three(other, own, a, b, c, odd, ~alpha, true);
    }

    int four(Discs own, Discs other, Discs empty, int odd, int alpha, bool passed = false) {
        ++nodes;
        int squares[4], many = 0;
        const Discs first = empty & R::SQUARES[odd];
        for (Discs left = first; left; left &= left - 1) squares[many++] = first_of(left);
        for (Discs left = empty ^ first; left; left &= left - 1) squares[many++] = first_of(left);
        int best = NOTHING;
        for (int i = 0; i < 4; ++i) {
            const int square = squares[i];
            Discs flipped;
            if (!plays(own, other, square, flipped)) continue;
            const int value =
                -three(other & ~flipped, own | flipped | bit(square), squares[i == 0],
                       squares[1 + (i < 2)], squares[2 + (i < 3)], odd ^ R::region(square), ~alpha);
            if (value > alpha) return value;
            best = std::max(best, value);
        }
        if (best != NOTHING) return best;
        if (passed || Game::FREE) return Game::margin(own, other);
        return -four(other, own, empty, odd, ~alpha, true);
    }

    std::uint64_t nodes = 0;
};

}  // namespace owari
