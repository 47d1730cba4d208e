// The real search: alpha-beta with a transposition table and exact values at the leaves.
//
// Values of the additive evaluations are margins still to come: what the goals hold already is not
// part of a position, so that a position is one however it was reached. `goals-and-row` asks who has
// won, so there the difference of the goals belongs to the key. Sowing games cannot repeat a position
// (stones only advance, and each lap drops one in a goal), so no value depends on the way there.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "board.hpp"
#include "plain.hpp"
#include "table.hpp"
#include "tablebase.hpp"

namespace owari {

constexpr int ENDLESS = 255;  // a depth: to the end of the game
constexpr int STONE = 256;    // the weight of a stone gained in the order of moves,
constexpr int ANSWER = 96;    // and of a pit that the opponent is left to play

// Exact values of positions with few stones; none at all when `stones` is negative.
struct Endgames {
    int stones = -1;
    const Layout* layout = nullptr;
    const Value* values = nullptr;
};

// Which entries of the table a search may use.
enum class Reuse : std::uint8_t {
    same_depth,  // only what the search itself would find: its value is that of a plain search
    any_better,  // whatever was searched as deep or deeper
};

// Whether a value is a sum to which what has been gained before only adds.
inline bool additive(Evaluation evaluation) { return evaluation != Evaluation::goals_and_row; }

template <class Board, bool ADDITIVE>
class Search {
public:
    using Position = typename Board::Position;

    Search(const Board& board, Table& table, const Endgames& endgames, Evaluation evaluation,
           Reuse reuse, const std::atomic<bool>& stop)
        : board_(board), table_(table), endgames_(endgames), evaluation_(evaluation),
          reuse_(reuse), stop_(stop) {}

    // For what follows: `settled`, once set, stops it like `stop` does, and so do `most` nodes in all;
    // another `variety` than 0 tries moves in another order.
    void begin(const std::atomic<bool>* settled, std::uint64_t most, unsigned variety) {
        settled_ = settled;
        most_ = most;
        variety_ = variety;
        stopped = false;
    }

    struct Child {
        Position position;  // without goals
        int diff;           // of the goals, as its side to move sees it; 0 when additive
        std::int8_t pit;
        std::int8_t gain;
        bool again;
        bool over;
        const Value* endgame;  // its value, if the endgames hold it
        int order;
        std::uint64_t key;
    };

    // The value of an unfinished or finished position without goals, fail-soft. What it says after
    // `stop` was set means nothing.
    int value(const Position& position, int diff, int depth, int alpha, int beta) {
        ++nodes;
        const int own = Board::sum(position.own), other = Board::sum(position.other);
        const int stones = own + other;
        if (!own || !other) return total(diff, own - other);
        if (stones <= endgames_.stones) return total(diff, *endgame(position, own, other));
        if (ADDITIVE) {  // nobody gains more than there is
            if (stones <= alpha) return stones;
            if (-stones >= beta) return -stones;
        }
        if (depth == 0) {
            ++guessed;
            return unfinished(evaluation_, diff, own - other);
        }
        if (nodes % 1024 == 0 && told_to_stop()) stopped = true;
        if (stopped) return 0;

        const bool keyed = storable(position);
        const std::uint64_t key = keyed ? this->key(position) : 0;
        Bounds known{};
        const bool found = keyed && table_.find(key, tag(diff), known);
        if (found && usable(known, depth)) {
            const bool cut = known.lower >= beta || known.upper <= alpha;
            if (cut || known.lower == known.upper) {
                guessed += !known.proven;
                return known.lower >= beta ? known.lower : known.upper;
            }
        }
        return expand(position, diff, depth, alpha, beta, keyed, key, found ? &known : nullptr);
    }

    // The moves of a position, the most promising first; `favourite` before all others.
    int children(const Position& position, int diff, int favourite, Child* list) const {
        int count = 0;
        for (int pit = board_.pits() - 1; pit >= 0; --pit) {
            if (!Board::lane(position.own, pit)) continue;
            Child& child = list[count++];
            child = made(position, diff, pit);
            const auto theirs = child.again ? child.position.other : child.position.own;
            child.order = STONE * child.gain - ANSWER * Board::filled(theirs) +
                          history_[pit][Board::lane(position.own, pit)] / 4;
            if (child.again) child.order = STONE * (MAX_STONES + pit);
            if (pit == favourite) child.order += 2 * STONE * MAX_STONES;
            if (variety_) child.order += static_cast<int>((pit * 7 + variety_ * 5) % 11) * STONE / 8;
        }
        for (int i = 1; i < count; ++i) {
            const Child child = list[i];
            int place = i;
            for (; place > 0 && list[place - 1].order < child.order; --place) {
                list[place] = list[place - 1];
            }
            list[place] = child;
        }
        return count;
    }

