import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * A Kalah bot that speaks the line protocol: it reads commands and answers two of them.
 *
 * <pre>
 * owari 1                the referee greets        ->  ready
 * game kalah south ...   a new game begins         ->  ready
 * played 4               somebody has moved
 * go 5000 4,4,...,0 S    your move, you have 5 s   ->  4
 * result win 30-18 ...   the game is over
 * quit                   leave
 * </pre>
 *
 * After a move that moves again comes the next `go`. The board can have any number of pits. Make
 * choose() play well; the rest can stay as it is.
 */
public class Bot {
    /** The first of a side's pits: 0 for South, 7 for North with six pits. Its goal comes after. */
    static int firstPit(int[] board, char side) {
        return side == 'S' ? 0 : board.length / 2;
    }

    static int goal(int[] board, char side) {
        return firstPit(board, side) + board.length / 2 - 1;
    }

    /**
     * Sows a pit, and returns whether the side moves again. A board is South's pits and goal, then
     * North's, in the order in which stones are sown.
     */
    static boolean play(int[] board, char side, int pit, String rules) {
        int own = goal(board, side);
        int others = goal(board, side == 'S' ? 'N' : 'S');
        int stones = board[pit];
        int last = pit;
        board[pit] = 0;
        while (stones > 0) {
            last = (last + 1) % board.length;
            if (last != others) { // the opponent's goal is skipped
                board[last]++;
                stones--;
            }
        }
        int opposite = board.length - 2 - last;
        boolean wasEmpty = last >= firstPit(board, side) && last < own && board[last] == 1;
        if (wasEmpty && (board[opposite] > 0 || rules.startsWith("kalah-empty"))) {
            board[own] += board[opposite] + 1;
            board[opposite] = 0;
            board[last] = 0;
        }
        return last == own;
    }

    /**
     * The pit to sow: here the one that gains most at once, where another move counts as a stone.
     * Look further ahead to win.
     */
    static int choose(int[] board, char side, String rules, int milliseconds) {
        int best = -1;
        int most = -1;
        for (int pit = firstPit(board, side); pit < goal(board, side); pit++) {
            if (board[pit] > 0) {
                int[] after = board.clone();
                boolean again = play(after, side, pit, rules);
                int gain = after[goal(board, side)] + (again ? 1 : 0);
                if (gain > most) {
                    most = gain;
                    best = pit;
                }
            }
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String rules = "kalah";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("owari") || words[0].equals("game")) {
                if (words[0].equals("game")) {
                    rules = words[1];
                }
                System.out.println("ready");
            } else if (words[0].equals("go")) {
                String[] numbers = words[2].split(",");
                int[] board = new int[numbers.length];
                for (int cell = 0; cell < board.length; cell++) {
                    board[cell] = Integer.parseInt(numbers[cell]);
                }
                int milliseconds = Integer.parseInt(words[1]);
                System.out.println(choose(board, words[3].charAt(0), rules, milliseconds));
            } else if (words[0].equals("quit")) {
                break;
            }
            System.out.flush(); // or the referee waits for ever
        }
    }
}
