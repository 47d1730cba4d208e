/* The filter of system calls for programs in isolation, as seccomp(2) describes it. */

#define _GNU_SOURCE
#include "isolation.h"

#ifdef __linux__

#include "syscalls.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

enum { MOST_STEPS = 320 };
static struct sock_filter steps[MOST_STEPS];
static struct sock_fprog filters[2]; /* without and with calls over TCP */

#ifdef MACHINE

#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n)) /* its low half */
#define NOT_ALLOWED (SECCOMP_RET_ERRNO | EPERM)
#define NOT_THERE (SECCOMP_RET_ERRNO | ENOSYS)
#define NO_SUCH_FAMILY (SECCOMP_RET_ERRNO | EAFNOSUPPORT)

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
};

/* Whose arguments cannot be seen from here; the C library does without. io_uring makes calls that
   no filter sees. */
static const int not_there[] = {CALL_CLONE3, 425, 426, 427};

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
    unless_equal_skip(SYS_clone, 4);
    load(ARGUMENT(0));
    step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, NAMESPACES);
    answer(NOT_ALLOWED);
    answer(SECCOMP_RET_ALLOW);
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
    unless_equal_skip(SYS_socket, calls ? 9 : 4);
    load(ARGUMENT(0));
    unless_equal_skip(AF_UNIX, 1);
    answer(SECCOMP_RET_ALLOW);
    if (calls) {
        unless_equal_skip(AF_INET, 4);
        load(ARGUMENT(1));
        step(BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xf);
        unless_equal_skip(SOCK_STREAM, 1);
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
