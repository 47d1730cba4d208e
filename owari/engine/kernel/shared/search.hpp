// The real search of every game: alpha-beta with a transposition table.
//
// What a position, a move and a value are is the game's (sowing/game.hpp, othello/game.hpp); a game
// is a class with the members that are asked for here. In none of them can a position come up twice
// in one game, so no value depends on the way there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "limits.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace owari {

// Which entries of the table a search may use.
enum class Reuse : std::uint8_t {
    same_depth,  // only what the search itself would find: its value is that of a plain search
    any_better,  // whatever was searched as deep or deeper
};

// A search of fewer plies that foretells the value of one of more.
struct Probe {
    int plies;  // at least one
    int guess;  // the value of the position by the evaluation
    int error;  // how far off it may be
};

template <class Game>
class Search {
public:
    using Position = typename Game::Position;
    using Child = typename Game::Child;
    using Key = typename Game::Key;
    using Entries = Table<typename Game::Entry>;

    // It asks the `watch`, if there is one, before it looks whether to stop.
    Search(const Game& game, Entries& table, Reuse reuse, const std::atomic<bool>& stop,
           Watch* watch = nullptr)
        : game(game), table_(table), reuse_(reuse), stop_(stop), watch_(watch) {}

    // For what follows: `settled`, once set, stops it like `stop` does, and so do `most` nodes in
    // all; another `variety` than 0 tries moves in another order.
    void begin(const std::atomic<bool>* settled, std::uint64_t most, unsigned variety) {
        settled_ = settled;
        most_ = most;
        variety_ = variety;
        stopped = false;
    }

    // The value of an unfinished or finished position, fail-soft. What it says after `stop` was set
    // means nothing.
    int value(const Position& position, int depth, int alpha, int beta) {
        ++nodes;
        int at_once;
        if (game.known(position, depth, alpha, beta, nodes, at_once)) return at_once;
        if (depth <= Game::LAST_PLIES) {
            return game.last_plies(position, depth, alpha, beta, nodes, guessed);
        }
        if (nodes >= look_) look();
        if (stopped) return 0;

        const bool keyed = game.storable(position);
        const Key key = keyed ? game.key(position) : Key{};
        Bounds known{};
        const bool found = keyed && table_.find(key, known);
        if (found && usable(known, depth)) {
            const bool cut = known.lower >= beta || known.upper <= alpha;
            if (cut || known.lower == known.upper) {
                guessed += !known.proven;
                return known.lower >= beta ? known.lower : known.upper;
            }
        }
        const Bounds* const entry = found ? &known : nullptr;
        if constexpr (Game::FORESEES) {
            int bound;
            if (foreseen(position, depth, alpha, beta, key, entry, bound)) return bound;
            if (stopped) return 0;
        }
        return expand(position, depth, alpha, beta, keyed, key, entry);
    }

    Child made(const Position& position, int move) const { return game.made(position, move); }

    // What a child is worth to the side that moved.
    int reply(const Child& child, int depth, int alpha, int beta) {
        const int next = depth == ENDLESS ? ENDLESS : depth - 1;
        const int gain = child.gain();
        if (child.again) return gain + value(child.position, next, alpha - gain, beta - gain);
        return gain - value(child.position, next, gain - beta, gain - alpha);
    }

    // The lowest move by which a position has this value; false when there is none.
    bool find_move(const Position& position, int depth, int value, int& move) {
        for (move = game.first_move(); move < game.end_of_moves(); ++move) {
            if (!game.has_move(position, move)) continue;
            const int found = reply(made(position, move), depth, value - 1, value + 1);
            if (stopped) return false;
            if (found == value) return true;
        }
        return false;
    }

    Game game;
    std::uint64_t nodes = 0;
    std::uint64_t guessed =
        0;  // leaves that were no end of a game, and entries that came from such
    bool stopped = false;

private:
    void look() {
        look_ = nodes + 1024;
        if (watch_) watch_->look();
        stopped = stopped || stop_.load(std::memory_order_relaxed) || nodes >= most_ ||
                  (settled_ && settled_->load(std::memory_order_relaxed));
    }

    // Whether a search of fewer plies makes it likely enough that the value is not in the window;
    // then a bound of it. This is the cut of Michael Buro, "Experiments with Multi-ProbCut and a new
    // high-quality evaluation function for Othello", 1997. Positions on the line of play, whose
    // window is wide, are searched in full.
    bool foreseen(const Position& position, int depth, int alpha, int beta, const Key& key,
                  const Bounds* known, int& bound) {
        Probe probe;
        if (beta - alpha > 1 || !game.probe(position, depth, probe)) return false;
        const bool above = probe.guess >= beta;
        const int high = above ? beta + probe.error : alpha - probe.error + 1;
        const int value =
            probe.plies <= Game::LAST_PLIES
                ? game.last_plies(position, probe.plies, high - 1, high, nodes, guessed)
                : expand(position, probe.plies, high - 1, high, false, key, known);
        if (stopped || above != (value >= high)) return false;
        ++guessed;
        Bounds bounds{Game::Entry::NO_LOWER,
                      Game::Entry::NO_UPPER,
                      static_cast<std::uint8_t>(depth),
                      false,
                      known ? known->move : std::int8_t{-1},
                      0};
        bound = above ? beta : alpha;
        (above ? bounds.lower : bounds.upper) = bound;
        remember(key, bounds, known, 1);
        return true;
    }