    Child made(const Position& position, int diff, int pit) const {
        Child child{position, 0, static_cast<std::int8_t>(pit), 0, false, false, nullptr, 0, 0};
        child.again = board_.play(child.position, pit);
        auto& moved = child.again ? child.position.own : child.position.other;
        child.gain = static_cast<std::int8_t>(board_.goal(moved));
        moved = board_.row(moved);
        if (!ADDITIVE) child.diff = child.again ? diff + child.gain : -(diff + child.gain);
        const int own = Board::sum(child.position.own), other = Board::sum(child.position.other);
        child.over = !own || !other;
        if (child.over) return child;
        if (own + other <= endgames_.stones) {
            child.endgame = endgame(child.position, own, other);
            __builtin_prefetch(child.endgame);
        } else if (storable(child.position)) {
            child.key = key(child.position);
            table_.prefetch(child.key, tag(child.diff));
        }
        return child;
    }

    // What a child is worth to the side that moved, when that is known at once.
    bool settled(const Child& child, int& value) {
        int total;
        if (child.over) {
            total = this->total(child.diff, Board::sum(child.position.own) -
                                                Board::sum(child.position.other));
        } else if (child.endgame) {
            total = this->total(child.diff, *child.endgame);
        } else {
            return false;
        }
        ++nodes;
        value = (ADDITIVE ? child.gain : 0) + (child.again ? total : -total);
        return true;
    }

    // What a child is worth to the side that moved.
    int reply(const Child& child, int depth, int alpha, int beta) {
        const int next = depth == ENDLESS ? ENDLESS : depth - 1;
        const int gain = ADDITIVE ? child.gain : 0;
        if (child.again) {
            return gain + value(child.position, child.diff, next, alpha - gain, beta - gain);
        }
        return gain - value(child.position, child.diff, next, gain - beta, gain - alpha);
    }

    // The lowest pit by which a position has this value, or -1.
    int pit_of(const Position& position, int diff, int depth, int value) {
        for (int pit = 0; pit < board_.pits(); ++pit) {
            if (!Board::lane(position.own, pit)) continue;
            const int found = reply(made(position, diff, pit), depth, value - 1, value + 1);
            if (stopped) break;
            if (found == value) return pit;
        }
        return -1;
    }

    bool has_endgame(const Position& position) const {
        return Board::sum(position.own) + Board::sum(position.other) <= endgames_.stones;
    }

    std::uint64_t nodes = 0;
    std::uint64_t guessed = 0;  // leaves that were no end of a game, and entries that came from such
    bool stopped = false;

private:
    bool told_to_stop() const {
        return stop_.load(std::memory_order_relaxed) || nodes >= most_ ||
               (settled_ && settled_->load(std::memory_order_relaxed));
    }

    int expand(const Position& position, int diff, int depth, int alpha, int beta, bool keyed,
               std::uint64_t key, const Bounds* known) {
        const std::uint64_t nodes_before = nodes, guessed_before = guessed;
        Child list[MAX_PITS];
        const bool refuted = known && known->lower != NO_LOWER;  // where not, no move is a favourite
        const int count = children(position, diff, refuted ? known->pit : -1, list);
        const int first_alpha = alpha;
        int best = -INFINITE;
        std::int8_t pit = list[0].pit;
        int open = 0;  // children whose value is not known at once, moved to the front
        for (int i = 0; i < count; ++i) {
            int value;
            if (!settled(list[i], value)) {
                if (open < i) list[open] = list[i];
                ++open;
            } else if (value > best) {
                best = value;
                pit = list[i].pit;
                alpha = std::max(alpha, value);
            }
        }
        if (depth > 1 && alpha < beta) {
            for (int i = 0; i < open; ++i) {
                const int bound = known_reply(list[i], depth, beta);
                if (bound >= beta) return bound;
            }
        }
        for (int i = 0; i < open && alpha < beta; ++i) {
            int value;
            if (i == 0 || beta - alpha <= 1) {
                value = reply(list[i], depth, alpha, beta);
            } else {
                value = reply(list[i], depth, alpha, alpha + 1);
                if (value > alpha && value < beta) value = reply(list[i], depth, alpha, beta);
            }
            if (stopped) return 0;
            if (value > best) {
                best = value;
                pit = list[i].pit;
                alpha = std::max(alpha, value);
            }
            if (alpha >= beta) {
                const int weight = 4 * (1 + logarithm(nodes - nodes_before));
                credit(position, pit, weight);
                for (int j = 0; j < i; ++j) credit(position, list[j].pit, -weight);
            }
        }
        if (keyed) {
            const bool proven = guessed == guessed_before;
            Bounds bounds{NO_LOWER, NO_UPPER, static_cast<std::uint8_t>(depth), proven, pit, 0};
            if (best > first_alpha) bounds.lower = static_cast<std::int16_t>(best);
            if (best < beta) bounds.upper = static_cast<std::int16_t>(best);
            remember(key, diff, bounds, known, nodes - nodes_before);
        }
        return best;
    }

