import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * A careful bot in Java: alpha-beta to depth 4 on goals, and it reports everything that the
 * protocol lets it say: depth, value and a comment.
 */
public class Careful {
    private static final int DEPTH = 4;

    private static int nodes;

    /** The board after the owner of a pit has sown it. */
    private static int[] play(int[] before, int pit) {
        int[] board = before.clone();
        int goal = pit < 6 ? 6 : 13;
        int stones = board[pit];
        board[pit] = 0;
        while (stones > 0) {
            pit = (pit + 1) % 14;
            if (pit != 19 - goal) {
                board[pit]++;
                stones--;
            }
        }
        if (pit < goal && pit >= goal - 6 && board[pit] == 1) {
            board[goal] += board[12 - pit];
            board[12 - pit] = 0;
        }
        return board;
    }

    private static int row(int[] board, int first) {
        int sum = 0;
        for (int pit = first; pit < first + 6; pit++) {
            sum += board[pit];
        }
        return sum;
    }

    /** What the board is worth to the side whose first pit is given (0 or 7). */
    private static int value(int[] board, int first, int depth, int alpha, int beta) {
        nodes++;
        int south = row(board, 0);
        int north = row(board, 7);
        if (depth == 0 || south == 0 || north == 0) {
            int margin = board[6] - board[13];
            if (south == 0 || north == 0) {
                margin += south - north;
            }
            return first == 0 ? margin : -margin;
        }
        for (int pit = first; pit < first + 6; pit++) {
            if (board[pit] > 0) {
                alpha = Math.max(
                        alpha, -value(play(board, pit), 7 - first, depth - 1, -beta, -alpha));
                if (alpha >= beta) {
                    break;
                }
            }
        }
        return alpha;
    }

    private static String choose(String position, String side) {
        String[] numbers = position.split(",");
        int[] board = new int[14];
        for (int pit = 0; pit < 14; pit++) {
            board[pit] = Integer.parseInt(numbers[pit]);
        }
        int first = side.equals("S") ? 0 : 7;
        int best = -1;
        int bestValue = -100;
        nodes = 0;
        for (int pit = first; pit < first + 6; pit++) {
            if (board[pit] > 0) {
                int value = -value(play(board, pit), 7 - first, DEPTH - 1, -100, -bestValue);
                if (value > bestValue) {
                    best = pit;
                    bestValue = value;
                }
            }
        }
        return best + " depth " + DEPTH + " value " + bestValue
                + " comment looked at " + nodes + " positions";
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = in.readLine()) != null) {
            String[] words = line.trim().split(" +");
            switch (words[0]) {
                case "owari" -> System.out.println("name Careful\nready");
                case "game" -> System.out.println("ready");
                case "go" -> System.out.println(choose(words[2], words[3]));
                case "quit" -> {
                    return;
                }
                default -> { }
            }
            System.out.flush();
        }
    }
}
