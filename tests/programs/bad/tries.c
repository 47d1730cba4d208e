/* Tries one thing that a program in a sandbox should not be able to do, says on its error output
   what came of it, and plays the lowest pit. Its argument is the name of the attempt. What it is
   about stands in the file `about` beside it: a process, a path, a port or the name of a socket; a
   command that named a path would show the program what is there. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <unistd.h>

static char about[4096];

static int signals(void) { return kill(atoi(about), 0); }

static int stops(void) { return kill(atoi(about), SIGSTOP); }

static int attaches(void) { return ptrace(PTRACE_SEIZE, atoi(about), NULL, NULL); }

static int looks_into(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)&about, 1};
    ssize_t size = process_vm_readv(atoi(about), &here, 1, &there, 1, 0);
    return size == 1 || errno == EFAULT ? 0 : -1; /* it may look, though nothing is just there */
}

static int opens(int flags, const char *path)
{
    int descriptor = open(path, flags, 0600);
    if (descriptor >= 0 && (flags & O_ACCMODE) != O_RDONLY) {
        ssize_t ignored = write(descriptor, "9\n", 2);
        (void)ignored;
    }
    if (descriptor >= 0 && (flags & O_ACCMODE) == O_RDONLY && !(flags & O_DIRECTORY)) {
        char byte;
        if (read(descriptor, &byte, 1) != 1) {
            errno = ENODATA; /* there is a file, but it is empty */
            return -1;
        }
    }
    return descriptor >= 0 ? 0 : -1;
}

static int speaks_for(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/1", atoi(about));
    return opens(O_WRONLY, path);
}

static int reads(void) { return opens(O_RDONLY, about); }

static int writes(void) { return opens(O_WRONLY, about); }

static int creates(void) { return opens(O_WRONLY | O_CREAT, about); }

static int removes(void) { return unlink(about); }

static int closes(void) { return chmod(about, 0); }

static int lists(void)
{
    DIR *folder = opendir(about);
    if (folder == NULL)
        return -1;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            return 0;
    errno = ENODATA;
    return -1;
}

static struct sockaddr_in port_of(const char *number)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(atoi(number))};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return place;
}

static int calls(void)
{
    struct sockaddr_in place = port_of(about);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&place, sizeof place);
}

/* The port that it is given by its environment, as a client of a referee. */
static int calls_referee(void)
{
    const char *given = getenv("PORT");
    struct sockaddr_in place = port_of(given ? given : "1");
    int descriptor = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&place, sizeof place);
}

static int calls_by_many_paths(void)
{
    struct sockaddr_in place = port_of(about);
    int descriptor = socket(AF_INET, SOCK_STREAM, 262 /* MPTCP */);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&place, sizeof place);
}

static int sends_at_once(void)
{
    struct sockaddr_in place = port_of(about);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0)
        return -1;
    return sendto(descriptor, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&place, sizeof place) == 1
               ? 0 : -1;
}

static int writes_at_once(void)
{
    struct sockaddr_in place = port_of(about);
    struct iovec data = {"x", 1};
    struct msghdr message = {.msg_name = &place, .msg_namelen = sizeof place,
                             .msg_iov = &data, .msg_iovlen = 1};
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    return descriptor >= 0 && sendmsg(descriptor, &message, MSG_FASTOPEN) == 1 ? 0 : -1;
}

/* Whether somebody who is told the port dials it within a second. */
static int is_dialled(void)
{
    struct sockaddr_in place;
    socklen_t size = sizeof place;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0 || listen(descriptor, 1) != 0) /* without bind(2) */
        return -1;
    getsockname(descriptor, (struct sockaddr *)&place, &size);
    FILE *file = fopen("port.new", "w");
    if (file == NULL)
        return -1;
    fprintf(file, "%d", ntohs(place.sin_port));
    fclose(file);
    rename("port.new", "port");
    struct pollfd watched = {descriptor, POLLIN, 0};
    int rang = poll(&watched, 1, 1000);
    errno = rang == 0 ? ETIMEDOUT : errno;
    return rang == 1 ? 0 : -1;
}

/* Whoever opens its own file next waits until it gives the lease back, if it may have one. */
static int takes_lease(void)
{
    int descriptor = open("about", O_RDONLY);
    return descriptor < 0 ? -1 : fcntl(descriptor, F_SETLEASE, F_RDLCK);
}

static int calls_new_family(void) { return socket(AF_INET6, SOCK_STREAM, 0) < 0 ? -1 : 0; }

static int sends(void)
{
    return socket(AF_INET, SOCK_DGRAM, 0) < 0 ? -1 : 0;
}

static int calls_abstract(void)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    strncpy(place.sun_path + 1, about, sizeof place.sun_path - 2);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(about);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&place, size);
}

static int shares_memory(void) { return shmget(atoi(about), 1, 0) < 0 ? -1 : 0; }

/* In any of the ways whose signal is an argument or goes to a queue of messages. */
static int has_itself_continued(void)
{
    int pipes[2];
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct mq_attr size = {.mq_maxmsg = 1, .mq_msgsize = 8};
    const mqd_t queue = mq_open("/tries", O_RDWR | O_CREAT, 0600, &size);
    mq_unlink("/tries");
    if (mq_notify(queue, &event) == 0 || prctl(PR_SET_PDEATHSIG, SIGCONT) == 0)
        return 0;
    const long child = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return child > 0 ? 0 : pipe(pipes) == 0 ? fcntl(pipes[0], F_SETSIG, SIGCONT) : -1;
}

static int makes_namespaces(void) { return unshare(CLONE_NEWUSER); }

static int slows(void) { return setpriority(PRIO_PROCESS, atoi(about), 19); }

