/* Tries one thing that a program in a sandbox should not be able to do, says on its error output
   what came of it, and plays the lowest pit. Its argument is the name of the attempt. What it is
   about stands in the file `about` beside it: a process, a path, a port or the name of a socket; a
   command that named a path would show the program what is there. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
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

static int calls(void)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(atoi(about))};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&place, sizeof place);
}

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

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
    {"signals", signals}, {"stops", stops}, {"attaches", attaches}, {"looks-into", looks_into},
    {"speaks-for", speaks_for}, {"reads", reads}, {"writes", writes}, {"creates", creates},
    {"removes", removes}, {"closes", closes}, {"lists", lists}, {"calls", calls},
    {"sends", sends}, {"calls-abstract", calls_abstract}, {"shares-memory", shares_memory},
    {"makes-namespaces", makes_namespaces}, {"slows", slows}, {"takes-cores", takes_cores},
    {"sees-processes", sees_processes},
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
