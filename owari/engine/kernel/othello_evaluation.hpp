// What an Othello position is worth to the side to move, in hundredths of a point: the twin of
// owari/engine/othello_mixtures.py and othello_estimate.py; othello_counts.py defines what is counted.
//
// Compile with -ffp-contract=off: the mixtures are to be
// the same doubles as in Python.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "othello.hpp"

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

public:
    OthelloFeatures(Discs own, Discs other, bool free_rules)
        : own_(own), other_(other), empty_(S::ALL & ~(own | other)), free_(free_rules) {}

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
        const Discs near = beside_empty_corner(), diagonal = diagonal_to_empty_corner();
        const Discs own_anchored = anchored(own_), other_anchored = anchored(other_);
        const Discs edges = EDGES & ~near;
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
    using S = Squares<SIZE>;
    static constexpr Discs LEFT = S::ALL / ((Discs{1} << SIZE) - 1);  // the first column
    static constexpr Discs RIGHT = LEFT << (SIZE - 1);
    static constexpr Discs TOP = (Discs{1} << SIZE) - 1;
    static constexpr Discs BOTTOM = TOP << (SIZE * (SIZE - 1));
    static constexpr Discs CORNERS = S::CORNERS;
    static constexpr Discs EDGES = (LEFT | RIGHT | TOP | BOTTOM) & ~CORNERS;
    static constexpr Discs FALLING = bit(0) | S::ray(0, 1, 1);  // from corner to corner
    static constexpr Discs RISING = bit(SIZE - 1) | S::ray(SIZE - 1, 1, -1);

    static double share(int mine, int theirs) {
        const int sum = std::abs(mine) + std::abs(theirs);
        return sum ? 100.0 * (mine - theirs) / sum : 0.0;
    }

    int mobility(Discs own, Discs other) const {
        return count(free_ ? empty_ & spread<SIZE>(own | other) : flipping_moves<SIZE>(own, other));
    }

    int potential(Discs beside) const { return count(empty_ & spread<SIZE>(beside)); }

    // The discs of a side on the edges that an unbroken line of its own joins to a corner.
    static Discs anchored(Discs own) {
        const Discs corners = own & CORNERS;
        if (!corners) return 0;
        const Discs flat = own & (TOP | BOTTOM) & EDGES, steep = own & (LEFT | RIGHT) & EDGES;
        Discs right = flat & (corners & LEFT) << 1, left = flat & (corners & RIGHT) >> 1;
        Discs down = steep & (corners & TOP) << SIZE, up = steep & (corners & BOTTOM) >> SIZE;
        for (int i = 3; i < SIZE; ++i) {
            right |= flat & right << 1;
            left |= flat & left >> 1;
            down |= steep & down << SIZE;
            up |= steep & up >> SIZE;
        }
        return right | left | down | up;
    }

    Discs beside_empty_corner() const {
        const Discs corners = empty_ & CORNERS;
        return (corners & LEFT) << 1 | (corners & RIGHT) >> 1 | (corners & TOP) << SIZE |
               (corners & BOTTOM) >> SIZE;
    }

    Discs diagonal_to_empty_corner() const { return diagonal_to(empty_ & CORNERS); }

    static Discs diagonal_to(Discs corners) {
        const Discs beside = (corners & LEFT) << 1 | (corners & RIGHT) >> 1;
        return (beside & TOP) << SIZE | (beside & BOTTOM) >> SIZE;
    }

    int edge_stability(Discs own) const {
        const Discs safe = anchored(own), others = own & EDGES & ~safe;
        return count(safe) - count(others) - 2 * count(others & beside_empty_corner());
    }

    static int danger(Discs own) {
        const Discs discs = own & diagonal_to(CORNERS);
        Discs stable = diagonal_to(own & CORNERS);
        for (const Discs line : {FALLING, RISING})
            if ((own & line & CORNERS) && !(line & ~CORNERS & ~own)) stable |= line;
        return 3 * count(discs & stable) - 2 * count(discs);
    }

    const Discs own_, other_, empty_;
    const bool free_;
};

template <int SIZE>
int evaluate_othello(const OthelloWeights& weights, Discs own, Discs other, bool free_rules) {
    const OthelloFeatures<SIZE> features(own, other, free_rules);
    return weights.estimate.empty() ? features.mixture(weights.mixture)
                                    : features.estimate(weights.estimate);
}

}  // namespace owari
