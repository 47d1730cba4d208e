// The last squares of Othello, solved without a table.
//
// A module of its own, below the search that all games share: with so few squares empty a position
// is solved in less time than a table takes to be asked, and most of a proof is spent here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board.hpp"

namespace owari {

// Squares moved along the axes of `Squares::STEPS`, those that leave the board forgotten.
template <int SIZE>
struct Axes {
    using S = Squares<SIZE>;

    static constexpr Discs up(Discs discs, int axis) {
        constexpr Discs FIRST = S::ALL / ((1 << SIZE) - 1), LAST = FIRST << (SIZE - 1);
        const Discs stay = axis == 1 ? 0 : axis == 2 ? FIRST : LAST;
        return (discs & ~stay) << S::STEPS[axis] & S::ALL;
    }
    static constexpr Discs down(Discs discs, int axis) {
        constexpr Discs FIRST = S::ALL / ((1 << SIZE) - 1), LAST = FIRST << (SIZE - 1);
        const Discs stay = axis == 1 ? 0 : axis == 2 ? LAST : FIRST;
        return (discs & ~stay) >> S::STEPS[axis];
    }

    struct Reach {
        Discs up[4][3], down[4][3];  // where one, two and four steps along an axis can lead
        Discs edge[4];               // from where one step, up or down, leaves the board
    };
    static constexpr Reach make() {
        Reach reach{};
        for (int axis = 0; axis < 4; ++axis) {
            Discs high = S::ALL, low = S::ALL;
            for (int steps = 1; steps <= 4; ++steps) {
                high = up(high, axis);
                low = down(low, axis);
                if (steps == 1) reach.edge[axis] = S::ALL & ~(high & low);
                if (steps == 3) continue;
                reach.up[axis][steps / 2] = high;
                reach.down[axis][steps / 2] = low;
            }
        }
        return reach;
    }
    static constexpr Reach REACH = make();

    // The squares whose line has a square of these.
    static Discs lines(Discs squares, int axis) {
        Discs high = squares, low = squares;
        for (int i = 0; i < 3; ++i) {
            const int step = S::STEPS[axis] << i;
            if (step >= S::COUNT) break;
            high |= high << step & REACH.up[axis][i];
            low |= low >> step & REACH.down[axis][i];
        }
        return high | low;
    }
};

// Discs of `own` that no move can ever flip: along each axis the line is full, or they are at its
// end or beside a stable disc. There are others, which it does not find.
template <int SIZE>
Discs stable_discs(Discs own, Discs other) {
    using A = Axes<SIZE>;
    const Discs empty = Squares<SIZE>::ALL & ~(own | other);
    Discs safe[4];
    for (int axis = 0; axis < 4; ++axis) safe[axis] = ~A::lines(empty, axis) | A::REACH.edge[axis];
    Discs stable = 0;
    for (Discs found = own & safe[0] & safe[1] & safe[2] & safe[3]; found != stable;) {
        stable = found;
        found = own;
        for (int axis = 0; axis < 4; ++axis) {
            found &= safe[axis] | A::up(stable, axis) | A::down(stable, axis);
        }
        found |= stable;
    }
    return stable;
}

template <class Game>
class Endgame {
public:
    static constexpr int SIZE = Game::SIZE;
    using S = Squares<SIZE>;
    static constexpr int MOST = 7;  // empty squares, at least so many as it is worth to solve here

    // The final margin of a position with at least one empty square, fail-soft.
    int solve(Discs own, Discs other, int alpha, int beta) {
        const Discs empty = S::ALL & ~(own | other);
        return sorted(own, other, empty, odd_regions(empty), alpha, beta, false);
    }

    std::uint64_t nodes = 0;

private:
    static constexpr int BY_PARITY = 4;  // so few are tried in a fixed order
    static constexpr int NOTHING = -127;

    // The four quarters of the board are taken for its regions. Who plays first in one with an odd
    // number of empty squares plays last in it, too.
    static constexpr int region(int square) {
        return (square / SIZE >= SIZE / 2) * 2 + (square % SIZE >= SIZE / 2);
    }
    static constexpr std::array<Discs, 16> make_regions() {
        std::array<Discs, 16> regions{};
        for (int set = 0; set < 16; ++set) {
            for (int square = 0; square < S::COUNT; ++square) {
                if (set >> region(square) & 1) regions[set] |= bit(square);
            }
        }
        return regions;
    }
    static constexpr std::array<Discs, 16> REGIONS = make_regions();

    static int odd_regions(Discs empty) {
        int odd = 0;
        for (int i = 0; i < 4; ++i) odd |= (count(empty & REGIONS[1 << i]) & 1) << i;
        return odd;
    }

