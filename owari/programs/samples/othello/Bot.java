import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * An Othello bot that speaks the line protocol: it reads commands and answers two of them.
 *
 * <pre>
 * owari 1                     the referee greets        ->  ready
 * game othello south ...      a new game begins         ->  ready
 * played f5                   somebody has moved
 * go 5000 ---...XO...--- X    your move, you have 5 s   ->  f5
 * result win 40-24 ...        the game is over
 * quit                        leave
 * </pre>
 *
 * A position is its squares row by row from the top, X black, O white, - empty, and who is to move.
 * Who has to pass is not asked. Make choose() play well; the rest can stay as it is.
 */
public class Bot {
    static char at(String board, int size, int row, int column) {
        boolean inside = row >= 0 && row < size && column >= 0 && column < size;
        return inside ? board.charAt(row * size + column) : '-';
    }

    /** How many discs a disc of this colour would turn there; a square is row * size + column. */
    static int turned(String board, int size, int square, char own) {
        if (board.charAt(square) != '-') {
            return 0;
        }
        int count = 0;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                if (down == 0 && right == 0) {
                    continue;
                }
                int row = square / size + down;
                int column = square % size + right;
                int length = 0;
                while (at(board, size, row, column) != own && at(board, size, row, column) != '-') {
                    row += down;
                    column += right;
                    length++;
                }
                if (at(board, size, row, column) == own) {
                    count += length;
                }
            }
        }
        return count;
    }

    /** The square of a disc: here the one that turns most. Look further ahead to win. */
    static int choose(String board, int size, char own, int milliseconds) {
        int best = 0;
        int most = 0;
        for (int square = 0; square < size * size; square++) {
            int count = turned(board, size, square, own);
            if (count > most) {
                most = count;
                best = square;
            }
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("owari") || words[0].equals("game")) {
                System.out.println("ready");
            } else if (words[0].equals("go")) {
                int size = (int) Math.round(Math.sqrt(words[2].length()));
                int milliseconds = Integer.parseInt(words[1]);
                int square = choose(words[2], size, words[3].charAt(0), milliseconds);
                System.out.println((char) ('a' + square % size) + "" + (square / size + 1));
            } else if (words[0].equals("quit")) {
                break;
            }
            System.out.flush(); // or the referee waits for ever
        }
    }
}
