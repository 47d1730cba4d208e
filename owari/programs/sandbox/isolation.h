/* What the process that becomes a program does to itself before it does: see isolation.c. */

#ifndef OWARI_ISOLATION_H
#define OWARI_ISOLATION_H

#include <stddef.h>
#include <sys/types.h>

/* A step in the making of the program's own view of the file system, see native.pyi. */
typedef struct {
    int kind;
    const char *place;
    /* Of an empty or a new folder its mount options, of an overlay its upper folder, of one to write into the
       folder that is seen there, where it is another. */
    const char *data;
    int as_owner;     /* what belongs to the owner of its folder is the program's there */
    int tree, upper;  /* what is to be mounted, and the folder for what is written */
} Mount;

enum { MOUNT_EMPTY, MOUNT_READABLE, MOUNT_WRITABLE, MOUNT_OVERLAY, MOUNT_NEW };
enum { MOUNT_AS_OWNER = 8 };

/* A place and what the program may do below it. */
typedef struct {
    const char *place;
    int kind;
} Rule;

enum { RULE_READ, RULE_WRITE, RULE_DEVICE, RULE_LIST };

/* A file of /proc/sys and what is written there. */
typedef struct {
    const char *place, *text;
} Setting;

typedef struct {
    int namespaces;
    Mount *mounts;
    ssize_t mount_count;
    int owners; /* a user namespace by which mounted folders change their owner, or -1 */
    long uid;   /* whom the program runs as, or -1: as we do */
    int users, network; /* the namespaces that it joins, or -1: our own */
    int landlock;       /* the version by which it is confined, 0: not at all */
    Rule *rules;
    ssize_t rule_count;
    int filter;
    int port; /* the one TCP port that it may call, or -1 */
    Setting *settings; /* of the user namespace of its own */
    ssize_t setting_count;
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
int set_budgets(const Isolation *isolation, Refusal *refusal);
int become_nobody_special(const Isolation *isolation, Refusal *refusal);
int join_network(const Isolation *isolation, Refusal *refusal);
int confine(const Isolation *isolation, Refusal *refusal);

/* The version of Landlock that the system has, 0 where it has none. */
int landlock_version(void);
/* A descriptor of a new user namespace in which `uid` and `gid` stand for `outside`, or -1 with
   errno. */
int new_user_namespace(long uid, long gid, long outside);
/* A new network namespace with a loopback interface and nothing else and, where it is wanted, a user
   namespace that owns it, by their descriptors. Both -1 with `refusal` set. */
typedef struct {
    int users, network;
} Network;
Network new_network(int with_users, uid_t uid, gid_t gid, Refusal *refusal);
/* A socket there that listens on a port of the loopback address, or -1 with `refusal` set. */
int listen_there(Network place, Refusal *refusal);
/* Assembles the filter of system calls; 0, or -1 where this machine has none. */
int assemble_filter(void);
/* Puts this process under the filter, the one with calls over TCP or the one without; 0 or -1. */
int enter_filter(int calls);

#endif
