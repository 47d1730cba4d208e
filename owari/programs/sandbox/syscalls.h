/* System calls without the C library, and what its headers may be too old to name. */

#ifndef OWARI_SYSCALLS_H
#define OWARI_SYSCALLS_H

#include <sys/syscall.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define OWARI_HAS_SYSCALLS 1

static inline __attribute__((always_inline)) long system_call(long number, long a, long b, long c,
                                                              long d, long e) {
#ifdef __x86_64__
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
#else
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
#endif
}
#endif

/* The numbers from 424 on are the same on every kind of machine. */
enum {
    CALL_OPEN_TREE = 428,
    CALL_MOVE_MOUNT = 429,
    CALL_FSOPEN = 430,
    CALL_FSCONFIG = 431,
    CALL_FSMOUNT = 432,
    CALL_FSPICK = 433,
    CALL_CLONE3 = 435,
    CALL_CLOSE_RANGE = 436,
    CALL_OPENAT2 = 437,
    CALL_PIDFD_GETFD = 438,
    CALL_PROCESS_MADVISE = 440,
    CALL_MOUNT_SETATTR = 442,
    CALL_LANDLOCK_CREATE_RULESET = 444,
    CALL_LANDLOCK_ADD_RULE = 445,
    CALL_LANDLOCK_RESTRICT_SELF = 446,
    CALL_MEMFD_SECRET = 447,
    CALL_FCHMODAT2 = 452,
    CALL_SETXATTRAT = 463,
};

#endif
