/* Wants to compute on its opponent's time though it waits for its input. argv[1] says what wakes it
   after each of its moves: `alarm`, `timer` (of POSIX), `timerfd` (which it has put in the place of
   its input), `select`, `looks` (it never waits), or what computes beside it: `thread`, `child`,
   `daemon`, `friend` (a child that writes to what it reads), `stand-in` (a thread that says the move,
   puts the input back and ends, while the first one is blocked in a read of a timer). `late-alarm`
   and `late-timerfd` begin with it at its second move. `signal` computes when somebody sends it
   SIGUSR1. argv[2] says after how many
   microseconds, else 100. Each computes for 20 ms at a time and 5 s in all, at most. Plays the
   lowest pit. */

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { INPUT = 9 };
static long pause_time; /* microseconds, less than a second */
static const char *way;
static volatile double left = 5.0;
static timer_t timer;

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static int is_asked(void)
{
    struct pollfd input = {INPUT, POLLIN, 0};
    return poll(&input, 1, 0) != 0;
}

/* Until it is asked. */
static void compute(void)
{
    double begun = now(CLOCK_MONOTONIC), used = 0.0;
    while (!is_asked() && used < 0.02 && left > used)
        used = now(CLOCK_MONOTONIC) - begun;
    left = left - used;
}

static void woken(int number)
{
    (void)number;
    compute();
}

static void *beside(void *nothing)
{
    double begun = now(CLOCK_MONOTONIC);
    while (now(CLOCK_MONOTONIC) - begun < 5.0)
        compute();
    return nothing;
}

/* A child that does this, in a session of its own if nobody is to be its parent. */
static void fork_off(void (*act)(void), int is_daemon)
{
    if (fork() != 0)
        return;
    close(1);
    if (is_daemon) {
        setsid();
        if (fork() != 0)
            _exit(0);
    }
    act();
    _exit(0);
}

static void compute_beside(void)
{
    beside(NULL);
}

static int clock_file;

static int is_blocked(void)
{
    char place[64] = "";
    const int file = open("/proc/self/wchan", O_RDONLY);
    const ssize_t length = read(file, place, sizeof place - 1);
    close(file);
    return length > 1;
}

/* Says the move when the first thread is blocked. */
static void *stand_in(void *nothing)
{
    struct timespec moment = {0, 100000};
    struct itimerspec soon = {{0, 0}, {0, pause_time * 1000}};
    for (int n = 0; n < 20000 && !is_blocked(); n++)
        nanosleep(&moment, NULL);
    dup2(INPUT, 0);
    timerfd_settime(clock_file, 0, &soon, NULL);
    fflush(stdout);
    return nothing;
}

static void read_a_timer(void)
{
    char nothing[8];
    pthread_t thread;
    dup2(clock_file, 0);
    pthread_create(&thread, NULL, stand_in, NULL);
    pthread_detach(thread);
    if (read(0, nothing, sizeof nothing) == sizeof nothing)
        compute();
}

static int wakes[2];
static void write_to_it(void)
{
    struct timespec pause = {0, pause_time * 1000};
    for (int n = 0; n < 20000 && write(wakes[1], "", 1) == 1; n++)
        nanosleep(&pause, NULL);
}

static void begin(void)
{
    if (!strncmp(way, "late-", 5))
        return;
    struct sigaction action = {.sa_handler = woken, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    pthread_t thread;
    if (!strcmp(way, "alarm") || !strcmp(way, "timer"))
        sigaction(SIGALRM, &action, NULL);
    if (!strcmp(way, "timer"))
        timer_create(CLOCK_MONOTONIC, &event, &timer);
    else if (!strcmp(way, "timerfd"))
        dup2(timerfd_create(CLOCK_MONOTONIC, 0), 0);
    else if (!strcmp(way, "stand-in"))
        clock_file = timerfd_create(CLOCK_MONOTONIC, 0);
    else if (!strcmp(way, "signal"))
        sigaction(SIGUSR1, &action, NULL);
    else if (!strcmp(way, "thread"))
        pthread_create(&thread, NULL, beside, NULL);
    else if (!strcmp(way, "child") || !strcmp(way, "daemon"))
        fork_off(compute_beside, *way == 'd');
    else if (!strcmp(way, "friend") && pipe(wakes) == 0) {
        fork_off(write_to_it, 0);
        dup2(wakes[0], 0);
    }
}

/* What it does between its move and its opponent's. */
static void wait_to_be_asked(void)
{
    struct itimerval once = {{0, 0}, {0, pause_time}};
    struct itimerspec soon = {{0, 0}, {0, pause_time * 1000}};
    char nothing[8];
    if (!strcmp(way, "alarm"))
        setitimer(ITIMER_REAL, &once, NULL);
    else if (!strcmp(way, "timer"))
        timer_settime(timer, 0, &soon, NULL);
    else if (!strcmp(way, "looks"))
        while (!is_asked() && left > 0)
            compute();
    else if (!strcmp(way, "timerfd")) {
        timerfd_settime(0, 0, &soon, NULL);
        if (read(0, nothing, sizeof nothing) == sizeof nothing)
            compute();
    } else if (!strcmp(way, "stand-in")) {
        read_a_timer();
    } else if (!strcmp(way, "friend")) {
        if (read(0, nothing, 1) == 1)
            compute();
    } else if (!strcmp(way, "select")) {
        while (!is_asked() && left > 0) {
            struct timeval pause = {0, pause_time};
            fd_set input;
            FD_ZERO(&input);
            FD_SET(0, &input);
            if (select(1, &input, NULL, NULL, &pause) == 0)
                compute();
        }
    }
}

/* The next line of its input. */
static int hear(char *line, size_t size)
{
    const int input = !strcmp(way, "timerfd") || !strcmp(way, "friend") ? INPUT : 0;
    size_t length = 0;
    while (length + 1 < size && read(input, line + length, 1) == 1)
        if (line[length++] == '\n') {
            line[length] = 0;
            return 1;
        }
    return 0;
}

int main(int count, char **words)
{
    int asked = 0;
    char said[512];
    way = count > 1 ? words[1] : "";
    pause_time = count > 2 ? strtol(words[2], NULL, 10) % 1000000 : 100;
    dup2(0, INPUT);
    begin();
    while (hear(said, sizeof said)) {
        if (!strncmp(said, "owari", 5) || !strncmp(said, "game", 4)) {
            puts("ready");
        } else if (!strncmp(said, "go", 2)) {
            int pits[14] = {0}, found = 0;
            char *text = strchr(said + 3, ' ');
            while (text && found < 14)
                pits[found++] = (int)strtol(text + 1, &text, 10);
            int pit = strstr(said, " S\n") ? 0 : 7;
            while (pit < 13 && pits[pit] == 0)
                pit++;
            printf("%d\n", pit);
        }
        if (strncmp(said, "go", 2) || strcmp(way, "stand-in"))
            fflush(stdout);
        if (!strncmp(said, "go", 2)) {
            if (++asked == 2 && !strncmp(way, "late-", 5)) {
                way += 5;
                begin();
            }
            wait_to_be_asked();
        }
    }
    return 0;
}
