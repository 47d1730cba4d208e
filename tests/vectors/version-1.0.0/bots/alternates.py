#!/usr/bin/env python3
"""Calls whoever moves first South. When it begins it is South, announces 0-5 and wants 7-12; when
it is second it is North, announces 7-12 and wants 0-5. The board is drawn with bars."""

DEPTH = 3
PITS = {"South": range(6), "North": range(7, 13)}
GOAL = {"South": 6, "North": 13}
OTHER = {"South": "North", "North": "South"}


def sow(board, side, pit):
    board = list(board)
    stones, board[pit] = board[pit], 0
    while stones:
        pit = (pit + 1) % 14
        if pit != GOAL[OTHER[side]]:
            board[pit] += 1
            stones -= 1
    if pit in PITS[side] and board[pit] == 1:
        board[GOAL[side]] += board[12 - pit]
        board[12 - pit] = 0
    return board


def left(board, side):
    return sum(board[pit] for pit in PITS[side])


def finished(board):
    return left(board, "South") == 0 or left(board, "North") == 0


def score(board, side):
    return board[GOAL[side]] + left(board, side)


def search(board, side, depth, alpha, beta):
    other = OTHER[side]
    if finished(board):
        return score(board, side) - score(board, other)
    if depth == 0:
        return board[GOAL[side]] - board[GOAL[other]]
    for pit in PITS[side]:
        if board[pit]:
            after = sow(board, side, pit)
            alpha = max(alpha, -search(after, other, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
    return alpha


def choose(board, side):
    best, best_value = None, None
    for pit in PITS[side]:
        if board[pit]:
            value = -search(sow(board, side, pit), OTHER[side], DEPTH - 1, -100, 100)
            if best is None or value > best_value:
                best, best_value = pit, value
    return best


def show(board):
    print("   | " + " | ".join(f"{stones:2}" for stones in board[12:6:-1]) + " |")
    print(f"{board[13]:2} |" + "-" * 29 + f"| {board[6]:2}")
    print("   | " + " | ".join(f"{stones:2}" for stones in board[0:6]) + " |")


def main():
    board = [3, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 3, 3, 0]
    me = "South" if input("Do I move first (y/n)? ").strip() == "y" else "North"
    pits = PITS[OTHER[me]]
    print(f"I am {me}.")
    side = "South"
    show(board)
    while not finished(board):
        if side == me:
            pit = choose(board, me)
            print(f"I move pit {pit}")
        else:
            answer = input(f"Your pit ({pits[0]}-{pits[-1]}): ")
            if not answer.isdigit() or int(answer) not in pits or not board[int(answer)]:
                print("You can't move that pit.")
                continue
            pit = int(answer)
        board = sow(board, side, pit)
        show(board)
        side = OTHER[side]
    print(f"South {score(board, 'South')}, North {score(board, 'North')}")


main()
