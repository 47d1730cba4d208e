// What searches of Othello by `patterns` say of deeper ones: multi-probability cuts.
#pragma once

#include <algorithm>

#include "../shared/search.hpp"

namespace owari {

class Foresight {
public:
    static constexpr int LEAST_DEPTH = 3;

    // Of a search so deep, where so many squares are empty. One to the end of the game is foretold,
    // too, and by one ply more again with more care; beyond that nothing is.
    static bool has(int empty, int depth) { return depth >= LEAST_DEPTH && depth <= empty + 1; }

    // What it is foretold by, but for the guess.
    static void set(int empty, int depth, Probe& probe) {
        const int deep = std::min(depth, empty);
        probe.plies = 2 * (deep / 4) + deep % 2;  // of the same parity
        const double sure = depth < empty ? IN_THE_MIDDLE : depth == empty ? AT_THE_END : CAREFUL;
        probe.error = static_cast<int>(100 * sure * error(empty, deep, probe.plies));
    }

    // The depth to search after one that is finished. When few plies are left they are searched all
    // at once: with the end in sight that takes less time than to go there ply by ply.
    static int deeper(int empty, int depth) {
        return depth < empty && depth + AT_ONCE >= empty ? empty : depth + 1;
    }

private:
    static constexpr int AT_ONCE = 6;
    // How many times the usual error a value may be off.
    static constexpr double IN_THE_MIDDLE = 0.8, AT_THE_END = 1.0, CAREFUL = 2.0;

    // The usual error in discs: a fit by tests/benchmarks/foresight_fit.py.
    static constexpr double ALWAYS = 4.471, EMPTY = -0.065, DEPTH = 0.341, PLIES = -0.554;
    static double error(int empty, int depth, int plies) {
        return std::max(1.0, ALWAYS + EMPTY * empty + DEPTH * depth + PLIES * plies);
    }
};

}  // namespace owari