    // A lower bound of a child that the table knows already, or less than beta.
    int known_reply(const Child& child, int depth, int beta) {
        Bounds bounds;
        if (!storable(child.position)) return -INFINITE;
        const int next = depth == ENDLESS ? ENDLESS : depth - 1;
        if (!table_.find(child.key, tag(child.diff), bounds) || !usable(bounds, next)) {
            return -INFINITE;
        }
        const int gain = ADDITIVE ? child.gain : 0;
        const int value = child.again ? gain + bounds.lower : gain - bounds.upper;
        if (value >= beta) guessed += !bounds.proven;
        return value;
    }

    bool usable(const Bounds& bounds, int depth) const {
        if (reuse_ == Reuse::any_better) return bounds.proven || bounds.depth >= depth;
        return bounds.proven ? bounds.depth <= depth : bounds.depth == depth;
    }

    void remember(std::uint64_t key, int diff, Bounds bounds, const Bounds* known,
                  std::uint64_t effort) {
        if (known && known->proven && usable(*known, bounds.depth)) {
            if (!bounds.proven) return;  // what is proven stays
            bounds.lower = std::max(bounds.lower, known->lower);
            bounds.upper = std::min(bounds.upper, known->upper);
        } else if (known && known->depth == bounds.depth && known->proven == bounds.proven) {
            bounds.lower = std::max(bounds.lower, known->lower);
            bounds.upper = std::min(bounds.upper, known->upper);
        }
        bounds.effort = static_cast<std::uint8_t>(logarithm(effort));
        table_.store(key, tag(diff), bounds);
    }

    // A move that refuted a position is tried sooner in others where its pit holds as many stones, one
    // that failed to later. The most that this can add is what a stone of gain does.
    void credit(const Position& position, int pit, int weight) {
        int& history = history_[pit][Board::lane(position.own, pit)];
        history += weight - history * std::abs(weight) / (4 * STONE);
    }

    static int logarithm(std::uint64_t number) {
        int result = 0;
        for (; number > 1; number /= 2) ++result;
        return result;
    }

    int total(int diff, int to_come) const {
        return ADDITIVE ? to_come : finished(evaluation_, diff + to_come);
    }

    const Value* endgame(const Position& position, int own, int other) const {
        const Ranks& ranks = endgames_.layout->ranks;
        const auto mine = ranks.rank(own, [&](int pit) { return Board::lane(position.own, pit); });
        const auto theirs =
            ranks.rank(other, [&](int pit) { return Board::lane(position.other, pit); });
        return endgames_.values + endgames_.layout->line(own, other, theirs) + mine;
    }

    static std::uint8_t tag(int diff) { return static_cast<std::uint8_t>(diff); }

    // Five bits a pit: exact for up to six pits a side that hold up to 31 stones each. A larger board
    // has 64 well mixed bits instead, and the place in the table besides.
    bool storable(const Position& position) const {
        if (board_.pits() > 6) return true;
        constexpr auto TOO_MANY = static_cast<typename Board::Word>(0xe0e0e0e0e0e0e0e0);
        return !((position.own | position.other) & TOO_MANY);
    }

    std::uint64_t key(const Position& position) const {
        if (board_.pits() <= 6) {
            return narrow(static_cast<std::uint64_t>(position.own)) |
                   narrow(static_cast<std::uint64_t>(position.other)) << 30;
        }
        return mixed(position.own, 0x9e3779b97f4a7c15) ^ mixed(position.other, 0xc2b2ae3d27d4eb4f);
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
    Table& table_;
    const Endgames endgames_;
    const Evaluation evaluation_;
    const Reuse reuse_;
    const std::atomic<bool>& stop_;
    const std::atomic<bool>* settled_ = nullptr;
    std::uint64_t most_ = ~std::uint64_t{0};
    unsigned variety_ = 0;
    std::array<std::array<int, MAX_STONES + 1>, MAX_PITS> history_{};
};

}  // namespace owari
