/* The first process of a program's process namespace: it takes in orphans, passes on what the
   referee says, tells how the program ended, and with it ends all that the program has started.

   It is a program of its own without the C library, so that it starts in a tenth of a millisecond
   and has a few pages of memory. The build makes it as it makes extension modules, with an entry
   point; the system runs such a file, which needs nothing else, like any static program.

   Its descriptor 0 is a socket to the referee. A message S stops every process of the namespace
   but this one, C continues them (kill(2): a signal to -1 meets all at once, so nobody escapes by
   forking); each is answered by one byte. When the program, its process 2, has ended, it sends the
   status of waitpid(2) and leaves, and the system kills whoever is left in the namespace. The same
   happens when the referee is gone, which closes its end of the socket. */

#include "syscalls.h"

#ifdef OWARI_HAS_SYSCALLS

#include <linux/prctl.h>
#include <linux/signal.h>

enum { REFEREE = 0, PROGRAM = 2 };
enum { NO_WAITING = 1 /* WNOHANG */, CLOSE_ON_EXEC = 02000000, READABLE = 1 /* POLLIN */ };

struct watched {
    int descriptor;
    short events, happened;
};

static void leave(void) { system_call(SYS_exit_group, 0, 0, 0, 0, 0); }

/* Counts everyone who has ended; leaves when the program is among them. */
static void reap(void) {
    int status = 0;
    long pid;
    while ((pid = system_call(SYS_wait4, -1, (long)&status, NO_WAITING, 0, 0)) > 0)
        if (pid == PROGRAM) {
            system_call(SYS_write, REFEREE, (long)&status, sizeof status, 0, 0);
            leave();
        }
}

/* Does what the referee says; leaves when nobody is there any more. */
static void obey(void) {
    char said = 0;
    if (system_call(SYS_read, REFEREE, (long)&said, 1, 0, 0) <= 0) leave();
    system_call(SYS_kill, -1, said == 'S' ? SIGSTOP : SIGCONT, 0, 0, 0);
    system_call(SYS_write, REFEREE, (long)&said, 1, 0, 0);
}

__attribute__((used, visibility("hidden"))) void watch_over(void) {
    struct sigaction action = {0};
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
        system_call(SYS_ppoll, (long)watched, 2, 0, 0, sizeof children);
        if (watched[1].happened) {
            char about[128]; /* one struct signalfd_siginfo, which reap makes needless */
            system_call(SYS_read, endings, (long)about, sizeof about, 0, 0);
        }
        if (watched[0].happened) obey();
    }
}

#ifdef __x86_64__
__asm__(
    ".globl _start\n.hidden _start\n_start:\n    xor %ebp, %ebp\n    and $-16, %rsp\n"
    "    call watch_over\n");
#else
__asm__(".globl _start\n.hidden _start\n_start:\n    bl watch_over\n");
#endif

#else
#error "only Linux on x86-64 and AArch64 has namespaces that this file knows"
#endif
