/* Wants to compute on its opponent's time though it waits for its input. argv[1] says what wakes it
   after each of its moves: `alarm`, `timer` (of POSIX), `timerfd` (which it has put in the place of
   its input), `select`, `looks` (it never waits), or what computes beside it: `thread`, `child`,
   `daemon`, `friend` (a child that writes to what it reads), `stand-in` (a thread that says the move,
   puts the input back and ends, while the first one is blocked in a read of a timer). `late-alarm`
   and `late-timerfd` begin with it at its second move. `signal` computes when somebody sends it
   SIGUSR1.

   Others let SIGCONT continue what was stopped: `timer-cont`, `thread-cont` (a timer that is told a
   thread), `sends-cont` (a child in a session of its own), `grandchild` (the same by nobody's child),
   `pipe-cont` (F_SETSIG), `mail-cont` (mq_notify), `aio-cont` (the end of a write), `death-cont` (a
   parent's, PR_SET_PDEATHSIG), `exit-cont` (a child's, by clone), `orphaned` (a group that loses its
   last parent), `hangup` (a terminal's). Or they compute where a stop may not reach: `timer-thread`
   (SIGEV_THREAD), `own-group`, `vfork`, `traced` (a child whose tracer keeps it going and is woken by
   a timer), `chain` (each forks the next), `splices` (in the system), `ring` (a thread of the system,
   io_uring), `long-calls` (eight threads in one system call each, which nothing stops until it is
   done: some 0.1 s of the processor; it needs 32 MB).

   argv[2] says after how many microseconds, else 100. Each computes for 20 ms at a time and 5 s in
   all, at most, and what it has started ends after 5 s. Plays the lowest pit. */

#define _GNU_SOURCE

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
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

static volatile int moves; /* it has been asked, and has not said its move */

static void woken(int number)
{
    (void)number;
    if (!moves)
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

/* Whether the first thread is blocked in a read of descriptor 0. */
static int is_blocked(void)
{
    char call[64] = "";
    const int file = open("/proc/self/syscall", O_RDONLY);
    const ssize_t length = read(file, call, sizeof call - 1);
    close(file);
    return length > 0 && !strncmp(call, "0 0x0 ", 6);
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

/* What it has read of its input in place of the timer. */
static char heard[8];
static ssize_t heard_length;

static void read_a_timer(void)
{
    const struct itimerspec never = {{0, 0}, {0, 0}}, soon = {{0, 0}, {0, pause_time * 1000}};
    pthread_t thread;
    timerfd_settime(clock_file, 0, &never, NULL); /* forgets what has not been read */
    dup2(clock_file, 0);
    pthread_create(&thread, NULL, stand_in, NULL);
    pthread_detach(thread);
    /* Who is stopped and continued here begins its read again, of what is its input by then. */
    heard_length = read(0, heard, sizeof heard);
    if (heard_length == sizeof heard && heard[sizeof heard - 1] == 0) {
        do {
            compute();
            timerfd_settime(clock_file, 0, &soon, NULL);
        } while (!is_asked() && left > 0 && read(clock_file, heard, sizeof heard) > 0);
        heard_length = 0;
    }
}

static int wakes[2];
static void write_to_it(void)
{
    struct timespec pause = {0, pause_time * 1000};
    for (int n = 0; n < 20000 && write(wakes[1], "", 1) == 1; n++)
        nanosleep(&pause, NULL);
}

/* Ways in which SIGCONT comes to who was stopped, and ways to compute where a stop may not reach. */

static struct timespec moment(void)
{
    struct timespec found = {0, pause_time * 1000};
    return found;
}

static void catch_cont(void)
{
    struct sigaction action = {.sa_handler = woken, .sa_flags = SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
}

enum { TIMERS = 40 };
static timer_t made[TIMERS];
static int timers;
static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;

/* Timers that send this signal, so many, each one pause after the last, in place of those before:
   whoever is stopped loses the one that is on its way. */
static void send_by_timers(int number, int thread, int count)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    if (thread) {
        event.sigev_notify = SIGEV_THREAD_ID;
        event._sigev_un._tid = thread;
    }
    pthread_mutex_lock(&timers_lock);
    while (timers > 0)
        timer_delete(made[--timers]);
    for (int n = 1; n <= count; n++) {
        const long after = n * pause_time;
        struct itimerspec times = {{0, 0}, {after / 1000000, after % 1000000 * 1000}};
        if (timer_create(CLOCK_MONOTONIC, &event, &made[timers]) == 0)
            timer_settime(made[timers++], 0, &times, NULL);
    }
    pthread_mutex_unlock(&timers_lock);
}

static void timer_cont(void)
{
    catch_cont();
    send_by_timers(SIGCONT, 0, TIMERS);
}

static void *woken_thread(void *nothing)
{
    send_by_timers(SIGCONT, (int)syscall(SYS_gettid), TIMERS);
    return beside(nothing);
}

static void thread_cont(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, woken_thread, NULL);
}

static void on_expiry(union sigval nothing)
{
    (void)nothing;
    compute();
}

static void timer_thread(void)
{
    timer_t made;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_expiry};
    struct itimerspec times = {moment(), moment()};
    if (timer_create(CLOCK_MONOTONIC, &event, &made) == 0)
        timer_settime(made, 0, &times, NULL);
}

