/* Owari at the console made of habits, in C: `player reads=scanf writes=full ...`, as in
   catalog.py. Its reading and writing are those of the standard library: input by words, lines or
   characters, and output that waits in a buffer until somebody flushes it. The program is South.
   With `log=FILE` it notes there who begins, each ply, and the score. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PITS = 6, SOUTH = 6, NORTH = 13, MOST_REFUSALS = 60 };

static const char *begins = "yes-no", *reads = "scanf", *writes = "lines", *names = "1-6",
                  *draws = "rows", *waits = "no", *ends = "score", *size = "6x3",
                  *persons = "1", *noted = "";
static int board[14];
static int refusals;

static int is(const char *habit, const char *value)
{
    return strcmp(habit, value) == 0;
}

static void note(const char *what, int number)
{
    FILE *file = *noted ? fopen(noted, "a") : NULL;
    if (!file)
        return;
    if (number < 0)
        fprintf(file, "%s\n", what);
    else
        fprintf(file, "%s %d\n", what, number);
    fclose(file);
}

/* A line from an editor of its own: it asks where the cursor is, and writes what it reads. */
static void edit_line(char word[16])
{
    struct termios usual, single;
    char key = 0;
    int length = 0;
    tcgetattr(0, &usual);
    single = usual;
    single.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(0, TCSANOW, &single);
    printf("\033[6n");
    fflush(stdout);
    while (key != 'R')
        if (read(0, &key, 1) != 1)
            exit(0);
    while (read(0, &key, 1) == 1 && key != '\n') {
        putchar(key);
        fflush(stdout);
        if (length < 15)
            word[length++] = key;
    }
    word[length] = 0;
    putchar('\n');
    tcsetattr(0, TCSANOW, &usual);
}

/* The next word that somebody types, in the way that the program reads. */
static void read_word(char word[16])
{
    word[0] = 0;
    fflush(stdout);
    if (is(reads, "editor")) {
        edit_line(word);
    } else if (is(reads, "scanf")) {
        if (scanf("%15s", word) != 1)
            exit(0);
    } else if (is(reads, "fgets")) {
        char line[256];
        if (!fgets(line, sizeof line, stdin))
            exit(0);
        sscanf(line, "%15s", word);
    } else {
        int letter = getchar();
        if (letter == EOF)
            exit(0);
        word[0] = (char)letter;
        word[1] = 0;
        /* One habit skips the end of the line; the other takes it for the next answer. */
        while (is(reads, "getchar") && letter != '\n' && letter != EOF)
            letter = getchar();
    }
}

static void refuse(void)
{
    if (++refusals > MOST_REFUSALS)
        exit(1);
    if (!is(reads, "leftover"))
        puts("Invalid choice!");
}

/* Waits until somebody presses a key, or Enter. */
static void pause_for_person(void)
{
    struct termios usual, single;
    char key;
    if (is(waits, "enter")) {
        char line[256];
        printf("[Press ENTER]");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            exit(0);
    }
    if (!is(waits, "key"))
        return;
    puts("Hit any key to go on");
    fflush(stdout);
    tcgetattr(0, &usual);
    single = usual;
    single.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(0, TCSAFLUSH, &single);
    if (read(0, &key, 1) != 1)
        exit(0);
    tcsetattr(0, TCSAFLUSH, &usual);
}

static void name(int pit, char text[8])
{
    int place = pit % 7;
    if (is(names, "letters"))
        snprintf(text, 8, "%c", 'A' + place);
    else
        snprintf(text, 8, "%d", is(names, "1-6") ? place + 1 : place);
}

static void draw(void)
{
    int ruled = is(draws, "ruled");
    if (is(draws, "none"))
        return;
    if (ruled)
        puts("+----+----+----+----+----+----+----+----+");
    printf(ruled ? "|    |" : "\n     ");
    for (int pit = 12; pit > 6; pit--)
        printf(ruled ? " %2d |" : " %2d", board[pit]);
    printf(ruled ? "    |\n| %2d |%30s %2d |\n|    |" : "\n%4d%20s%2d\n     ", board[13],
           ruled ? "|" : "", board[6]);
    for (int pit = 0; pit < 6; pit++)
        printf(ruled ? " %2d |" : " %2d", board[pit]);
    puts(ruled ? "    |\n+----+----+----+----+----+----+----+----+" : "\n");
}

