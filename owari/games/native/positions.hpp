// How C++ takes over methods of Python's classes of positions.
//
// Python stays the definition of the rules. A compiled method knows regular positions and legal
// moves, and hands everything else to the method in Python that it replaces. So errors and their
// sentences are Python's.
//
// Nothing here needs the C++ library, which would take longer to load than all the rest.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <initializer_list>
#include <utility>

namespace owari {

// A reference of its own to an object; none where Python has set an error.
class Owned {
public:
    explicit Owned(PyObject* object) : object_(object) {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() { Py_XDECREF(object_); }

    explicit operator bool() const { return object_ != nullptr; }
    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }

private:
    PyObject* object_;
};

// A compiled method, and the one in Python that it replaces. It lasts as long as the process.
class Method {
public:
    using Plain = PyObject* (*)(PyObject* self, PyObject*);
    using Asking = PyObject* (*)(PyObject* self, PyObject* const* given, Py_ssize_t many,
                                 PyObject* names);

    Method(const char* name, Plain code)
        : parameters_("($self)"), definition_{name, code, METH_NOARGS, nullptr} {}

    // `parameters` are as `($self, move)`.
    Method(const char* name, const char* parameters, Asking code)
        : parameters_(parameters),
          definition_{name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(code)),
                      METH_FASTCALL | METH_KEYWORDS, nullptr} {}

    // Takes the place of the method of its name, with its help; false with an error set.
    bool replace_in(PyTypeObject* type) {
        auto* owner = reinterpret_cast<PyObject*>(type);
        Owned defined(PyObject_GetAttrString(owner, definition_.ml_name));
        if (!defined) return false;
        const Owned help(PyObject_GetAttrString(defined.get(), "__doc__"));
        if (!help) return false;
        Owned text(
            PyUnicode_FromFormat("%s%s\n--\n\n%S", definition_.ml_name, parameters_, help.get()));
        if (!text) return false;
        definition_.ml_doc = PyUnicode_AsUTF8(text.get());
        if (!definition_.ml_doc) return false;
        text.release();  // it holds the characters
        const Owned method(PyDescr_NewMethod(type, &definition_));
        if (!method) return false;
        if (PyObject_SetAttrString(owner, definition_.ml_name, method.get()) < 0) return false;
        in_python_ = defined.release();
        return true;
    }

    // What the method in Python returns; null where an error is set already.
    PyObject* in_python(PyObject* self, PyObject* const* given = nullptr, Py_ssize_t many = 0,
                        PyObject* names = nullptr) const {
        constexpr Py_ssize_t MOST = 3;  // more than any method takes
        if (PyErr_Occurred()) return nullptr;
        const Py_ssize_t all = many + (names ? PyTuple_GET_SIZE(names) : 0);
        if (all > MOST) {
            return PyErr_Format(PyExc_TypeError, "%s() takes fewer arguments than %zd",
                                definition_.ml_name, all);
        }
        PyObject* arguments[1 + MOST] = {self};
        for (Py_ssize_t i = 0; i < all; ++i) arguments[1 + i] = given[i];
        return PyObject_Vectorcall(in_python_, arguments, static_cast<std::size_t>(1 + many),
                                   names);
    }

private:
    const char* parameters_;
    PyMethodDef definition_;
    PyObject* in_python_ = nullptr;
};

// The values of owari/games/game.py of which results are made.
struct Values {
    static constexpr int MOVES = 64;

    PyTypeObject *move = nullptr, *outcome = nullptr;
    PyObject *south = nullptr, *north = nullptr, *pass = nullptr;
    PyObject* moves[MOVES] = {};  // by their cells

