/* The filter of system calls for programs in isolation, as seccomp(2) describes it. */

#define _GNU_SOURCE
#include "isolation.h"

#ifdef __linux__

#include "syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

enum { MOST_STEPS = 600 };
static struct sock_filter steps[MOST_STEPS];
static struct sock_fprog filters[2]; /* without and with calls over TCP */

#ifdef MACHINE

#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n)) /* its low half */
#define NOT_ALLOWED (SECCOMP_RET_ERRNO | EPERM)
#define NOT_THERE (SECCOMP_RET_ERRNO | ENOSYS)
#define NO_SUCH_FAMILY (SECCOMP_RET_ERRNO | EAFNOSUPPORT)
#define NOT_SUPPORTED (SECCOMP_RET_ERRNO | EOPNOTSUPP)

/* What looks into other processes, makes namespaces, changes the machine, or goes round this
   filter. */
static const int not_allowed[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    CALL_PIDFD_GETFD,
    CALL_PROCESS_MADVISE,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    CALL_OPEN_TREE,
    CALL_MOVE_MOUNT,
    CALL_FSOPEN,
    CALL_FSCONFIG,
    CALL_FSMOUNT,
    CALL_FSPICK,
    CALL_MOUNT_SETATTR,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_sched_setaffinity,
    SYS_sched_setattr,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_ioprio_set,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_mq_notify, /* sends a signal that is not seen from here, such as SIGCONT */
};

/* Whose arguments cannot be seen from here; the C library does without. io_uring makes calls that
   no filter sees. */
static const int not_there[] = {
    SYS_shmget, /* memory that is there without a process or a file */
    SYS_io_setup, /* of which the machine has so many for all */
    SYS_seccomp,  /* filters of its own: the system counts them for nobody */
    CALL_MEMFD_SECRET, /* memory that never goes to the disk and that no control group counts */
    SYS_msgget, SYS_semget, CALL_CLONE3, CALL_OPENAT2, 425, 426, 427};

/* The name of an attribute is not seen from here: one of them gives a file the powers of root.
   Programs that copy files know file systems without attributes. */
static const int not_supported[] = {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, CALL_SETXATTRAT};

/* Who runs such a file is its owner meanwhile. Outside, that may be root. */
#define RUNS_AS_OWNER (S_ISUID | S_ISGID)

/* Calls that give a file its mode, with the argument for that. */
static const struct {
    int call, mode;
} with_mode[] = {
#ifdef SYS_chmod /* AArch64 has only those with a folder */
    {SYS_chmod, 1},
    {SYS_creat, 1},
    {SYS_mkdir, 1},
#endif
    {SYS_fchmod, 1},
    {SYS_fchmodat, 2},
    {CALL_FCHMODAT2, 2},
    {SYS_mkdirat, 2},
};

/* A lease holds up whoever opens the file next. Locks of an open file stay where it is mapped and
   closed, and nobody sees whose they are. */
static const uint32_t not_on_files[] = {F_SETLEASE, F_OFD_SETLK, F_OFD_SETLKW};

/* What the system keeps of them counts for nobody. */
static const uint32_t filters_of_sockets[] = {SO_ATTACH_FILTER, SO_ATTACH_BPF,
                                              SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF};

#define NAMESPACES                                                                             \
    (CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | \
     CLONE_NEWCGROUP)

static int count;

static void step(uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t value) {
    steps[count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(uint32_t offset) { step(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }

static void answer(uint32_t verdict) { step(BPF_RET | BPF_K, 0, 0, verdict); }

/* Goes over so many steps unless the value that was loaded is this one. */
static void unless_equal_skip(uint32_t value, uint8_t skipped) {
    step(BPF_JMP | BPF_JEQ | BPF_K, 0, skipped, value);
}

/* Of one call, whose number is loaded, refuses a flag in one of its arguments. */
static void forbid_flag(int call, int argument, uint32_t flag) {
    unless_equal_skip(call, 4);
    load(ARGUMENT(argument));
    step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, flag);
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
}

/* Of a call that may make a file, whose number is loaded, refuses a mode with which it runs as its
   owner. Without these flags the mode is not read, and may be anything. */
static void forbid_making(int call, int flags, int mode) {
    unless_equal_skip(call, 6);
    load(ARGUMENT(flags));
    step(BPF_JMP | BPF_JSET | BPF_K, 0, 3, O_CREAT | (O_TMPFILE & ~O_DIRECTORY));
    load(ARGUMENT(mode));
    step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, RUNS_AS_OWNER);
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
}

/* Of one call, whose number is loaded, refuses devices too: root could use them outside. */
static void forbid_devices(int call, int mode) {
    unless_equal_skip(call, 7);
    load(ARGUMENT(mode));
    step(BPF_JMP | BPF_JSET | BPF_K, 3, 0, RUNS_AS_OWNER);
    step(BPF_ALU | BPF_AND | BPF_K, 0, 0, S_IFMT);
    step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, S_IFCHR);
    unless_equal_skip(S_IFBLK, 1);
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
}

