/* A KGP client in C: plays the first pit that has stones and yields at once. Does not leave at
 * goodbye; its input's end ends it. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    const char *host = getenv("KGP_HOST"), *port = getenv("KGP_PORT");
    struct sockaddr_in address = {.sin_family = AF_INET};
    char line[16386];
    int number = 1, to = socket(AF_INET, SOCK_STREAM, 0);
    FILE *in;

    if (!host || !port || inet_pton(AF_INET, host, &address.sin_addr) != 1)
        return 2;
    address.sin_port = htons((unsigned short)atoi(port));
    if (connect(to, (struct sockaddr *)&address, sizeof address) != 0)
        return 3;
    in = fdopen(to, "r");
    while (fgets(line, sizeof line, in)) {
        char command[64] = "", *board;
        int id = 0;

        if (sscanf(line, "%d%*[@0-9] %63s", &id, command) < 2)
            sscanf(line, "%d %63s", &id, command);
        if (strcmp(command, "kgp") == 0) {
            dprintf(to, "%d set \"info:name\" \"First in C\"\r\n%d mode \"freeplay\"\r\n", number,
                    number + 2);
            number += 4;
        } else if (strcmp(command, "state") == 0 && (board = strchr(line, '<'))) {
            int n = atoi(board + 1), pit = 1;
            for (int skipped = 0; skipped < 3; skipped++)
                board = strchr(board + 1, ',');
            while (pit < n && atoi(board + 1) == 0) {
                board = strchr(board + 1, ',');
                pit++;
            }
            dprintf(to, "%d@%d move %d\r\n%d@%d yield\r\n", number, id, pit, number + 2, id);
            number += 4;
        }
    }
    return 0;
}
