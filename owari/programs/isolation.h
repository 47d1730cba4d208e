/* What the process that becomes a program does to itself before it does: see isolation.c. */

#ifndef OWARI_ISOLATION_H
#define OWARI_ISOLATION_H

#include <stddef.h>
#include <sys/types.h>

/* A step in the making of the program's own view of the file system, see native.pyi. */
typedef struct {
    int kind;
    const char *place;
    const char *data; /* of an empty folder its mount options, of an overlay its upper folder */
    int as_owner;     /* what belongs to the owner of its folder is the program's there */
    int tree, upper;  /* what is to be mounted, and the folder for what is written */
} Mount;

enum { MOUNT_EMPTY, MOUNT_READABLE, MOUNT_WRITABLE, MOUNT_OVERLAY };
enum { MOUNT_AS_OWNER = 8 };

/* A place and what the program may do below it. */
typedef struct {
    const char *place;
    int kind;
} Rule;

enum { RULE_READ, RULE_WRITE, RULE_DEVICE };

typedef struct {
    int namespaces;
    Mount *mounts;
    ssize_t mount_count;
    int owners; /* a user namespace by which mounted folders change their owner, or -1 */
    long uid;   /* whom the program runs as, or -1: as we do */
    int landlock;
    Rule *rules;
    ssize_t rule_count;
    int filter;
    int port; /* the one TCP port that it may call, or -1 */
} Isolation;

/* What could not be done: the name of the step and, where there is one, the place. */
typedef struct {
    int error;
    const char *step;
    const char *place;
} Refusal;

/* All return 0, or -1 with `refusal` set. They make system calls only, as they run in a process
   that shares its memory with us. */
int enter_user_namespace(uid_t uid, gid_t gid, Refusal *refusal);
int make_view(Isolation *isolation, Refusal *refusal);
int become_nobody_special(const Isolation *isolation, Refusal *refusal);
int confine(const Isolation *isolation, Refusal *refusal);

/* The version of Landlock that the system has, 0 where it has none. */
int landlock_version(void);
/* A descriptor of a new user namespace in which `uid` and `gid` stand for `outside`, or -1 with
   errno. */
int new_user_namespace(long uid, long gid, long outside);
/* Assembles the filter of system calls; 0, or -1 where this machine has none. */
int assemble_filter(void);
/* Puts this process under the filter, the one with calls over TCP or the one without; 0 or -1. */
int enter_filter(int calls);

#endif
