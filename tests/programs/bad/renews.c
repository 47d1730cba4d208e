/* Starts four lines of processes: each forks, begins a session and exits, and its child does the
   same, 20,000 times at most and for 20 seconds at most. Plays the lowest pit. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 4, GENERATIONS = 20000, SECONDS = 20 };

static void renew(void)
{
    time_t begun = time(NULL);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        if (time(NULL) - begun > SECONDS)
            exit(0);
        pid_t pid = fork();
        if (pid != 0) /* it has a child, or cannot have one */
            _exit(0);
        setsid();
    }
    exit(0);
}

int main(void)
{
    signal(SIGCHLD, SIG_IGN);
    for (int line = 0; line < LINES; line++)
        if (fork() == 0) {
            fclose(stdout);
            renew();
        }
    char said[512];
    while (fgets(said, sizeof said, stdin)) {
        if (strncmp(said, "owari", 5) == 0 || strncmp(said, "game", 4) == 0) {
            puts("ready");
        } else if (strncmp(said, "go", 2) == 0) {
            int pits[14] = {0}, found = 0;
            char *text = strchr(said + 3, ' ');
            for (; text && found < 14; found++) {
                pits[found] = atoi(text + 1);
                text = strpbrk(text + 1, ", ");
            }
            int pit = text && text[1] == 'N' ? 7 : 0;
            while (pit < 13 && pits[pit] == 0)
                pit++;
            printf("%d\n", pit);
        } else if (strncmp(said, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
