// How many discs the last move of a game flips.
#pragma once

#include <array>
#include <cstdint>

#include "../../../games/native/othello_board.hpp"

namespace owari {

template <int SIZE>
class LastFlips {
    using S = Squares<SIZE>;

public:
    // On a board of eight by the discs of each line gathered in a byte by a multiplication, and a
    // table ("kindergarten bitboards").
    static int of(Discs own, Discs other, int square) {
        if constexpr (SIZE != 8) {
            return count(flips<SIZE>(own, other, square));
        } else {
            constexpr Discs COLUMN = 0x0101010101010101, TO_TOP = 0x0102040810204080;
            const int row = square >> 3, column = square & 7;
            const auto& diagonals = DIAGONALS[square];
            return TAKEN[column][own >> 8 * row & 255] +
                   TAKEN[row][(own >> column & COLUMN) * TO_TOP >> 56] +
                   TAKEN[column][(own & diagonals[0]) * COLUMN >> 56] +
                   TAKEN[column][(own & diagonals[1]) * COLUMN >> 56];
        }
    }

private:
    // By the place on a line of eight and which of its squares are own; the others are the
    // opponent's.
    static constexpr std::array<std::array<std::uint8_t, 256>, 8> make_taken() {
        std::array<std::array<std::uint8_t, 256>, 8> taken{};
        for (int place = 0; place < 8; ++place) {
            for (int own = 0; own < 256; ++own) {
                for (int step = -1; step <= 1; step += 2) {
                    int run = 0, next = place + step;
                    for (; next >= 0 && next < 8 && !(own >> next & 1); next += step) ++run;
                    if (next >= 0 && next < 8) taken[place][own] += static_cast<std::uint8_t>(run);
                }
            }
        }
        return taken;
    }
    static constexpr std::array<std::array<std::uint8_t, 256>, 8> TAKEN = make_taken();

    static constexpr std::array<std::array<Discs, 2>, S::COUNT> make_diagonals() {
        std::array<std::array<Discs, 2>, S::COUNT> diagonals{};
        for (int square = 0; square < S::COUNT; ++square) {
            const auto& lines = S::LINES[square];
            diagonals[square] = {lines.up[2] | lines.down[2], lines.up[3] | lines.down[3]};
        }
        return diagonals;
    }
    static constexpr std::array<std::array<Discs, 2>, S::COUNT> DIAGONALS = make_diagonals();
};

}  // namespace owari
