/* The parent of a program: it takes in orphans, passes on what the referee says, tells how the
   program ended, and with it ends all that the program has started.

   It is a program of its own without the C library, so that it starts in a tenth of a millisecond
   and has a few pages of memory. The build makes it as it makes extension modules, with an entry
   point; the system runs such a file, which needs nothing else, like any static program.

   Its descriptor 0 is a socket to the referee. A message S stops all that the program has started,
   C continues it; each is answered by one byte. Between the two it stops all of it again, now and
   then: a timer, or the end of a process, can send SIGCONT to whoever is stopped. K ends it. When the program has ended, the status
   of waitpid(2) is sent and all else ends too. The same happens when the referee is gone, which
   closes its end of the socket.

   In a process namespace it is the first process, and the program is process 2. A signal to -1
   meets all at once there (kill(2)), so nobody escapes by forking, and the system ends everybody
   with it. Outside, its first argument is the id of the program. It is then a subreaper (prctl(2)),
   so that its descendants are all that the program has started, and it goes over them until it
   finds nobody new: to a process with a pending signal, fork(2) gives no child. */

#include "syscalls.h"

#ifdef OWARI_HAS_SYSCALLS

#include <linux/fcntl.h>
#include <linux/prctl.h>
#include <linux/signal.h>
#include <linux/time.h>

enum { REFEREE = 0, PROGRAM = 2 };
enum { NO_WAITING = 1 /* WNOHANG */, ALSO_CONTINUED = 8 /* WCONTINUED */, CONTINUED = 0xffff };
enum { CLOSE_ON_EXEC = 02000000, READABLE = 1 /* POLLIN */ };
enum { NOBODY_LEFT = -10 /* ECHILD */, MOST_PROCESSES = 16384, MOST_ROUNDS = 200 };
enum { SHORTEST_PAUSE = 50000, LONGEST_PAUSE = 50000000 /* nanoseconds */ };
enum { AGAIN = 1000000, FIRST_LOOK = 5000000, LAST_LOOK = 20000000, SHARE_OF_LOOKS = 100 };

struct watched {
    int descriptor;
    short events, happened;
};

static long program = PROGRAM;
static int is_in_namespace = 1;
static int is_stopped;
static int is_restless; /* a look has met a child that was continued */
static long pause_of_looks, next_look; /* nanoseconds from one stop to the next, and its time */
static long family[MOST_PROCESSES]; /* ourselves, and our descendants as a round has found them */
static long family_size;

static void leave(void) { system_call(SYS_exit_group, 0, 0, 0, 0, 0); }

static char *append(char *end, const char *text) {
    while (*text) *end++ = *text++;
    *end = 0;
    return end;
}

static char *append_number(char *end, unsigned long number) {
    char digits[24], *begin = digits + sizeof digits;
    *--begin = 0;
    do *--begin = '0' + number % 10;
    while (number /= 10);
    return append(end, begin);
}

static long open_to_read(const char *path) {
    return system_call(SYS_openat, AT_FDCWD, (long)path, CLOSE_ON_EXEC, 0, 0);
}

static void meet(long pid, long signal) {
    system_call(SYS_kill, pid, signal, 0, 0, 0);
    if (family_size < MOST_PROCESSES) family[family_size++] = pid;
}

/* Sends a signal to the children of one thread, which a file names. */
static void signal_children(const char *path, long signal) {
    char text[1024];
    long file = open_to_read(path), pid = 0, size;
    if (file < 0) return;
    while ((size = system_call(SYS_read, file, (long)text, sizeof text, 0, 0)) > 0)
        for (long n = 0; n < size; n++)
            if (text[n] >= '0' && text[n] <= '9') pid = 10 * pid + text[n] - '0';
            else if (pid > 0) {
                meet(pid, signal);
                pid = 0;
            }
    system_call(SYS_close, file, 0, 0, 0, 0);
}

/* Sends a signal to the children of all threads of a process. */
static void signal_children_of(long pid, long signal) {
    char path[80], entries[1024];
    char *end = append(append_number(append(path, "/proc/"), pid), "/task/");
    long folder = open_to_read(path), size;
    if (folder < 0) return;
    while ((size = system_call(SYS_getdents64, folder, (long)entries, sizeof entries, 0, 0)) > 0)
        for (long n = 0; n < size;) {
            char *entry = entries + n; /* struct linux_dirent64: length at 16, name at 19 */
            append(append(end, entry + 19), "/children");
            if (entry[19] != '.') signal_children(path, signal);
            n += *(unsigned short *)(entry + 16);
        }
    system_call(SYS_close, folder, 0, 0, 0, 0);
}

/* Sends a signal to all that the program has started, to each process before its children. */
static void signal_all(long signal) {
    unsigned long before = 0, now = 0;
    if (is_in_namespace) {
        system_call(SYS_kill, -1, signal, 0, 0, 0);
        return;
    }
    for (int rounds = 0; rounds == 0 || (now != before && rounds < MOST_ROUNDS); rounds++) {
        before = now;
        now = 0;
        family_size = 1;
        for (long n = 0; n < family_size; n++) {
            signal_children_of(family[n], signal);
            now += family[n] * family[n];
        }
        if (signal == SIGCONT) return;
    }
}

