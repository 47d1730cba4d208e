import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * An Owari bot that speaks the line protocol: it reads commands and answers two of them.
 *
 * <pre>
 * owari 1                the referee greets        ->  ready
 * game owari south ...   a new game begins         ->  ready
 * played 4               somebody has moved
 * go 5000 3,3,...,0 S    your move, you have 5 s   ->  4
 * result win 19-17 ...   the game is over
 * quit                   leave
 * </pre>
 *
 * Make choose() play well; the rest can stay as it is.
 */
public class Bot {
    static final int PITS = 6;
    static final int CELLS = 2 * PITS + 2;

    /** The first of a side's six pits: 0 for South, 7 for North. Its goal comes after them. */
    static int firstPit(char side) {
        return side == 'S' ? 0 : PITS + 1;
    }

    static int goal(char side) {
        return firstPit(side) + PITS;
    }

    /**
     * The board after the side has sown the pit. A board is 14 numbers: South's pits 0-5 and goal 6,
     * North's pits 7-12 and goal 13, in the order in which stones are sown.
     */
    static int[] play(int[] before, char side, int pit) {
        int[] board = before.clone();
        int othersGoal = goal(side == 'S' ? 'N' : 'S');
        int stones = board[pit];
        int last = pit;
        board[pit] = 0;
        while (stones > 0) {
            last = (last + 1) % CELLS;
            if (last != othersGoal) { // the opponent's goal is skipped
                board[last]++;
                stones--;
            }
        }
        if (last >= firstPit(side) && last < goal(side) && board[last] == 1) {
            int opposite = 2 * PITS - last; // it was empty: take what lies opposite
            board[goal(side)] += board[opposite];
            board[opposite] = 0;
        }
        return board;
    }

    /** The pit to sow: here the one that gains most at once. Look further ahead to win. */
    static int choose(int[] board, char side, int milliseconds) {
        int best = -1;
        int most = -1;
        for (int pit = firstPit(side); pit < goal(side); pit++) {
            if (board[pit] > 0) {
                int gained = play(board, side, pit)[goal(side)];
                if (gained > most) {
                    most = gained;
                    best = pit;
                }
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
                String[] numbers = words[2].split(",");
                int[] board = new int[CELLS];
                for (int cell = 0; cell < CELLS; cell++) {
                    board[cell] = Integer.parseInt(numbers[cell]);
                }
                int milliseconds = Integer.parseInt(words[1]);
                System.out.println(choose(board, words[3].charAt(0), milliseconds));
            } else if (words[0].equals("quit")) {
                break;
            }
            System.out.flush(); // or the referee waits for ever
        }
    }
}
