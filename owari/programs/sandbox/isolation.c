/* Namespaces and Landlock for a program that is about to begin.

   Everything is done by the process itself that becomes the program or its init, between clone
   and exec. mount_setattr(2), open_tree(2) and landlock(7) describe the calls. */

#define _GNU_SOURCE
#include "isolation.h"

#ifdef __linux__

#include "syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PR_SET_NO_NEW_PRIVS
#define PR_SET_NO_NEW_PRIVS 38
#endif

static int refuse(Refusal *refusal, const char *step, const char *place) {
    refusal->error = errno;
    refusal->step = step;
    refusal->place = place;
    return -1;
}

/* User namespace */

static char *put_number(char *end, unsigned long number) {
    do *--end = '0' + number % 10;
    while (number /= 10);
    return end;
}

/* Maps one id to itself. */
static int map(const char *file, unsigned long id) {
    char line[64], *begin = line + sizeof line;
    *--begin = '1';
    *--begin = ' ';
    begin = put_number(begin, id);
    *--begin = ' ';
    begin = put_number(begin, id);
    int descriptor = open(file, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    ssize_t size = line + sizeof line - begin;
    int written = write(descriptor, begin, size) == size;
    close(descriptor);
    return written ? 0 : -1;
}

int enter_user_namespace(uid_t uid, gid_t gid, Refusal *refusal) {
    int descriptor = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        ssize_t ignored = write(descriptor, "deny", 4);
        (void)ignored;
        close(descriptor);
    }
    if (map("/proc/self/uid_map", uid) != 0 || map("/proc/self/gid_map", gid) != 0)
        return refuse(refusal, "user namespace", NULL);
    return 0;
}

#ifdef OWARI_HAS_SYSCALLS

static int write_map(pid_t pid, const char *kind, long inside, long outside) {
    char path[64], line[64];
    snprintf(path, sizeof path, "/proc/%d/%s_map", (int)pid, kind);
    int size = snprintf(line, sizeof line, "%ld %ld 1", inside, outside);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    ssize_t written = write(descriptor, line, size);
    close(descriptor);
    return written == size ? 0 : -1;
}

/* A namespace exists as long as a process is in it or a descriptor leads to it. */
int new_user_namespace(long uid, long gid, long outside) {
    pid_t pid = system_call(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        for (;;) system_call(SYS_ppoll, 0, 0, 0, 0, 0);
    if (pid < 0) {
        errno = -pid;
        return -1;
    }
    char path[64];
    int found = -1;
    snprintf(path, sizeof path, "/proc/%d/ns/user", (int)pid);
    if (write_map(pid, "uid", uid, outside) == 0 && write_map(pid, "gid", gid, outside) == 0)
        found = open(path, O_RDONLY | O_CLOEXEC);
    int error = errno;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR);
    errno = error;
    return found;
}

/* Network */

enum { SHARING = CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD };

/* What a process does that shares our memory and our descriptors: what it opens is ours. */
typedef struct {
    int with_users;
    uid_t uid;
    gid_t gid;
    Network place;
    int listener;
    Refusal *refusal;
} Errand;

static int bring_loopback_up(void) {
    int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    struct ifreq interface = {.ifr_name = "lo"};
    interface.ifr_flags = IFF_UP | IFF_RUNNING;
    int done = ioctl(descriptor, SIOCSIFFLAGS, &interface);
    int error = errno;
    close(descriptor);
    errno = error;
    return done;
}

static int found_network(Errand *errand) {
    if (errand->with_users && enter_user_namespace(errand->uid, errand->gid, errand->refusal) != 0)
        return -1;
    if (bring_loopback_up() != 0) return refuse(errand->refusal, "loopback interface", NULL);
    errand->place.network = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    if (errand->with_users) errand->place.users = open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC);
    if (errand->place.network < 0 || (errand->with_users && errand->place.users < 0))
        return refuse(errand->refusal, "open", "/proc/self/ns");
    return 0;
}

static int join(Network place) {
    if (place.users >= 0 && setns(place.users, CLONE_NEWUSER) != 0) return -1;
    return setns(place.network, CLONE_NEWNET);
}

int join_network(const Isolation *isolation, Refusal *refusal) {
    if (isolation->network < 0) return 0;
    if (join((Network){isolation->users, isolation->network}) == 0) return 0;
    return refuse(refusal, "network namespace", NULL);
}

