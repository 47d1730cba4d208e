/* Sleeps where nothing can wake it, when it is first asked for a move: argv[1] says how. `vfork`
   waits for a child that never becomes another program, `files` for a file system of its own (FUSE)
   whose other half, a child, reads the question and says nothing; `daemon` is the same with a child
   that is nobody's. Each child ends after 8 s, which ends the sleep too. Where it may not have a
   file system, it plays the lowest pit, as it does afterwards. */

#define _GNU_SOURCE

#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECONDS = 8 };

static void sleep_and_leave(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sleep(SECONDS);
    _exit(0);
}

static void write_file(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY);
    if (file >= 0 && write(file, text, strlen(text)) < 0)
        perror(path);
    close(file);
}

/* File systems of its own, with the rights that this takes. Returns 0. */
static int have_mounts(void)
{
    char map[32];
    const uid_t user = geteuid();
    if (user == 0)
        return unshare(CLONE_NEWNS) || mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return -1;
    snprintf(map, sizeof map, "0 %d 1", (int)user);
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", map);
    return 0;
}

/* The other half: says that it is there, and nothing more. */
static void hold(int device, int tells)
{
    char question[16384];
    struct {
        struct fuse_out_header head;
        struct fuse_init_out body;
    } answer = {.head = {.len = sizeof answer}, .body = {.major = 7, .minor = 31, .max_write = 4096}};
    const ssize_t got = read(device, question, sizeof question);
    answer.head.unique = got > 0 ? ((struct fuse_in_header *)question)->unique : 0;
    if (write(device, &answer, sizeof answer) < 0 || write(tells, "", 1) < 0)
        _exit(1);
    if (read(device, question, sizeof question) < 0)
        _exit(1);
    sleep_and_leave();
}

static void ask_files(int is_daemon)
{
    char options[128], nothing;
    struct stat found;
    int told[2];
    const int device = have_mounts() == 0 ? open("/dev/fuse", O_RDWR) : -1;
    if (device < 0 || pipe(told) != 0)
        return;
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
    if (mkdir("place", 0700), mount("sleeps", "place", "fuse", MS_NOSUID | MS_NODEV, options) != 0)
        return;
    if (fork() == 0) {
        setsid();
        if (!is_daemon || fork() == 0)
            hold(device, told[1]);
        _exit(0);
    }
    close(device);
    close(told[1]);
    if (read(told[0], &nothing, 1) == 1)
        stat("place/nothing", &found);
}

int main(int count, char **words)
{
    const char *way = count > 1 ? words[1] : "";
    int has_slept = 0;
    char said[512];
    while (fgets(said, sizeof said, stdin)) {
        if (!strncmp(said, "owari", 5) || !strncmp(said, "game", 4)) {
            puts("ready");
        } else if (!strncmp(said, "go", 2)) {
            int pits[14] = {0}, found = 0;
            if (!has_slept++) {
                if (strcmp(way, "vfork") != 0)
                    ask_files(!strcmp(way, "daemon"));
                else if (vfork() == 0)
                    sleep_and_leave();
            }
            char *text = strchr(said + 3, ' ');
            while (text && found < 14)
                pits[found++] = (int)strtol(text + 1, &text, 10);
            int pit = strstr(said, " S\n") ? 0 : 7;
            while (pit < 13 && pits[pit] == 0)
                pit++;
            printf("%d\n", pit);
        }
        fflush(stdout);
    }
    return 0;
}