/* Of one call, whose number is loaded, refuses these values of an argument, and the one by which the
   system would send SIGCONT, the next argument, to a program which is stopped. */
static void forbid_values(int call, int argument, const uint32_t *values, int most, uint32_t waking) {
    unless_equal_skip(call, most + 6);
    load(ARGUMENT(argument));
    for (int n = 0; n < most; n++) step(BPF_JMP | BPF_JEQ | BPF_K, most - n + 2, 0, values[n]);
    unless_equal_skip(waking, 3);
    load(ARGUMENT(argument + 1));
    unless_equal_skip(SIGCONT, 1);
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
}

static void assemble(int calls) {
    load(offsetof(struct seccomp_data, arch));
    step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MACHINE);
    answer(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(struct seccomp_data, nr));
    step(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000); /* x32, where the numbers are others */
    answer(NOT_THERE);
    for (size_t n = 0; n < sizeof not_allowed / sizeof *not_allowed; n++) {
        unless_equal_skip(not_allowed[n], 1);
        answer(NOT_ALLOWED);
    }
    for (size_t n = 0; n < sizeof not_there / sizeof *not_there; n++) {
        unless_equal_skip(not_there[n], 1);
        answer(NOT_THERE);
    }
    for (size_t n = 0; n < sizeof not_supported / sizeof *not_supported; n++) {
        unless_equal_skip(not_supported[n], 1);
        answer(NOT_SUPPORTED);
    }
    for (size_t n = 0; n < sizeof with_mode / sizeof *with_mode; n++)
        forbid_flag(with_mode[n].call, with_mode[n].mode, RUNS_AS_OWNER);
#ifdef SYS_open
    forbid_making(SYS_open, 1, 2);
    forbid_devices(SYS_mknod, 1);
#endif
    forbid_making(SYS_openat, 2, 3);
    forbid_devices(SYS_mknodat, 2);
    unless_equal_skip(SYS_clone, 6);
    load(ARGUMENT(0));
    step(BPF_JMP | BPF_JSET | BPF_K, 2, 0, NAMESPACES);
    step(BPF_ALU | BPF_AND | BPF_K, 0, 0, CSIGNAL);
    unless_equal_skip(SIGCONT, 1); /* at the end of the child */
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
    forbid_values(SYS_prctl, 0, (uint32_t[]){PR_SET_SECCOMP}, 1, PR_SET_PDEATHSIG);
    forbid_values(SYS_fcntl, 1, not_on_files, 3, F_SETSIG);
    unless_equal_skip(SYS_setsockopt, 9);
    load(ARGUMENT(1));
    unless_equal_skip(SOL_SOCKET, 5);
    load(ARGUMENT(2));
    for (int n = 0; n < 4; n++) step(BPF_JMP | BPF_JEQ | BPF_K, 4 - n, 0, filters_of_sockets[n]);
    answer(SECCOMP_RET_ALLOW);
    answer(NOT_ALLOWED);
    unless_equal_skip(SYS_setpriority, 6); /* (PRIO_PROCESS, 0): its own */
    load(ARGUMENT(0));
    unless_equal_skip(0, 3);
    load(ARGUMENT(1));
    unless_equal_skip(0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(NOT_ALLOWED);
    unless_equal_skip(SYS_prlimit64, 4); /* of process 0: its own */
    load(ARGUMENT(0));
    unless_equal_skip(0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(NOT_ALLOWED);
    if (calls) {
        forbid_flag(SYS_sendto, 3, MSG_FASTOPEN);
        forbid_flag(SYS_sendmsg, 2, MSG_FASTOPEN);
        forbid_flag(SYS_sendmmsg, 3, MSG_FASTOPEN);
    }
    unless_equal_skip(SYS_socket, calls ? 13 : 4);
    load(ARGUMENT(0));
    unless_equal_skip(AF_UNIX, 1);
    answer(SECCOMP_RET_ALLOW);
    if (calls) { /* TCP itself: there are other protocols of streams that nothing else stops */
        unless_equal_skip(AF_INET, 8);
        load(ARGUMENT(1));
        step(BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xf);
        unless_equal_skip(SOCK_STREAM, 5);
        load(ARGUMENT(2));
        unless_equal_skip(0, 1);
        answer(SECCOMP_RET_ALLOW);
        unless_equal_skip(IPPROTO_TCP, 1);
        answer(SECCOMP_RET_ALLOW);
    }
    answer(NO_SUCH_FAMILY);
    answer(SECCOMP_RET_ALLOW);
}

int assemble_filter(void) {
    if (filters[0].filter) return 0;
    for (int calls = 0; calls < 2; calls++) {
        int begin = count;
        assemble(calls);
        filters[calls] = (struct sock_fprog){count - begin, steps + begin};
    }
    return 0;
}

#else

int assemble_filter(void) { return -1; }

#endif

int enter_filter(int calls) {
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filters[calls], 0, 0);
}

#endif
