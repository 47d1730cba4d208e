/* Starts a program under limits and in isolation, in the time that starting it takes anyway.

   The child between clone and exec does to itself what is to be done, so that there is no moment at
   which it runs without, and no other program has to be run for that. Only system calls are made
   there: the child shares our memory until it execs.

   On Linux there are two of them. The first becomes init.c; before that it makes the file system
   that the program sees, where it sees another, and starts the second, which becomes the
   program. */

#define PY_SSIZE_T_CLEAN
#define _GNU_SOURCE
#include <Python.h>

#include "exchange.h"
#include "isolation.h"
#include "syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { MOST_LIMITS = 16 };

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ull
#endif
#define AT_EMPTY 0x1000
#define RANGE_CLOSE_ON_EXEC 4u

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
    int cgroup; /* the folder of the control group in which the program begins, or -1 */
    Isolation isolation;
    int init;      /* the file of init.c, or -1 */
    int socket[2]; /* ours and that of the program's init */
    uid_t uid;
    gid_t gid;
    sigset_t mask; /* the signals that are blocked in the program, as they were in us */
    pid_t parent;
} Start;

/* What the child tells us through our memory, when it could not become the program. */
typedef struct {
    int error;
    int in_directory;
    Refusal refusal;
} Failure;

/* Python's handlers must not run in the child; what Python ignores, programs expect as usual. */
static void forget_handlers(void) {
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0) continue;
        int python_ignores = number == SIGPIPE || number == SIGXFSZ;
        if (action.sa_handler == SIG_DFL || (action.sa_handler == SIG_IGN && !python_ignores))
            continue;
        action.sa_handler = SIG_DFL;
        action.sa_flags = 0;
        sigaction(number, &action, NULL);
    }
}

/* Puts the three streams to 0, 1 and 2 and leaves nothing else open; 0 or -1. */
static int connect_streams(const int streams[3]) {
    int moved[3];
    for (int target = 0; target < 3; target++) /* out of the way of one another */
        if ((moved[target] = fcntl(streams[target], F_DUPFD, 3)) < 0) return -1;
    for (int target = 0; target < 3; target++)
        if (dup2(moved[target], target) < 0) return -1;
#ifdef __linux__
    if (syscall(CALL_CLOSE_RANGE, 3u, ~0u, 0u) == 0) return 0;
#endif
    for (int target = 0; target < 3; target++) /* all others close when the program begins */
        close(moved[target]);
    return 0;
}

static void begin_group(const Start *start) {
    if (start->new_session) setsid();
    else setpgid(0, 0);
}

#ifdef __linux__

/* Where the machine runs out of memory, programs end before the referee does. Only who may raise its
   priority again can write back what root has written (proc_pid_oom_score_adj(5)). */
static void die_first(void) {
    int descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    ssize_t ignored = write(descriptor, "1000", 4);
    (void)ignored;
    close(descriptor);
}

#endif

static void become(const Start *start, Failure *failure) {
    forget_handlers();
    sigprocmask(SIG_SETMASK, &start->mask, NULL);
    begin_group(start);
#ifdef __linux__
    die_first();
    if (start->isolation.namespaces) /* /proc then names no control groups; older systems do */
        syscall(SYS_unshare, CLONE_NEWCGROUP);
    if (become_nobody_special(&start->isolation, &failure->refusal) != 0) _exit(127);
    if (!start->isolation.namespaces) { /* else it ends with its init */
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        if (getppid() != start->parent) /* it died before it could be told so */
            _exit(127);
    }
#endif
    for (Py_ssize_t n = 0; n < start->limit_count; n++)
        if (setrlimit(start->limits[n].resource, &start->limits[n].value) != 0) goto failed;
    if (connect_streams(start->streams) != 0) goto failed;
    if (chdir(start->directory) != 0) {
        failure->in_directory = 1;
        goto failed;
    }
#ifdef __linux__
    if (confine(&start->isolation, &failure->refusal) != 0) _exit(127);
#endif
    execve(start->arguments[0], start->arguments, start->environment);
failed:
    failure->error = errno;
    _exit(127);
}

#ifdef OWARI_HAS_SYSCALLS

static inline __attribute__((always_inline)) pid_t clone_into(int cgroup) {
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid,
            set_tid_size, cgroup;
    } wanted = {.flags = CLONE_VM | CLONE_VFORK | CLONE_INTO_CGROUP,
                .exit_signal = SIGCHLD,
                .cgroup = cgroup};
    return system_call(CALL_CLONE3, (long)&wanted, sizeof wanted, 0, 0, 0);
}

static __attribute__((noinline)) pid_t start_in_cgroup(const Start *start, Failure *failure) {
    pid_t pid = clone_into(start->cgroup);
    if (pid == 0) become(start, failure);
    if (pid < 0) errno = -pid;
    return pid < 0 ? -1 : pid;
}

