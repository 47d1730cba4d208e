// Othello as the search sees it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "board.hpp"
#include "endgame.hpp"
#include "evaluation.hpp"
#include "last_plies.hpp"
#include "table_entry.hpp"

namespace owari {

constexpr int PASS = -2;

// With EXACT the values are margins, and the last squares are solved without the table; else they
// are an evaluation's.
template <class Rules, bool EXACT>
class OthelloGame {
public:
    using Entry = OthelloEntry;
    using Key = OthelloEntry::Key;
    using S = Squares<Rules::SIZE>;
    static constexpr int SIZE = Rules::SIZE;
    static constexpr int MOST_MOVES = S::COUNT;
    static constexpr int LAST_PLIES = EXACT ? 0 : LastPlies<Rules>::MOST;
    static constexpr int LOOKS_AHEAD = LAST_PLIES + 2;

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

    OthelloGame(const OthelloWeights& weights, OthelloScale scale)
        : weights_(weights), scale_(scale) {}

    static Position start(Discs own, Discs other) { return {own, other, Rules::moves(own, other)}; }

    static constexpr int most(const Position&) { return S::COUNT; }

    // A first idea of a move's margin: the value after so many plies. The more squares are empty,
    // the more it saves.
    static int plies_to_guess(const Position& position) {
        return std::clamp(empty(position) - 10, 1, 10);
    }
    static int margin(int value) { return value; }

    bool known(const Position& position, int depth, int alpha, int beta, std::uint64_t& nodes,
               int& value) {
        if (!position.moves && ended(position)) {
            value = finished(Rules::margin(position.own, position.other));
            return true;
        }
        if (!EXACT || depth != ENDLESS) return false;
        if (empty(position) <= Endgame<Rules>::MOST) {
            const std::uint64_t before = endgame_.nodes;
            value = endgame_.solve(position.own, position.other, alpha, beta);
            nodes += endgame_.nodes - before;
            return true;
        }
        if (alpha >= STABLE_FROM) {  // what the opponent cannot lose any more
            value = S::COUNT - 2 * count(stable_discs<SIZE>(position.other, position.own));
            if (value <= alpha) return true;
        }
        return false;
    }

    // The value of an unfinished position, at most LAST_PLIES from the evaluation.
    int last_plies(const Position& position, int depth, int alpha, int beta, std::uint64_t& nodes,
                   std::uint64_t& guessed) const {
        if constexpr (EXACT) {
            ++guessed;
            return evaluate_othello<Rules>(weights_, position.own, position.other, position.moves) /
                   100;
        }
        LastPlies<Rules> plies(weights_, scale_);
        const int value =
            plies.value(position.own, position.other, position.moves, depth, alpha, beta);
        nodes += plies.nodes;
        guessed += plies.guessed;
        return value;
    }

    static bool has_move(const Position& position, int move) {
        if (move == PASS) return !position.moves && !ended(position);
        return move >= 0 && (position.moves >> move & 1);
    }
    static constexpr int first_move() { return PASS; }
    static constexpr int end_of_moves() { return S::COUNT; }

    template <class OnMade>
    int children(const Position& position, int depth, int favourite, unsigned variety, Child* list,
                 OnMade on_made) const {
        if (!position.moves) {
            list[0] = made(position, PASS);
            on_made(list[0]);
            return 1;
        }
        int many = 0;
        for (Discs moves = position.moves; moves; moves &= moves - 1) {
            const int square = first_of(moves);
            Child& child = list[many++];
            child = made(position, square);
            child.asks = child.asks && depth > LAST_PLIES + 1;
            on_made(child);
            child.order = promise(child);
            if (square == favourite) child.order += FAVOURITE;
            if (variety)
                child.order += static_cast<int>((square * 7 + variety * 5) % 11) * ANSWER / 8;
        }
        return many;
    }

    Child made(const Position& position, int move) const {
        Discs own = position.own, other = position.other;
        if (move != PASS) {
            const Discs flipped = flips<SIZE>(own, other, move);
            own |= flipped | bit(move);
            other &= ~flipped;
        }
        Child child{start(other, own), 0, static_cast<std::int8_t>(move), false, true};
        child.over = !child.position.moves && ended(child.position);
        child.asks = !child.over && (!EXACT || empty(child.position) > Endgame<Rules>::MOST);
        return child;
    }

    bool settled(const Child& child, int& value) const {
        if (!child.over) return false;
        value = finished(Rules::margin(child.position.own, child.position.other));
        return true;
    }

    static bool solved(const Position&) { return false; }
    static bool storable(const Position&) { return true; }
    static Key key(const Position& position) { return {position.own, position.other}; }

    void credit(const Position&, int, int) {}

private:
    static constexpr int ANSWER = 256;  // the weight of an answer that the opponent is left, in the
                                        // order of moves
    static constexpr int FAVOURITE = 1 << 24;
    static constexpr int STABLE_FROM = 0;

    static bool ended(const Position& position) {
        return Rules::ended(position.own, position.other);
    }
    static int empty(const Position& position) {
        return S::COUNT - count(position.own | position.other);
    }
    int finished(int margin) const { return EXACT ? margin : scale_.finished(margin); }

    static int promise(const Child& child) {
        const Position& after = child.position;
        const Discs near = spread<SIZE>(after.other) & ~(after.own | after.other);
        return -ANSWER * (count(after.moves) + count(after.moves & S::CORNERS)) -
               ANSWER / 4 * count(near);
    }

    const OthelloWeights& weights_;
    const OthelloScale scale_;
    Endgame<Rules> endgame_;
};

}  // namespace owari
