// The methods of `OthelloPosition` of owari/games/othello.py, on boards of up to 64 squares.
#pragma once

#include "othello_board.hpp"
#include "positions.hpp"

namespace owari {

// The rules of a game on boards of one size.
struct OthelloGame {
    int size;
    bool free;
    Discs all;
    Discs (*moves)(Discs own, Discs other);
    Discs (*flips)(Discs own, Discs other, int square);

    template <int SIZE, bool FREE>
    static constexpr OthelloGame of() {
        return {SIZE, FREE, Squares<SIZE>::ALL, Othello<SIZE, FREE>::moves, owari::flips<SIZE>};
    }

    // Null for boards that are no machine word, and with an error set.
    static const OthelloGame* find(PyObject* numbers) {
        static constexpr OthelloGame GAMES[] = {of<4, false>(), of<6, false>(), of<8, false>(),
                                                of<4, true>(),  of<6, true>(),  of<8, true>()};
        int size = 0, free = 0;
        if (!PyArg_ParseTuple(numbers, "ip", &size, &free)) return nullptr;
        for (const OthelloGame& game : GAMES) {
            if (game.size == size && game.free == (free != 0)) return &game;
        }
        return nullptr;
    }
};

class OthelloPositions {
public:
    // False with an error set; see Family.
    static bool serve(PyTypeObject* type) {
        return family_.serve(
            type, {&legal_moves_, &playable_, &forced_, &play_, &outcome_, &score_, &gain_});
    }

private:
    // A regular position of Python's; none for any other object, perhaps with an error set.
    struct Position {
        explicit Position(PyObject* object) {
            if (PyTuple_GET_SIZE(object) != 5) return;
            PyObject* turn = PyTuple_GET_ITEM(object, 3);
            south = turn == values.south;
            if (!south && turn != values.north) return;
            const OthelloGame* known = family_.game_of(PyTuple_GET_ITEM(object, 0));
            if (!known || !discs(PyTuple_GET_ITEM(object, south ? 1 : 2), own) ||
                !discs(PyTuple_GET_ITEM(object, south ? 2 : 1), other)) {
                return;
            }
            if (!(own & other) && !((own | other) & ~known->all)) game = known;
        }

        static bool discs(PyObject* object, Discs& found) {
            if (!PyLong_CheckExact(object)) return false;
            found = PyLong_AsUnsignedLongLong(object);
            if (found != ~Discs{0} || !PyErr_Occurred()) return true;
            PyErr_Clear();  // it is negative or too large
            return false;
        }

        explicit operator bool() const { return game; }

        Discs moves() const { return game->moves(own, other); }
        Discs answers() const { return game->moves(other, own); }

        bool is_empty(int square) const {
            return square >= 0 && square < game->size * game->size &&
                   !((own | other) >> square & 1);
        }
        Discs flipped(int square) const { return game->flips(own, other, square); }

        PyObject* outcome(int empty) const {
            const int mine = count(own), theirs = count(other);
            return new_outcome(south ? mine : theirs, south ? theirs : mine, empty);
        }

        const OthelloGame* game = nullptr;
        bool south = false;
        Discs own = 0, other = 0;
    };

    static PyObject* legal_moves(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return legal_moves_.in_python(self);
        Discs moves = position.moves();
        if (!moves && position.answers()) return PyTuple_Pack(1, values.pass);
        const int many = count(moves);
        PyObject* found = PyTuple_New(many);
        for (int i = 0; found && i < many; ++i, moves &= moves - 1) {
            PyTuple_SET_ITEM(found, i, Py_NewRef(values.moves[first_of(moves)]));
        }
        return found;
    }

    static PyObject* forced(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return forced_.in_python(self);
        return Py_NewRef(position.moves() || !position.answers() ? Py_None : values.pass);
    }

    static PyObject* playable(PyObject* self, PyObject* const* given, Py_ssize_t many,
                              PyObject* names) {
        const Position position(self);
        if (!position || many != 1 || names ||
            (given[0] != values.south && given[0] != values.north)) {
            return playable_.in_python(self, given, many, names);
        }
        const bool own = (given[0] == values.south) == position.south;
        return PyLong_FromUnsignedLongLong(own ? position.moves() : position.answers());
    }

    static PyObject* play(PyObject* self, PyObject* const* given, Py_ssize_t many,
                          PyObject* names) {
        const Position position(self);
        if (!position || many != 1 || names) return play_.in_python(self, given, many, names);
        Discs own = position.own, other = position.other;
        if (given[0] == values.pass) {
            if (position.moves() || !position.answers()) return play_.in_python(self, given, many);
        } else {
            const int square = cell_of(given[0]);
            if (!position.is_empty(square)) return play_.in_python(self, given, many);
            const Discs flipped = position.flipped(square);
            const bool is_legal =
                position.game->free ? position.moves() >> square & 1 : flipped != 0;
            if (!is_legal) return play_.in_python(self, given, many);
            own |= flipped | bit(square);
            other &= ~flipped;
        }
        return made(self, position.south ? own : other, position.south ? other : own,
                    position.south ? values.north : values.south);
    }

    static PyObject* made(PyObject* before, Discs south, Discs north, PyObject* turn) {
        Owned position(family_.new_position(5));
        if (!position) return nullptr;
        PyTuple_SET_ITEM(position.get(), 0, Py_NewRef(PyTuple_GET_ITEM(before, 0)));
        PyTuple_SET_ITEM(position.get(), 1, PyLong_FromUnsignedLongLong(south));
        PyTuple_SET_ITEM(position.get(), 2, PyLong_FromUnsignedLongLong(north));
        PyTuple_SET_ITEM(position.get(), 3, Py_NewRef(turn));
        PyTuple_SET_ITEM(position.get(), 4, Py_NewRef(PyTuple_GET_ITEM(before, 4)));
        const bool whole =
            PyTuple_GET_ITEM(position.get(), 1) && PyTuple_GET_ITEM(position.get(), 2);
        return whole ? position.release() : nullptr;
    }

    static PyObject* outcome(PyObject* self, PyObject*) {
        const Position position(self);
        if (!position) return outcome_.in_python(self);
        if (position.moves() || position.answers()) return Py_NewRef(Py_None);
        return position.outcome(count(position.game->all & ~(position.own | position.other)));
    }

    static PyObject* score(PyObject* self, PyObject*) {
        const Position position(self);
        return position ? position.outcome(0) : score_.in_python(self);
    }

    static PyObject* gain(PyObject* self, PyObject* const* given, Py_ssize_t many,
                          PyObject* names) {
        const Position position(self);
        if (!position || many != 1 || names) return gain_.in_python(self, given, many, names);
        const int square = cell_of(given[0]);
        if (!position.is_empty(square)) return gain_.in_python(self, given, many);
        return PyLong_FromLong(count(position.flipped(square)));
    }

    static inline Family<const OthelloGame> family_;
    static inline Method legal_moves_{"legal_moves", legal_moves};
    static inline Method playable_{"playable", "($self, side)", playable};
    static inline Method forced_{"forced", forced};
    static inline Method play_{"play", "($self, move)", play};
    static inline Method outcome_{"outcome", outcome};
    static inline Method score_{"score", score};
    static inline Method gain_{"gain", "($self, move)", gain};
};

}  // namespace owari
