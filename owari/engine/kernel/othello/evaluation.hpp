// What an Othello position is worth to the side to move, in hundredths of a point: the twin of
// owari/engine/othello_mixtures.py and othello_estimate.py; othello_counts.py defines what is
// counted.
//
// Compile with -ffp-contract=off: the mixtures are to be the same doubles as in Python.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../../../games/native/othello_board.hpp"
#include "pattern_weights.hpp"

namespace owari {

// What a mixture adds up, in this order.
enum Count { DISCS, MOBILITY, POTENTIAL_MOBILITY, CORNERS, EDGE_STABILITY, DANGER, COUNTS };

// The names under which Python gives their weights.
constexpr std::array<std::string_view, COUNTS> COUNT_NAMES{
    "discs", "mobility", "potential-mobility", "corners", "edge-stability", "danger"};

// What an estimate adds up; TO_MOVE is what it is worth to be the side to move.
enum Feature {
    TO_MOVE,
    MORE_DISCS,
    MORE_MOBILITY,
    MORE_POTENTIAL_MOBILITY,
    MORE_CORNERS,
    MORE_ANCHORED,
    MORE_LOOSE_EDGES,
    MORE_C_SQUARES,
    MORE_X_SQUARES,
    FEATURES
};

constexpr std::array<std::string_view, FEATURES> FEATURE_NAMES{
    "to-move",  "discs",       "mobility",  "potential-mobility", "corners",
    "anchored", "loose-edges", "c-squares", "x-squares"};

// The place of a name. Throws std::invalid_argument.
template <std::size_t SIZE>
std::size_t place_of(const std::array<std::string_view, SIZE>& names, std::string_view name) {
    for (std::size_t place = 0; place < SIZE; ++place) {
        if (names[place] == name) return place;
    }
    throw std::invalid_argument("the kernel counts no " + std::string(name));
}

// What a search goes by: patterns or an estimate where it has weights, else a mixture.
struct OthelloWeights {
    std::array<double, COUNTS> mixture{};

    // In hundredths of a disc, for each number of empty squares from 0 to SIZE * SIZE; or none at
    // all.
    std::vector<std::array<std::int32_t, FEATURES>> estimate;

    const PatternWeights* patterns = nullptr;  // or those of patterns
};

// How a finished game compares with an unfinished one: `unit` for each disc of the margin, and
// `won` for having more of them.
struct OthelloScale {
    int won, unit;

    int finished(int margin) const { return unit * margin + won * ((margin > 0) - (margin < 0)); }
};

template <class Rules>
class OthelloFeatures {
public:
    // `moves` are those of the side to move.
    OthelloFeatures(Discs own, Discs other, Discs moves)
        : own_(own), other_(other), empty_(S::ALL & ~(own | other)), moves_(moves) {}

    int mixture(const std::array<double, COUNTS>& weights) const {
        double sum = 0.0;
        const auto add = [&](Count count, auto mine, auto theirs) {
            if (weights[count] != 0.0) sum += weights[count] * share(mine(), theirs());
        };
        add(DISCS, [&] { return count(own_); }, [&] { return count(other_); });
        add(
            MOBILITY, [&] { return count(moves_); }, [&] { return answers(); });
        add(POTENTIAL_MOBILITY, [&] { return potential(other_); }, [&] { return potential(own_); });
        add(
            CORNERS, [&] { return count(own_ & S::CORNERS); },
            [&] { return count(other_ & S::CORNERS); });
        add(
            EDGE_STABILITY, [&] { return edge_stability(own_); },
            [&] { return edge_stability(other_); });
        add(DANGER, [&] { return danger(own_); }, [&] { return danger(other_); });
        return static_cast<int>(std::nearbyint(sum * 100.0));
    }