/* Does this again and again for 5 s. */
static void repeat(void (*act)(void))
{
    struct timespec pause = moment();
    double begun = now(CLOCK_MONOTONIC);
    while (now(CLOCK_MONOTONIC) - begun < 5.0) {
        act();
        nanosleep(&pause, NULL);
    }
}

static pid_t main_process;
static void continue_it(void) { kill(main_process, SIGCONT); }
static void continue_it_always(void) { repeat(continue_it); }

static void sends_cont(void)
{
    catch_cont();
    main_process = getpid();
    if (fork() == 0) {
        close(1);
        setsid();
        continue_it_always();
        _exit(0);
    }
}

static void grandchild(void)
{
    catch_cont();
    main_process = getpid();
    fork_off(continue_it_always, 1);
}

static void write_a_byte(void)
{
    char drained[64];
    write(wakes[1], "", 1);
    if (read(wakes[0], drained, sizeof drained) < 0)
        errno = 0;
}
static void write_always(void) { repeat(write_a_byte); }

static void pipe_cont(void)
{
    catch_cont();
    if (pipe2(wakes, O_NONBLOCK) != 0)
        return;
    if (fcntl(wakes[0], F_SETSIG, SIGCONT) != 0)
        return; /* it would get SIGIO, and end */
    fcntl(wakes[0], F_SETOWN, getpid());
    fcntl(wakes[0], F_SETFL, O_NONBLOCK | O_ASYNC);
    fork_off(write_always, 1);
}

static mqd_t mail = (mqd_t)-1;
static void ask_for_mail(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    mq_notify(mail, &event);
}

static void mail_came(int number)
{
    char letter[8];
    while (mq_receive(mail, letter, sizeof letter, NULL) >= 0)
        continue;
    ask_for_mail();
    woken(number);
}
static void write_a_letter(void) { mq_send(mail, "", 1, 0); }
static void write_letters(void) { repeat(write_a_letter); }

static void mail_cont(void)
{
    struct sigaction action = {.sa_handler = mail_came, .sa_flags = SA_RESTART};
    struct mq_attr size = {.mq_maxmsg = 4, .mq_msgsize = 8};
    char name[64];
    snprintf(name, sizeof name, "/wakes-%d", (int)getpid());
    mail = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &size);
    mq_unlink(name);
    sigaction(SIGCONT, &action, NULL);
    ask_for_mail();
    fork_off(write_letters, 1);
}

static struct aiocb request;
static char block[1 << 20];
static void write_on(int number)
{
    woken(number);
    aio_write(&request);
}

static void aio_cont(void)
{
    struct sigaction action = {.sa_handler = write_on, .sa_flags = SA_RESTART};
    sigaction(SIGCONT, &action, NULL);
    request.aio_fildes = fileno(tmpfile());
    request.aio_buf = block;
    request.aio_nbytes = sizeof block;
    request.aio_sigevent.sigev_notify = SIGEV_SIGNAL;
    request.aio_sigevent.sigev_signo = SIGCONT;
    aio_write(&request);
}

