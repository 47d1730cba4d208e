// The sowing games as the search sees them.
//
// Values of the additive evaluations are margins still to come: what the goals hold already is not
// part of a position, so that a position is one however it was reached. `goals-and-row` asks who
// has won, so there the difference of the goals belongs to the key. Sowing games cannot repeat a
// position (stones only advance, and each lap drops one in a goal), so no value depends on the way
// there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "../../../games/native/sowing_board.hpp"
#include "endgame_table.hpp"
#include "evaluations.hpp"
#include "table_entry.hpp"

namespace owari {

// Exact values of positions with few stones; none at all when `stones` is negative.
struct Endgames {
    int stones = -1;
    const Layout* layout = nullptr;
    const Value* values = nullptr;
};

// The difference of the goals, as the side to move sees it, where it belongs to a position.
template <bool ADDITIVE>
struct Lead {
    int diff;
    void set(int value) { diff = value; }
};
template <>
struct Lead<true> {
    static constexpr int diff = 0;
    void set(int) {}
};

template <class Board, bool ADDITIVE>
class Sowing {
public:
    using Entry = SowingEntry;
    using Key = SowingEntry::Key;
    static constexpr int MOST_MOVES = MAX_PITS;
    static constexpr int LAST_PLIES = 3;  // plies without the table
    static constexpr bool FORESEES = false;
    // Plies from which the table is asked for every reply.
    static constexpr int LOOKS_AHEAD = LAST_PLIES + 2;

    struct Position : Lead<ADDITIVE> {
        typename Board::Position rows;  // without goals
    };

    struct Child {
        Position position;
        const Value* endgame;  // its value, if the endgames hold it
        std::uint64_t bits;    // of its key, 0 when the table is of no use for it
        int order;
        std::int8_t move, taken;
        bool again, over;

        // What the value of the position behind it lacks.
        int gain() const { return ADDITIVE ? taken : 0; }
        Key key() const { return {bits, static_cast<std::uint8_t>(position.diff)}; }
        bool worth_asking() const { return bits != 0; }
    };

    Sowing(const Board& board, const Endgames& endgames, Evaluation evaluation)
        : board_(board), endgames_(endgames), evaluation_(evaluation) {}

    Position start(const typename Board::Position& position) const {
        Position start;
        start.set(goals(position));
        start.rows = {board_.row(position.own), board_.row(position.other)};
        return start;
    }

    // What a value of this search of `start(position)` lacks.
    int gained(const typename Board::Position& position) const {
        return ADDITIVE ? goals(position) : 0;
    }

    // The most that a margin still to come can be.
    int most(const Position& position) const {
        return Board::sum(position.rows.own) + Board::sum(position.rows.other);
    }

    // A first idea of a move's margin: the value after so many plies.
    int plies_to_guess(const Position&) const { return 8; }
    static int margin(int value) { return value; }

    // The value of a position that is over, or in the endgames, or cannot be within the window.
    bool known(const Position& position, int, int alpha, int beta, std::uint64_t&,
               int& value) const {
        const int own = Board::sum(position.rows.own), other = Board::sum(position.rows.other);
        const int stones = own + other;
        if (!own || !other) {
            value = total(position.diff, own - other);
        } else if (stones <= endgames_.stones) {
            value = total(position.diff, *endgame(position.rows, own, other));
        } else if (ADDITIVE && stones <= alpha) {  // nobody gains more than there is
            value = stones;
        } else if (ADDITIVE && -stones >= beta) {
            value = -stones;
        } else {
            return false;
        }
        return true;
    }

    // The value of an unfinished position, at most LAST_PLIES from the evaluation. To make its
    // moves takes less time than to ask the table or to find their best order.
    int last_plies(const Position& position, int depth, int alpha, int beta, std::uint64_t& nodes,
                   std::uint64_t& guessed) const {
        if (depth == 0) {
            ++guessed;
            return unfinished(evaluation_, position.diff,
                              Board::sum(position.rows.own) - Board::sum(position.rows.other));
        }
        int best = -INFINITE;
        for (int pit = board_.pits() - 1; pit >= 0 && best < beta; --pit) {
            if (!has_move(position, pit)) continue;
            const Sown sown = this->sown(position, pit);
            const int gain = ADDITIVE ? sown.taken : 0, least = std::max(alpha, best);
            const int low = sown.again ? least - gain : gain - beta;
            const int high = sown.again ? beta - gain : gain - least;
            ++nodes;
            int value;
            if (!known(sown.position, 0, low, high, nodes, value)) {
                value = last_plies(sown.position, depth - 1, low, high, nodes, guessed);
            }
            best = std::max(best, gain + (sown.again ? value : -value));
        }
        return best;
    }

    bool has_move(const Position& position, int pit) const {
        return Board::lane(position.rows.own, pit) != 0;
    }
    int first_move() const { return 0; }
    int end_of_moves() const { return board_.pits(); }

    // The moves of a position with what is known of their promise; `favourite` before all others.
    // `on_made` is told of each child as soon as it is there.
    template <class OnMade>
    int children(const Position& position, int, int favourite, unsigned variety, Child* list,
                 OnMade on_made) const {
        int count = 0;
        for (int pit = board_.pits() - 1; pit >= 0; --pit) {
            const int stones = Board::lane(position.rows.own, pit);
            if (!stones) continue;
            Child& child = list[count++];
            child = made(position, pit);
            on_made(child);
            const auto& rows = child.position.rows;
            const auto theirs = child.again ? rows.other : rows.own;
            child.order =
                STONE * child.taken - ANSWER * Board::filled(theirs) + history_[pit][stones] / 8;
            if (child.again) child.order = STONE * (MAX_STONES + pit);
            if (pit == favourite) child.order += 2 * STONE * MAX_STONES;
            if (variety) child.order += static_cast<int>((pit * 7 + variety * 5) % 11) * STONE / 8;
        }
        return count;
    }

