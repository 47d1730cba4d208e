/* What the referee does in each ply with a program that speaks through pipes, each in one call:
   hands it a request and takes its answer, and looks whether it is at rest.

   A program is at rest for certain where its first thread is blocked in a read of descriptor 0 and
   nothing else is there that could compute or wake it, as files and folders of the system tell. */

#ifndef OWARI_EXCHANGE_H
#define OWARI_EXCHANGE_H

#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "syscalls.h"

#ifdef OWARI_HAS_SYSCALLS

enum { MOST_AT_ONCE = 4096 };

/* exchange(input, output, other, another, data, seconds): the answer to the data, empty at the end
   of the output; None where it does not come in time, or where one of the other descriptors has
   something first. Raises BlockingIOError where the pipe is full. */
static PyObject *exchange(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count) {
    char answer[MOST_AT_ONCE];
    if (count != 6 || !PyBytes_Check(args[4])) {
        PyErr_SetString(PyExc_TypeError, "exchange takes four descriptors, bytes and seconds");
        return NULL;
    }
    int input = PyLong_AsLong(args[0]);
    struct pollfd watched[3];
    for (int n = 0; n < 3; n++)
        watched[n] = (struct pollfd){PyLong_AsLong(args[n + 1]), POLLIN, 0};
    double seconds = PyFloat_AsDouble(args[5]);
    if (PyErr_Occurred()) return NULL;
    struct timespec limit = {(time_t)seconds, (seconds - (time_t)seconds) * 1e9};
    const char *data = PyBytes_AS_STRING(args[4]);
    ssize_t length = PyBytes_GET_SIZE(args[4]), written, got = -1;

    Py_BEGIN_ALLOW_THREADS;
    written = write(input, data, length);
    if (written < 0 && errno == EPIPE) written = length; /* what it said before still counts */
    if (written == length && ppoll(watched, 3, &limit, NULL) > 0 && watched[0].revents)
        got = read(watched[0].fd, answer, sizeof answer);
    Py_END_ALLOW_THREADS;

    if (written < length) {
        errno = EAGAIN;
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    if (got < 0) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize(answer, got);
}

/* Whether each of the pairs holds: a descriptor with the text of its file, or with the number of
   links of its folder. -1 for an error. */
static int all_hold(PyObject *facts) {
    char text[128];
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(facts); n++) {
        int descriptor;
        PyObject *wanted;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(facts, n), "iO", &descriptor, &wanted)) return -1;
        if (PyBytes_Check(wanted)) {
            ssize_t length = pread(descriptor, text, sizeof text, 0);
            if (length != PyBytes_GET_SIZE(wanted) ||
                memcmp(text, PyBytes_AS_STRING(wanted), length) != 0)
                return 0;
        } else {
            struct stat folder;
            if (fstat(descriptor, &folder) != 0 || (long)folder.st_nlink != PyLong_AsLong(wanted))
                return 0;
        }
    }
    return 1;
}

static double monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Whether a program that may still be on its way to its input gets there in time; `call` is its
   open file /proc/PID/syscall. It goes there while we yield, as we often have one core. */
static int reads_its_input(int call, double seconds) {
    char wanted[24], text[128];
    size_t length = snprintf(wanted, sizeof wanted, "%d 0x0 ", (int)SYS_read);
    double deadline = 0.0;
    for (;;) {
        sched_yield();
        ssize_t got = pread(call, text, sizeof text, 0);
        if (got > (ssize_t)length && memcmp(text, wanted, length) == 0) return 1;
        if (got < 7 || memcmp(text, "running", 7) != 0) return 0;
        double now = monotonic();
        if (deadline == 0.0) deadline = now + seconds;
        if (now >= deadline) return 0;
    }
}

static int has_said_more(int output) {
    struct pollfd watched = {output, POLLIN, 0};
    return poll(&watched, 1, 0) != 0;
}

/* rest(call, facts, clock, output, seconds): the processor time, in nanoseconds, of a program that
   is at rest or comes to it in so many seconds; -1 where that is not certain, or where it has said
   what nobody asked for. */
static PyObject *rest(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count) {
    if (count != 5 || !PyTuple_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "rest takes two descriptors, facts, a clock and seconds");
        return NULL;
    }
    int call = PyLong_AsLong(args[0]);
    clockid_t clock = PyLong_AsLong(args[2]);
    int output = PyLong_AsLong(args[3]);
    double seconds = PyFloat_AsDouble(args[4]);
    if (PyErr_Occurred()) return NULL;
    int reads;
    Py_BEGIN_ALLOW_THREADS;
    reads = reads_its_input(call, seconds) && !has_said_more(output);
    Py_END_ALLOW_THREADS;
    int certain = reads ? all_hold(args[1]) : 0;
    struct timespec used;
    if (certain < 0) return NULL;
    if (!certain || clock_gettime(clock, &used) != 0) return PyLong_FromLong(-1);
    return PyLong_FromLongLong(used.tv_sec * 1000000000LL + used.tv_nsec);
}

#endif
#endif