static int takes_cores(void)
{
    cpu_set_t cores;
    memset(&cores, 0xff, sizeof cores);
    return sched_setaffinity(0, sizeof cores, &cores);
}

static int sees_processes(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", atoi(about));
    return opens(O_RDONLY, path);
}

/* Whether a file is there that runs as its owner; the next attempt finds nothing there. What made
   it has said 0, -1 or a descriptor. */
static int is_raised(long done)
{
    struct stat found;
    int raised = lstat("raised", &found) == 0 && found.st_mode & (S_ISUID | S_ISGID);
    if (done > STDERR_FILENO)
        close(done);
    unlink("raised");
    errno = EPERM;
    return raised;
}

static void made(void) { close(open("raised", O_WRONLY | O_CREAT, 0755)); }

/* In any of the ways to give a file a mode. Outside, the owner of its files may be root. */
static int runs_as_its_owner(void)
{
    static const int bits[] = {S_ISUID, S_ISGID};
    for (int n = 0; n < 2; n++) {
        const int mode = 0755 | bits[n];
        struct {
            unsigned long long flags, mode, resolve;
        } how = {O_WRONLY | O_CREAT, mode, 0};
        made();
        int descriptor = open("raised", O_RDONLY);
        fchmod(descriptor, mode);
        if (is_raised(descriptor))
            return 0;
        made();
        if (is_raised(syscall(SYS_fchmodat, AT_FDCWD, "raised", mode)))
            return 0;
        made();
        if (is_raised(syscall(452 /* fchmodat2 */, AT_FDCWD, "raised", mode, 0)))
            return 0;
        if (is_raised(syscall(SYS_openat, AT_FDCWD, "raised", O_WRONLY | O_CREAT, mode))
            || is_raised(syscall(437 /* openat2 */, AT_FDCWD, "raised", &how, sizeof how))
            || is_raised(syscall(SYS_mknodat, AT_FDCWD, "raised", S_IFREG | mode, 0)))
            return 0;
        char path[64];
        descriptor = open(".", O_WRONLY | O_TMPFILE, mode);
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        if (descriptor >= 0)
            linkat(AT_FDCWD, path, AT_FDCWD, "raised", AT_SYMLINK_FOLLOW);
        if (is_raised(descriptor))
            return 0;
#ifdef SYS_chmod
        made();
        if (is_raised(syscall(SYS_chmod, "raised", mode))
            || is_raised(syscall(SYS_open, "raised", O_WRONLY | O_CREAT, mode))
            || is_raised(syscall(SYS_creat, "raised", mode))
            || is_raised(syscall(SYS_mknod, "raised", S_IFREG | mode, 0)))
            return 0;
#endif
    }
    return -1;
}

/* A device with the number 0:0 needs no rights outside. */
static int makes_device(void)
{
    int made = mknod("device", S_IFCHR | 0600, 0);
    unlink("device");
    return made;
}

static int marks_file(void)
{
    made();
    int marked = setxattr("raised", "user.mark", "x", 1, 0);
    int error = errno;
    unlink("raised");
    errno = error;
    return marked;
}

/* What honest programs do with modes. */
static int sets_modes(void)
{
    int descriptor = open("mine", O_RDWR | O_CREAT | O_EXCL, 0644);
    int done = descriptor >= 0 && fchmod(descriptor, 0755) == 0 && chmod("mine", 0600) == 0
               && open("mine", O_RDONLY, 07777) >= 0 && mkfifo("queue", 0644) == 0
               && mkdir("place", 01777) == 0;
    int error = errno;
    unlink("mine"), unlink("queue"), rmdir("place");
    errno = error;
    return done ? 0 : -1;
}

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
    {"signals", signals}, {"stops", stops}, {"attaches", attaches}, {"looks-into", looks_into},
    {"speaks-for", speaks_for}, {"reads", reads}, {"writes", writes}, {"creates", creates},
    {"removes", removes}, {"closes", closes}, {"lists", lists}, {"calls", calls},
    {"sends", sends}, {"calls-abstract", calls_abstract}, {"shares-memory", shares_memory},
    {"makes-namespaces", makes_namespaces}, {"slows", slows}, {"takes-cores", takes_cores},
    {"sees-processes", sees_processes}, {"calls-referee", calls_referee},
    {"calls-by-many-paths", calls_by_many_paths}, {"sends-at-once", sends_at_once},
    {"writes-at-once", writes_at_once}, {"is-dialled", is_dialled},
    {"calls-new-family", calls_new_family}, {"takes-lease", takes_lease},
    {"has-itself-continued", has_itself_continued}, {"runs-as-its-owner", runs_as_its_owner},
    {"makes-device", makes_device}, {"marks-file", marks_file}, {"sets-modes", sets_modes},
};

int main(int count, char **words)
{
    FILE *file = fopen("about", "r");
    if (file != NULL && fgets(about, sizeof about, file) == NULL)
        about[0] = '\0';
    for (size_t n = 0; count > 1 && n < sizeof attempts / sizeof *attempts; n++)
        if (strcmp(words[1], attempts[n].name) == 0) {
            int done = attempts[n].attempt();
            fprintf(stderr, "%s\n", done == 0 ? "done" : strerror(errno));
        }
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "owari", 5) == 0 || strncmp(line, "game", 4) == 0) {
            printf("ready\n");
        } else if (strncmp(line, "go", 2) == 0) {
            int pits[14];
            char side = 'S';
            char *text = strchr(line + 3, ' ');
            for (int n = 0; n < 14 && text; n++) {
                pits[n] = atoi(text + 1);
                text = n < 13 ? strchr(text + 1, ',') : strchr(text + 1, ' ');
            }
            if (text)
                side = text[1];
            int pit = side == 'S' ? 0 : 7;
            while (pit < 13 && pits[pit] == 0)
                pit++;
            printf("%d\n", pit);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
