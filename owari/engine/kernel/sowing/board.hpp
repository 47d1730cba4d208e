// A sowing game's board as two machine words, and how a move changes them.
#pragma once

#include <array>
#include <cstdint>

#include "rules.hpp"

namespace owari {

using Wide = unsigned __int128;

// The rows are words of byte lanes in sowing order: a side's pits, then its goal. Positions are
// seen by the side to move. `FixedPits` lets the compiler know the size; 0 leaves it to the rules.
template <class WordType, int FixedPits>
class Board {
public:
    using Word = WordType;
    static constexpr int WIDTH = sizeof(Word) - 1;  // the most pits that fit

    struct Position {
        Word own, other;
    };

    explicit Board(const Rules& rules) : rules(rules), n_(rules.pits) {
        for (int pit = 0; pit < n_; ++pit) {
            for (int stones = 0; stones <= MAX_STONES; ++stones)
                sown_[pit][stones] = sown(pit, stones);
        }
    }

    int pits() const { return FixedPits ? FixedPits : n_; }

    static int lane(Word word, int index) { return static_cast<int>(word >> (8 * index)) & 0xff; }
    static Word lanes(int index, int stones) { return static_cast<Word>(stones) << (8 * index); }
    Word row(Word word) const { return word & (lanes(pits(), 1) - 1); }
    int goal(Word word) const { return lane(word, pits()); }

    static int sum(Word word) {
        constexpr std::uint64_t ONES = 0x0101010101010101;
        int total = static_cast<int>(static_cast<std::uint64_t>(word) * ONES >> 56);
        if constexpr (sizeof(Word) > 8) {
            total += static_cast<int>(static_cast<std::uint64_t>(word >> 64) * ONES >> 56);
        }
        return total;
    }

    // How many pits of a row hold stones.
    static int filled(Word row) {
        constexpr auto MOST = static_cast<Word>(0x7f7f7f7f7f7f7f7f);
        constexpr auto ONES = static_cast<Word>(0x0101010101010101);
        if constexpr (sizeof(Word) > 8) {
            constexpr Word most = MOST << 64 | MOST, ones = ONES << 64 | ONES;
            return sum((row + most) >> 7 & ones);
        } else {
            return sum((row + MOST) >> 7 & ONES);
        }
    }

    // Sows a pit that holds stones; true when the same side moves again, and `position` is as the
    // side that moves next sees it.
    bool play(Position& position, int pit) const {
        const Sown& sown = sown_[pit][lane(position.own, pit)];
        Word own = position.own + sown.own;
        Word other = position.other + sown.other;
        const int last = sown.last;
        if (last < pits() && lane(own, last) == 1) {
            const int opposite = pits() - 1 - last;
            const int taken = lane(other, opposite);
            if (rules.capture == Capture::opposite) {
                own += lanes(pits(), taken);
                other &= ~lanes(opposite, 0xff);
            } else if (taken || rules.capture == Capture::both_always) {
                own += lanes(pits(), taken + 1);
                own &= ~lanes(last, 0xff);
                other &= ~lanes(opposite, 0xff);
            }
        }
        if (rules.extra_turn && last == pits()) {
            position = {own, other};
            return true;
        }
        position = {other, own};
        return false;
    }

    const Rules rules;

private:
    struct alignas(4 * sizeof(Word)) Sown {
        Word own, other;    // what is added to the rows; own is less what was in the pit
        std::uint8_t last;  // lane of the last stone; beyond the goal those of the other side
    };

    Sown sown(int pit, int stones) const {
        Sown result{Word{0} - lanes(pit, stones), 0, static_cast<std::uint8_t>(pit)};
        int place = pit;
        for (; stones > 0; --stones) {
            place = place == 2 * n_ ? 0 : place + 1;
            if (place <= n_) result.own += lanes(place, 1);
            else result.other += lanes(place - n_ - 1, 1);
        }
        result.last = static_cast<std::uint8_t>(place);
        return result;
    }

    int n_;
    std::array < std::array<Sown, MAX_STONES + 1>, WIDTH<MAX_PITS ? WIDTH : MAX_PITS> sown_;
};

}  // namespace owari
