// What an Othello position is worth to the side to move, in hundredths of a point: the twin of
// owari/engine/othello_evaluation.py and othello_estimate.py, where each count is defined.
//
// A square is the bit row * SIZE + column. Compile with -ffp-contract=off: the mixtures are to be
// the same doubles as in Python.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace owari {

constexpr int OTHELLO_COUNTS = 6;    // of a mixture
constexpr int OTHELLO_FEATURES = 9;  // of an estimate

// What a search goes by: an estimate where it has weights, else a mixture.
struct OthelloWeights {
    // Of discs, mobility, potential mobility, corners, edge stability and danger.
    std::array<double, OTHELLO_COUNTS> mixture{};

    // In hundredths of a disc, OTHELLO_FEATURES for each number of empty squares from 0 to
    // SIZE * SIZE; or none at all.
    std::vector<std::int32_t> estimate;
};

template <int SIZE>
class OthelloFeatures {
    static_assert(SIZE == 4 || SIZE == 6 || SIZE == 8, "a board of one word");
    using Squares = std::uint64_t;

public:
    OthelloFeatures(Squares own, Squares other, bool free_rules)
        : own_(own), other_(other), empty_(BOARD & ~(own | other)), free_(free_rules) {}

    int mixture(const std::array<double, OTHELLO_COUNTS>& weights) const {
        double sum = 0.0;
        if (weights[0] != 0.0) sum += weights[0] * share(count(own_), count(other_));
        if (weights[1] != 0.0) sum += weights[1] * share(mobility(own_, other_), mobility(other_, own_));
        if (weights[2] != 0.0) sum += weights[2] * share(potential(other_), potential(own_));
        if (weights[3] != 0.0) sum += weights[3] * share(count(own_ & CORNERS), count(other_ & CORNERS));
        if (weights[4] != 0.0) sum += weights[4] * share(edge_stability(own_), edge_stability(other_));
        if (weights[5] != 0.0) sum += weights[5] * share(danger(own_), danger(other_));
        return static_cast<int>(std::nearbyint(sum * 100.0));
    }

    int estimate(const std::vector<std::int32_t>& weights) const {
        const std::int32_t* weight = weights.data() + OTHELLO_FEATURES * count(empty_);
        const Squares near = beside_empty_corner(), diagonal = diagonal_to_empty_corner();
        const Squares own_anchored = anchored(own_), other_anchored = anchored(other_);
        const Squares edges = EDGES & ~near;
        int sum = weight[0];
        sum += weight[1] * (count(own_) - count(other_));
        sum += weight[2] * (mobility(own_, other_) - mobility(other_, own_));
        sum += weight[3] * (potential(other_) - potential(own_));
        sum += weight[4] * (count(own_ & CORNERS) - count(other_ & CORNERS));
        sum += weight[5] * (count(own_anchored) - count(other_anchored));
        sum += weight[6] * (count(own_ & edges & ~own_anchored) - count(other_ & edges & ~other_anchored));
        sum += weight[7] * (count(own_ & near & ~own_anchored) - count(other_ & near & ~other_anchored));
        sum += weight[8] * (count(own_ & diagonal) - count(other_ & diagonal));
        constexpr int MOST = 100 * SIZE * SIZE;
        return sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
    }

private:
    static constexpr Squares column(int index) {
        Squares squares = 0;
        for (int row = 0; row < SIZE; ++row) squares |= Squares{1} << (row * SIZE + index);
        return squares;
    }

    static constexpr Squares row(int index) {
        return ((Squares{1} << SIZE) - 1) << (index * SIZE);
    }

    static constexpr Squares BOARD =
        SIZE == 8 ? ~Squares{0} : (Squares{1} << (SIZE * SIZE % 64)) - 1;
    static constexpr Squares LEFT = column(0), RIGHT = column(SIZE - 1);
    static constexpr Squares TOP = row(0), BOTTOM = row(SIZE - 1);
    static constexpr Squares CORNERS = (LEFT | RIGHT) & (TOP | BOTTOM);
    static constexpr Squares EDGES = (LEFT | RIGHT | TOP | BOTTOM) & ~CORNERS;

    static int count(Squares squares) { return __builtin_popcountll(squares); }

    static double share(int mine, int theirs) {
        const int sum = std::abs(mine) + std::abs(theirs);
        return sum ? 100.0 * (mine - theirs) / sum : 0.0;
    }

    // The squares and their eight neighbours.
    static Squares grown(Squares squares) {
        squares |= (squares & ~RIGHT) << 1 | (squares & ~LEFT) >> 1;
        return (squares | squares << SIZE | squares >> SIZE) & BOARD;
    }

    template <int STEP>
    static Squares enclosing(Squares own, Squares between) {
        Squares up = between & own << STEP, down = between & own >> STEP;
        for (int i = 3; i < SIZE; ++i) {
            up |= between & up << STEP;
            down |= between & down >> STEP;
        }
        return up << STEP | down >> STEP;
    }

    int mobility(Squares own, Squares other) const {
        if (free_) return count(empty_ & grown(own | other));
        const Squares inner = other & ~(LEFT | RIGHT);
        return count(empty_ & (enclosing<1>(own, inner) | enclosing<SIZE>(own, other) |
                               enclosing<SIZE - 1>(own, inner) | enclosing<SIZE + 1>(own, inner)));
    }

    int potential(Squares beside) const { return count(empty_ & grown(beside)); }

    // The discs of a side on the edges that an unbroken line of its own joins to a corner.
    static Squares anchored(Squares own) {
        const Squares corners = own & CORNERS;
        if (!corners) return 0;
        const Squares flat = own & (TOP | BOTTOM) & EDGES, steep = own & (LEFT | RIGHT) & EDGES;
        Squares right = flat & (corners & LEFT) << 1, left = flat & (corners & RIGHT) >> 1;
        Squares down = steep & (corners & TOP) << SIZE, up = steep & (corners & BOTTOM) >> SIZE;
        for (int i = 3; i < SIZE; ++i) {
            right |= flat & right << 1;
            left |= flat & left >> 1;
            down |= steep & down << SIZE;
            up |= steep & up >> SIZE;
        }
        return right | left | down | up;
    }

    Squares beside_empty_corner() const {
        const Squares corners = empty_ & CORNERS;
        return (corners & LEFT) << 1 | (corners & RIGHT) >> 1 | (corners & TOP) << SIZE |
               (corners & BOTTOM) >> SIZE;
    }

    Squares diagonal_to_empty_corner() const { return diagonal_to(empty_ & CORNERS); }

    static Squares diagonal_to(Squares corners) {
        const Squares beside = (corners & LEFT) << 1 | (corners & RIGHT) >> 1;
        return (beside & TOP) << SIZE | (beside & BOTTOM) >> SIZE;
    }

    int edge_stability(Squares own) const {
        const Squares safe = anchored(own), others = own & EDGES & ~safe;
        return count(safe) - count(others) - 2 * count(others & beside_empty_corner());
    }

    static int danger(Squares own) {
        const int stable = count(own & diagonal_to(own & CORNERS));
        return stable - 2 * (count(own & diagonal_to(CORNERS)) - stable);
    }

    const Squares own_, other_, empty_;
    const bool free_;
};

template <int SIZE>
int evaluate_othello(const OthelloWeights& weights, std::uint64_t own, std::uint64_t other,
                     bool free_rules) {
    const OthelloFeatures<SIZE> features(own, other, free_rules);
    return weights.estimate.empty() ? features.mixture(weights.mixture)
                                    : features.estimate(weights.estimate);
}

}  // namespace owari
