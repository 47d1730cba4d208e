"""A student's Othello that never says its move: it only draws the board, with 1, 2 and 0, wants
`4 5` (rows and columns from 0), and wants to be told when the person has to pass."""

N = 8
board = {(r, c): 0 for r in range(N) for c in range(N)}
board[3, 4] = board[4, 3] = 1
board[3, 3] = board[4, 4] = 2
WAYS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def turned(at, who):
    found = []
    for way in WAYS:
        line = []
        place = at[0] + way[0], at[1] + way[1]
        while board.get(place) == 3 - who:
            line.append(place)
            place = place[0] + way[0], place[1] + way[1]
        if board.get(place) == who:
            found += line
    return found if board[at] == 0 else []


def legal(who):
    return [at for at in board if turned(at, who)]


def draw():
    print("  " + "".join(map(str, range(N))))
    for r in range(N):
        print(f"{r} " + "".join(str(board[r, c]) for c in range(N)))


me = int(input("Which player am I, 1 or 2? "))
who = 1
draw()
while legal(1) or legal(2):
    if who == me:
        if legal(me):
            at = legal(me)[-1]
            for place in [*turned(at, me), at]:
                board[place] = me
            draw()
        else:
            print("(I pass)")
    else:
        while True:
            text = input("> ")
            if text == "pass":
                if not legal(who):
                    break
                print("You can move.")
                continue
            at = tuple(map(int, text.split()))
            if at in legal(who):
                for place in [*turned(at, who), at]:
                    board[place] = who
                break
            print("No.")
        draw()
    who = 3 - who