static __attribute__((noinline)) pid_t start_program(Start *start, Failure *failure);

/* Makes the namespaces that we have begun the program's world; 0 or -1. */
static int make_world(Start *start, Refusal *refusal) {
    const Isolation *isolation = &start->isolation;
    if (isolation->uid >= 0 ? join_network(isolation, refusal) != 0
                            : enter_user_namespace(start->uid, start->gid, refusal) != 0)
        return -1;
    if (make_view(&start->isolation, refusal) != 0) return -1;
    /* Who has no user namespace of its own would change the system's. */
    return isolation->uid >= 0 ? 0 : set_budgets(isolation, refusal);
}

/* Starts the program in its world, if it has one, and becomes its init. */
static __attribute__((noreturn)) void become_init(Start *start, Failure *failure) {
    static char *const nothing[] = {NULL};
    static char name[] = "owari-init", number[24];
    char *named[] = {name, start->isolation.namespaces ? NULL : number, NULL};
    forget_handlers();
    begin_group(start);
    if (start->isolation.namespaces) {
        if (make_world(start, &failure->refusal) != 0) _exit(127);
    } else {
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        start->parent = getpid();
    }
    pid_t pid = start_program(start, failure);
    snprintf(number, sizeof number, "%d", (int)pid);
    if (pid < 0) {
        failure->refusal = (Refusal){errno, "start", NULL};
        _exit(127);
    }
    if (failure->error || failure->refusal.error) _exit(127);
    dup2(start->socket[1], 0);
    syscall(CALL_CLOSE_RANGE, 1u, ~0u, RANGE_CLOSE_ON_EXEC);
    syscall(SYS_execveat, start->init, "", named, nothing, AT_EMPTY);
    failure->refusal = (Refusal){errno, "init", NULL};
    _exit(127);
}

static __attribute__((noinline)) pid_t start_init(Start *start, Failure *failure, long flags) {
    flags |= CLONE_VM | CLONE_VFORK | SIGCHLD;
    if (start->isolation.namespaces) {
        flags |= CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC;
        if (start->isolation.uid < 0) flags |= CLONE_NEWUSER;
    }
    pid_t pid = system_call(SYS_clone, flags, 0, 0, 0, 0);
    if (pid == 0) become_init(start, failure);
    if (pid < 0) {
        errno = -pid;
        failure->refusal = (Refusal){errno, "namespaces", NULL};
    }
    return pid < 0 ? -1 : pid;
}

/* Only who is in the user namespace of a network may join it, and no thread of ours can go there.
   So a process goes there that starts the init as our child and leaves. */
static __attribute__((noinline)) pid_t start_init_there(Start *start, Failure *failure) {
    volatile pid_t started = -1;
    pid_t pid = system_call(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        if (join_network(&start->isolation, &failure->refusal) == 0)
            started = start_init(start, failure, CLONE_PARENT);
        _exit(0);
    }
    if (pid < 0) {
        errno = -pid;
        failure->refusal = (Refusal){errno, "start", NULL};
        return -1;
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR);
    return started;
}

#endif

static __attribute__((noinline)) pid_t start_program(Start *start, Failure *failure) {
#ifdef OWARI_HAS_SYSCALLS
    if (start->cgroup >= 0) return start_in_cgroup(start, failure);
#endif
    pid_t pid = vfork();
    if (pid == 0) become(start, failure);
    return pid;
}

static pid_t run(Start *start, Failure *failure) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &start->mask);
    start->parent = getpid();
    pid_t pid;
#ifdef OWARI_HAS_SYSCALLS
    if (start->isolation.namespaces && start->isolation.users >= 0)
        pid = start_init_there(start, failure);
    else if (start->init >= 0) pid = start_init(start, failure, 0);
    else
#endif
        pid = start_program(start, failure);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &start->mask, NULL);
    if (pid < 0 && failure->error == 0 && failure->refusal.error == 0) failure->error = error;
    return pid;
}

/* From Python */

/* Pointers to the texts of a tuple of bytes, NULL at the end, in memory for PyMem_Free. */
static char **texts(PyObject *tuple) {
    Py_ssize_t count = PyTuple_GET_SIZE(tuple);
    char **found = PyMem_Calloc(count + 1, sizeof *found);
    if (found == NULL) return (char **)PyErr_NoMemory();
    for (Py_ssize_t n = 0; n < count; n++)
        if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(tuple, n), &found[n], NULL) < 0) {
            PyMem_Free(found);
            return NULL;
        }
    return found;
}

static int read_limits(PyObject *tuple, Start *start) {
    start->limit_count = PyTuple_GET_SIZE(tuple);
    if (start->limit_count > MOST_LIMITS) {
        PyErr_SetString(PyExc_ValueError, "too many limits");
        return -1;
    }
    for (Py_ssize_t n = 0; n < start->limit_count; n++) {
        unsigned long long most;
        int resource;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, n), "iK", &resource, &most)) return -1;
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