static int open_listener(Errand *errand) {
    if (join(errand->place) != 0) return refuse(errand->refusal, "network namespace", NULL);
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return refuse(errand->refusal, "socket", NULL);
    errand->listener = descriptor;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(descriptor, 4) != 0)
        return refuse(errand->refusal, "listening socket", NULL);
    return 0;
}

static __attribute__((noinline)) pid_t set_out(long flags, Errand *errand, int (*act)(Errand *)) {
    pid_t pid = system_call(SYS_clone, flags, 0, 0, 0, 0);
    if (pid == 0) {
        act(errand);
        _exit(0);
    }
    return pid;
}

/* Sends a process on an errand and waits for its return; no signal meets it on the way. */
static void send_on(long flags, Errand *errand, int (*act)(Errand *)) {
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    pid_t pid = set_out(flags, errand, act);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (pid < 0) {
        errno = -pid;
        refuse(errand->refusal, "network namespace", NULL);
        return;
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR);
}

Network new_network(int with_users, uid_t uid, gid_t gid, Refusal *refusal) {
    Errand errand = {with_users, uid, gid, {-1, -1}, -1, refusal};
    send_on(SHARING | CLONE_NEWNET | (with_users ? CLONE_NEWUSER : 0), &errand, found_network);
    if (refusal->error == 0) return errand.place;
    if (errand.place.network >= 0) close(errand.place.network);
    if (errand.place.users >= 0) close(errand.place.users);
    return (Network){-1, -1};
}

int listen_there(Network place, Refusal *refusal) {
    Errand errand = {.place = place, .listener = -1, .refusal = refusal};
    send_on(SHARING, &errand, open_listener);
    if (refusal->error == 0) return errand.listener;
    if (errand.listener >= 0) close(errand.listener);
    return -1;
}

#endif

/* Mounts */

enum {
    TREE_CLONE = 1,
    RECURSIVE = 0x8000,
    EMPTY_PATH = 0x1000,
    MOVE_FROM_EMPTY_PATH = 0x4,
    MOVE_TO_LINKED = 0x10,
    ATTRIBUTE_READ_ONLY = 1,
    ATTRIBUTE_NO_SUID = 2,
    ATTRIBUTE_ID_MAP = 0x100000,
};

struct attributes { /* struct mount_attr */
    uint64_t set, clear, propagation, user_namespace;
};

static int set_attributes(int tree, const char *place, int flags, uint64_t set, int owners) {
    struct attributes wanted = {set, 0, 0, 0};
    if (owners >= 0) {
        wanted.set |= ATTRIBUTE_ID_MAP;
        wanted.user_namespace = owners;
    }
    return syscall(CALL_MOUNT_SETATTR, tree, place, flags, &wanted, sizeof wanted);
}

static int clone_tree(const char *place) {
    return syscall(CALL_OPEN_TREE, AT_FDCWD, place, TREE_CLONE | RECURSIVE | O_CLOEXEC);
}

static int attach(int tree, const char *place) {
    return syscall(CALL_MOVE_MOUNT, tree, "", AT_FDCWD, place,
                   MOVE_FROM_EMPTY_PATH | MOVE_TO_LINKED);
}

/* Opens what is to be mounted, before anything is hidden. What is not there is left out. */
static int open_trees(Isolation *isolation, Refusal *refusal) {
    for (ssize_t n = 0; n < isolation->mount_count; n++) {
        Mount *mount = &isolation->mounts[n];
        mount->tree = -1;
        if (mount->kind == MOUNT_EMPTY || mount->kind == MOUNT_NEW) continue;
        if (mount->kind == MOUNT_OVERLAY && (mount->upper = clone_tree(mount->data)) < 0)
            return refuse(refusal, "open_tree", mount->data);
        const int lies_elsewhere = mount->kind == MOUNT_WRITABLE && *mount->data;
        const char *source = lies_elsewhere ? mount->data : mount->place;
        mount->tree = clone_tree(source);
        if (mount->tree < 0) {
            if (errno == ENOENT || errno == ENOTDIR) continue;
            return refuse(refusal, "open_tree", source);
        }
        uint64_t set = ATTRIBUTE_NO_SUID;
        if (mount->kind != MOUNT_WRITABLE) set |= ATTRIBUTE_READ_ONLY;
        /* Not every file system can show its files as another's; then they are what they are. */
        if (mount->as_owner && isolation->owners >= 0)
            set_attributes(mount->tree, "", EMPTY_PATH, 0, isolation->owners);
        if (set_attributes(mount->tree, "", EMPTY_PATH | RECURSIVE, set, -1) != 0)
            return refuse(refusal, "mount_setattr", mount->place);
    }
    return 0;
}

