/* Follows a pointer to nowhere when it is to move: dies of SIGSEGV. */
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
            int *volatile board = NULL;
            printf("%d\n", board[3]);
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
    }
    return 0;
}
