// The rules of the games for positions of Python's: the module `owari.games.native_rules`.
#include "othello_positions.hpp"
#include "positions.hpp"
#include "sowing_positions.hpp"

namespace {

template <class Positions>
PyObject* serve(PyObject*, PyObject* positions) {
    if (!PyType_Check(positions)) {
        return PyErr_Format(PyExc_TypeError, "a class expected, not %R", positions);
    }
    const bool done = Positions::serve(reinterpret_cast<PyTypeObject*>(positions));
    return done ? Py_NewRef(Py_None) : nullptr;
}

PyMethodDef functions[] = {
    {"serve_sowing", serve<owari::SowingPositions>, METH_O, nullptr},
    {"serve_othello", serve<owari::OthelloPositions>, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "native_rules",
    "The rules of the games, compiled.",
    -1,
    functions,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit_native_rules() {
    return owari::values.get() ? PyModule_Create(&module) : nullptr;
}
