// Exact values of all positions with few stones in the pits.
//
// A position is two rows, the mover's and the opponent's, each the stones of its pits in sowing
// order. Its value is the margin still to come for the mover under best play: what it will gain
// from here on minus what the opponent will, one signed byte. Goals do not matter, so they are not
// here.
//
// Rows with the same number of stones are ranked in lexicographic order. The values of all
// positions with `a` stones in the mover's row and `b` in the opponent's are one block, a matrix
// with a line for each row of the opponent; so the answers to a move, in which the two change
// roles, lie in one line, and a whole line is computed at a time.
//
// A move that scores leaves fewer stones in the pits, so it leads to a block that is finished. A
// move that does not score stays in the mover's own row and moves stones forward, which makes that
// row smaller in lexicographic order; the second pass takes the rows in that order.

#pragma once

#include <array>
#include <cstdint>

#include "../../../games/native/sowing_board.hpp"

namespace owari {

using Row = std::array<std::uint8_t, MAX_PITS>;
using Value = std::int8_t;

// Ranks of rows of `pits` pits with up to `most` stones.
class Ranks {
public:
    Ranks(int pits, int most) : pits_(pits), most_(most) {
        for (int left = 0; left <= pits; ++left) {
            for (int sum = 0; sum <= most; ++sum) {
                count_[left][sum] = left == 0  ? (sum == 0)
                                    : sum == 0 ? 1
                                               : count_[left][sum - 1] + count_[left - 1][sum];
            }
        }
        for (int pit = 0; pit < pits; ++pit) {
            for (int sum = 0; sum <= most; ++sum) {
                std::uint64_t before = 0;
                for (int stones = 0; stones <= sum; ++stones) {
                    before_[pit][sum][stones] = static_cast<std::uint32_t>(before);
                    before += count_[pits - 1 - pit][sum - stones];
                }
            }
        }
    }

    // How many rows have exactly so many stones.
    std::uint64_t rows(int stones) const { return count_[pits_][stones]; }

    // The rank of a row among those with as many stones. `lane(pit)` gives a pit's stones.
    template <class Lane>
    std::uint32_t rank(int stones, Lane lane) const {
        std::uint32_t rank = 0;
        for (int pit = 0; pit + 1 < pits_; ++pit) {
            const int here = lane(pit);
            rank += before_[pit][stones][here];
            stones -= here;
        }
        return rank;
    }

    int pits() const { return pits_; }
    int most() const { return most_; }

private:
    static constexpr int LIMIT = 33;
    int pits_, most_;
    std::uint64_t count_[MAX_PITS + 1][LIMIT];
    std::uint32_t before_[MAX_PITS][LIMIT][LIMIT];
};

// Where each value lies.
class Layout {
public:
    static constexpr int MOST = 24;  // stones; more do not fit any memory

    Layout(int pits, int most) : ranks(pits, most) {
        std::uint64_t next = 0;
        for (int all = 0; all <= most; ++all) {
            for (int own = 0; own <= all; ++own) {
                block_[own][all - own] = next;
                next += ranks.rows(own) * ranks.rows(all - own);
            }
        }
        size = next;
    }

    // How many positions have at most `most` stones: C(most + 2 pits, 2 pits).
    static double positions(int pits, int most) {
        double product = 1;
        for (int i = 1; i <= 2 * pits; ++i) product = product * (most + i) / i;
        return product;
    }

    std::uint64_t block(int own, int other) const { return block_[own][other]; }
    std::uint64_t line(int own, int other, std::uint32_t other_rank) const {
        return block_[own][other] + other_rank * ranks.rows(own);
    }

    Ranks ranks;
    std::uint64_t size = 0;

private:
    std::uint64_t block_[MOST + 1][MOST + 1];
};

}  // namespace owari