static int read_mounts(PyObject *tuple, Isolation *isolation) {
    isolation->mount_count = PyTuple_GET_SIZE(tuple);
    isolation->mounts = PyMem_Calloc(isolation->mount_count + 1, sizeof *isolation->mounts);
    if (isolation->mounts == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < isolation->mount_count; n++) {
        Mount *mount = &isolation->mounts[n];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, n), "iyy", &mount->kind, &mount->place,
                              &mount->data))
            return -1;
        mount->as_owner = mount->kind & MOUNT_AS_OWNER;
        mount->kind &= MOUNT_AS_OWNER - 1;
    }
    return 0;
}

static int read_rules(PyObject *tuple, Isolation *isolation) {
    isolation->rule_count = PyTuple_GET_SIZE(tuple);
    isolation->rules = PyMem_Calloc(isolation->rule_count + 1, sizeof *isolation->rules);
    if (isolation->rules == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < isolation->rule_count; n++)
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, n), "iy", &isolation->rules[n].kind,
                              &isolation->rules[n].place))
            return -1;
    return 0;
}

static int read_settings(PyObject *tuple, Isolation *isolation) {
    isolation->setting_count = PyTuple_GET_SIZE(tuple);
    isolation->settings = PyMem_Calloc(isolation->setting_count + 1, sizeof *isolation->settings);
    if (isolation->settings == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t n = 0; n < isolation->setting_count; n++)
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, n), "yy", &isolation->settings[n].place,
                              &isolation->settings[n].text))
            return -1;
    return 0;
}

static int read_isolation(PyObject *tuple, Start *start) {
    Isolation *isolation = &start->isolation;
    PyObject *mounts, *rules, *settings;
    isolation->uid = isolation->owners = isolation->port = -1;
    isolation->users = isolation->network = -1;
    if (PyTuple_GET_SIZE(tuple) == 0) return 0;
#ifdef __linux__
    if (!PyArg_ParseTuple(tuple, "pO!il(ii)iO!piO!", &isolation->namespaces, &PyTuple_Type, &mounts,
                          &isolation->owners, &isolation->uid, &isolation->users,
                          &isolation->network, &isolation->landlock, &PyTuple_Type, &rules,
                          &isolation->filter, &isolation->port, &PyTuple_Type, &settings) ||
        read_mounts(mounts, isolation) != 0 || read_rules(rules, isolation) != 0 ||
        read_settings(settings, isolation) != 0)
        return -1;
    if (isolation->filter) assemble_filter();
#endif
    return 0;
}

/* Opens the socket between us and the program's init, if it is to have one. */
static int open_socket(Start *start) {
#ifdef __linux__
    if (start->init >= 0 &&
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, start->socket) != 0) {
        PyErr_SetFromErrno(PyExc_OSError);
        return -1;
    }
    struct timeval patience = {.tv_usec = 200000}; /* see child_process.py */
    if (start->init >= 0)
        setsockopt(start->socket[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
#endif
    return 0;
}

static void tell(const Start *start, const Failure *failure) {
    if (failure->refusal.error) {
        const char *place = failure->refusal.place;
        PyErr_Format(PyExc_RuntimeError, "%s%s%s: %s", failure->refusal.step, place ? " " : "",
                     place ? place : "", strerror(failure->refusal.error));
        return;
    }
    PyObject *name =
        PyUnicode_DecodeFSDefault(failure->in_directory ? start->directory : start->arguments[0]);
    errno = failure->error;
    if (name != NULL) PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
    Py_XDECREF(name);
}

static PyObject *spawn(PyObject *Py_UNUSED(module), PyObject *args) {
    PyObject *arguments, *environment, *limits, *isolation;
    PyObject *result = NULL;
    Start start = {.init = -1, .socket = {-1, -1}, .uid = geteuid(), .gid = getegid()};
    Failure failure = {0};
    if (!PyArg_ParseTuple(args, "O!O!y(iii)O!piiO!", &PyTuple_Type, &arguments, &PyTuple_Type,
                          &environment, &start.directory, &start.streams[0], &start.streams[1],
                          &start.streams[2], &PyTuple_Type, &limits, &start.new_session,
                          &start.cgroup, &start.init, &PyTuple_Type, &isolation))
        return NULL;
    if (PyTuple_GET_SIZE(arguments) == 0) {
        PyErr_SetString(PyExc_ValueError, "a command has one word at least");
        return NULL;
    }
    start.arguments = texts(arguments);
    start.environment = texts(environment);
    if (start.arguments && start.environment && read_limits(limits, &start) == 0 &&
        read_isolation(isolation, &start) == 0 && open_socket(&start) == 0) {
        pid_t pid = run(&start, &failure);
        if (failure.error == 0 && failure.refusal.error == 0) {
            result = Py_BuildValue("ii", (int)pid, start.socket[0]);
        } else {
            if (pid > 0)
                while (waitpid(pid, NULL, 0) < 0 && errno == EINTR);
            tell(&start, &failure);
        }
    }
    if (start.socket[1] >= 0) close(start.socket[1]);
    if (result == NULL && start.socket[0] >= 0) close(start.socket[0]);
    PyMem_Free(start.isolation.mounts);
    PyMem_Free(start.isolation.rules);
    PyMem_Free(start.isolation.settings);
    PyMem_Free(start.arguments);
    PyMem_Free(start.environment);
    return result;
}

static PyObject *landlock(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args)) {
#ifdef __linux__
    return PyLong_FromLong(landlock_version());
#else
    return PyLong_FromLong(0);
#endif
}

