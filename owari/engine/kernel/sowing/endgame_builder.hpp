// Builds the table of endgames, see endgame_table.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <vector>

#include "../../../games/native/sowing_board.hpp"
#include "../shared/thread_group.hpp"
#include "endgame_table.hpp"

namespace owari {

// A layer of positions with the same number of stones after the other.
class Builder {
public:
    // Counts the values that are finished, layer by layer; stops soon after it is told to.
    Builder(const Rules& rules, const Layout& layout, Value* values,
            std::atomic<std::uint64_t>& finished, std::atomic<bool>& stop)
        : rules_(rules),
          layout_(layout),
          values_(values),
          finished_(finished),
          stop_(stop),
          n_(rules.pits) {
        for (int stones = 0; stones <= layout.ranks.most() && !stop; ++stones) {
            groups_.push_back(group(stones));
        }
    }

    // The layers from `first` on; those below are there already. Throws what a thread has thrown,
    // when all have ended.
    void build(int threads, int first) {
        for (int stones = first; stones <= layout_.ranks.most() && !stop_; ++stones) {
            std::atomic<int> next{0};
            auto work = [&] {
                try {
                    Scratch scratch;
                    // The large blocks, of rows with alike numbers of stones, first.
                    for (int i = next++; i <= stones / 2 && !stop_; i = next++) {
                        pair(stones / 2 - i, stones, scratch);
                    }
                } catch (...) {
                    stop_ = true;
                    throw;
                }
            };
            ThreadGroup others;
            for (int i = 1; i < threads && stones > 6; ++i) {
                try {
                    others.add(work);
                } catch (const std::system_error&) {  // fewer threads do
                    break;
                }
            }
            work();
            others.join();
        }
    }

private:
    static constexpr std::uint16_t NONE = 0xffff;

    // A move that stays in the row and does not score, by the rank of the row that it leads to.
    struct Quiet {
        std::uint32_t rank;
        std::int8_t only_if_empty;  // the opponent's pit that must be empty, or -1
    };

    // All rows with the same number of stones.
    struct Group {
        int stones;
        std::vector<Row> rows;
        std::vector<std::uint32_t> quiet_begin;  // of each row in `quiet`
        std::vector<Quiet> quiet;
        // By pit: the rank of the row with that pit emptied, and the stones that were in it.
        std::vector<std::vector<std::uint32_t>> emptied;
        std::vector<std::vector<std::uint8_t>> held;
        // By count: the rank of the row with one stone more in each of its first pits.
        std::vector<std::vector<std::uint32_t>> sown;
    };

    struct Scratch {
        std::vector<Value> first, flipped;
        std::vector<Value> tile;
    };

    std::uint32_t rank(const Row& row, int stones) const {
        return layout_.ranks.rank(stones, [&](int pit) { return row[pit]; });
    }

    Group group(int stones) const {
        Group g;
        g.stones = stones;
        Row row{};
        enumerate(0, stones, row, g.rows);
        const int most = layout_.ranks.most();
        g.emptied.resize(n_);
        g.held.resize(n_);
        g.sown.resize(n_ + 1);
        for (const Row& r : g.rows) {
            g.quiet_begin.push_back(static_cast<std::uint32_t>(g.quiet.size()));
            for (int pit = 0; pit < n_; ++pit) {
                const int s = r[pit];
                if (s == 0 || pit + s >= n_) continue;
                Row after = sow(r, pit, s);
                const int last = pit + s;
                const bool empty = r[last] == 0;
                if (empty && rules_.capture == Capture::both_always) continue;
                g.quiet.push_back(
                    {rank(after, stones), static_cast<std::int8_t>(empty ? n_ - 1 - last : -1)});
            }
            for (int pit = 0; pit < n_; ++pit) {
                Row after = r;
                after[pit] = 0;
                g.emptied[pit].push_back(rank(after, stones - r[pit]));
                g.held[pit].push_back(r[pit]);
            }
            for (int count = 1; count <= n_ && stones + count <= most; ++count) {
                Row after = r;
                for (int pit = 0; pit < count; ++pit) ++after[pit];
                g.sown[count].push_back(rank(after, stones + count));
            }
        }
        g.quiet_begin.push_back(static_cast<std::uint32_t>(g.quiet.size()));
        return g;
    }

    void enumerate(int pit, int left, Row& row, std::vector<Row>& rows) const {
        if (pit == n_ - 1) {
            row[pit] = static_cast<std::uint8_t>(left);
            rows.push_back(row);
            return;
        }
        for (int here = 0; here <= left; ++here) {
            row[pit] = static_cast<std::uint8_t>(here);
            enumerate(pit + 1, left - here, row, rows);
        }
    }