    // False with an error set.
    bool get() {
        const Owned module(PyImport_ImportModule("owari.games.game"));
        if (!module) return false;
        const Owned side(PyObject_GetAttrString(module.get(), "Side"));
        if (!side) return false;
        move = reinterpret_cast<PyTypeObject*>(PyObject_GetAttrString(module.get(), "Move"));
        if (!move) return false;
        outcome = reinterpret_cast<PyTypeObject*>(PyObject_GetAttrString(module.get(), "Outcome"));
        if (!outcome) return false;
        if (!(pass = PyObject_GetAttrString(module.get(), "PASS"))) return false;
        if (!(south = PyObject_GetAttrString(side.get(), "SOUTH"))) return false;
        if (!(north = PyObject_GetAttrString(side.get(), "NORTH"))) return false;
        for (int cell = 0; cell < MOVES; ++cell) {
            moves[cell] = PyObject_CallFunction(reinterpret_cast<PyObject*>(move), "i", cell);
            if (!moves[cell]) return false;
        }
        return true;
    }
};

inline Values values;

// The rules of a family of games. It lasts as long as the process.
template <class Game>
class Family {
public:
    // Compiles the methods of a class; false with an error set. Its rules have `numbers`, with
    // which `Game::find` finds the game; Python serves other rules.
    bool serve(PyTypeObject* type, std::initializer_list<Method*> methods) {
        for (Method* method : methods) {
            if (!method->replace_in(type)) return false;
        }
        Py_INCREF(type);
        type_ = type;
        return true;
    }

    // Null for rules that C++ does not know, perhaps with an error set.
    Game* game_of(PyObject* rules) {
        if (rules == known_[latest_].rules) return known_[latest_].game;
        for (int i = 0; i < KNOWN; ++i) {
            if (rules == known_[i].rules) return known_[latest_ = i].game;
        }
        const Owned numbers(PyObject_GetAttrString(rules, "numbers"));
        Game* game = numbers ? Game::find(numbers.get()) : nullptr;
        if (PyErr_Occurred()) {
            const bool are_others = PyErr_ExceptionMatches(PyExc_AttributeError) ||
                                    PyErr_ExceptionMatches(PyExc_TypeError);
            if (!are_others) return nullptr;
            PyErr_Clear();  // they are of another family
        }
        latest_ = (latest_ + 1) % KNOWN;
        const Owned forgotten(std::exchange(known_[latest_], {Py_NewRef(rules), game}).rules);
        return game;
    }

    // A new position, whose items are still to be set.
    PyObject* new_position(Py_ssize_t items) const { return type_->tp_alloc(type_, items); }

private:
    struct Known {
        PyObject* rules;  // kept, so that no other object takes its place
        Game* game;
    };
    static constexpr int KNOWN = 8;
    Known known_[KNOWN] = {};
    int latest_ = 0;
    PyTypeObject* type_ = nullptr;
};

// The value of an int from 0 to a billion; -1 for any other object.
inline int number_of(PyObject* object) {
    if (!PyLong_CheckExact(object)) return -1;
    const auto* number = reinterpret_cast<PyLongObject*>(object);
#if PY_VERSION_HEX >= 0x030c0000
    if (!PyUnstable_Long_IsCompact(number)) return -1;
    const Py_ssize_t value = PyUnstable_Long_CompactValue(number);
#else
    if (Py_SIZE(object) == 0) return 0;
    if (Py_SIZE(object) != 1) return -1;
    const Py_ssize_t value = number->ob_digit[0];
#endif
    return value < 0 || value > 1'000'000'000 ? -1 : static_cast<int>(value);
}

// The cell of a move; -1 for a swap, a pass and any other object.
inline int cell_of(PyObject* move) {
    const bool is_move = Py_TYPE(move) == values.move && PyTuple_GET_SIZE(move) == 1;
    return is_move ? number_of(PyTuple_GET_ITEM(move, 0)) : -1;
}

// An Outcome: the stones or discs of both sides, and the squares that are left.
inline PyObject* new_outcome(int south, int north, int empty) {
    Owned outcome(values.outcome->tp_alloc(values.outcome, 3));
    if (!outcome) return nullptr;
    const int counts[] = {south, north, empty};
    for (int i = 0; i < 3; ++i) {
        PyObject* number = PyLong_FromLong(counts[i]);
        if (!number) return nullptr;
        PyTuple_SET_ITEM(outcome.get(), i, number);
    }
    return outcome.release();
}

}  // namespace owari
