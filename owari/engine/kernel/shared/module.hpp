// Functions, methods and classes of C++ as Python calls them: by position, each argument and each
// result by `Convert` of its type. Arguments that are std::optional may be None, or left out at the
// end.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "conversion.hpp"

namespace owari {

template <class T>
struct Argument {
    static constexpr bool OPTIONAL = false;
    static T from(PyObject* const* given, Py_ssize_t, Py_ssize_t place) {
        return Convert<T>::from(given[place]);
    }
};
template <class T>
struct Argument<std::optional<T>> {
    static constexpr bool OPTIONAL = true;
    static std::optional<T> from(PyObject* const* given, Py_ssize_t count, Py_ssize_t place) {
        if (place >= count || given[place] == Py_None) return std::nullopt;
        return Convert<T>::from(given[place]);
    }
};

template <class... T, std::size_t... I>
std::tuple<T...> arguments([[maybe_unused]] PyObject* const* given, Py_ssize_t count,
                           std::index_sequence<I...>) {
    constexpr Py_ssize_t MOST = sizeof...(T), LEAST = (0 + ... + !Argument<T>::OPTIONAL);
    if (count < LEAST || count > MOST) {
        PyErr_Format(PyExc_TypeError, "%zd arguments expected, %zd given", MOST, count);
        throw PythonError{};
    }
    return std::tuple<T...>{Argument<T>::from(given, count, I)...};  // in this order
}

template <class... T>
std::tuple<std::decay_t<T>...> arguments(PyObject* const* given, Py_ssize_t count) {
    return arguments<std::decay_t<T>...>(given, count, std::index_sequence_for<T...>{});
}

// The result of a call as an object; None for none.
template <class Call>
Ref result_of(Call call) {
    using Result = decltype(call());
    if constexpr (std::is_void_v<Result>) {
        call();
        return Ref(Py_NewRef(Py_None));
    } else {
        return Convert<Result>::to(call());
    }
}

// An object of Python's that owns one of C++'s.
template <class T>
struct Instance {
    PyObject_HEAD T* value;

    static T& of(PyObject* self) { return *reinterpret_cast<Instance*>(self)->value; }
};

template <auto FUNCTION>
struct Function;

template <class R, class... T, R (*FUNCTION)(T...)>
struct Function<FUNCTION> {
    static PyObject* call(PyObject*, PyObject* const* given, Py_ssize_t count) {
        return guarded([&] {
            auto values = arguments<T...>(given, count);
            return result_of([&] { return std::apply(FUNCTION, std::move(values)); });
        });
    }
};

// Of the class C, whose METHOD it or a base of it has.
template <class C, auto METHOD>
struct Method;

template <class C, class R, class B, class... T, R (B::*METHOD)(T...)>
struct Method<C, METHOD> {
    static PyObject* call(PyObject* self, PyObject* const* given, Py_ssize_t count) {
        return guarded([&] {
            auto values = arguments<T...>(given, count);
            const auto method = [&](auto&&... value) {
                return (Instance<C>::of(self).*METHOD)(std::forward<decltype(value)>(value)...);
            };
            return result_of([&] { return std::apply(method, std::move(values)); });
        });
    }
};

// A line of a table of functions or methods: FUNCTION is a Function or a Method.
template <class FUNCTION>
PyMethodDef line(const char* name, const char* help) {
    const auto call = reinterpret_cast<void (*)()>(FUNCTION::call);
    return {name, reinterpret_cast<PyCFunction>(call), METH_FASTCALL, help};
}

// A class whose constructor is MAKE, which returns a std::unique_ptr.
template <auto MAKE>
struct Class;

template <class C, class... T, std::unique_ptr<C> (*MAKE)(T...)>
struct Class<MAKE> {
    // Name and methods must last as long as the program.
    static Ref type(const char* name, PyMethodDef* methods, const char* help) {
        PyType_Slot slots[] = {
            {Py_tp_new, reinterpret_cast<void*>(make)},
            {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
            {Py_tp_methods, methods},
            {Py_tp_doc, const_cast<char*>(help)},
            {0, nullptr},
        };
        PyType_Spec spec = {name, sizeof(Instance<C>), 0, Py_TPFLAGS_DEFAULT, slots};
        return Ref(PyType_FromSpec(&spec));
    }

private:
    static PyObject* make(PyTypeObject* type, PyObject* given, PyObject* keywords) {
        return guarded([&] {
            if (keywords && PyDict_GET_SIZE(keywords)) {
                PyErr_SetString(PyExc_TypeError, "arguments are given by position");
                throw PythonError{};
            }
            const Py_ssize_t count = PyTuple_GET_SIZE(given);
            PyObject* const* items = reinterpret_cast<PyTupleObject*>(given)->ob_item;
            auto value = std::apply(MAKE, arguments<T...>(items, count));
            Ref self(type->tp_alloc(type, 0));
            reinterpret_cast<Instance<C>*>(self.get())->value = value.release();
            return self;
        });
    }

    static void destroy(PyObject* self) {
        delete reinterpret_cast<Instance<C>*>(self)->value;
        PyTypeObject* type = Py_TYPE(self);
        type->tp_free(self);
        Py_DECREF(type);
    }
};

// Throws PythonError.
inline void add(const Ref& module, const char* name, const Ref& value) {
    if (PyModule_AddObjectRef(module.get(), name, value.get()) < 0) throw PythonError{};
}

}  // namespace owari
