// From Python's objects to C++'s values and back.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "python.hpp"

namespace owari {

// `from` makes a value of an object that somebody else keeps, `to` a new object of a value. Both
// throw PythonError, or std::invalid_argument for a value that C++ refuses.
template <class T>
struct Convert;

template <>
struct Convert<int> {
    static int from(PyObject* object) {
        const long number = PyLong_AsLong(object);
        if (number == -1 && PyErr_Occurred()) throw PythonError{};
        if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
            PyErr_SetString(PyExc_OverflowError, "a number is too large for the kernel");
            throw PythonError{};
        }
        return static_cast<int>(number);
    }
    static Ref to(int number) { return Ref(PyLong_FromLong(number)); }
};

template <>
struct Convert<std::uint64_t> {
    static std::uint64_t from(PyObject* object) {
        const std::uint64_t number = PyLong_AsUnsignedLongLong(object);
        if (number == ~std::uint64_t{0} && PyErr_Occurred()) throw PythonError{};
        return number;
    }
    static Ref to(std::uint64_t number) { return Ref(PyLong_FromUnsignedLongLong(number)); }
};

template <>
struct Convert<double> {
    static double from(PyObject* object) {
        const double number = PyFloat_AsDouble(object);
        if (number == -1.0 && PyErr_Occurred()) throw PythonError{};
        return number;
    }
};

// Any object is true or false.
template <>
struct Convert<bool> {
    static bool from(PyObject* object) {
        const int truth = PyObject_IsTrue(object);
        if (truth < 0) throw PythonError{};
        return truth != 0;
    }
    static Ref to(bool truth) { return Ref(PyBool_FromLong(truth)); }
};

template <>
struct Convert<std::string> {
    static std::string from(PyObject* object) {
        Py_ssize_t size = 0;
        const char* text = PyUnicode_AsUTF8AndSize(object, &size);
        if (!text) throw PythonError{};
        return std::string(text, static_cast<std::size_t>(size));
    }
    static Ref to(const std::string& text) {
        return Ref(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
    }
};

inline void check_type(PyObject* object, PyTypeObject& type) {
    if (PyObject_TypeCheck(object, &type)) return;
    PyErr_Format(PyExc_TypeError, "%s expected, not %s", type.tp_name, Py_TYPE(object)->tp_name);
    throw PythonError{};
}

// A tuple of fixed size.
template <class... T>
struct Convert<std::tuple<T...>> {
    static std::tuple<T...> from(PyObject* object) {
        check_type(object, PyTuple_Type);
        if (PyTuple_GET_SIZE(object) != static_cast<Py_ssize_t>(sizeof...(T))) {
            PyErr_Format(PyExc_TypeError, "a tuple of %zu expected, not of %zd", sizeof...(T),
                         PyTuple_GET_SIZE(object));
            throw PythonError{};
        }
        return from_items(object, std::index_sequence_for<T...>{});
    }
    static Ref to(const std::tuple<T...>& values) {
        Ref tuple(PyTuple_New(sizeof...(T)));
        fill(tuple.get(), values, std::index_sequence_for<T...>{});
        return tuple;
    }

private:
    template <std::size_t... I>
    static std::tuple<T...> from_items(PyObject* tuple, std::index_sequence<I...>) {
        return std::tuple<T...>{Convert<T>::from(PyTuple_GET_ITEM(tuple, I))...};
    }
    template <std::size_t... I>
    static void fill(PyObject* tuple, const std::tuple<T...>& values, std::index_sequence<I...>) {
        (PyTuple_SET_ITEM(tuple, I, Convert<T>::to(std::get<I>(values)).release()), ...);
    }
};

// Numbers in a tuple: the cells of a board, the moves of a line.
struct Numbers : std::vector<int> {
    using std::vector<int>::vector;
};

template <>
struct Convert<Numbers> {
    static Numbers from(PyObject* object) {
        check_type(object, PyTuple_Type);
        Numbers numbers;
        numbers.reserve(static_cast<std::size_t>(PyTuple_GET_SIZE(object)));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i) {
            numbers.push_back(Convert<int>::from(PyTuple_GET_ITEM(object, i)));
        }
        return numbers;
    }
    static Ref to(const Numbers& numbers) {
        Ref tuple(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                             Convert<int>::to(numbers[i]).release());
        }
        return tuple;
    }
};

// A list.
template <class T>
struct Convert<std::vector<T>> {
    static std::vector<T> from(PyObject* object) {
        check_type(object, PyList_Type);
        std::vector<T> values;
        // An item may run Python, which may change the list.
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
            const Ref item(Py_NewRef(PyList_GET_ITEM(object, i)));
            values.push_back(Convert<T>::from(item.get()));
        }
        return values;
    }
    static Ref to(const std::vector<T>& values) {
        Ref list(PyList_New(static_cast<Py_ssize_t>(values.size())));
        for (std::size_t i = 0; i < values.size(); ++i) {
            PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i),
                            Convert<T>::to(values[i]).release());
        }
        return list;
    }
};

// The items of a dictionary from names to values.
template <class T>
struct Convert<std::vector<std::pair<std::string, T>>> {
    static std::vector<std::pair<std::string, T>> from(PyObject* object) {
        check_type(object, PyDict_Type);
        const Ref items(
            PyDict_Items(object));  // a value may run Python, which may change the dictionary
        std::vector<std::pair<std::string, T>> pairs;
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
            PyObject* item = PyList_GET_ITEM(items.get(), i);
            pairs.emplace_back(Convert<std::string>::from(PyTuple_GET_ITEM(item, 0)),
                               Convert<T>::from(PyTuple_GET_ITEM(item, 1)));
        }
        return pairs;
    }
};

// Memory that the kernel may write to.
struct Writable {
    std::unique_ptr<Buffer> buffer;
};

template <>
struct Convert<Writable> {
    static Writable from(PyObject* object) {
        return {std::make_unique<Buffer>(object, PyBUF_WRITABLE)};
    }
};

template <>
struct Convert<std::unique_ptr<Buffer>> {
    static std::unique_ptr<Buffer> from(PyObject* object) {
        return std::make_unique<Buffer>(object, PyBUF_SIMPLE);
    }
};

// A function that is told something, or None. It is the caller's: who is unwound need not let go of
// it.
class Callback {
public:
    explicit Callback(PyObject* function) : function_(function == Py_None ? nullptr : function) {}

    explicit operator bool() const { return function_ != nullptr; }

    // Throws PythonError when the function raises something.
    template <class T>
    void operator()(const T& value) const {
        const Ref argument = Convert<T>::to(value);
        const Ref answer(PyObject_CallOneArg(function_, argument.get()));
    }

private:
    PyObject* function_;
};

template <>
struct Convert<Callback> {
    static Callback from(PyObject* object) { return Callback(object); }
};

}  // namespace owari