    int estimate(const std::vector<std::array<std::int32_t, FEATURES>>& weights) const {
        const auto& weight = weights[static_cast<std::size_t>(count(empty_))];
        const Discs near = beside_empty_corner(), diagonal = diagonal_to_empty_corner();
        const Discs own_anchored = anchored(own_), other_anchored = anchored(other_);
        const Discs own_free = own_ & ~own_anchored, other_free = other_ & ~other_anchored;
        const Discs edges = EDGES & ~near;
        int sum = weight[TO_MOVE];
        sum += weight[MORE_DISCS] * (count(own_) - count(other_));
        sum += weight[MORE_MOBILITY] * (count(moves_) - answers());
        sum += weight[MORE_POTENTIAL_MOBILITY] * (potential(other_) - potential(own_));
        sum += weight[MORE_CORNERS] * (count(own_ & S::CORNERS) - count(other_ & S::CORNERS));
        sum += weight[MORE_ANCHORED] * (count(own_anchored) - count(other_anchored));
        sum += weight[MORE_LOOSE_EDGES] * (count(own_free & edges) - count(other_free & edges));
        sum += weight[MORE_C_SQUARES] * (count(own_free & near) - count(other_free & near));
        sum += weight[MORE_X_SQUARES] * (count(own_ & diagonal) - count(other_ & diagonal));
        constexpr int MOST = 100 * SIZE * SIZE;
        return sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
    }

private:
    static constexpr int SIZE = Rules::SIZE;
    using S = Squares<SIZE>;
    static constexpr Discs LEFT = S::ALL / ((Discs{1} << SIZE) - 1);  // the first column
    static constexpr Discs RIGHT = LEFT << (SIZE - 1);
    static constexpr Discs TOP = (Discs{1} << SIZE) - 1;
    static constexpr Discs BOTTOM = TOP << (SIZE * (SIZE - 1));
    static constexpr Discs EDGES = (LEFT | RIGHT | TOP | BOTTOM) & ~S::CORNERS;
    static constexpr Discs FALLING = bit(0) | S::ray(0, 1, 1);  // from corner to corner
    static constexpr Discs RISING = bit(SIZE - 1) | S::ray(SIZE - 1, 1, -1);

    static double share(int mine, int theirs) {
        const int sum = std::abs(mine) + std::abs(theirs);
        return sum ? 100.0 * (mine - theirs) / sum : 0.0;
    }

    // The moves of the other side, if it were to move.
    int answers() const { return count(Rules::FREE ? moves_ : Rules::moves(other_, own_)); }

    int potential(Discs beside) const { return count(empty_ & spread<SIZE>(beside)); }

    // The discs of a side on the edges that an unbroken line of its own joins to a corner.
    static Discs anchored(Discs own) {
        const Discs corners = own & S::CORNERS;
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
        const Discs corners = empty_ & S::CORNERS;
        return (corners & LEFT) << 1 | (corners & RIGHT) >> 1 | (corners & TOP) << SIZE |
               (corners & BOTTOM) >> SIZE;
    }

    Discs diagonal_to_empty_corner() const { return diagonal_to(empty_ & S::CORNERS); }

    static Discs diagonal_to(Discs corners) {
        const Discs beside = (corners & LEFT) << 1 | (corners & RIGHT) >> 1;
        return (beside & TOP) << SIZE | (beside & BOTTOM) >> SIZE;
    }

    int edge_stability(Discs own) const {
        const Discs safe = anchored(own), others = own & EDGES & ~safe;
        return count(safe) - count(others) - 2 * count(others & beside_empty_corner());
    }

    static int danger(Discs own) {
        const Discs discs = own & diagonal_to(S::CORNERS);
        Discs stable = diagonal_to(own & S::CORNERS);
        for (const Discs line : {FALLING, RISING})
            if ((own & line & S::CORNERS) && !(line & ~S::CORNERS & ~own)) stable |= line;
        return 3 * count(discs & stable) - 2 * count(discs);
    }

    const Discs own_, other_, empty_, moves_;
};

// Whether there may be patterns.
template <class Rules>
constexpr bool HAS_PATTERNS = Rules::SIZE == 8 && !Rules::FREE;

// `moves` are those of the side to move.
template <class Rules>
int evaluate_othello(const OthelloWeights& weights, Discs own, Discs other, Discs moves) {
    if constexpr (HAS_PATTERNS<Rules>) {
        if (weights.patterns) {
            const int empty = 64 - count(own | other);
            return weights.patterns->value(PatternNumbers(own, other), empty, count(moves));
        }
    }
    const OthelloFeatures<Rules> features(own, other, moves);
    return weights.estimate.empty() ? features.mixture(weights.mixture)
                                    : features.estimate(weights.estimate);
}

}  // namespace owari