    // Every move, those that leave the opponent the fewest first.
    int sorted(Discs own, Discs other, Discs empty, int odd, int alpha, int beta, bool passed) {
        ++nodes;
        if (count(empty) <= BY_PARITY) {
            --nodes;
            switch (count(empty)) {
                case 1: return last(own, other, first_of(empty));
                case 2: return few<2>(own, other, empty, odd, alpha, beta, passed);
                case 3: return few<3>(own, other, empty, odd, alpha, beta, passed);
                default: return few<4>(own, other, empty, odd, alpha, beta, passed);
            }
        }
        Discs moves = Game::moves(own, other);
        if (!moves) {
            if (passed || Game::ended(own, other)) return Game::margin(own, other);
            return -sorted(other, own, empty, odd, -beta, -alpha, true);
        }
        struct Reply {
            Discs own, other;
            int square, order;
        } replies[32];
        int many = 0;
        for (; moves; moves &= moves - 1) {
            const int square = first_of(moves);
            const Discs flipped = flips<SIZE>(own, other, square);
            Reply reply{other & ~flipped, own | flipped | bit(square), square, 0};
            const Discs theirs = Game::moves(reply.own, reply.other);
            reply.order =
                4 * count(theirs) + 2 * count(theirs & S::CORNERS) - (odd >> region(square) & 1);
            int place = many++;
            for (; place > 0 && replies[place - 1].order > reply.order; --place) {
                replies[place] = replies[place - 1];
            }
            replies[place] = reply;
        }
        int best = NOTHING;
        for (int i = 0; i < many; ++i) {
            const Reply& reply = replies[i];
            const int value = -sorted(reply.own, reply.other, empty ^ bit(reply.square),
                                      odd ^ 1 << region(reply.square), -beta, -alpha, false);
            if (value <= best) continue;
            best = value;
            if (value >= beta) break;
            alpha = std::max(alpha, value);
        }
        return best;
    }

    // With EMPTY squares left: those of odd regions first.
    template <int EMPTY>
    int few(Discs own, Discs other, Discs empty, int odd, int alpha, int beta, bool passed) {
        ++nodes;
        int best = NOTHING;
        const Discs first = empty & REGIONS[odd];
        for (Discs squares : {first, empty ^ first}) {
            for (; squares; squares &= squares - 1) {
                const int square = first_of(squares);
                if (!(S::NEIGHBOURS[square] & (Game::FREE ? own | other : other))) continue;
                const Discs flipped = flips<SIZE>(own, other, square);
                if (!Game::FREE && !flipped) continue;
                const Discs mine = own | flipped | bit(square), theirs = other & ~flipped;
                const Discs left = empty ^ bit(square);
                int value;
                if constexpr (EMPTY == 2) {
                    value = -last(theirs, mine, first_of(left));
                } else {
                    value = -few<EMPTY - 1>(theirs, mine, left, odd ^ 1 << region(square), -beta,
                                            -alpha, false);
                }
                if (value <= best) continue;
                best = value;
                if (value >= beta) return best;
                alpha = std::max(alpha, value);
            }
        }
        if (best != NOTHING) return best;
        if (passed || Game::FREE) return Game::margin(own, other);
        return -few<EMPTY>(other, own, empty, odd, -beta, -alpha, true);
    }

    // The margin when one square is left.
    int last(Discs own, Discs other, int square) {
        ++nodes;
        const int mine = count(own);
        if (const int taken = taken_last(own, other, square); taken || Game::FREE) {
            return 2 * (mine + taken + 1) - S::COUNT;
        }
        if (const int lost = taken_last(other, own, square)) return 2 * (mine - lost) - S::COUNT;
        return 2 * (mine + (2 * mine >= S::COUNT)) - S::COUNT;
    }

    // How many discs the last move flips. On a board of eight by the discs of each line gathered in
    // a byte by a multiplication, and a table ("kindergarten bitboards").
    static int taken_last(Discs own, Discs other, int square) {
        if constexpr (SIZE != 8) {
            return count(flips<SIZE>(own, other, square));
        } else {
            constexpr Discs COLUMN = 0x0101010101010101, TO_TOP = 0x0102040810204080;
            const int row = square >> 3, column = square & 7;
            const auto& diagonals = DIAGONALS[square];
            return TAKEN[column][own >> 8 * row & 255] +
                   TAKEN[row][(own >> column & COLUMN) * TO_TOP >> 56] +
                   TAKEN[column][(own & diagonals[0]) * COLUMN >> 56] +
                   TAKEN[column][(own & diagonals[1]) * COLUMN >> 56];
        }
    }

    // By the place on a line of eight and which of its squares are own; the others are the
    // opponent's.
    static constexpr std::array<std::array<std::uint8_t, 256>, 8> make_taken() {
        std::array<std::array<std::uint8_t, 256>, 8> taken{};
        for (int place = 0; place < 8; ++place) {
            for (int own = 0; own < 256; ++own) {
                for (int step = -1; step <= 1; step += 2) {
                    int run = 0, next = place + step;
                    for (; next >= 0 && next < 8 && !(own >> next & 1); next += step) ++run;
                    if (next >= 0 && next < 8) taken[place][own] += static_cast<std::uint8_t>(run);
                }
            }
        }
        return taken;
    }
    static constexpr std::array<std::array<std::uint8_t, 256>, 8> TAKEN = make_taken();

    static constexpr std::array<std::array<Discs, 2>, S::COUNT> make_diagonals() {
        std::array<std::array<Discs, 2>, S::COUNT> diagonals{};
        for (int square = 0; square < S::COUNT; ++square) {
            const auto& lines = S::LINES[square];
            diagonals[square] = {lines.up[2] | lines.down[2], lines.up[3] | lines.down[3]};
        }
        return diagonals;
    }
    static constexpr std::array<std::array<Discs, 2>, S::COUNT> DIAGONALS = make_diagonals();
};

}  // namespace owari