    static Row sow(Row row, int pit, int count) {
        row[pit] = 0;
        for (int i = 1; i <= count; ++i) ++row[pit + i];
        return row;
    }

    const Value* line(int own, int other, std::uint32_t other_rank) const {
        return values_ + layout_.line(own, other, other_rank);
    }
    Value* line(int own, int other, std::uint32_t other_rank) {
        return values_ + layout_.line(own, other, other_rank);
    }

    // The two blocks with `a` stones in one row and `all - a` in the other.
    void pair(int a, int all, Scratch& scratch) {
        const int b = all - a;
        const Group &ga = groups_[a], &gb = groups_[b];
        const std::size_t na = ga.rows.size(), nb = gb.rows.size();
        if (a == 0) {
            std::fill_n(line(a, b, 0), na * nb, static_cast<Value>(-b));
            std::fill_n(line(b, a, 0), na * nb, static_cast<Value>(b));
            count(a == b ? na * nb : 2 * na * nb);
            return;
        }
        // First pass: the moves that score. `first` has a line for each row of a's, over b's rows.
        scratch.first.resize(na * nb);
        prepare(ga, gb, scratch);
        for (std::size_t i = 0; i < na && !stop_; ++i) {
            scoring(ga, i, gb, &scratch.first[i * nb], scratch);
        }
        Value* second = line(b, a, 0);  // a line for each row of a's too, the mover's being b's
        if (a != b) {
            prepare(gb, ga, scratch);
            constexpr std::size_t TILE = 64;
            scratch.tile.resize(TILE * na);
            for (std::size_t begin = 0; begin < nb && !stop_; begin += TILE) {
                const std::size_t count = std::min(TILE, nb - begin);
                for (std::size_t i = 0; i < count; ++i) {
                    scoring(gb, begin + i, ga, &scratch.tile[i * na], scratch);
                }
                for (std::size_t j = 0; j < na; ++j) {
                    Value* to = second + j * nb + begin;
                    for (std::size_t i = 0; i < count; ++i) to[i] = scratch.tile[i * na + j];
                }
            }
        } else {
            transpose(scratch.first.data(), na, nb, second);
        }
        // Second pass: the quiet moves, by rows of a's from the smallest.
        for (std::size_t i = 0; i < na && !stop_; ++i) {
            Value* own = &scratch.first[i * nb];
            for (std::uint32_t q = ga.quiet_begin[i]; q < ga.quiet_begin[i + 1]; ++q) {
                const Quiet& move = ga.quiet[q];
                const Value* reply = second + std::size_t{move.rank} * nb;
                if (move.only_if_empty < 0) {
                    for (std::size_t j = 0; j < nb; ++j) {
                        own[j] = std::max<Value>(own[j], static_cast<Value>(-reply[j]));
                    }
                } else {
                    const std::uint8_t* held = gb.held[move.only_if_empty].data();
                    for (std::size_t j = 0; j < nb; ++j) {
                        const Value value = held[j] ? NOTHING : static_cast<Value>(-reply[j]);
                        own[j] = std::max(own[j], value);
                    }
                }
            }
            Value* others = second + i * nb;
            const Row& row = ga.rows[i];
            for (std::size_t j = 0; j < nb; ++j) {
                Value best = others[j];
                for (std::uint32_t q = gb.quiet_begin[j]; q < gb.quiet_begin[j + 1]; ++q) {
                    const Quiet& move = gb.quiet[q];
                    if (move.only_if_empty >= 0 && row[move.only_if_empty]) continue;
                    best = std::max<Value>(best, static_cast<Value>(-own[move.rank]));
                }
                others[j] = best;
            }
        }
        if (a != b) transpose(scratch.first.data(), na, nb, line(a, b, 0));
        count(a == b ? na * nb : 2 * na * nb);
    }

    // Values that a stop may have left unfinished do not count.
    void count(std::uint64_t values) {
        if (!stop_) finished_ += values;
    }

    static void transpose(const Value* from, std::size_t lines, std::size_t columns, Value* to) {
        constexpr std::size_t TILE = 64;
        for (std::size_t i = 0; i < lines; i += TILE) {
            const std::size_t end = std::min(i + TILE, lines);
            for (std::size_t j = 0; j < columns; ++j) {
                for (std::size_t k = i; k < end; ++k) to[j * lines + k] = from[k * columns + j];
            }
        }
    }

    // Lays out the block that extra turns of the mover lead to with a line for each row of its own.
    void prepare(const Group& own, const Group& other, Scratch& scratch) {
        if (!rules_.extra_turn) return;
        const std::size_t rows = groups_[own.stones - 1].rows.size(), columns = other.rows.size();
        scratch.flipped.resize(rows * columns);
        transpose(line(own.stones - 1, other.stones, 0), columns, rows, scratch.flipped.data());
    }

