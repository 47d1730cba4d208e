// An Othello board as two machine words, and how a move changes them: for the positions of Python
// and for the kernel of the engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace owari {

using Discs = std::uint64_t;  // a set of squares: bit row * SIZE + column

// Where the compiler may not use the processor's own instruction, its call of a function would cost
// more than these few steps (Warren, "Hacker's Delight", 5-1).
inline int count(Discs discs) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return __builtin_popcountll(discs);
#else
    discs -= discs >> 1 & 0x5555555555555555;
    discs = (discs & 0x3333333333333333) + (discs >> 2 & 0x3333333333333333);
    discs = (discs + (discs >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>(discs * 0x0101010101010101 >> 56);
#endif
}

inline int first_of(Discs discs) { return __builtin_ctzll(discs); }

constexpr int PASS = -2;  // a move

constexpr Discs bit(int square) { return Discs{1} << square; }

// What is fixed about a board of SIZE x SIZE squares. A line through a square goes four ways up, to
// higher bits: east, south, south-west and south-east; and the four opposite ways down.
template <int SIZE>
struct Squares {
    static constexpr int COUNT = SIZE * SIZE;
    static constexpr Discs ALL = ~Discs{0} >> (64 - COUNT);
    static constexpr std::array<int, 4> STEPS{1, SIZE, SIZE - 1, SIZE + 1};

    struct alignas(64) Lines {
        Discs up[4], down[4];  // the squares beyond, to the edge
    };

    static constexpr bool on_board(int row, int column) {
        return row >= 0 && row < SIZE && column >= 0 && column < SIZE;
    }

    static constexpr Discs ray(int square, int down, int right) {
        Discs squares = 0;
        int row = square / SIZE + down, column = square % SIZE + right;
        for (; on_board(row, column); row += down, column += right) {
            squares |= bit(row * SIZE + column);
        }
        return squares;
    }

    static constexpr std::array<Lines, COUNT> make_lines() {
        std::array<Lines, COUNT> lines{};
        for (int square = 0; square < COUNT; ++square) {
            lines[square] = {
                {ray(square, 0, 1), ray(square, 1, 0), ray(square, 1, -1), ray(square, 1, 1)},
                {ray(square, 0, -1), ray(square, -1, 0), ray(square, -1, 1), ray(square, -1, -1)}};
        }
        return lines;
    }
    static constexpr std::array<Lines, COUNT> LINES = make_lines();

    // All squares but the first and the last column, which no run of discs in a row can pass.
    static constexpr Discs make_inner() {
        Discs inner = 0;
        for (int square = 0; square < COUNT; ++square) {
            if (square % SIZE > 0 && square % SIZE < SIZE - 1) inner |= bit(square);
        }
        return inner;
    }
    static constexpr Discs INNER = make_inner();

    static constexpr std::array<Discs, COUNT> make_neighbours() {
        std::array<Discs, COUNT> neighbours{};
        for (int square = 0; square < COUNT; ++square) {
            for (int down = -1; down <= 1; ++down) {
                for (int right = -1; right <= 1; ++right) {
                    const int row = square / SIZE + down, column = square % SIZE + right;
                    const int near = row * SIZE + column;
                    if (on_board(row, column) && near != square) neighbours[square] |= bit(near);
                }
            }
        }
        return neighbours;
    }
    static constexpr std::array<Discs, COUNT> NEIGHBOURS = make_neighbours();

    static constexpr Discs CORNERS = bit(0) | bit(SIZE - 1) | bit(COUNT - SIZE) | bit(COUNT - 1);
};

// Four words at a time where the processor has such instructions.
#ifdef __AVX2__
using Four = Discs __attribute__((vector_size(32), may_alias));

inline Discs either(Four words) {
    const auto all = reinterpret_cast<__m256i>(words);
    const auto two = _mm256_castsi256_si128(all) | _mm256_extracti128_si256(all, 1);
    return static_cast<Discs>(_mm_cvtsi128_si64(two | _mm_unpackhi_epi64(two, two)));
}
#endif

// Squares with any disc beside them, and those discs.
template <int SIZE>
Discs spread(Discs discs) {
    using S = Squares<SIZE>;
    constexpr Discs LEFT = S::ALL / ((1 << SIZE) - 1);  // the first column
    constexpr Discs RIGHT = LEFT << (SIZE - 1);
    discs |= (discs & ~RIGHT) << 1 | (discs & ~LEFT) >> 1;
    return (discs | discs << SIZE | discs >> SIZE) & S::ALL;
}

// What is beyond a run of `other` discs along one axis that begins beside an own disc: by parallel
// prefix (Kogge and Stone), first pairs, then two pairs more.
template <int SIZE>
Discs beyond(Discs own, Discs other, int step) {
    Discs up = other & own << step, down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    const Discs pairs = other & other << step, pairs_down = pairs >> step;
    for (int length = 2; length < SIZE - 2; length += 2) {
        up |= pairs & up << 2 * step;
        down |= pairs_down & down >> 2 * step;
    }
    return up << step | down >> step;
}

// The empty squares where `own` may play by the standard rules.
template <int SIZE>
Discs flipping_moves(Discs own, Discs other) {
    using S = Squares<SIZE>;
    const Discs inner = other & S::INNER, empty = S::ALL & ~(own | other);
#ifdef __AVX2__
    constexpr Four STEP = {1, SIZE, SIZE - 1, SIZE + 1};
    const Four mine = {own, own, own, own};
    const Four theirs = {inner, other, inner, inner};
    Four up = theirs & mine << STEP, down = theirs & mine >> STEP;
    up |= theirs & up << STEP;
    down |= theirs & down >> STEP;
    const Four pairs = theirs & theirs << STEP, pairs_down = pairs >> STEP;
    for (int length = 2; length < SIZE - 2; length += 2) {
        up |= pairs & up << 2 * STEP;
        down |= pairs_down & down >> 2 * STEP;
    }
    return either(up << STEP | down >> STEP) & empty;
#else
    return (beyond<SIZE>(own, inner, 1) | beyond<SIZE>(own, other, SIZE) |
            beyond<SIZE>(own, inner, SIZE - 1) | beyond<SIZE>(own, inner, SIZE + 1)) &
           empty;
#endif
}

// The discs of `other` that a disc of `own` on an empty square encloses. Up a line, adding one to
// the squares that are not the line's or hold a disc of `other` carries to the first that stops the
// run, as the subtraction o - 2r does for the sliding pieces of chess; down a line it is the
// highest such bit.
template <int SIZE>
Discs flips(Discs own, Discs other, int square) {
    const auto& lines = Squares<SIZE>::LINES[square];
#ifdef __AVX2__
    constexpr Four STEP = {1, SIZE, SIZE - 1, SIZE + 1};
    const Four up = *reinterpret_cast<const Four*>(lines.up);
    const Four down = *reinterpret_cast<const Four*>(lines.down);
    const Four mine = {own, own, own, own}, theirs = {other, other, other, other};
    const Four end = ((theirs | ~up) + 1) & mine & up;
    const Four upwards = (end - 1) & up & ~(Four)(end == 0);
    Four behind = ~theirs & down;  // what stops the run, then all that is behind it
    behind |= behind >> STEP;
    behind |= behind >> 2 * STEP;
    behind |= behind >> 4 * STEP;
    const Four stop = behind & ~(behind >> STEP) & mine & down;
    const Four downwards = down & ~behind & ~(Four)(stop == 0);
    return either(upwards | downwards);
#else
    Discs flipped = 0;
    for (int axis = 0; axis < 4; ++axis) {
        const Discs up = lines.up[axis], down = lines.down[axis];
        const Discs end = ((other | ~up) + 1) & own & up;
        flipped |= (end - (end != 0)) & up;
        const Discs stops = ~other & down;
        const Discs stop = (Discs{1} << 63 >> __builtin_clzll(stops | 1)) & own & down;
        flipped |= (Discs{0} - 2 * stop) & down;
    }
    return flipped;
#endif
}

// The games: FREE is the classroom's, where any empty square beside any disc may be played.
template <int BOARD_SIZE, bool IS_FREE>
struct Othello {
    static constexpr int SIZE = BOARD_SIZE;
    static constexpr bool FREE = IS_FREE;
    using S = Squares<SIZE>;

    static Discs moves(Discs own, Discs other) {
        if constexpr (FREE) return spread<SIZE>(own | other) & ~(own | other);
        return flipping_moves<SIZE>(own, other);
    }

    // Whether the side to move, that has no move, cannot pass either.
    static bool ended(Discs own, Discs other) { return FREE || !moves(other, own); }

    // Own discs less the opponent's at the end of a game, the empty squares to the winner.
    static int margin(Discs own, Discs other) {
        const int mine = count(own), theirs = count(other);
        const int empty = S::COUNT - mine - theirs;
        return mine - theirs + (mine > theirs ? empty : mine < theirs ? -empty : 0);
    }
};

// The ways to play so many plies: a pass is a ply, and a game that ends sooner is one.
template <class Game>
std::uint64_t perft_othello(Discs own, Discs other, int plies) {
    if (plies == 0) return 1;
    Discs moves = Game::moves(own, other);
    if (plies == 1) return moves ? static_cast<std::uint64_t>(count(moves)) : 1;
    if (!moves) return Game::ended(own, other) ? 1 : perft_othello<Game>(other, own, plies - 1);
    std::uint64_t total = 0;
    for (; moves; moves &= moves - 1) {
        const int square = first_of(moves);
        const Discs flipped = flips<Game::SIZE>(own, other, square);
        total += perft_othello<Game>(other & ~flipped, own | flipped | bit(square), plies - 1);
    }
    return total;
}

}  // namespace owari
