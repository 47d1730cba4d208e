// Discs that no move can ever flip.
#pragma once

#include "../../../games/native/othello_board.hpp"

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

}  // namespace owari