    // The moves of a position, the most promising first.
    int children(const Position& position, int depth, int favourite, Child* list) {
        // The table is asked as soon as a child is there: its entry comes while the next one is
        // made. It is not asked about the last plies.
        const bool asks = depth > Game::LAST_PLIES + 1;
        return game.children(position, depth, favourite, variety_, list, [&](const Child& child) {
            if (asks && child.worth_asking()) table_.prefetch(child.key());
        });
    }

    // The most promising first.
    static void sort(Child* list, int count) {
        for (int i = 1; i < count; ++i) {
            const Child child = list[i];
            int place = i;
            for (; place > 0 && list[place - 1].order < child.order; --place) {
                list[place] = list[place - 1];
            }
            list[place] = child;
        }
    }

    // What a child is worth to the side that moved, when that is known at once.
    bool settled(const Child& child, int& value) {
        if (!game.settled(child, value)) return false;
        ++nodes;
        value = child.gain() + (child.again ? value : -value);
        return true;
    }

    int expand(const Position& position, int depth, int alpha, int beta, bool keyed, const Key& key,
               const Bounds* known) {
        const std::uint64_t nodes_before = nodes, guessed_before = guessed;
        Child list[Game::MOST_MOVES];
        const bool refuted = known && known->lower != Game::Entry::NO_LOWER;  // else no favourite
        const int count = children(position, depth, refuted ? known->move : -1, list);
        const int first_alpha = alpha;
        int best = -INFINITE;
        std::int8_t move = -1;
        int open = 0;  // children whose value is not known at once, moved to the front
        for (int i = 0; i < count; ++i) {
            int value;
            if (!settled(list[i], value)) {
                if (open < i) list[open] = list[i];
                ++open;
            } else if (value > best) {
                best = value;
                move = list[i].move;
                alpha = std::max(alpha, value);
            }
        }
        if (alpha >= beta && depth == ENDLESS) return best;  // found again as fast as in the table
        sort(list, open);
        if (depth >= Game::LOOKS_AHEAD && alpha < beta) {
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
                move = list[i].move;
                alpha = std::max(alpha, value);
            }
            if (alpha >= beta) {
                const int weight = 4 * (1 + logarithm(nodes - nodes_before));
                game.credit(position, move, weight);
                for (int j = 0; j < i; ++j) game.credit(position, list[j].move, -weight);
            }
        }
        if (keyed) {
            const bool proven = guessed == guessed_before;
            Bounds bounds{Game::Entry::NO_LOWER,
                          Game::Entry::NO_UPPER,
                          static_cast<std::uint8_t>(depth),
                          proven,
                          move,
                          0};
            if (best > first_alpha) bounds.lower = best;
            if (best < beta) bounds.upper = best;
            remember(key, bounds, known, nodes - nodes_before);
        }
        return best;
    }

    // A lower bound of a child that the table knows already, or less than beta.
    int known_reply(const Child& child, int depth, int beta) {
        Bounds bounds;
        if (!child.worth_asking()) return -INFINITE;
        const int next = depth == ENDLESS ? ENDLESS : depth - 1;
        if (!table_.find(child.key(), bounds) || !usable(bounds, next)) return -INFINITE;
        const int value = child.again ? child.gain() + bounds.lower : child.gain() - bounds.upper;
        if (value >= beta) guessed += !bounds.proven;
        return value;
    }

    bool usable(const Bounds& bounds, int depth) const {
        if (reuse_ == Reuse::any_better) return bounds.proven || bounds.depth >= depth;
        return bounds.proven ? bounds.depth <= depth : bounds.depth == depth;
    }

    void remember(const Key& key, Bounds bounds, const Bounds* known, std::uint64_t effort) {
        if (known && known->proven && usable(*known, bounds.depth)) {
            if (!bounds.proven) return;  // what is proven stays
            bounds.lower = std::max(bounds.lower, known->lower);
            bounds.upper = std::min(bounds.upper, known->upper);
        } else if (known && known->depth == bounds.depth && known->proven == bounds.proven) {
            bounds.lower = std::max(bounds.lower, known->lower);
            bounds.upper = std::min(bounds.upper, known->upper);
        }
        bounds.effort = static_cast<std::uint8_t>(logarithm(effort));
        table_.store(key, bounds);
    }

    static int logarithm(std::uint64_t number) {
        int result = 0;
        for (; number > 1; number /= 2) ++result;
        return result;
    }

    Entries& table_;
    const Reuse reuse_;
    const std::atomic<bool>& stop_;
    Watch* const watch_;
    const std::atomic<bool>* settled_ = nullptr;
    std::uint64_t most_ = ~std::uint64_t{0};
    std::uint64_t look_ = 1024;  // nodes after which to look whether to stop
    unsigned variety_ = 0;
};

}  // namespace owari
