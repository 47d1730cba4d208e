/* Kalah in C, whose command says who begins: `pit_options first|second [empty]`. It prints its usage
   without that word. Commands play it: `opponent 9` tells a move of the other side, and `go` asks for
   one of its own. With `empty` a last stone is taken though nothing lies opposite. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int b[14], takes_empty;

static int sow(int pit)
{
    int south = pit < 6, goal = south ? 6 : 13, skipped = south ? 13 : 6, stones = b[pit], last = pit;
    b[pit] = 0;
    while (stones) {
        last = (last + 1) % 14;
        if (last != skipped) { b[last]++; stones--; }
    }
    if (last != goal && (last < 6) == south && last != skipped && b[last] == 1
        && (b[12 - last] || takes_empty)) {
        b[goal] += b[12 - last] + 1;
        b[last] = b[12 - last] = 0;
    }
    return last == goal;
}

static int left(int first)
{
    int pit, sum = 0;
    for (pit = first; pit < first + 6; pit++) sum += b[pit];
    return sum;
}

static void show(void)
{
    int pit;
    printf("\n     ");
    for (pit = 12; pit > 6; pit--) printf("%4d", b[pit]);
    printf("\n%4d %24s %4d\n     ", b[13], "", b[6]);
    for (pit = 0; pit < 6; pit++) printf("%4d", b[pit]);
    printf("\n");
}

int main(int argc, char **argv)
{
    char line[80];
    int pit, own, i;
    if (argc < 2 || (strcmp(argv[1], "first") && strcmp(argv[1], "second"))) {
        printf("usage: %s first|second [empty]\n  first    the computer moves first\n"
               "  second   you move first\n", argv[0]);
        return 2;
    }
    own = !strcmp(argv[1], "first");
    takes_empty = argc > 2 && !strcmp(argv[2], "empty");
    for (i = 0; i < 14; i++) b[i] = i % 7 == 6 ? 0 : 4;
    printf("Commands: opponent <7-12>, go, show, quit\n");
    show();
    while (left(0) && left(7)) {
        printf("kalah> ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || !strncmp(line, "quit", 4)) return 0;
        if (!strncmp(line, "show", 4)) {
            show();
        } else if (!strncmp(line, "go", 2)) {
            if (!own) { printf("It is not my turn.\n"); continue; }
            for (pit = 5; !b[pit]; pit--) ;
            printf("I play pit %d\n", pit);
            if (!sow(pit)) own = 0;
            show();
        } else if (sscanf(line, "opponent %d", &pit) == 1) {
            if (own) { printf("It is not the opponent's turn: type go.\n"); continue; }
            if (pit < 7 || pit > 12 || !b[pit]) { printf("Invalid pit.\n"); continue; }
            if (!sow(pit)) own = 1;
            show();
        } else {
            printf("Unknown command.\n");
        }
    }
    printf("The game is over: %d to %d.\n", b[6] + left(0), b[13] + left(7));
    return 0;
}
