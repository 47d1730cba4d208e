// The transposition table: what a search has found of positions, shared by its threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "memory.hpp"

namespace owari {

// Bounds of a position's value, as seen by the side to move.
struct Bounds {
    int lower, upper;
    std::uint8_t depth;   // plies searched
    bool proven;          // every leaf was a finished game or in the tablebase
    std::int8_t move;     // the best move found
    std::uint8_t effort;  // logarithm of the positions visited: the larger, the longer it is kept
};

inline std::uint64_t load(const std::uint64_t& word) {
    return __atomic_load_n(&word, __ATOMIC_RELAXED);
}

inline void store(std::uint64_t& word, std::uint64_t value) {
    __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}

// Bits of an entry for the effort, and for the search that it comes from.
constexpr int EFFORT_BITS = 6, GENERATION_BITS = 4;

// How much an entry is worth keeping: what the present search has found is worth more than all
// else.
inline unsigned worth_of(std::uint64_t effort, bool present) {
    return static_cast<unsigned>(effort) + (present ? 1u << EFFORT_BITS : 0u);
}

inline std::uint64_t scattered(std::uint64_t key) {
    key *= 0x9e3779b97f4a7c15;
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93;
    return key ^ key >> 29;
}

// Buckets of entries, one or two cache lines. What an entry holds is the game's; it is one of an
// array of zeros at first, and stores its words mixed with each other, so that one which two
// threads have written halfway is not recognised (Hyatt and Mann, "A lock-less transposition table
// implementation", ICGA Journal 25(1), 2002).
template <class Entry>
class Table {
public:
    // Of so many bytes at most; at least one bucket. The memory is zero, and none of it is touched
    // before it is used. Throws std::bad_alloc.
    explicit Table(std::size_t bytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        memory_.reset(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc();
        use_large_pages(memory_.get(), (buckets + 1) * sizeof(Bucket));
        void* place = memory_.get();
        std::size_t space = (buckets + 1) * sizeof(Bucket);
        buckets_ = static_cast<Bucket*>(std::align(64, buckets * sizeof(Bucket), place, space));
        mask_ = buckets - 1;
        bytes_ = buckets * sizeof(Bucket);
    }

    // Gets so many bytes, if these are more, and keeps what it knows. Ends as it was before when
    // `late()` says so, which it asks often, or throws. Throws std::bad_alloc, too.
    template <class Late>
    void grow(std::size_t bytes, Late late) {
        if (bytes < 2 * bytes_) return;
        Table larger(bytes);
        for (std::size_t i = 0; i <= mask_; ++i) {
            // Each entry may be the first of a page, which takes long.
            if (i % 4 == 0 && late()) return;
            for (const Entry& entry : buckets_[i].entries) {
                if (entry.filled()) *larger.bucket(entry.key()).first_free() = entry;
            }
        }
        std::swap(memory_, larger.memory_);
        std::swap(buckets_, larger.buckets_);
        std::swap(mask_, larger.mask_);
        std::swap(bytes_, larger.bytes_);
    }

    // Forgets all; afterwards no page of the memory is missing.
    void clear() { std::memset(static_cast<void*>(buckets_), 0, bytes_); }

    // A new search begins: what earlier ones have stored gives way sooner.
    void age() {
        generation_.store((generation_.load() + 1) % (1u << GENERATION_BITS),
                          std::memory_order_relaxed);
    }

    using Key = typename Entry::Key;

    void prefetch(const Key& key) const { __builtin_prefetch(&bucket(key)); }

    bool find(const Key& key, Bounds& bounds) const {
        for (const Entry& entry : bucket(key).entries) {
            if (entry.find(key, bounds)) return true;
        }
        return false;
    }

    void store(const Key& key, const Bounds& bounds) {
        Entry* place = nullptr;
        unsigned least = ~0u;
        const unsigned generation = generation_.load(std::memory_order_relaxed);
        for (Entry& entry : bucket(key).entries) {
            if (entry.free_for(key)) {
                place = &entry;
                break;
            }
            const unsigned worth = entry.worth(generation);
            if (worth < least) least = worth, place = &entry;
        }
        place->set(key, bounds, generation);
    }

private:
    struct Bucket {
        Entry entries[4];

        // There is one where all entries were in one bucket of a smaller table.
        Entry* first_free() {
            return std::find_if(entries, entries + 3, [](const Entry& e) { return !e.filled(); });
        }
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    const Bucket& bucket(const Key& key) const { return buckets_[Entry::hash(key) & mask_]; }
    Bucket& bucket(const Key& key) { return buckets_[Entry::hash(key) & mask_]; }

    std::atomic<unsigned> generation_{0};
    std::size_t mask_, bytes_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_;
};

}  // namespace owari
