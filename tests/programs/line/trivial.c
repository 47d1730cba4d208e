/* The fastest bot there can be, to measure a referee with: the lowest pit that has stones, looked
 * up in the text of the `go` line itself. One read and one write for whatever has arrived. */
#include <string.h>
#include <unistd.h>

static char in[16384], out[65536]; /* the shortest line has 2 bytes, the longest answer 6 */

/* The answer to one line (which ends in a newline), written to `to`; its length, or -1 to leave. */
static int answer(const char *line, char *to)
{
    if (line[0] == 'g' && line[1] == 'o' && line[2] == ' ') {
        const char *pits = line + 3, *text;
        int pit = 0, own;

        while (*pits != ' ' && *pits != '\n') /* the milliseconds */
            pits++;
        if (*pits++ == '\n')
            return 0;
        for (text = pits; *text > ' '; text++)
            ;
        own = text[0] == ' ' && text[1] == 'N' ? 7 : 0;
        for (text = pits; *text > ' '; text++) {
            if (*text == ',') {
                pit++;
            } else if (pit >= own && *text != '0') { /* no number begins with a zero but 0 */
                int length = 0;
                if (pit > 9)
                    to[length++] = '1';
                to[length++] = (char)('0' + pit % 10);
                to[length++] = '\n';
                return length;
            }
        }
        return 0;
    }
    if (line[0] == 'o' || (line[0] == 'g' && line[1] == 'a')) {
        memcpy(to, "ready\n", 6);
        return 6;
    }
    return line[0] == 'q' ? -1 : 0;
}

int main(void)
{
    size_t have = 0;
    int more = 0;

    while (more >= 0) {
        ssize_t n = read(0, in + have, sizeof in - have);
        char *line = in, *end;
        size_t length = 0;

        if (n <= 0)
            return 0;
        have += (size_t)n;
        while (more >= 0 && (end = memchr(line, '\n', have - (size_t)(line - in)))) {
            more = answer(line, out + length);
            length += more > 0 ? (size_t)more : 0;
            line = end + 1;
        }
        if (length > 0 && write(1, out, length) != (ssize_t)length)
            return 1;
        have -= (size_t)(line - in);
        memmove(in, line, have);
    }
    return 0;
}
