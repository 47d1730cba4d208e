// The weights of `patterns`, and what they add up to: the twin of owari/engine/othello_patterns.py.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "patterns.hpp"

namespace owari {

// Where in a table the number 0 of a place is.
constexpr auto make_middles() {
    std::array<std::ptrdiff_t, Patterns::COUNT> middles{};
    for (std::size_t place = 0; place < middles.size(); ++place) {
        const auto& shape = SHAPES[PLACES[place].shape];
        middles[place] = shape.begin + shape.size / 2;
    }
    return middles;
}
constexpr auto MIDDLES = make_middles();

class PatternWeights {
public:
    using Weight = std::int16_t;  // in hundredths of a disc
    static constexpr int MOST_MOVES = 39;
    static constexpr int PHASES = 8, FIRST_PHASE = 4, BETWEEN = 8;  // in empty squares
    // For each phase a weight for every number of every shape, then for every number of moves; at
    // the end one for each number of empty squares.
    static constexpr int OF_MOVES = PATTERN_NUMBERS, OF_PHASE = OF_MOVES + MOST_MOVES + 1;
    static constexpr int ALL = PHASES * OF_PHASE + 65;

    // Throws std::invalid_argument.
    PatternWeights(const void* bytes, std::size_t size) : weights_(ALL) {
        if (size != ALL * sizeof(Weight)) {
            throw std::invalid_argument("patterns have " + std::to_string(ALL) + " weights");
        }
        std::memcpy(weights_.data(), bytes, size);
        for (int phase = 0; phase < PHASES; ++phase) mirror(weights_.data() + phase * OF_PHASE);
    }

    // The value for the side to move, which has so many moves.
    int value(const PatternNumbers& numbers, int empty, int moves) const {
        const Weight* weights = at(empty);
        const int sum = weights[OF_PHASE] + weights[OF_MOVES + std::min(moves, MOST_MOVES)] +
                        sum_of(weights, numbers, std::make_index_sequence<Patterns::COUNT>{});
        return std::clamp(sum, -6400, 6400);
    }

private:
    // One after the other, with all addresses known to the compiler.
    template <std::size_t... PLACE>
    static int sum_of(const Weight* weights, const PatternNumbers& numbers,
                      std::index_sequence<PLACE...>) {
        return (0 + ... + weights[MIDDLES[PLACE] + numbers[PLACE]]);
    }

    // Gives discs that are the mirror of others their weight.
    static void mirror(Weight* weights) {
        for (const auto& shape : SHAPES) {
            int digits[Patterns::MOST_SQUARES]{}, power[Patterns::MOST_SQUARES]{1};
            for (int k = 1; k < shape.length; ++k) power[k] = 3 * power[k - 1];
            for (int number = 0; number < shape.size; ++number) {
                int mirrored = 0;
                for (int k = 0; k < shape.length; ++k) {
                    mirrored += digits[shape.mirror[k]] * power[k];
                }
                if (mirrored < number) {
                    weights[shape.begin + number] = weights[shape.begin + mirrored];
                }
                for (int k = 0; k < shape.length && ++digits[k] == 3; ++k) digits[k] = 0;
            }
        }
    }

    // The weights for a number of empty squares, made when they are first asked for.
    const Weight* at(int empty) const {
        const Weight* weights = at_[empty].load(std::memory_order_acquire);
        return weights ? weights : make(empty);
    }

    [[gnu::noinline]] const Weight* make(int empty) const {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (made_[empty]) return made_[empty].get();
        std::unique_ptr<Weight[]> made(new Weight[OF_PHASE + 1]);
        const int from = std::clamp(empty - FIRST_PHASE, 0, BETWEEN * (PHASES - 1));
        const int phase = std::min(from / BETWEEN, PHASES - 2), part = from - BETWEEN * phase;
        const Weight* low = weights_.data() + phase * OF_PHASE;
        const Weight* high = low + OF_PHASE;
        for (int i = 0; i < OF_PHASE; ++i) {
            const int sum = low[i] * (BETWEEN - part) + high[i] * part;
            made[i] = static_cast<Weight>((sum + BETWEEN / 2) >> 3);
        }
        made[OF_PHASE] = weights_[static_cast<std::size_t>(PHASES * OF_PHASE + empty)];
        made_[empty] = std::move(made);
        at_[empty].store(made_[empty].get(), std::memory_order_release);
        return made_[empty].get();
    }

    std::vector<Weight> weights_;
    mutable std::mutex mutex_;
    mutable std::array<std::unique_ptr<Weight[]>, 65> made_;
    mutable std::array<std::atomic<const Weight*>, 65> at_{};
};

}  // namespace owari
