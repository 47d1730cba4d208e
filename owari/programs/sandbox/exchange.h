/* What the referee does in each ply with a program that speaks through pipes, each in one call:
   hands it a request and takes its answer, and looks whether it is at rest.

   A program is at rest for certain where its one thread is blocked in a read of a pipe and nobody is
   there who could compute, wake it or write to that pipe but us, as files of the system tell. What
   its descriptor 0 is does not matter: a thread that is no more may have changed it since. */

#ifndef OWARI_EXCHANGE_H
#define OWARI_EXCHANGE_H

#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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

/* Whether each of these open files has its text. -1 for an error. */
static int all_hold(PyObject *facts) {
    char text[256];
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(facts); n++) {
        int file;
        const char *wanted;
        Py_ssize_t length;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(facts, n), "iy#", &file, &wanted, &length))
            return -1;
        if (pread(file, text, sizeof text, 0) != length || memcmp(text, wanted, length) != 0)
            return 0;
    }
    return 1;
}

/* A field of the file /proc/PID/stat, numbered as in proc(5); -1 where it is not there. The name of
   the program may hold anything, and all after it are numbers. */
static long field(const char *text, int number) {
    const char *place = strrchr(text, ')');
    for (int n = 2; place && n < number; n++) place = strchr(place + 1, ' ');
    return place ? strtol(place, NULL, 10) : -1;
}

/* Whether it has one thread and no alarm can wake it, as its open file /proc/PID/stat tells. */
static int is_alone(int stat) {
    enum { THREADS = 20, CAUGHT = 34 };
    char text[1024];
    ssize_t got = pread(stat, text, sizeof text - 1, 0);
    if (got <= 0) return 0;
    text[got] = '\0';
    long caught = field(text, CAUGHT);
    return field(text, THREADS) == 1 && caught >= 0 && !(caught & 1l << (SIGALRM - 1));
}

static double monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Whether a program that may still be on its way to its input gets there in time; `place` is its
   open file /proc/PID/wchan, the function of the system in which it is blocked. It goes there while
   we yield, as we often have one core. */
static int reads_a_pipe(int place, double seconds) {
    char name[128];
    double deadline = 0.0;
    for (;;) {
        sched_yield();
        ssize_t got = pread(place, name, sizeof name - 1, 0);
        if (got <= 0) return 0;
        name[got] = '\0';
        if (strstr(name, "pipe_read")) return 1;
        if (strcmp(name, "0") != 0) return 0;
        double now = monotonic();
        if (deadline == 0.0) deadline = now + seconds;
        if (now >= deadline) return 0;
    }
}

static int has_said_more(int output) {
    struct pollfd watched = {output, POLLIN, 0};
    return poll(&watched, 1, 0) != 0;
}

/* rest(place, stat, facts, clock, output, seconds): the processor time, in nanoseconds, of a program
   that is at rest or comes to it in so many seconds; -1 where that is not certain, or where it has
   said what nobody asked for. */
static PyObject *rest(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count) {
    if (count != 6 || !PyTuple_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "rest takes two files, facts, a clock, one more, seconds");
        return NULL;
    }
    int place = PyLong_AsLong(args[0]), stat = PyLong_AsLong(args[1]);
    clockid_t clock = PyLong_AsLong(args[3]);
    int output = PyLong_AsLong(args[4]);
    double seconds = PyFloat_AsDouble(args[5]);
    if (PyErr_Occurred()) return NULL;
    int reads;
    Py_BEGIN_ALLOW_THREADS;
    reads = reads_a_pipe(place, seconds) && !has_said_more(output) && is_alone(stat);
    Py_END_ALLOW_THREADS;
    int certain = reads ? all_hold(args[2]) : 0;
    struct timespec used;
    if (certain < 0) return NULL;
    if (!certain || clock_gettime(clock, &used) != 0) return PyLong_FromLong(-1);
    return PyLong_FromLongLong(used.tv_sec * 1000000000LL + used.tv_nsec);
}

#endif
#endif
