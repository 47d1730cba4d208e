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
    explicit Table(std::size_t bytes) { allocate(bytes); }

    // Gets so many bytes, if these are more, and keeps what it knows. Throws std::bad_alloc, and is
    // then as before.
    void grow(std::size_t bytes) {
        if (bytes < 2 * bytes_) return;
        const Bucket *from = buckets_, *end = from + bytes_ / sizeof(Bucket);
        const auto before = allocate(bytes);
        for (; from < end; ++from) {
            for (const Entry& entry : from->entries) {
                if (entry.filled()) *bucket(entry.key()).first_free() = entry;
            }
        }
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
    using Memory = std::unique_ptr<void, Free>;

    // Makes the table empty, of so many bytes at most, and returns the memory that it had.
    Memory allocate(std::size_t bytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= bytes) buckets *= 2;
        Memory memory(std::calloc(buckets + 1, sizeof(Bucket)));
        if (!memory) throw std::bad_alloc();
        use_large_pages(memory.get(), (buckets + 1) * sizeof(Bucket));
        void* place = memory.get();
        std::size_t space = (buckets + 1) * sizeof(Bucket);
        buckets_ = static_cast<Bucket*>(std::align(64, buckets * sizeof(Bucket), place, space));
        mask_ = buckets - 1;
        bytes_ = buckets * sizeof(Bucket);
        std::swap(memory, memory_);
        return memory;
    }

    const Bucket& bucket(const Key& key) const { return buckets_[Entry::hash(key) & mask_]; }
    Bucket& bucket(const Key& key) { return buckets_[Entry::hash(key) & mask_]; }

    std::atomic<unsigned> generation_{0};
    std::size_t mask_, bytes_;
    Memory memory_;
    Bucket* buckets_;
};

}  // namespace owari
