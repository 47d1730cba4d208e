// What one thread has found of positions with few empty squares: a table so small that it stays
// near the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../../games/native/othello_board.hpp"

namespace owari {

class NearTable {
public:
    // A position and bounds of its margin; the newest of those that share the place.
    struct Slot {
        Discs own = 0, other = 0;
        std::int8_t lower = -127, upper = 127, move = -1;

        bool is(Discs mine, Discs theirs) const { return own == mine && other == theirs; }

        // What a search has found that asked whether the margin is more than alpha.
        void keep(Discs mine, Discs theirs, int alpha, int value, int best) {
            if (!is(mine, theirs)) *this = {mine, theirs};
            (value > alpha ? lower : upper) = static_cast<std::int8_t>(value);
            move = static_cast<std::int8_t>(best);
        }
    };

    Slot& slot(Discs own, Discs other) {
        return slots_[(own * 0x9e3779b97f4a7c15 + other * 0xd6e8feb86659fd93) >> (64 - BITS)];
    }

    void prefetch(Discs own, Discs other) { __builtin_prefetch(&slot(own, other)); }

private:
    static constexpr int BITS = 14;  // 384 KB, which fit the cache of a core
    std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << BITS);
};

}  // namespace owari
