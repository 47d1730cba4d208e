// Numbers packed into a word.
#pragma once

#include <cstdint>

namespace owari {

// WIDTH bits of a word from bit FIRST on.
template <int FIRST, int WIDTH>
struct Bits {
    static constexpr int END = FIRST + WIDTH;  // where the next bits begin
    static constexpr std::uint64_t MASK = ~std::uint64_t{0} >> (64 - WIDTH);
    static_assert(FIRST >= 0 && WIDTH > 0 && END <= 64, "they do not fit the word");

    static constexpr std::uint64_t put(std::uint64_t number) { return (number & MASK) << FIRST; }
    static constexpr std::uint64_t get(std::uint64_t word) { return word >> FIRST & MASK; }
};

}  // namespace owari