static void sow(int pit)
{
    int goal = pit < 6 ? SOUTH : NORTH, skipped = SOUTH + NORTH - goal, hand = board[pit];
    note(pit < 6 ? "own" : "other", pit % 7);
    board[pit] = 0;
    while (hand) {
        pit = (pit + 1) % 14;
        if (pit != skipped) {
            board[pit]++;
            hand--;
        }
    }
    if (goal - PITS <= pit && pit < goal && board[pit] == 1) {
        board[goal] += board[12 - pit];
        board[12 - pit] = 0;
    }
}

static int sum(int first, int end)
{
    int stones = 0;
    while (first < end)
        stones += board[first++];
    return stones;
}

static int over(void)
{
    return !sum(0, 6) || !sum(7, 13);
}

static void own(void)
{
    int kept[14], best = -1, choice = 0;
    char text[8], *file = (char *)noted;
    memcpy(kept, board, sizeof board);
    for (int pit = 0; pit < 6; pit++) {
        if (!kept[pit])
            continue;
        noted = "";
        sow(pit);
        noted = file;
        if (board[SOUTH] > best) {
            best = board[SOUTH];
            choice = pit;
        }
        memcpy(board, kept, sizeof board);
    }
    name(choice, text);
    printf("Computer chose pit %s\n", text);
    sow(choice);
    pause_for_person();
}

/* One of two answers; true for the first. */
static int answer(const char *question, const char *yes, const char *no)
{
    char word[16];
    for (;;) {
        printf("%s", question);
        read_word(word);
        if (is(word, yes) || is(word, no))
            return is(word, yes);
        refuse();
    }
}

/* A move of a person from the row that begins with this pit. */
static void person(int first)
{
    char word[16], text[8];
    int pit;
    for (;;) {
        printf("Enter your move: ");
        read_word(word);
        for (pit = first; pit < first + PITS; pit++) {
            name(pit, text);
            if (board[pit] && is(word, text))
                break;
        }
        if (pit == first + PITS)
            refuse();
        else if (!is(waits, "confirm") || answer("Play it? [y/n] ", "y", "n")) {
            sow(pit);
            return;
        }
    }
}

static void take(const char *argument)
{
    static const struct {
        const char *name, **value;
    } habits[] = {{"begins", &begins}, {"reads", &reads}, {"writes", &writes}, {"names", &names},
                  {"draws", &draws},   {"waits", &waits}, {"ends", &ends},
                  {"size", &size},     {"persons", &persons}, {"log", &noted}};
    for (size_t at = 0; at < sizeof habits / sizeof *habits; at++) {
        size_t length = strlen(habits[at].name);
        if (!strncmp(argument, habits[at].name, length) && argument[length] == '=')
            *habits[at].value = argument + length + 1;
    }
}

int main(int count, char **arguments)
{
    int mine = 0;
    for (int at = 1; at < count; at++)
        take(arguments[at]);
    if (*noted)
        remove(noted);
    if (is(writes, "full"))
        setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (is(begins, "yes-no"))
        mine = answer("Shall the computer begin (y/n)? ", "y", "n");
    if (is(begins, "one-two"))
        mine = answer("Enter 1 to move first or 2 to move second: ", "2", "1");
    note(mine ? "first" : "second", -1);
    for (int pit = 0; pit < 14; pit++)
        board[pit] = pit % 7 == 6 ? 0 : size[2] - '0';
    draw();
    while (!over()) {
        if (mine && is(persons, "1"))
            own();
        else
            person(mine ? 0 : 7);
        draw();
        mine = !mine;
    }
    {
        char score[32];
        int south = sum(0, 7), north = sum(7, 14);
        snprintf(score, sizeof score, "score %d", south);
        note(score, north);
        if (!is(ends, "silent"))
            printf("Game over. Computer: %d, you: %d\n", south, north);
        if (is(ends, "again"))
            answer("Once more (y/n)? ", "y", "n");
    }
    return 0;
}
