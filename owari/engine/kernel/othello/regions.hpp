// The four quarters of the board, taken for the regions of its empty squares: who plays first in
// one with an odd number of them plays last in it, too.
#pragma once

#include <array>

#include "../../../games/native/othello_board.hpp"

namespace owari {

// A set of regions has a bit for each.
template <int SIZE>
struct Regions {
    using S = Squares<SIZE>;

    static constexpr int region(int square) {
        return 1 << ((square / SIZE >= SIZE / 2) * 2 + (square % SIZE >= SIZE / 2));
    }

    // The squares of each set of regions.
    static constexpr std::array<Discs, 16> make_squares() {
        std::array<Discs, 16> squares{};
        for (int set = 0; set < 16; ++set) {
            for (int square = 0; square < S::COUNT; ++square) {
                if (set & region(square)) squares[set] |= bit(square);
            }
        }
        return squares;
    }
    static constexpr std::array<Discs, 16> SQUARES = make_squares();

    static int odd(Discs empty) {
        int set = 0;
        for (int i = 1; i < 16; i *= 2) set |= i * (count(empty & SQUARES[i]) & 1);
        return set;
    }
};

}  // namespace owari