/* Makes the folders that lead to a place and, for a file, an empty one to mount it on. */
static void make_place(const char *place, int tree) {
    char path[4096];
    size_t length = strlen(place);
    if (length >= sizeof path) return;
    memcpy(path, place, length + 1);
    for (size_t n = 1; n < length; n++)
        if (path[n] == '/') {
            path[n] = '\0';
            mkdir(path, 0755);
            path[n] = '/';
        }
    struct stat about;
    if (fstat(tree, &about) == 0 && !S_ISDIR(about.st_mode))
        close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    else mkdir(path, 0755);
}

static char *append(char *end, const char *text) {
    size_t length = strlen(text);
    memcpy(end, text, length + 1);
    return end + length;
}

/* Lays a folder for what is written over one that is only read. Both are named by descriptors, as
   a name may hold what an option of a mount cannot. */
static int lay_over(const Mount *layer) {
    char options[256], number[24], *end = options;
    make_place(layer->data, layer->upper);
    if (attach(layer->upper, layer->data) != 0) return -1;
    int upper = open(layer->data, O_PATH);
    int folders[3] = {open(layer->place, O_PATH), openat(upper, "written", O_PATH),
                      openat(upper, "work", O_PATH)};
    static const char *const names[] = {"lowerdir=", ",upperdir=", ",workdir="};
    for (int n = 0; n < 3; n++) {
        if (folders[n] < 0) return -1;
        number[sizeof number - 1] = '\0';
        end = append(end, names[n]);
        end = append(end, "/proc/self/fd/");
        end = append(end, put_number(number + sizeof number - 1, folders[n]));
    }
    append(end, ",userxattr");
    return mount("overlay", layer->place, "overlay", MS_NOSUID, options);
}

static int carry_out(const Mount *step) {
    switch (step->kind) {
        case MOUNT_NEW:
            mkdir(step->place, 0755);
            return mount("tmpfs", step->place, "tmpfs", MS_NOSUID | MS_NODEV, step->data);
        case MOUNT_EMPTY:
            if (mount("tmpfs", step->place, "tmpfs", MS_NOSUID | MS_NODEV, step->data) == 0)
                return 0;
            return errno == ENOTDIR ? mount("/dev/null", step->place, NULL, MS_BIND, NULL) : -1;
        default:
            if (step->tree < 0) return 0;
            make_place(step->place, step->tree);
            if (attach(step->tree, step->place) != 0) return -1;
            return step->kind == MOUNT_OVERLAY ? lay_over(step) : 0;
    }
}

/* The file system as the program sees it: all is only read but what the steps make otherwise, and
   /proc has its own processes only. */
int make_view(Isolation *isolation, Refusal *refusal) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return refuse(refusal, "mount namespace", NULL);
    if (open_trees(isolation, refusal) != 0) return -1;
    uint64_t set = ATTRIBUTE_READ_ONLY | ATTRIBUTE_NO_SUID;
    if (set_attributes(AT_FDCWD, "/", RECURSIVE, set, -1) != 0)
        return refuse(refusal, "mount_setattr", "/");
    for (ssize_t n = 0; n < isolation->mount_count; n++) {
        const Mount *step = &isolation->mounts[n];
        int is_optional = step->kind == MOUNT_EMPTY; /* what is not there needs no hiding */
        if (carry_out(step) != 0 && !(is_optional && (errno == ENOENT || errno == ENOTDIR)))
            return refuse(refusal, "mount", step->place);
    }
    if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
        return refuse(refusal, "mount", "/proc");
    return 0;
}

/* What its user namespace may hold. Each file is about the namespace of who opens it. */
int set_budgets(const Isolation *isolation, Refusal *refusal) {
    for (ssize_t n = 0; n < isolation->setting_count; n++) {
        const Setting *setting = &isolation->settings[n];
        ssize_t size = strlen(setting->text);
        int descriptor = open(setting->place, O_WRONLY | O_CLOEXEC);
        int written = descriptor >= 0 && write(descriptor, setting->text, size) == size;
        if (!written) return refuse(refusal, "limit", setting->place);
        close(descriptor);
    }
    return 0;
}

/* Whom it runs as */