    static constexpr Value NOTHING = -128;

    // The best that a row gains by the moves that score, against each row of the other group.
    void scoring(const Group& own, std::size_t index, const Group& other, Value* best,
                 const Scratch& scratch) {
        const std::size_t columns = other.rows.size();
        std::fill_n(best, columns, NOTHING);
        const Row& row = own.rows[index];
        for (int pit = 0; pit < n_; ++pit) {
            const int s = row[pit];
            if (s == 0) continue;
            if (pit + s < n_) {
                if (row[pit + s] == 0) capturing(own, row, pit, other, best);
            } else if (pit + s == n_ && rules_.extra_turn) {
                const Row after = sow(row, pit, s - 1);
                const Value* again = &scratch.flipped[rank(after, own.stones - 1) * columns];
                for (std::size_t j = 0; j < columns; ++j) {
                    best[j] = std::max<Value>(best[j], static_cast<Value>(1 + again[j]));
                }
            } else if (pit + s <= 2 * n_) {
                const int across = pit + s - n_;  // the other row's first pits get a stone each
                const int left = own.stones - 1 - across;
                const Row after = sow(row, pit, n_ - 1 - pit);
                const Value* reply = line(other.stones + across, left, rank(after, left));
                if (across == 0) {
                    for (std::size_t j = 0; j < columns; ++j) {
                        best[j] = std::max<Value>(best[j], static_cast<Value>(1 - reply[j]));
                    }
                } else {
                    const std::uint32_t* to = other.sown[across].data();
                    for (std::size_t j = 0; j < columns; ++j) {
                        best[j] = std::max<Value>(best[j], static_cast<Value>(1 - reply[to[j]]));
                    }
                }
            } else {
                for (std::size_t j = 0; j < columns; ++j) {
                    best[j] = std::max(best[j], around(row, pit, other, j));
                }
            }
        }
    }

    // A move whose last stone falls into an empty pit of the row: where it takes something.
    void capturing(const Group& own, const Row& row, int pit, const Group& other, Value* best) {
        const int s = row[pit], last = pit + s, opposite = n_ - 1 - last;
        Row after = sow(row, pit, s);
        const bool stays = rules_.capture == Capture::opposite;
        if (!stays) after[last] = 0;
        const int left = own.stones - (stays ? 0 : 1);
        const std::uint32_t to = rank(after, left);
        const Value* replies[Layout::MOST + 1];
        for (int taken = 0; taken <= other.stones; ++taken) {
            replies[taken] = line(other.stones - taken, left, to);
        }
        const std::uint8_t* held = other.held[opposite].data();
        const std::uint32_t* emptied = other.emptied[opposite].data();
        const bool always = rules_.capture == Capture::both_always;
        for (std::size_t j = 0; j < other.rows.size(); ++j) {
            const int taken = held[j];
            if (taken == 0 && !always) continue;
            const int gain = taken + (stays ? 0 : 1);
            const int value = gain - replies[taken][emptied[j]];
            best[j] = std::max<Value>(best[j], static_cast<Value>(value));
        }
    }

    // A move of so many stones that it comes round to its own row again, stone by stone.
    Value around(const Row& row, int pit, const Group& other, std::size_t index) const {
        Row mine = row, theirs = other.rows[index];
        int s = mine[pit], gain = 0, place = pit;
        mine[pit] = 0;
        while (s-- > 0) {
            place = place == 2 * n_ ? 0 : place + 1;
            if (place < n_) ++mine[place];
            else if (place == n_) ++gain;
            else ++theirs[place - n_ - 1];
        }
        if (place < n_ && mine[place] == 1) {
            std::uint8_t& opposite = theirs[n_ - 1 - place];
            if (rules_.capture == Capture::opposite) {
                gain += opposite;
                opposite = 0;
            } else if (opposite || rules_.capture == Capture::both_always) {
                gain += opposite + 1;
                opposite = mine[place] = 0;
            }
        }
        int left = 0, over = 0;
        for (int i = 0; i < n_; ++i) left += mine[i], over += theirs[i];
        const std::uint32_t r = rank(mine, left), t = rank(theirs, over);
        if (rules_.extra_turn && place == n_)
            return static_cast<Value>(gain + line(left, over, t)[r]);
        return static_cast<Value>(gain - line(over, left, r)[t]);
    }

    Rules rules_;
    const Layout& layout_;
    Value* values_;
    std::atomic<std::uint64_t>& finished_;
    std::atomic<bool>& stop_;
    int n_;
    std::vector<Group> groups_;
};

}  // namespace owari
