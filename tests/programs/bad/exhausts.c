/* Takes of one thing that the system has for all programs as much as it gets when it is first asked
   for a move, or needs one of it for each move and leaves with exit code 3 where it gets none. Its
   arguments: `takes`, `grabs`, `ponders`, `needs` or `plays`, the name of the thing, and how many it
   takes at most. Who takes rests for a while before its move, and who grabs does not; who ponders
   takes after each move, and closes what it has open before the next. It plays the lowest pit, and
   what it has started ends by itself after 20 seconds. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/aio_abi.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { A_WHILE = 20, WATCHES_EACH = 10000, FILES = 10000, PAGES = 16 };

static int taken; /* how many it has */

static const char *place(const char *kind, int number)
{
    static char path[PATH_MAX];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/%s%d", folder ? folder : "/tmp", kind, number);
    return path;
}

static int inotify_instance(void) { return inotify_init1(IN_CLOEXEC); }

/* Each file can be watched once by each instance. */
static int inotify_watch(void)
{
    static int instance = -1;
    int number = taken % WATCHES_EACH;
    if (number == 0)
        instance = inotify_init1(IN_CLOEXEC);
    const char *path = place("watched", number);
    if (taken < WATCHES_EACH)
        close(open(path, O_WRONLY | O_CREAT, 0600));
    return inotify_add_watch(instance, path, IN_DELETE);
}

/* Ten, which children have too. */
static int inherited_instance(void)
{
    if (taken < 10)
        return inotify_init1(IN_CLOEXEC);
    pid_t pid = fork();
    if (pid == 0) {
        sleep(A_WHILE);
        _exit(0);
    }
    return pid;
}

static int fanotify_group(void) { return fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_FID, 0); }

static int fanotify_watch(void)
{
    static int group = -1;
    if (group < 0)
        group = fanotify_group();
    const char *path = place("marked", taken);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    return fanotify_mark(group, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, path);
}

static int pending_signal(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    return sigqueue(getpid(), SIGRTMIN + 1, (union sigval){0});
}

static int timer(void)
{
    struct sigevent nothing = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGURG};
    timer_t made;
    return timer_create(CLOCK_MONOTONIC, &nothing, &made);
}

static int timer_file(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC); }

static void *wait_a_while(void *nothing)
{
    sleep(A_WHILE);
    return nothing;
}

static int thread(void)
{
    pthread_attr_t small;
    pthread_t made;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    errno = pthread_create(&made, &small, wait_a_while, NULL);
    return errno ? -1 : 0;
}

static int process(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        sleep(A_WHILE);
        _exit(0);
    }
    return pid;
}

static int pseudoterminal(void) { return posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC); }

/* A child for each thousand, as a process may not have so many. */
static int open_file(void)
{
    if (taken % 1000 == 999) {
        pid_t pid = fork();
        if (pid > 0) {
            for (int n = 3; n < 1100; n++)
                close(n);
        } else if (pid == 0) {
            sleep(A_WHILE);
            _exit(0);
        }
    }
    return open("/dev/null", O_RDONLY);
}

static int event_poll(void)
{
    static int watched[2] = {-1, -1};
    if (taken == 0 && pipe(watched) != 0)
        return -1;
    int made = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    return made < 0 ? -1 : epoll_ctl(made, EPOLL_CTL_ADD, watched[0], &event);
}

/* Eight pipes, each under thousands of numbers that are closed again. */
static int watched_file(void)
{
    static int pipes[8][2], made = -1;
    int number = taken % 30800;
    if (number == 0) {
        for (int n = 0; n < 8; n++)
            if (pipe(pipes[n]) != 0)
                return -1;
        if ((made = epoll_create1(EPOLL_CLOEXEC)) < 0)
            return -1;
    }
    struct epoll_event event = {.events = EPOLLIN};
    int other = dup2(pipes[number % 8][0], 150 + number / 8);
    int done = other < 0 ? -1 : epoll_ctl(made, EPOLL_CTL_ADD, other, &event);
    close(other);
    return done;
}

