// The patterns of Othello's board of 8: groups of squares whose discs an evaluation looks up
// together. The twin of owari/engine/othello_patterns.py, which says where they come from.
//
// The discs of a pattern are a number in balanced ternary, a digit for each square: 1 for an own
// disc, -1 for the opponent's, 0 for none. So the same discs as the other side sees them have the
// negative number, and a move adds to it what the squares that change are worth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../../../games/native/othello_board.hpp"

namespace owari {

// The squares of a pattern at one of its places on the board; the turns and mirrors of the board
// give the others.
constexpr std::array<std::string_view, 11> PATTERN_SHAPES{
    "a1b1c1d1e1f1g1h1b2g2", "a1b1c1a2b2c2a3b3c3", "a1b1c1d1e1a2b2c2d2e2", "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",     "a4b4c4d4e4f4g4h4",   "a1b2c3d4e5f6g7h8",     "a2b3c4d5e6f7g8",
    "a3b4c5d6e7f8",         "a4b5c6d7e8",         "a5b6c7d8"};

class Patterns {
public:
    static constexpr int MOST_SQUARES = 10;  // of a pattern
    static constexpr int COUNT = 46;         // places of all of them
    static constexpr int LANES = 16, VECTORS = 3;

    struct Shape {
        int length, begin, size;  // squares; where its numbers begin in a table, and how many
        int mirror[MOST_SQUARES];  // the order of its squares that is worth the same
    };
    struct Place {
        int shape;
        int squares[MOST_SQUARES];
    };

    static constexpr std::array<Shape, PATTERN_SHAPES.size()> make_shapes() {
        std::array<Shape, PATTERN_SHAPES.size()> shapes{};
        int begin = 0;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            Shape& shape = shapes[i];
            shape.length = static_cast<int>(PATTERN_SHAPES[i].size() / 2);
            shape.begin = begin;
            shape.size = 1;
            for (int k = 0; k < shape.length; ++k) shape.size *= 3, shape.mirror[k] = k;
            begin += shape.size;
            for (int turn = 1; turn < 8; ++turn) {
                if (squares_of(i, turn) != squares_of(i, 0)) continue;
                for (int k = 0; k < shape.length; ++k) {
                    for (int j = 0; j < shape.length; ++j) {
                        if (square(i, k, turn) == square(i, j, 0)) shape.mirror[k] = j;
                    }
                }
            }
        }
        return shapes;
    }
    static constexpr std::array<Place, COUNT> make_places() {
        std::array<Place, COUNT> places{};
        int many = 0;
        for (std::size_t i = 0; i < PATTERN_SHAPES.size(); ++i) {
            for (int turn = 0; turn < 8; ++turn) {
                bool seen = false;
                for (int before = 0; before < turn; ++before) {
                    seen = seen || squares_of(i, before) == squares_of(i, turn);
                }
                if (seen) continue;
                Place& place = places[many++];
                place.shape = static_cast<int>(i);
                for (std::size_t k = 0; k < PATTERN_SHAPES[i].size() / 2; ++k) {
                    place.squares[k] = square(i, static_cast<int>(k), turn);
                }
            }
        }
        return places;
    }

private:
    // The square k of a shape on the board turned or mirrored: bit 0 exchanges top and bottom, bit
    // 1 left and right, then bit 2 rows and columns.
    static constexpr int square(std::size_t shape, int k, int turn) {
        const auto at = static_cast<std::size_t>(2 * k);
        int column = PATTERN_SHAPES[shape][at] - 'a', row = PATTERN_SHAPES[shape][at + 1] - '1';
        if (turn & 1) row = 7 - row;
        if (turn & 2) column = 7 - column;
        return turn & 4 ? column * 8 + row : row * 8 + column;
    }
    static constexpr Discs squares_of(std::size_t shape, int turn) {
        Discs squares = 0;
        for (std::size_t k = 0; k < PATTERN_SHAPES[shape].size() / 2; ++k) {
            squares |= bit(square(shape, static_cast<int>(k), turn));
        }
        return squares;
    }
};

constexpr auto SHAPES = Patterns::make_shapes();
constexpr auto PLACES = Patterns::make_places();
constexpr int PATTERN_NUMBERS = SHAPES.back().begin + SHAPES.back().size;  // of all shapes

// What a disc on a square adds to the number of each place.
constexpr auto make_worth() {
    std::array<std::array<std::uint16_t, Patterns::LANES * Patterns::VECTORS>, 64> worth{};
    for (std::size_t place = 0; place < PLACES.size(); ++place) {
        std::uint16_t power = 1;
        for (int k = 0; k < SHAPES[PLACES[place].shape].length; ++k) {
            worth[PLACES[place].squares[k]][place] = power;
            power = static_cast<std::uint16_t>(3 * power);
        }
    }
    return worth;
}
alignas(64) constexpr auto WORTH = make_worth();

// The numbers of all places at once, as the side to move sees them. The lanes have no sign: on the
// way to a number of 16 bits a sum may need more, and comes back.
class PatternNumbers {
public:
    PatternNumbers(Discs own, Discs other) : lanes_{} {
        for (; own; own &= own - 1) {
            for (int i = 0; i < Patterns::VECTORS; ++i) lanes_[i] += worth(first_of(own), i);
        }
        for (; other; other &= other - 1) {
            for (int i = 0; i < Patterns::VECTORS; ++i) lanes_[i] -= worth(first_of(other), i);
        }
    }

    // After a move by the side to move, as the other side sees it; three variables stay in registers.
    PatternNumbers(const PatternNumbers& before, int square, Discs flipped) {
        Lanes first = -before.lanes_[0] - worth(square, 0);
        Lanes second = -before.lanes_[1] - worth(square, 1);
        Lanes third = -before.lanes_[2] - worth(square, 2);
        for (; flipped; flipped &= flipped - 1) {
            const int disc = first_of(flipped);
            first -= 2 * worth(disc, 0);
            second -= 2 * worth(disc, 1);
            third -= 2 * worth(disc, 2);
        }
        lanes_[0] = first, lanes_[1] = second, lanes_[2] = third;
    }

    // After a pass.
    PatternNumbers passed() const {
        PatternNumbers numbers(*this);
        for (Lanes& lanes : numbers.lanes_) lanes = -lanes;
        return numbers;
    }

    std::ptrdiff_t operator[](std::size_t place) const {
        return reinterpret_cast<const std::int16_t __attribute__((may_alias))*>(lanes_)[place];
    }

private:
    using Lanes = std::uint16_t __attribute__((vector_size(2 * Patterns::LANES), may_alias));

    static const Lanes& worth(int square, int vector) {
        return reinterpret_cast<const Lanes*>(WORTH[square].data())[vector];
    }

    Lanes lanes_[Patterns::VECTORS];
};

}  // namespace owari