static void tell(int status) {
    system_call(SYS_write, REFEREE, (long)&status, sizeof status, 0, 0);
}

/* Ends everybody; in a namespace the system does. Orphans come to us, so that we have no children
   when nobody is left. */
static void end_all(void) {
    struct timespec pause = {0, SHORTEST_PAUSE};
    if (is_in_namespace) leave();
    for (;;) {
        int status = 0;
        long pid;
        signal_all(SIGKILL);
        while ((pid = system_call(SYS_wait4, -1, (long)&status, NO_WAITING, 0, 0)) > 0)
            if (pid == program) tell(status);
        if (pid == NOBODY_LEFT) leave();
        system_call(SYS_ppoll, 0, 0, (long)&pause, 0, 0);
        if (pause.tv_nsec < LONGEST_PAUSE) pause.tv_nsec *= 2;
    }
}

static long nanoseconds(long clock) {
    struct timespec now = {0};
    system_call(SYS_clock_gettime, clock, (long)&now, 0, 0, 0);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Counts everyone who has ended; ends all when the program is among them. */
static void reap(void) {
    int status = 0;
    long pid;
    while ((pid = system_call(SYS_wait4, -1, (long)&status, NO_WAITING | ALSO_CONTINUED, 0, 0)) > 0)
        if (status == CONTINUED) is_restless |= is_stopped;
        else if (pid == program) {
            tell(status);
            end_all();
        }
}

/* Stops everybody again: ever less often where nobody was continued, and never for more than a small
   part of the time. */
static void stop_again(void) {
    if (nanoseconds(CLOCK_MONOTONIC) < next_look) return;
    long used = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
    reap();
    signal_all(SIGSTOP);
    long least = (nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - used) * SHARE_OF_LOOKS;
    if (pause_of_looks < LAST_LOOK) pause_of_looks *= 2;
    if (is_restless) pause_of_looks = AGAIN;
    next_look = nanoseconds(CLOCK_MONOTONIC) + (pause_of_looks > least ? pause_of_looks : least);
}

/* Does what the referee says; ends all when nobody is there any more. */
static void obey(void) {
    char said = 0;
    if (system_call(SYS_read, REFEREE, (long)&said, 1, 0, 0) <= 0 || said == 'K') end_all();
    is_stopped = said == 'S';
    signal_all(is_stopped ? SIGSTOP : SIGCONT);
    pause_of_looks = is_restless ? AGAIN : FIRST_LOOK;
    next_look = nanoseconds(CLOCK_MONOTONIC) + pause_of_looks;
    system_call(SYS_write, REFEREE, (long)&said, 1, 0, 0);
}

/* `words`: how many arguments there are, and then the arguments. */
__attribute__((used, visibility("hidden"))) void watch_over(long *words) {
    struct sigaction action = {0};
    if (words[0] > 1) {
        is_in_namespace = 0;
        program = 0;
        for (const char *digit = (const char *)words[2]; *digit; digit++)
            program = 10 * program + *digit - '0';
    }
    family[0] = system_call(SYS_getpid, 0, 0, 0, 0, 0);
    action.sa_flags = SA_NOCLDSTOP; /* who only stops has not ended */
    unsigned long children = 1ul << (SIGCHLD - 1);
    system_call(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0); /* its memory is nobody's business */
    system_call(SYS_rt_sigaction, SIGCHLD, (long)&action, 0, sizeof children, 0);
    system_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&children, 0, sizeof children, 0);
    int endings =
        system_call(SYS_signalfd4, -1, (long)&children, sizeof children, CLOSE_ON_EXEC, 0);
    struct watched watched[] = {{REFEREE, READABLE, 0}, {endings, READABLE, 0}};
    for (;;) {
        reap();
        long left = is_stopped ? next_look - nanoseconds(CLOCK_MONOTONIC) : 0;
        struct timespec limit = {left > 0 ? left / 1000000000 : 0, left > 0 ? left % 1000000000 : 0};
        system_call(SYS_ppoll, (long)watched, 2, is_stopped ? (long)&limit : 0, 0, sizeof children);
        if (watched[1].happened) {
            char about[128]; /* one struct signalfd_siginfo, which reap makes needless */
            system_call(SYS_read, endings, (long)about, sizeof about, 0, 0);
        }
        if (watched[0].happened) obey();
        else if (is_stopped) stop_again();
    }
}

#ifdef __x86_64__
__asm__(
    ".globl _start\n.hidden _start\n_start:\n    xor %ebp, %ebp\n    mov %rsp, %rdi\n"
    "    and $-16, %rsp\n"
    "    call watch_over\n");
#else
__asm__(".globl _start\n.hidden _start\n_start:\n    mov x0, sp\n    bl watch_over\n");
#endif

#else
#error "only Linux on x86-64 and AArch64 has namespaces that this file knows"
#endif
