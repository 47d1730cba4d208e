// A sowing game's board as two machine words, and how a move changes them: for the positions of
// Python and for the kernel of the engine.
#pragma once

#include <array>
#include <cstdint>

namespace owari {

constexpr int MAX_PITS = 12;
constexpr int MAX_STONES = 127;  // on the whole board, so that every pit and margin fits a byte

enum class Capture : std::uint8_t { opposite, both, both_always };

struct Rules {
    int pits;  // a side
    bool extra_turn;
    Capture capture;
};

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

    static int lane(Word word, int index) { return lane_at(word, 8 * index); }

    // The lane that begins with a bit. It is in one half of a wide word, which is shifted alone.
    static int lane_at(Word word, int bit) {
        auto half = static_cast<std::uint64_t>(word);
        if constexpr (sizeof(Word) > 8) {
            if (bit >= 64) half = static_cast<std::uint64_t>(word >> 64);
        }
        return static_cast<int>(half >> (bit & 63)) & 0xff;
    }
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

    // A one in each lane of a row that holds stones.
    static Word marks(Word row) {
        constexpr auto MOST = static_cast<Word>(0x7f7f7f7f7f7f7f7f);
        constexpr auto ONES = static_cast<Word>(0x0101010101010101);
        if constexpr (sizeof(Word) > 8) {
            return (row + (MOST << 64 | MOST)) >> 7 & (ONES << 64 | ONES);
        } else {
            return (row + MOST) >> 7 & ONES;
        }
    }

    // How many pits of a row hold stones.
    static int filled(Word row) { return sum(marks(row)); }

    // The first pit of some marks.
    static int first(Word marks) {
        const auto low = static_cast<std::uint64_t>(marks);
        if constexpr (sizeof(Word) > 8) {
            if (!low) return 8 + __builtin_ctzll(static_cast<std::uint64_t>(marks >> 64)) / 8;
        }
        return __builtin_ctzll(low) / 8;
    }

    // Sows a pit that holds stones; true when the same side moves again, and `position` is as the
    // side that moves next sees it.
    bool play(Position& position, int pit) const {
        const Sown& sown = sown_[pit][lane(position.own, pit)];
        Word own = position.own + sown.own;
        Word other = position.other + sown.other;
        const Captured captured = capture(sown, own, other);
        own += lanes(pits(), captured.taken + captured.stone);
        own -= Word(captured.stone) << sown.from;
        other -= Word(captured.taken) << sown.opposite;
        if (sown.again) {
            position = {own, other};
            return true;
        }
        position = {other, own};
        return false;
    }

    struct Gain {
        int goals, rows;
    };

    // By how much sowing a pit that holds stones raises the lead of its side in both.
    Gain gain(const Position& position, int pit) const {
        const Sown& sown = sown_[pit][lane(position.own, pit)];
        const auto [taken, stone] =
            capture(sown, position.own + sown.own, position.other + sown.other);
        return {sown.kept + taken + stone, taken - stone - sown.kept - 2 * sown.given};
    }

    const Rules rules;

private:
    struct alignas(4 * sizeof(Word)) Sown {
        Word own, other;        // what is added to the rows; own is less what was in the pit
        std::uint8_t from;      // the lane of the last stone, in bits, where that is a pit at home
        std::uint8_t opposite;  // the lane of the pit opposite
        std::uint8_t kept, given;  // stones in the own goal and in the other row
        bool home;                 // whether the last stone is in the own row
        bool again;                // whether the same side moves again
    };

    struct Captured {
        int taken;  // from the pit opposite
        int stone;  // 1 where the capturing stone goes too
    };

    // What a move captures, once its stones are sown. A processor cannot foresee it, so it is
    // computed without branches.
    Captured capture(const Sown& sown, Word own, Word other) const {
        const bool landed = sown.home & (lane_at(own, sown.from) == 1);
        const int taken = lane_at(other, sown.opposite) & -static_cast<int>(landed);
        if (rules.capture == Capture::opposite) return {taken, 0};
        return {taken, landed & (taken || rules.capture == Capture::both_always)};
    }

    Sown sown(int pit, int stones) const {
        Sown result{};
        result.own = Word{0} - lanes(pit, stones);
        int place = pit;
        for (; stones > 0; --stones) {
            place = place == 2 * n_ ? 0 : place + 1;
            if (place <= n_) result.own += lanes(place, 1);
            else result.other += lanes(place - n_ - 1, 1);
            result.kept += place == n_;
            result.given += place > n_;
        }
        result.home = place < n_;
        result.again = rules.extra_turn && place == n_;
        if (result.home) {
            result.from = static_cast<std::uint8_t>(8 * place);
            result.opposite = static_cast<std::uint8_t>(8 * (n_ - 1 - place));
        }
        return result;
    }

    int n_;
    std::array < std::array<Sown, MAX_STONES + 1>, WIDTH<MAX_PITS ? WIDTH : MAX_PITS> sown_;
};

}  // namespace owari
