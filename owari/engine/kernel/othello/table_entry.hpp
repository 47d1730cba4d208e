// What the transposition table keeps of a position of Othello.
#pragma once

#include <cstdint>

#include "../../../games/native/othello_board.hpp"
#include "../shared/bits.hpp"
#include "../shared/limits.hpp"
#include "../shared/table.hpp"

namespace owari {

// It has the whole position: what is proved cannot be another's.
struct OthelloEntry {
    struct Key {
        Discs own, other;
    };
    static constexpr int NO_LOWER = -INFINITE, NO_UPPER = INFINITE;

    std::uint64_t mixed_own, mixed_other, bounds, data;

    static std::uint64_t hash(const Key& key) { return scattered(key.own ^ scattered(key.other)); }

    bool find(const Key& key, Bounds& found) const {
        const std::uint64_t both = load(bounds), word = load(data);
        if (!is(key, both, word)) return false;
        found = {static_cast<std::int32_t>(Lower::get(both)),
                 static_cast<std::int32_t>(Upper::get(both)),
                 static_cast<std::uint8_t>(Depth::get(word)),
                 Proven::get(word) != 0,
                 static_cast<std::int8_t>(Square::get(word)),
                 static_cast<std::uint8_t>(Effort::get(word))};
        return true;
    }

    bool free_for(const Key& key) const {
        const std::uint64_t word = load(data);
        return !word || is(key, load(bounds), word);
    }

    unsigned worth(unsigned generation) const {
        const std::uint64_t word = load(data);
        return worth_of(Effort::get(word), Generation::get(word) == generation);
    }

    void set(const Key& key, const Bounds& found, unsigned generation) {
        const std::uint64_t both = Lower::put(static_cast<std::uint64_t>(found.lower)) |
                                   Upper::put(static_cast<std::uint64_t>(found.upper));
        const std::uint64_t word = Filled::put(1) | Proven::put(found.proven) |
                                   Depth::put(found.depth) |
                                   Square::put(static_cast<std::uint64_t>(found.move)) |
                                   Effort::put(found.effort) | Generation::put(generation);
        store(bounds, both);
        store(data, word);
        store(mixed_own, key.own ^ mix(both, word));
        store(mixed_other, key.other ^ mix(word, both));
    }

private:
    using Lower = Bits<0, 32>;  // of the bounds
    using Upper = Bits<Lower::END, 32>;
    using Filled = Bits<0, 1>;  // of the data, so that no entry has none
    using Proven = Bits<Filled::END, 1>;
    using Depth = Bits<Proven::END, 8>;
    using Square = Bits<Depth::END, 8>;
    using Effort = Bits<Square::END, EFFORT_BITS>;
    using Generation = Bits<Effort::END, GENERATION_BITS>;

    static std::uint64_t mix(std::uint64_t one, std::uint64_t two) {
        return one ^ (two << 32 | two >> 32);
    }

    bool is(const Key& key, std::uint64_t both, std::uint64_t word) const {
        return word && (load(mixed_own) ^ mix(both, word)) == key.own &&
               (load(mixed_other) ^ mix(word, both)) == key.other;
    }
};

}  // namespace owari