/* Locks on single bytes of one file, which each open file of the process shows. */
static int lock_on_a_byte(int command)
{
    static int opened = -1;
    if (opened < 0)
        opened = open(place("locks", 0), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct flock lock = {.l_type = F_WRLCK, .l_start = 40000 - 2 * taken, .l_len = 1};
    return opened < 0 ? -1 : fcntl(opened, command, &lock);
}

static int byte_lock(void) { return lock_on_a_byte(F_SETLK); }

static int lock_of_an_open_file(void) { return lock_on_a_byte(F_OFD_SETLK); }

static int pipe_of_its_own(void)
{
    int ends[2];
    return pipe2(ends, O_CLOEXEC);
}

static int filter_on_a_socket(void)
{
    struct sock_filter all[] = {{BPF_RET | BPF_K, 0, 0, 0xffff}};
    struct sock_fprog program = {1, all};
    int made = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    return made < 0 ? -1 : setsockopt(made, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

static int filter_of_its_own(void)
{
    struct sock_filter all[] = {{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    struct sock_fprog program = {1, all};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
               ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)
               : -1;
}

static int hides(void *done)
{
    for (int n = 0; n < 200; n++)
        event_poll();
    *(volatile int *)done = 1;
    sleep(A_WHILE);
    syscall(SYS_exit, 0);
    return 0;
}

/* 200 at once, in a thread with open files of its own. */
static int hidden_event_polls(void)
{
    static char stack[65536] __attribute__((aligned(16)));
    static volatile int done;
    int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    if (clone(hides, stack + sizeof stack, flags, (void *)&done) < 0)
        return -1;
    while (!done)
        usleep(1000);
    return 0;
}

/* 200, which stay open when their number is closed. */
static int files_of_a_ring(void)
{
    struct io_uring_params about = {0};
    int files[200], ring = syscall(SYS_io_uring_setup, 4, &about);
    for (int n = 0; n < 200; n++)
        files[n] = 2;
    return ring < 0 ? -1 : syscall(SYS_io_uring_register, ring, IORING_REGISTER_FILES, files, 200);
}

static int message_queue(void)
{
    char name[64];
    struct mq_attr small = {.mq_maxmsg = 10, .mq_msgsize = 8192};
    snprintf(name, sizeof name, "/exhausts-%d-%d", (int)getpid(), taken);
    mqd_t made = mq_open(name, O_RDWR | O_CREAT, 0600, &small);
    if (made != (mqd_t)-1)
        mq_unlink(name);
    return made;
}

static int shared_segment(void) { return shmget(IPC_PRIVATE, 1, 0600); }

static int semaphores(void) { return semget(IPC_PRIVATE, 1, 0600); }

static int old_queue(void) { return msgget(IPC_PRIVATE, 0600); }

/* 2000 requests, or as many as are left. */
static int background_requests(void)
{
    aio_context_t context = 0;
    for (int count = 2000; count > 0; count /= 2)
        if (syscall(SYS_io_setup, count, &context) == 0)
            return 0;
    return -1;
}

static int background_request(void)
{
    aio_context_t context = 0;
    return (int)syscall(SYS_io_setup, 1, &context);
}

static int key(void)
{
    char name[32];
    snprintf(name, sizeof name, "key %d", taken);
    return syscall(SYS_add_key, "user", name, "x", 1, -2 /* of the process */);
}

static int full_pipe(void)
{
    static char much[65536];
    int ends[2];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0)
        return -1;
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    return write(ends[1], much, 4096) == 4096 && write(ends[1], much, sizeof much) >= 0 ? 0 : -1;
}

/* Needed is one that can be written to; that it is smaller where others have many is no failure. */
static int pipe_of_any_size(void)
{
    char byte = 'x';
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || write(ends[1], &byte, 1) != 1)
        return -1;
    close(ends[0]);
    return close(ends[1]);
}

static int locked_page(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? -1 : mlock(page, 4096);
}

static int file(void)
{
    int made = open(place("file", taken), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return made < 0 ? -1 : close(made);
}

static int folder(void) { return mkdir(place("folder", taken), 0700); }

static int socket_with_data(void)
{
    static char much[65536];
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    return write(ends[0], much, sizeof much) > 0 ? 0 : -1;
}

static int lock_on_a_file(void)
{
    int opened = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    return opened < 0 ? -1 : flock(opened, LOCK_EX | LOCK_NB);
}

static int lock_on_its_own_file(void)
{
    int opened = open(place("lock", 0), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int done = opened < 0 ? -1 : flock(opened, LOCK_EX | LOCK_NB);
    close(opened);
    return done;
}

static int user_namespace(void)
{
    pid_t pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        sleep(A_WHILE);
        _exit(0);
    }
    return pid;
}

/* Sends a descriptor to itself and does not receive it. */
static int file_in_flight(void)
{
    static int ends[2] = {-1, -1}, sent;
    if (sent % 50 == 0 && socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends) != 0)
        return -1;
    char byte = 'x', control[CMSG_SPACE(sizeof(int) * 100)] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * 100);
    for (int n = 0; n < 100; n++)
        ((int *)CMSG_DATA(header))[n] = 0;
    if (sendmsg(ends[0], &message, 0) < 0 && errno != EAGAIN)
        return -1;
    sent++;
    return 0;
}

static const struct {
    const char *name;
    int (*take)(void);
    int (*need)(void); /* where that is another act */
} things[] = {
    {"inotify-instances", inotify_instance, NULL},
    {"inotify-watches", inotify_watch, NULL},
    {"inherited-instances", inherited_instance, inotify_instance},
    {"fanotify-groups", fanotify_group, NULL},
    {"fanotify-marks", fanotify_watch, fanotify_group},
    {"pending-signals", pending_signal, timer},
    {"timers", timer, NULL},
    {"timer-files", timer_file, NULL},
    {"threads", thread, NULL},
    {"processes", process, NULL},
    {"pseudoterminals", pseudoterminal, NULL},
    {"open-files", open_file, NULL},
    {"event-polls", event_poll, NULL},
    {"hidden-event-polls", hidden_event_polls, event_poll},
    {"orphaned-event-polls", event_poll, NULL},
    {"watched-files", watched_file, event_poll},
    {"byte-locks", byte_lock, NULL},
    {"locks-of-open-files", lock_of_an_open_file, byte_lock},
    {"files-of-a-ring", files_of_a_ring, thread},
    {"pipes", pipe_of_its_own, NULL},
    {"sockets", socket_with_data, NULL},
    {"socket-filters", filter_on_a_socket, socket_with_data},
    {"filters-of-its-own", filter_of_its_own, thread},
    {"message-queues", message_queue, NULL},
    {"shared-segments", shared_segment, NULL},
    {"semaphores", semaphores, NULL},
    {"old-queues", old_queue, NULL},
    {"keys", key, NULL},
    {"pipe-buffers", full_pipe, pipe_of_any_size},
    {"locked-memory", locked_page, NULL},
    {"files", file, NULL},
    {"folders", folder, NULL},
    {"socket-buffers", socket_with_data, NULL},
    {"file-locks", lock_on_a_file, lock_on_its_own_file},
    {"user-namespaces", user_namespace, thread},
    {"background-requests", background_requests, background_request},
    {"files-in-flight", file_in_flight, NULL},
};

static int play(int count, char **words)
{
    size_t which = 0, known = sizeof things / sizeof *things;
    while (count > 2 && which < known && strcmp(words[2], things[which].name) != 0)
        which++;
    if (count < 4 || which == known)
        return 2;
    int rests = strcmp(words[1], "takes") == 0, needs = strcmp(words[1], "needs") == 0;
    int takes = rests || strcmp(words[1], "grabs") == 0;
    int ponders = strcmp(words[1], "ponders") == 0;
    int most = atoi(words[3]), has_begun = 0;
    int (*need)(void) = things[which].need ? things[which].need : things[which].take;
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "owari", 5) == 0 || strncmp(line, "game", 4) == 0) {
            printf("ready\n");
        } else if (strncmp(line, "go", 2) == 0) {
            if (takes && !has_begun) {
                while (taken < most && things[which].take() >= 0)
                    taken++;
                fprintf(stderr, "%d %s\n", taken, taken < most ? strerror(errno) : "taken");
                if (rests)
                    usleep(200000);
            }
            for (int n = 3; ponders && n < 1000; n++)
                close(n);
            if (needs && need() < 0) {
                fprintf(stderr, "there is none: %s\n", strerror(errno));
                return 3;
            }
            taken += needs;
            has_begun = 1;
            int pits[14] = {0};
            char side = 'S', *text = strchr(line + 3, ' ');
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
            fflush(stdout);
            for (taken = ponders ? 0 : taken; ponders && taken < most; taken++)
                things[which].take();
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}

static char **all_words;

static void *play_on(void *nothing)
{
    exit(play(4, all_words));
    return nothing;
}

int main(int count, char **words)
{
    pthread_t made;
    all_words = words;
    if (count == 4 && strcmp(words[2], "orphaned-event-polls") == 0) {
        if (pthread_create(&made, NULL, play_on, NULL) == 0)
            pthread_exit(NULL); /* the first thread leaves, and the others go on */
    }
    return play(count, words);
}
