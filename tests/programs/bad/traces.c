/* Attaches to other processes with ptrace and never waits for them, so that nobody else can see
   their end; then plays the lowest pit. Its arguments: whom, `opponent` (all that the
   referee has started besides) or `referee` (its parent, or beyond an init of ours its parent's
   parent); when, `game` or `go`; and how it goes on: `plays`,
   `leaves` by its end, or `stops` itself. It has at most one child, for `behind`: then that child
   traces, in a session of its own, for
   20 seconds at the most. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

enum { MOST = 64 };

/* The parent of a process; 0 where it is not known. */
static pid_t parent_of(pid_t pid)
{
    char path[64];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1)
        parent = 0;
    if (file)
        fclose(file);
    return parent;
}

static pid_t find_referee(void)
{
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", getppid());
    FILE *file = fopen(path, "r");
    if (file && fgets(name, sizeof name, file) && strstr(name, "owari-ini") == NULL)
        name[0] = '\0';
    if (file)
        fclose(file);
    return name[0] ? parent_of(getppid()) : getppid();
}

/* Attaches to all below a process but one child of it, with what is below that. */
static void attach_below(pid_t pid, pid_t spared)
{
    char path[64];
    int others[MOST], count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
    FILE *file = fopen(path, "r");
    while (file && count < MOST && fscanf(file, "%d", &others[count]) == 1)
        count++;
    if (file)
        fclose(file);
    for (int n = 0; n < count; n++)
        if (others[n] != spared) {
            ptrace(PTRACE_ATTACH, others[n], NULL, NULL);
            attach_below(others[n], 0);
        }
}

/* `self` is the child of the referee that is ours. */
static void attach(const char *whom, pid_t referee, pid_t self)
{
    if (strcmp(whom, "referee") == 0)
        ptrace(PTRACE_ATTACH, referee, NULL, NULL);
    else
        attach_below(referee, self);
}

static void strike(const char *whom, const char *how)
{
    pid_t referee = find_referee();
    pid_t self = referee == getppid() ? getpid() : getppid();
    if (strcmp(how, "behind") != 0) {
        attach(whom, referee, self);
        if (strcmp(how, "leaves") == 0)
            exit(0);
        if (strcmp(how, "stops") == 0)
            raise(SIGSTOP);
        return;
    }
    int ends[2];
    char byte = 0;
    if (pipe(ends) != 0)
        exit(2);
    if (fork() == 0) {
        setsid();
        attach(whom, referee, self);
        if (write(ends[1], &byte, 1) == 1)
            sleep(20);
        _exit(0);
    }
    if (read(ends[0], &byte, 1) != 1)
        exit(2);
}

int main(int count, char **words)
{
    if (count < 4)
        return 2;
    char line[512];
    int struck = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!struck && strncmp(line, words[2], strlen(words[2])) == 0) {
            struck = 1;
            strike(words[1], words[3]);
        }
        if (strncmp(line, "owari", 5) == 0 || strncmp(line, "game", 4) == 0) {
            printf("ready\n");
        } else if (strncmp(line, "go", 2) == 0) {
            int pits[14];
            char *text = strchr(line + 3, ' '), side = 'S';
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
