import java.util.Scanner;

/**
 * Leaves as soon as one side has more than half of the 36 stones in its goal, with exit code 0 and
 * the winner's name, though the game is not over. It believes it is South and wants 7-12.
 */
public class Stopper {
    private static final int DEPTH = 4;

    private static int[] sow(int[] before, int pit) {
        int[] board = before.clone();
        int goal = pit < 7 ? 6 : 13;
        int other = goal == 6 ? 13 : 6;
        int stones = board[pit];
        int last = pit;
        board[pit] = 0;
        while (stones > 0) {
            last = (last + 1) % 14;
            if (last == other) {
                continue;
            }
            board[last]++;
            stones--;
        }
        if (goal - last >= 1 && goal - last <= 6 && board[last] == 1) {
            board[goal] += board[12 - last];
            board[12 - last] = 0;
        }
        return board;
    }

    private static int left(int[] board, int first) {
        int sum = 0;
        for (int i = 0; i < 6; i++) {
            sum += board[first + i];
        }
        return sum;
    }

    private static boolean over(int[] board) {
        return left(board, 0) == 0 || left(board, 7) == 0;
    }

    private static int search(int[] board, boolean south, int depth, int alpha, int beta) {
        if (over(board)) {
            int margin = board[6] + left(board, 0) - board[13] - left(board, 7);
            return south ? margin : -margin;
        }
        if (depth == 0) {
            return south ? board[6] - board[13] : board[13] - board[6];
        }
        int first = south ? 0 : 7;
        for (int pit = first; pit < first + 6 && alpha < beta; pit++) {
            if (board[pit] > 0) {
                alpha = Math.max(alpha, -search(sow(board, pit), !south, depth - 1, -beta, -alpha));
            }
        }
        return alpha;
    }

    private static int choose(int[] board) {
        int best = -1;
        int bestValue = -100;
        for (int pit = 0; pit < 6; pit++) {
            if (board[pit] > 0) {
                int value = -search(sow(board, pit), false, DEPTH - 1, -100, -bestValue);
                if (value > bestValue) {
                    best = pit;
                    bestValue = value;
                }
            }
        }
        return best;
    }

    private static void show(int[] b) {
        String row = "    %2d  %2d  %2d  %2d  %2d  %2d%n";
        System.out.println();
        System.out.printf(row, b[12], b[11], b[10], b[9], b[8], b[7]);
        System.out.printf("%2d                          %2d%n", b[13], b[6]);
        System.out.printf(row, b[0], b[1], b[2], b[3], b[4], b[5]);
        System.out.println();
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] board = {3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0};
        System.out.print("Does SOUTH start (yes/no)? ");
        boolean south = in.nextLine().trim().equals("yes");
        show(board);
        while (!over(board) && board[6] <= 18 && board[13] <= 18) {
            int pit;
            if (south) {
                pit = choose(board);
                System.out.println("SOUTH plays " + pit);
            } else {
                System.out.print("Pit for NORTH (7-12): ");
                pit = in.nextInt();
                if (pit < 7 || pit > 12 || board[pit] == 0) {
                    System.out.println("Illegal pit, again please");
                    continue;
                }
            }
            board = sow(board, pit);
            show(board);
            south = !south;
        }
        int margin = board[6] - board[13];
        if (over(board)) {
            margin += left(board, 0) - left(board, 7);
        }
        System.out.println(margin > 0 ? "SOUTH wins" : margin < 0 ? "NORTH wins" : "A draw");
    }
}
