// The moves of Othello as every search sees them.
#pragma once

#include <cstdint>

#include "../../../games/native/othello_board.hpp"
#include "table_entry.hpp"

namespace owari {

template <class Rules>
class OthelloMoves {
public:
    using Entry = OthelloEntry;
    using Key = OthelloEntry::Key;
    using S = Squares<Rules::SIZE>;
    static constexpr int SIZE = Rules::SIZE;
    static constexpr int MOST_MOVES = S::COUNT;

    struct Position {
        Discs own, other;
        Discs moves;  // where `own` may play; none is a pass, or the end
    };

    struct Child {
        Position position;
        int order;
        std::int8_t move;
        bool over;
        bool asks;  // whether the table is of use for it
        static constexpr bool again = false;

        static constexpr int gain() { return 0; }
        Key key() const { return {position.own, position.other}; }
        bool worth_asking() const { return asks; }
    };

    static Position start(Discs own, Discs other) { return {own, other, Rules::moves(own, other)}; }

    static bool has_move(const Position& position, int move) {
        if (move == PASS) return !position.moves && !ended(position);
        return move >= 0 && (position.moves >> move & 1);
    }
    static constexpr int first_move() { return PASS; }
    static constexpr int end_of_moves() { return S::COUNT; }

    static Child made(const Position& position, int move) {
        Discs own = position.own, other = position.other;
        if (move != PASS) {
            const Discs flipped = flips<SIZE>(own, other, move);
            own |= flipped | bit(move);
            other &= ~flipped;
        }
        Child child{start(other, own), 0, static_cast<std::int8_t>(move), false, true};
        child.over = !child.position.moves && ended(child.position);
        child.asks = !child.over;
        return child;
    }

    static bool solved(const Position&) { return false; }
    static bool storable(const Position&) { return true; }
    static Key key(const Position& position) { return {position.own, position.other}; }

    static void credit(const Position&, int, int) {}

protected:
    // The children with their order, to which `see` may add when one is made.
    template <class See>
    static int ordered(const Position& position, int favourite, unsigned variety, Child* list,
                       See see) {
        if (!position.moves) {
            list[0] = made(position, PASS);
            see(list[0]);
            return 1;
        }
        int many = 0;
        for (Discs moves = position.moves; moves; moves &= moves - 1) {
            const int square = first_of(moves);
            Child& child = list[many++];
            child = made(position, square);
            child.order = promise(child);
            see(child);
            if (square == favourite) child.order += FAVOURITE;
            if (variety)
                child.order += static_cast<int>((square * 7 + variety * 5) % 11) * ANSWER / 8;
        }
        return many;
    }

    static bool ended(const Position& position) {
        return Rules::ended(position.own, position.other);
    }

    static int margin_of(const Position& position) {
        return Rules::margin(position.own, position.other);
    }

private:
    static constexpr int ANSWER = 256;  // the weight of an answer that the opponent is left
    static constexpr int FAVOURITE = 1 << 24;

    static int promise(const Child& child) {
        const Position& after = child.position;
        const Discs near = spread<SIZE>(after.other) & ~(after.own | after.other);
        return -ANSWER * (count(after.moves) + count(after.moves & S::CORNERS)) -
               ANSWER / 4 * count(near);
    }
};

}  // namespace owari
