/* Dies of SIGKILL when it is to move, as a program does that has used up the memory. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[1000], command[20];

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%19s", command) != 1)
            continue;
        if (strcmp(command, "owari") == 0 || strcmp(command, "game") == 0) {
            puts("ready");
            fflush(stdout);
        } else if (strcmp(command, "go") == 0) {
            raise(SIGKILL);
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
    }
    return 0;
}
