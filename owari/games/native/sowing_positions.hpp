// The methods of `Mancala` of owari/games/mancala.py, on boards of up to MAX_STONES stones.
#pragma once

#include <new>

#include "positions.hpp"
#include "sowing_board.hpp"

namespace owari {

// What positions with the same rules share. It lasts as long as the process.
class SowingGame {
public:
    using Board = owari::Board<Wide, 0>;

    // Null for rules that the board does not know, perhaps with an error set.
    static SowingGame* find(PyObject* numbers) {
        int pits = 0, extra_turn = 0, capture = 0;
        if (!PyArg_ParseTuple(numbers, "ipi", &pits, &extra_turn, &capture)) return nullptr;
        if (pits < 1 || pits > MAX_PITS || capture < 0 || capture >= CAPTURES) return nullptr;
        static SowingGame* games[MAX_PITS + 1][2][CAPTURES] = {};
        SowingGame*& game = games[pits][extra_turn][capture];
        if (!game) {
            void* memory = PyMem_Malloc(sizeof(SowingGame));
            if (!memory) return PyErr_NoMemory(), nullptr;
            game = new (memory) SowingGame({pits, extra_turn != 0, static_cast<Capture>(capture)});
        }
        return game;
    }

    // The legal moves by the pits with stones of South or of North, a bit for each; null with an
    // error set.
    PyObject* moves(bool south, unsigned pits) {
        PyObject**& known = moves_[south];
        if (!known) {
            const std::size_t all = std::size_t{1} << board.pits();
            known = static_cast<PyObject**>(PyMem_Calloc(all, sizeof(PyObject*)));
            if (!known) return PyErr_NoMemory();
        }
        if (!known[pits]) known[pits] = new_moves(south ? 0 : board.pits() + 1, pits);
        return Py_XNewRef(known[pits]);
    }

    const Board board;

private:
    static constexpr int CAPTURES = static_cast<int>(Capture::both_always) + 1;

    explicit SowingGame(const Rules& rules) : board(rules) {}

    static PyObject* new_moves(int first, unsigned pits) {
        Py_ssize_t many = 0;
        for (unsigned left = pits; left; left &= left - 1) ++many;
        PyObject* moves = PyTuple_New(many);
        for (Py_ssize_t i = 0; moves && i < many; ++i, pits &= pits - 1) {
            PyTuple_SET_ITEM(moves, i, Py_NewRef(values.moves[first + __builtin_ctz(pits)]));
        }
        return moves;
    }

    PyObject** moves_[2] = {};  // by whether they are South's
};

class SowingPositions {
public:
    // False with an error set; see Family.
    static bool serve(PyTypeObject* type) {
        return family_.serve(type, {&legal_moves_, &play_, &outcome_, &score_, &settled_});
    }

private:
    using Board = SowingGame::Board;

    // A regular position of Python's; none for any other object, perhaps with an error set.
    class Position {
    public:
        explicit Position(PyObject* object) {
            if (PyTuple_GET_SIZE(object) != 3) return;
            PyObject* cells = PyTuple_GET_ITEM(object, 1);
            PyObject* turn = PyTuple_GET_ITEM(object, 2);
            south = turn == values.south;
            if (!PyTuple_CheckExact(cells) || !(south || turn == values.north)) return;
            game = family_.game_of(PyTuple_GET_ITEM(object, 0));
            if (!game) return;
            half = game->board.pits() + 1;
            int room = PyTuple_GET_SIZE(cells) == 2 * half ? MAX_STONES : -1;
            board.own = row(cells, south ? 0 : half, room);
            board.other = row(cells, south ? half : 0, room);
            if (room < 0) game = nullptr;
        }

        explicit operator bool() const { return game; }

        bool is_over() const {
            return !game->board.row(board.own) || !game->board.row(board.other);
        }

        // The pits with stones of the side to move, a bit for each.
        unsigned pits() const {
            unsigned pits = 0;
            for (int pit = 0; pit < half - 1; ++pit) {
                if (Board::lane(board.own, pit)) pits |= 1u << pit;
            }
            return pits;
        }

        PyObject* outcome(int own, int other) const {
            return new_outcome(south ? own : other, south ? other : own, 0);
        }
        PyObject* settled() const {
            return outcome(Board::sum(board.own), Board::sum(board.other));
        }

        SowingGame* game = nullptr;
        bool south = false;
        int half = 0;  // the cells of a side
        Board::Position board{0, 0};

    private:
        // Takes the stones of a side from the room for stones, which is negative when there is none
        // or where a cell is no number of stones.
        Board::Word row(PyObject* cells, int first, int& room) const {
            Board::Word row = 0;
            for (int i = 0; i < half && room >= 0; ++i) {
                const int stones = number_of(PyTuple_GET_ITEM(cells, first + i));
                room = stones < 0 ? -1 : room - stones;
                if (room >= 0) row |= Board::lanes(i, stones);
            }
            return row;
        }
    };

    static PyObject* legal_moves(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return legal_moves_.in_python(self);
        if (position.is_over()) return PyTuple_New(0);
        return position.game->moves(position.south, position.pits());
    }

    static PyObject* play(PyObject* self, PyObject* const* given, Py_ssize_t many,
                          PyObject* names) {
        const Position position(self);
        if (!position || many != 1 || names) return play_.in_python(self, given, many, names);
        const Board& board = position.game->board;
        const int pit = cell_of(given[0]) - (position.south ? 0 : position.half);
        if (pit < 0 || pit >= board.pits() || !Board::lane(position.board.own, pit) ||
            position.is_over()) {
            return play_.in_python(self, given, many);
        }
        Board::Position after = position.board;
        const bool south = board.play(after, pit) == position.south;
        return made(PyTuple_GET_ITEM(self, 0), position.half, south ? after.own : after.other,
                    south ? after.other : after.own, south ? values.south : values.north);
    }

    static PyObject* made(PyObject* rules, int half, Board::Word south, Board::Word north,
                          PyObject* turn) {
        Owned cells(PyTuple_New(2 * half));
        if (!cells) return nullptr;
        for (int i = 0; i < half; ++i) {  // numbers that are always there
            PyTuple_SET_ITEM(cells.get(), i, PyLong_FromLong(Board::lane(south, i)));
            PyTuple_SET_ITEM(cells.get(), half + i, PyLong_FromLong(Board::lane(north, i)));
        }
        PyObject* position = family_.new_position(3);
        if (!position) return nullptr;
        PyTuple_SET_ITEM(position, 0, Py_NewRef(rules));
        PyTuple_SET_ITEM(position, 1, cells.release());
        PyTuple_SET_ITEM(position, 2, Py_NewRef(turn));
        return position;
    }

    static PyObject* outcome(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return outcome_.in_python(self);
        return position.is_over() ? position.settled() : Py_NewRef(Py_None);
    }

    static PyObject* score(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return score_.in_python(self);
        const Board& board = position.game->board;
        return position.outcome(board.goal(position.board.own), board.goal(position.board.other));
    }

    static PyObject* settled(PyObject* self, PyObject*) {
        const Position position(self);
        return position ? position.settled() : settled_.in_python(self);
    }

    static inline Family<SowingGame> family_;
    static inline Method legal_moves_{"legal_moves", legal_moves};
    static inline Method play_{"play", "($self, move)", play};
    static inline Method outcome_{"outcome", outcome};
    static inline Method score_{"score", score};
    static inline Method settled_{"settled", settled};
};

}  // namespace owari
