// The transposition table: what a search has found of positions, shared by its threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

namespace owari {

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
    // Of so many bytes at most; at least one bucket.
    explicit Table(std::size_t bytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        mask_ = buckets - 1;
        buckets_ = std::make_unique<Bucket[]>(buckets);
    }

    void clear() {
        for (std::size_t i = 0; i <= mask_; ++i) {
            for (Entry& entry : buckets_[i].entries) entry.set(0, 0);
        }
    }

    void prefetch(std::uint64_t key, std::uint8_t tag) const {
        __builtin_prefetch(&bucket(key ^ tag));
    }

    // `tag` is a further byte of the key.
    bool find(std::uint64_t key, std::uint8_t tag, Bounds& bounds) const {
        for (const Entry& entry : bucket(key ^ tag).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
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
        for (Entry& entry : bucket(key ^ tag).entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if (!data || entry.is(key, tag, data)) {
                place = &entry;
                break;
            }
            const unsigned effort = unpacked(data).effort;
            if (effort < least) least = effort, place = &entry;
        }
        place->set(key, packed(bounds) | static_cast<std::uint64_t>(tag) << 56);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> mixed{0}, data{0};

        bool is(std::uint64_t key, std::uint8_t tag, std::uint64_t word) const {
            return (mixed.load(std::memory_order_relaxed) ^ word) == key && word >> 56 == tag;
        }
        void set(std::uint64_t key, std::uint64_t word) {
            data.store(word, std::memory_order_relaxed);
            mixed.store(key ^ word, std::memory_order_relaxed);
        }
    };
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    const Bucket& bucket(std::uint64_t key) const { return buckets_[scattered(key) & mask_]; }
    Bucket& bucket(std::uint64_t key) { return buckets_[scattered(key) & mask_]; }

    static std::uint64_t scattered(std::uint64_t key) {
        key *= 0x9e3779b97f4a7c15;
        key ^= key >> 32;
        key *= 0xd6e8feb86659fd93;
        return key ^ key >> 29;
    }

    // 16 bits each for the bounds, 8 for the depth, 4 for the pit, 6 for the effort, one that says
    // that there is an entry, one for `proven`, and the tag's 8 on top, which `store` adds.
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

    std::size_t mask_;
    std::unique_ptr<Bucket[]> buckets_;
};

}  // namespace owari