/* Waits to be killed by a timer, which the system does to whoever is stopped too. */
static void be_killed(void)
{
    send_by_timers(SIGKILL, 0, 1);
    for (int n = 0; n < 50; n++)
        poll(NULL, 0, 100);
    _exit(0);
}

/* Waits for a signal, which makes it compute, for 5 s. */
static void wait_for_cont(void)
{
    double begun = now(CLOCK_MONOTONIC);
    catch_cont();
    close(1);
    signal(SIGHUP, SIG_IGN);
    while (now(CLOCK_MONOTONIC) - begun < 5.0)
        poll(NULL, 0, 100);
    _exit(0);
}

static void death_cont(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    if (fork() != 0)
        return;
    if (fork() != 0)
        be_killed();
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    wait_for_cont();
}

static void exit_cont(void)
{
    catch_cont();
    while (waitpid(-1, NULL, WNOHANG | __WALL) > 0)
        continue;
    if (syscall(SYS_clone, SIGCONT, 0, 0, 0, 0) == 0)
        be_killed();
}

static void orphaned(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        be_killed();
    setpgid(0, 0);
    wait_for_cont();
}

static void hangup(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    if (fork() != 0)
        return;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal);
    unlockpt(terminal);
    if (fork() != 0)
        be_killed();
    setsid();
    open(ptsname(terminal), O_RDWR); /* its terminal from now on */
    close(terminal);
    wait_for_cont();
}

static void own_group(void)
{
    if (fork() != 0)
        return;
    close(1);
    setpgid(0, 0);
    beside(NULL);
    _exit(0);
}

static void by_vfork(void)
{
    if (fork() != 0)
        return;
    close(1);
    if (vfork() == 0) {
        setsid();
        send_by_timers(SIGCONT, 0, TIMERS);
        beside(NULL);
        _exit(0);
    }
    _exit(0);
}

/* Swallows the signals of a child that computes. */
static void traced(void)
{
    int status;
    if (fork() != 0)
        return;
    close(1);
    setsid();
    const pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        beside(NULL);
        _exit(0);
    }
    signal(SIGCONT, SIG_IGN);
    send_by_timers(SIGCONT, 0, TIMERS);
    while (waitpid(child, &status, 0) == child && WIFSTOPPED(status))
        ptrace(PTRACE_CONT, child, NULL, NULL);
    _exit(0);
}

static void chain(void)
{
    const double begun = now(CLOCK_MONOTONIC);
    if (fork() != 0)
        return;
    close(1);
    setsid();
    while (now(CLOCK_MONOTONIC) - begun < 5.0) {
        const double birth = now(CLOCK_MONOTONIC);
        while (now(CLOCK_MONOTONIC) - birth < 0.002)
            continue;
        if (fork() != 0)
            _exit(0);
    }
    _exit(0);
}

/* Hands a page from pipe to pipe, which the system does. */
static void splice_always(void)
{
    int one[2], other[2];
    const double begun = now(CLOCK_MONOTONIC);
    send_by_timers(SIGCONT, 0, TIMERS);
    if (pipe(one) != 0 || pipe(other) != 0 || write(one[1], block, 4096) != 4096)
        return;
    while (now(CLOCK_MONOTONIC) - begun < 5.0) {
        splice(one[0], NULL, other[1], NULL, 4096, 0);
        splice(other[0], NULL, one[1], NULL, 4096, 0);
    }
}
static void splices(void) { fork_off(splice_always, 1); }

static void ring(void)
{
    struct io_uring_params wanted = {.flags = IORING_SETUP_SQPOLL, .sq_thread_idle = 5000};
    syscall(SYS_io_uring_setup, 8, &wanted);
}

enum { CALLERS = 8, POPULATE_READ = 22 /* MADV_POPULATE_READ */ };
static const size_t MAPPED = 16ul << 30; /* all of it the page of zeros; its tables take 32 MB */
static char *zeros;
static pthread_t callers[CALLERS];
static int calls[2];

static void *call_long(void *nothing)
{
    char one;
    while (read(calls[0], &one, 1) == 1)
        madvise(zeros, MAPPED, POPULATE_READ);
    return nothing;
}

