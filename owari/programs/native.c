/* Starts a program under limits, in the time that starting it takes anyway.

   The child between vfork and exec sets its limits on itself, so that there is no moment at which
   it runs without them, and no other program has to be run for that. Only system calls are made
   there: the child shares our memory until it execs. */

#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE
#include <Python.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { MOST_LIMITS = 16 };

typedef struct {
    char **arguments;
    char **environment;
    const char *directory;
    int streams[3];
    int new_session;
    struct {
        int resource;
        struct rlimit value;
    } limits[MOST_LIMITS];
    Py_ssize_t limit_count;
    sigset_t mask; /* the signals that are blocked in the program, as they were in us */
    pid_t parent;
} Start;

/* What the child tells us through our memory, when it could not become the program. */
typedef struct {
    int error;
    int in_directory;
} Failure;

/* Python's handlers must not run in the child; what Python ignores, programs expect as usual. */
static void forget_handlers(void)
{
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0)
            continue;
        int python_ignores = number == SIGPIPE || number == SIGXFSZ;
        if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && !python_ignores))
            continue;
        action.sa_handler = SIG_DFL;
        action.sa_flags = 0;
        sigaction(number, &action, NULL);
    }
}

/* Puts the three streams to 0, 1 and 2 and leaves nothing else open; 0 or -1. */
static int connect_streams(const int streams[3])
{
    int moved[3];
    for (int target = 0; target < 3; target++) /* out of the way of one another */
        if ((moved[target] = fcntl(streams[target], F_DUPFD, 3)) < 0)
            return -1;
    for (int target = 0; target < 3; target++)
        if (dup2(moved[target], target) < 0)
            return -1;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0)
        return 0;
#endif
    for (int target = 0; target < 3; target++) /* all others close when the program begins */
        close(moved[target]);
    return 0;
}

static void become(const Start *start, volatile Failure *failure)
{
    forget_handlers();
    sigprocmask(SIG_SETMASK, &start->mask, NULL);
    if (start->new_session)
        setsid();
    else
        setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != start->parent) /* it died before it could be told so */
        _exit(127);
#endif
    for (Py_ssize_t n = 0; n < start->limit_count; n++)
        if (setrlimit(start->limits[n].resource, &start->limits[n].value) != 0)
            goto failed;
    if (connect_streams(start->streams) != 0)
        goto failed;
    if (chdir(start->directory) != 0) {
        failure->in_directory = 1;
        goto failed;
    }
    execve(start->arguments[0], start->arguments, start->environment);
failed:
    failure->error = errno;
    _exit(127);
}

/* Pointers to the texts of a tuple of bytes, NULL at the end, in memory for PyMem_Free. */
static char **texts(PyObject *tuple)
{
    Py_ssize_t count = PyTuple_GET_SIZE(tuple);
    char **found = PyMem_Calloc(count + 1, sizeof *found);
    if (found == NULL)
        return (char **)PyErr_NoMemory();
    for (Py_ssize_t n = 0; n < count; n++)
        if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(tuple, n), &found[n], NULL) < 0) {
            PyMem_Free(found);
            return NULL;
        }
    return found;
}

static int read_limits(PyObject *tuple, Start *start)
{
    start->limit_count = PyTuple_GET_SIZE(tuple);
    if (start->limit_count > MOST_LIMITS) {
        PyErr_SetString(PyExc_ValueError, "too many limits");
        return -1;
    }
    for (Py_ssize_t n = 0; n < start->limit_count; n++) {
        unsigned long long most;
        int resource;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, n), "iK", &resource, &most))
            return -1;
        struct rlimit before;
        if (getrlimit(resource, &before) != 0) {
            PyErr_SetFromErrno(PyExc_OSError);
            return -1;
        }
        if (before.rlim_max != RLIM_INFINITY && before.rlim_max < most)
            most = before.rlim_max; /* nobody may allow more than he has */
        start->limits[n].resource = resource;
        start->limits[n].value.rlim_cur = start->limits[n].value.rlim_max = most;
    }
    return 0;
}

static pid_t run(Start *start, Failure *failure)
{
    volatile Failure told = {0, 0};
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &start->mask);
    start->parent = getpid();
    pid_t pid = vfork();
    if (pid == 0)
        become(start, &told);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &start->mask, NULL);
    failure->error = pid < 0 ? error : told.error;
    failure->in_directory = told.in_directory;
    return pid;
}

static PyObject *spawn(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *arguments, *environment, *limits;
    PyObject *result = NULL;
    Start start = {0};
    Failure failure = {0, 0};
    if (!PyArg_ParseTuple(args, "O!O!y(iii)O!p", &PyTuple_Type, &arguments, &PyTuple_Type,
                          &environment, &start.directory, &start.streams[0], &start.streams[1],
                          &start.streams[2], &PyTuple_Type, &limits,
                          &start.new_session))
        return NULL;
    if (PyTuple_GET_SIZE(arguments) == 0) {
        PyErr_SetString(PyExc_ValueError, "a command has one word at least");
        return NULL;
    }
    start.arguments = texts(arguments);
    start.environment = texts(environment);
    if (start.arguments && start.environment && read_limits(limits, &start) == 0) {
        pid_t pid = run(&start, &failure);
        if (failure.error == 0) {
            result = PyLong_FromLong(pid);
        } else {
            if (pid > 0)
                while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
                    ;
            const char *culprit = failure.in_directory ? start.directory : start.arguments[0];
            PyObject *name = PyUnicode_DecodeFSDefault(culprit);
            errno = failure.error;
            if (name != NULL)
                PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
            Py_XDECREF(name);
        }
    }
    PyMem_Free(start.arguments);
    PyMem_Free(start.environment);
    return result;
}

static PyMethodDef methods[] = {
    {"spawn", spawn, METH_VARARGS, PyDoc_STR("Starts a program; see native.pyi.")},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "native",
    .m_doc = PyDoc_STR("Programs that begin under limits."),
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_native(void)
{
    return PyModuleDef_Init(&module);
}
