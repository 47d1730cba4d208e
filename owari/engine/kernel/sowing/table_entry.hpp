// What the transposition table keeps of a position of a sowing game.
#pragma once

#include <cstdint>

#include "../shared/bits.hpp"
#include "../shared/table.hpp"

namespace owari {

// Five bits a pit are exact for up to six pits a side that hold up to 31 stones each. A larger
// board has 64 well mixed bits, and the place in the table besides.
struct SowingEntry {
    struct Key {
        std::uint64_t bits;
        std::uint8_t diff;
    };
    static constexpr int NO_LOWER = -32767, NO_UPPER = 32767;

    std::uint64_t mixed, data;

    static std::uint64_t hash(const Key& key) { return scattered(key.bits ^ key.diff); }

    bool find(const Key& key, Bounds& bounds) const {
        const std::uint64_t word = load(data);
        if (!word || !is(key, word)) return false;
        bounds = unpacked(word);
        return true;
    }

    bool filled() const { return load(data) != 0; }

    Key key() const {
        const std::uint64_t word = load(data);
        return {load(mixed) ^ word, static_cast<std::uint8_t>(Diff::get(word))};
    }

    bool free_for(const Key& key) const {
        const std::uint64_t word = load(data);
        return !word || is(key, word);
    }

    unsigned worth(unsigned generation) const {
        const std::uint64_t word = load(data);
        return worth_of(Effort::get(word), Generation::get(word) == generation);
    }

    void set(const Key& key, const Bounds& bounds, unsigned generation) {
        const std::uint64_t word =
            Lower::put(static_cast<std::uint64_t>(bounds.lower)) |
            Upper::put(static_cast<std::uint64_t>(bounds.upper)) | Depth::put(bounds.depth) |
            Pit::put(static_cast<std::uint64_t>(bounds.move)) | Effort::put(bounds.effort) |
            Filled::put(1) | Proven::put(bounds.proven) | Generation::put(generation) |
            Diff::put(key.diff);
        store(data, word);
        store(mixed, key.bits ^ word);
    }

private:
    using Lower = Bits<0, 16>;
    using Upper = Bits<Lower::END, 16>;
    using Depth = Bits<Upper::END, 8>;
    using Pit = Bits<Depth::END, 4>;
    using Effort = Bits<Pit::END, EFFORT_BITS>;
    using Filled = Bits<Effort::END, 1>;  // so that no entry is all zeros
    using Proven = Bits<Filled::END, 1>;
    using Generation = Bits<Proven::END, GENERATION_BITS>;
    using Diff = Bits<Generation::END, 8>;  // the rest of the key

    bool is(const Key& key, std::uint64_t word) const {
        return (load(mixed) ^ word) == key.bits && Diff::get(word) == key.diff;
    }

    static Bounds unpacked(std::uint64_t word) {
        return {static_cast<std::int16_t>(Lower::get(word)),
                static_cast<std::int16_t>(Upper::get(word)),
                static_cast<std::uint8_t>(Depth::get(word)),
                Proven::get(word) != 0,
                static_cast<std::int8_t>(Pit::get(word)),
                static_cast<std::uint8_t>(Effort::get(word))};
    }
};

}  // namespace owari