    // Not inlined: the loop over the moves is faster without all of this in it.
    [[gnu::noinline]] Child made(const Position& position, int pit) const {
        const Sown sown = this->sown(position, pit);
        const auto& rows = sown.position.rows;
        Child child{sown.position, nullptr, 0, 0, static_cast<std::int8_t>(pit),
                    static_cast<std::int8_t>(sown.taken), sown.again, false};
        const int own = Board::sum(rows.own), other = Board::sum(rows.other);
        child.over = !own || !other;
        if (child.over) return child;
        if (own + other <= endgames_.stones) {
            child.endgame = endgame(rows, own, other);
            __builtin_prefetch(child.endgame);
        } else if (storable(child.position)) {
            child.bits = key(child.position).bits;
        }
        return child;
    }

    // The value of a child for its side to move, when that is known at once.
    bool settled(const Child& child, int& value) const {
        const auto& rows = child.position.rows;
        if (child.over) {
            value = total(child.position.diff, Board::sum(rows.own) - Board::sum(rows.other));
        } else if (child.endgame) {
            value = total(child.position.diff, *child.endgame);
        } else {
            return false;
        }
        return true;
    }

    bool solved(const Position& position) const { return most(position) <= endgames_.stones; }

    // A move that refuted a position is tried sooner in others where its pit holds as many stones,
    // one that failed to later. The most that this can add is what a stone of gain does.
    void credit(const Position& position, int pit, int weight) {
        int& history = history_[pit][Board::lane(position.rows.own, pit)];
        history += weight - history * std::abs(weight) / (4 * STONE);
    }

    bool storable(const Position& position) const {
        if (most(position) <= endgames_.stones + NEAR) return false;
        if (board_.pits() > 6) return true;
        constexpr auto TOO_MANY = static_cast<typename Board::Word>(0xe0e0e0e0e0e0e0e0);
        return !((position.rows.own | position.rows.other) & TOO_MANY);
    }

    Key key(const Position& position) const {
        const auto diff = static_cast<std::uint8_t>(position.diff);
        const auto& rows = position.rows;
        if (board_.pits() <= 6) {
            return {narrow(static_cast<std::uint64_t>(rows.own)) |
                        narrow(static_cast<std::uint64_t>(rows.other)) << 30,
                    diff};
        }
        return {mixed(rows.own, 0x9e3779b97f4a7c15) ^ mixed(rows.other, 0xc2b2ae3d27d4eb4f), diff};
    }

private:
    // What sowing a pit leads to.
    struct Sown {
        Position position;
        int taken;
        bool again;
    };

    Sown sown(const Position& position, int pit) const {
        Sown sown{position, 0, false};
        auto& rows = sown.position.rows;
        sown.again = board_.play(rows, pit);
        auto& moved = sown.again ? rows.own : rows.other;
        sown.taken = board_.goal(moved);
        moved = board_.row(moved);
        const int diff = position.diff + sown.taken;
        sown.position.set(sown.again ? diff : -diff);
        return sown;
    }

    // A position with at most so many stones more than the endgames have is not kept in the table:
    // to search it again takes less time than to ask.
    static constexpr int NEAR = 4;
    static constexpr int STONE = 256;  // the weight of a stone gained in the order of moves,
    static constexpr int ANSWER = 96;  // and of a pit that the opponent is left to play

    int goals(const typename Board::Position& position) const {
        return board_.goal(position.own) - board_.goal(position.other);
    }

    int total(int diff, int to_come) const {
        return ADDITIVE ? to_come : finished(evaluation_, diff + to_come);
    }

    const Value* endgame(const typename Board::Position& rows, int own, int other) const {
        const Ranks& ranks = endgames_.layout->ranks;
        const auto mine = ranks.rank(own, [&](int pit) { return Board::lane(rows.own, pit); });
        const auto theirs =
            ranks.rank(other, [&](int pit) { return Board::lane(rows.other, pit); });
        return endgames_.values + endgames_.layout->line(own, other, theirs) + mine;
    }

    static std::uint64_t narrow(std::uint64_t row) {
        row = (row & 0x001f001f001f) | (row >> 3 & 0x03e003e003e0);
        return (row & 0x3ff) | (row >> 6 & 0xffc00) | (row >> 12 & 0x3ff00000);
    }

    static std::uint64_t mixed(typename Board::Word word, std::uint64_t factor) {
        std::uint64_t high = 0;
        if constexpr (sizeof(word) > 8) high = static_cast<std::uint64_t>(word >> 64);
        std::uint64_t bits = (static_cast<std::uint64_t>(word) + factor) * factor;
        bits = (bits ^ bits >> 29 ^ high) * 0xd6e8feb86659fd93;
        return (bits ^ bits >> 32) * factor;
    }

    const Board& board_;
    const Endgames endgames_;
    const Evaluation evaluation_;
    std::array<std::array<int, MAX_STONES + 1>, MAX_PITS> history_{};
};

}  // namespace owari
