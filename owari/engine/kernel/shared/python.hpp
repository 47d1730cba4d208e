// Python's objects and errors in C++: references that let go by themselves, and exceptions.
//
// A thin layer of its own, not nanobind: that is a build dependency whose sources are compiled too,
// and the package installs with setuptools alone, and without a compiler.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace owari {

// An error that is set in Python already. All other errors are C++'s own, see `guarded`.
struct PythonError {};

// Whether Python shuts down. It ends a thread that wants the interpreter's lock meanwhile by
// unwinding it, past every `catch`. Destructors then run without the lock, and must not touch
// Python's objects.
inline bool shutting_down() {
#if PY_VERSION_HEX >= 0x030d0000
    return Py_IsFinalizing();
#else
    return _Py_IsFinalizing();
#endif
}

// A reference of its own to an object.
class Ref {
public:
    // Takes over a new reference, as Python's functions return it. Throws PythonError for null.
    explicit Ref(PyObject* owned) : object_(owned) {
        if (!owned) throw PythonError{};
    }
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref& operator=(Ref&&) = delete;
    // The end of an object may run Python, which may end this thread.
    ~Ref() noexcept(false) {
        if (object_ && !shutting_down()) Py_DECREF(object_);
    }

    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }

private:
    PyObject* object_;
};

// The memory of an object, which keeps its place and size for as long as this is there.
class Buffer {
public:
    // The flags are Python's. Throws PythonError.
    Buffer(PyObject* object, int flags) {
        if (PyObject_GetBuffer(object, &view_, flags) < 0) throw PythonError{};
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (!shutting_down()) PyBuffer_Release(&view_);
    }

    void* data() const { return view_.buf; }
    std::size_t size() const { return static_cast<std::size_t>(view_.len); }

private:
    Py_buffer view_{};
};

// What a body returns, or null with an error set: what C++ throws becomes Python's.
template <class Body>
PyObject* guarded(Body body) {
    try {
        return body().release();
    } catch (const PythonError&) {
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::system_error&) {
        PyErr_SetString(PyExc_RuntimeError, "can't start new thread");  // as Python says it
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

}  // namespace owari
