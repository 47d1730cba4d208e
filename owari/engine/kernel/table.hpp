// The transposition table: what a search has found of positions, shared by its threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "memory.hpp"

namespace owari {

constexpr std::int16_t NO_LOWER = -32767, NO_UPPER = 32767;

// Bounds of a position's value, as seen by the side to move.
struct Bounds {
    std::int16_t lower, upper;
    std::uint8_t depth;   // plies searched
    bool proven;          // every leaf was a finished game or in the tablebase
    std::int8_t pit;      // the best move found
    std::uint8_t effort;  // logarithm of the positions visited: the larger, the longer it is kept
};

// Buckets of four entries of two words in one cache line. A word is stored as it is, the other mixed
// with it, so that an entry which two threads have written halfway is not recognised (Hyatt and
// Mann, "A lock-less transposition table implementation", ICGA Journal 25(1), 2002).
class Table {
public:
    // Of so many bytes at most; at least one bucket. The memory is zero, and none of it is touched
    // before it is used. Throws std::bad_alloc.
    explicit Table(std::size_t bytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        mask_ = buckets - 1;
        bytes_ = buckets * sizeof(Bucket);
        memory_.reset(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc();
        use_large_pages(memory_.get(), (buckets + 1) * sizeof(Bucket));
        void* place = memory_.get();
        std::size_t space = (buckets + 1) * sizeof(Bucket);
        buckets_ = static_cast<Bucket*>(std::align(64, buckets * sizeof(Bucket), place, space));
    }

    // Forgets all; afterwards no page of the memory is missing.
    void clear() { std::memset(static_cast<void*>(buckets_), 0, bytes_); }

    // A new search begins: what earlier ones have stored gives way sooner.
    void age() { generation_.store((generation_.load() + 1) & 15, std::memory_order_relaxed); }

    void prefetch(std::uint64_t key, std::uint8_t tag) const {
        __builtin_prefetch(&bucket(key ^ tag));
    }

    // `tag` is a further byte of the key.
    bool find(std::uint64_t key, std::uint8_t tag, Bounds& bounds) const {
        for (const Entry& entry : bucket(key ^ tag).entries) {
            const std::uint64_t data = load(entry.data);
            if (data && entry.is(key, tag, data)) {
                bounds = unpacked(data);
                return true;
            }
        }
        return false;
    }

    void store(std::uint64_t key, std::uint8_t tag, const Bounds& bounds) {
        Entry* place = nullptr;
        unsigned least = ~0u;
        const unsigned generation = generation_.load(std::memory_order_relaxed);
        for (Entry& entry : bucket(key ^ tag).entries) {
            const std::uint64_t data = load(entry.data);
            if (!data || entry.is(key, tag, data)) {
                place = &entry;
                break;
            }
            const bool old = (data >> 52 & 15) != generation;
            const unsigned worth = unpacked(data).effort + (old ? 0u : 64u);
            if (worth < least) least = worth, place = &entry;
        }
        place->set(key, packed(bounds) | static_cast<std::uint64_t>(generation) << 52 |
                            static_cast<std::uint64_t>(tag) << 56);
    }

private:
    struct Entry {
        std::uint64_t mixed, data;

        bool is(std::uint64_t key, std::uint8_t tag, std::uint64_t word) const {
            return (load(mixed) ^ word) == key && word >> 56 == tag;
        }
        void set(std::uint64_t key, std::uint64_t word) {
            __atomic_store_n(&data, word, __ATOMIC_RELAXED);
            __atomic_store_n(&mixed, key ^ word, __ATOMIC_RELAXED);
        }
    };
    struct Bucket {
        Entry entries[4];
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    static std::uint64_t load(const std::uint64_t& word) {
        return __atomic_load_n(&word, __ATOMIC_RELAXED);
    }

    const Bucket& bucket(std::uint64_t key) const { return buckets_[scattered(key) & mask_]; }
    Bucket& bucket(std::uint64_t key) { return buckets_[scattered(key) & mask_]; }

    static std::uint64_t scattered(std::uint64_t key) {
        key *= 0x9e3779b97f4a7c15;
        key ^= key >> 32;
        key *= 0xd6e8feb86659fd93;
        return key ^ key >> 29;
    }

    // 16 bits each for the bounds, 8 for the depth, 4 for the pit, 6 for the effort, one that says
    // that there is an entry, one for `proven`; `store` adds 4 of the generation and 8 of the tag.
    static std::uint64_t packed(const Bounds& bounds) {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(bounds.lower)) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(bounds.upper)) << 16 |
               static_cast<std::uint64_t>(bounds.depth) << 32 |
               static_cast<std::uint64_t>(bounds.pit & 15) << 40 |
               static_cast<std::uint64_t>(bounds.effort & 63) << 44 | 1ull << 50 |
               static_cast<std::uint64_t>(bounds.proven) << 51;
    }

    static Bounds unpacked(std::uint64_t data) {
        return {static_cast<std::int16_t>(data),      static_cast<std::int16_t>(data >> 16),
                static_cast<std::uint8_t>(data >> 32), (data >> 51 & 1) != 0,
                static_cast<std::int8_t>(data >> 40 & 15),
                static_cast<std::uint8_t>(data >> 44 & 63)};
    }

    std::atomic<unsigned> generation_{0};
    std::size_t mask_, bytes_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_;
};

}  // namespace owari