/* Before any of them is in its call, for then no thread can be made. */
static void make_callers(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    zeros = mmap(NULL, MAPPED, PROT_READ, flags, -1, 0);
    madvise(zeros, MAPPED, MADV_NOHUGEPAGE);
    madvise(zeros, MAPPED, POPULATE_READ);
    if (pipe(calls) != 0)
        _exit(1);
    for (int n = 0; n < CALLERS; n++)
        if (pthread_create(&callers[n], NULL, call_long, NULL) != 0)
            _exit(1);
}

/* Returns when each thread has used a millisecond, and so is in its call. */
static void long_calls(void)
{
    const struct timespec pause = {0, 1000000};
    double before[CALLERS];
    clockid_t clocks[CALLERS];
    if (!zeros)
        make_callers();
    for (int n = 0; n < CALLERS; n++) {
        pthread_getcpuclockid(callers[n], &clocks[n]);
        before[n] = now(clocks[n]);
    }
    for (int n = 0; n < CALLERS; n++)
        write(calls[1], "", 1);
    for (int n = 0; n < CALLERS; n++)
        for (int waited = 0; waited < 100 && now(clocks[n]) - before[n] < 0.001; waited++)
            nanosleep(&pause, NULL);
}

static const struct {
    const char *name;
    void (*begin)(void);
    int each_turn;
} ways[] = {
    {"timer-cont", timer_cont, 1},     {"thread-cont", thread_cont, 1},
    {"sends-cont", sends_cont, 0},     {"grandchild", grandchild, 0},
    {"pipe-cont", pipe_cont, 0},       {"mail-cont", mail_cont, 0},
    {"aio-cont", aio_cont, 0},         {"death-cont", death_cont, 1},
    {"exit-cont", exit_cont, 1},       {"orphaned", orphaned, 1},
    {"hangup", hangup, 1},             {"timer-thread", timer_thread, 0},
    {"own-group", own_group, 0},       {"vfork", by_vfork, 0},
    {"traced", traced, 0},             {"chain", chain, 0},
    {"splices", splices, 0},           {"ring", ring, 0},
    {"long-calls", long_calls, 1},
};

/* Begins with its way, if that is one of the table and of this kind. */
static int begin_way(int each_turn)
{
    for (size_t n = 0; n < sizeof ways / sizeof *ways; n++)
        if (!strcmp(way, ways[n].name) && ways[n].each_turn == each_turn) {
            ways[n].begin();
            return 1;
        }
    return 0;
}

static void begin(void)
{
    if (!strncmp(way, "late-", 5))
        return;
    begin_way(0);
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

/* What it does between its move and its opponent's, again and again: whoever looks at it late sees
   that too. */
static void wait_to_be_asked(void)
{
    struct itimerval again = {{0, pause_time}, {0, pause_time}};
    struct itimerspec soon = {{0, pause_time * 1000}, {0, pause_time * 1000}};
    char nothing[8];
    if (!strcmp(way, "alarm"))
        setitimer(ITIMER_REAL, &again, NULL);
    else if (!strcmp(way, "timer"))
        timer_settime(timer, 0, &soon, NULL);
    else if (!strcmp(way, "looks"))
        while (!is_asked() && left > 0)
            compute();
    else if (!strcmp(way, "timerfd")) {
        timerfd_settime(0, 0, &soon, NULL);
        while (!is_asked() && left > 0 && read(0, nothing, sizeof nothing) == sizeof nothing)
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

/* Before it says its move; what it starts has a moment to begin. */
static void begin_turn(void)
{
    struct timespec pause = {0, 5000000};
    if (begin_way(1))
        nanosleep(&pause, NULL);
}

/* The next line of its input. */
static int hear(char *line, size_t size)
{
    const int input = !strcmp(way, "timerfd") || !strcmp(way, "friend") ? INPUT : 0;
    size_t length = heard_length > 0 ? (size_t)heard_length : 0;
    memcpy(line, heard, length);
    heard_length = 0;
    if (length > 0 && line[length - 1] == '\n') {
        line[length] = 0;
        return 1;
    }
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
            moves = 1;
            begin_turn();
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
        moves = 0;
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