int become_nobody_special(const Isolation *isolation, Refusal *refusal) {
    if (isolation->uid < 0) return 0;
    /* The system calls themselves: those of the C library change all threads of a process, which
       are the referee's here. */
    if (syscall(SYS_setgroups, 0, NULL) != 0 ||
        syscall(SYS_setresgid, isolation->uid, isolation->uid, isolation->uid) != 0 ||
        syscall(SYS_setresuid, isolation->uid, isolation->uid, isolation->uid) != 0)
        return refuse(refusal, "setuid", NULL);
    return 0;
}

/* Landlock */

enum {
    MAY_EXECUTE = 1 << 0,
    MAY_WRITE_FILE = 1 << 1,
    MAY_READ_FILE = 1 << 2,
    MAY_READ_FOLDER = 1 << 3,
    MAY_TRUNCATE = 1 << 14,
    MAY_CONTROL_DEVICE = 1 << 15,
    OF_A_FILE = MAY_EXECUTE | MAY_WRITE_FILE | MAY_READ_FILE | MAY_TRUNCATE | MAY_CONTROL_DEVICE,
    BIND_TCP = 1 << 0,
    CONNECT_TCP = 1 << 1,
    SCOPE_SOCKETS_AND_SIGNALS = 3,
    RULE_PATH = 1,
    RULE_PORT = 2,
};

/* The rights to files that each version knows: version 1 has 13, REFER came with 2, TRUNCATE with
   3, control of devices with 5. */
static uint64_t rights(int version) {
    int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return ((uint64_t)1 << count) - 1;
}

int landlock_version(void) {
    long version = syscall(CALL_LANDLOCK_CREATE_RULESET, NULL, 0, 1);
    return version < 0 ? 0 : (int)version;
}

static int allow(int rules, const Rule *rule, uint64_t handled) {
    static const uint64_t wanted[] = {
        [RULE_READ] = MAY_EXECUTE | MAY_READ_FILE | MAY_READ_FOLDER,
        [RULE_WRITE] = ~(uint64_t)MAY_CONTROL_DEVICE,
        [RULE_DEVICE] = MAY_READ_FILE | MAY_WRITE_FILE | MAY_TRUNCATE | MAY_CONTROL_DEVICE,
        [RULE_LIST] = MAY_READ_FOLDER,
    };
    struct __attribute__((packed)) {
        uint64_t rights;
        int32_t place;
    } about = {wanted[rule->kind] & handled, open(rule->place, O_PATH | O_CLOEXEC)};
    if (about.place < 0) return 0; /* what is not there need not be allowed */
    struct stat found;
    if (fstat(about.place, &found) == 0 && !S_ISDIR(found.st_mode)) about.rights &= OF_A_FILE;
    long added = syscall(CALL_LANDLOCK_ADD_RULE, rules, RULE_PATH, &about, 0);
    close(about.place);
    return added == 0 ? 0 : -1;
}

static int lock_in(const Isolation *isolation, int version) {
    struct {
        uint64_t files, network, scopes;
    } handled = {rights(version), 0, 0};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    if (version >= 4 && isolation->port >= 0) handled.network = BIND_TCP | CONNECT_TCP;
    if (version >= 6) handled.scopes = SCOPE_SOCKETS_AND_SIGNALS;
    int rules = syscall(CALL_LANDLOCK_CREATE_RULESET, &handled, size, 0);
    if (rules < 0) return -1;
    for (ssize_t n = 0; n < isolation->rule_count; n++)
        if (allow(rules, &isolation->rules[n], handled.files) != 0) return -1;
    if (handled.network) {
        struct {
            uint64_t rights, port;
        } call = {CONNECT_TCP, isolation->port};
        if (syscall(CALL_LANDLOCK_ADD_RULE, rules, RULE_PORT, &call, 0) != 0) return -1;
    }
    long locked = syscall(CALL_LANDLOCK_RESTRICT_SELF, rules, 0);
    close(rules);
    return locked == 0 ? 0 : -1;
}

int confine(const Isolation *isolation, Refusal *refusal) {
    if (isolation->landlock == 0 && !isolation->filter) return 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refuse(refusal, "no_new_privs", NULL);
    if (isolation->landlock > 0 && lock_in(isolation, isolation->landlock) != 0)
        return refuse(refusal, "landlock", NULL);
    if (isolation->filter && enter_filter(isolation->port >= 0) != 0)
        return refuse(refusal, "seccomp", NULL);
    return 0;
}

#endif