static PyObject *owners(PyObject *Py_UNUSED(module), PyObject *args) {
    long uid, gid, outside;
    if (!PyArg_ParseTuple(args, "lll", &uid, &gid, &outside)) return NULL;
#ifdef OWARI_HAS_SYSCALLS
    int namespace = new_user_namespace(uid, gid, outside);
    if (namespace >= 0) return PyLong_FromLong(namespace);
    return PyErr_SetFromErrno(PyExc_OSError);
#else
    PyErr_SetString(PyExc_OSError, "only Linux maps owners");
    return NULL;
#endif
}

#ifdef OWARI_HAS_SYSCALLS

static PyObject *refused(const Refusal *refusal) {
    return PyErr_Format(PyExc_RuntimeError, "%s: %s", refusal->step, strerror(refusal->error));
}

static PyObject *network(PyObject *Py_UNUSED(module), PyObject *args) {
    int with_users;
    Refusal refusal = {0};
    if (!PyArg_ParseTuple(args, "p", &with_users)) return NULL;
    Network made = new_network(with_users, geteuid(), getegid(), &refusal);
    return refusal.error ? refused(&refusal) : Py_BuildValue("ii", made.users, made.network);
}

static PyObject *listen_in(PyObject *Py_UNUSED(module), PyObject *args) {
    Network place;
    Refusal refusal = {0};
    if (!PyArg_ParseTuple(args, "ii", &place.users, &place.network)) return NULL;
    int descriptor = listen_there(place, &refusal);
    return refusal.error ? refused(&refusal) : PyLong_FromLong(descriptor);
}

#endif

static char lost_file_sentence[512];
static size_t lost_file_length;
static int lost_file_code;

/* Where a mapped file has become shorter than what is read of it. Nothing can go on from there. */
static void on_bus_error(int number, siginfo_t *information, void *context) {
    (void)context;
    if (information->si_code == BUS_ADRERR) {
        ssize_t written = write(2, lost_file_sentence, lost_file_length);
        (void)written;
        _exit(lost_file_code);
    }
    signal(number, SIG_DFL); /* the access is made again, and ends the process */
}

static PyObject *leave_at_lost_file(PyObject *self, PyObject *arguments) {
    (void)self;
    const char *sentence;
    Py_ssize_t length;
    int code;
    if (!PyArg_ParseTuple(arguments, "y#i", &sentence, &length, &code))
        return NULL;
    if ((size_t)length > sizeof lost_file_sentence)
        return PyErr_Format(PyExc_ValueError, "the sentence is too long");
    memcpy(lost_file_sentence, sentence, (size_t)length);
    lost_file_length = (size_t)length;
    lost_file_code = code;
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGBUS, &action, NULL) != 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"leave_at_lost_file", leave_at_lost_file, METH_VARARGS,
     PyDoc_STR("What SIGBUS does; see native.pyi.")},
    {"spawn", spawn, METH_VARARGS, PyDoc_STR("Starts a program; see native.pyi.")},
    {"landlock", landlock, METH_NOARGS, PyDoc_STR("The version of Landlock; see native.pyi.")},
    {"owners", owners, METH_VARARGS, PyDoc_STR("A user namespace; see native.pyi.")},
#ifdef OWARI_HAS_SYSCALLS
    {"network", network, METH_VARARGS, PyDoc_STR("A network; see native.pyi.")},
    {"listen", listen_in, METH_VARARGS, PyDoc_STR("A socket in a network; see native.pyi.")},
    {"exchange", (PyCFunction)(void (*)(void))exchange, METH_FASTCALL,
     PyDoc_STR("One answer; see native.pyi.")},
    {"rest", (PyCFunction)(void (*)(void))rest, METH_FASTCALL,
     PyDoc_STR("Whether a program is at rest; see native.pyi.")},
#endif
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "native",
    .m_doc = PyDoc_STR("Programs that begin under limits and in isolation."),
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_native(void) { return PyModuleDef_Init(&module); }
