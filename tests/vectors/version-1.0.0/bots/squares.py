"""The rules of Othello for the sample programs, on a dict of discs by (row, column) from 0."""

BLACK, WHITE = 1, 2


def start(size):
    low, high = size // 2 - 1, size // 2
    return {(low, low): 2, (high, high): 2, (low, high): 1, (high, low): 1}


def flips(board, size, place, colour):
    found = []
    if place in board:
        return found
    for y in (-1, 0, 1):
        for x in (-1, 0, 1):
            line, (row, column) = [], place
            while True:
                row, column = row + y, column + x
                disc = board.get((row, column))
                if disc is None or (y, x) == (0, 0):
                    break
                if disc == colour:
                    found += line
                    break
                line.append((row, column))
    return found


def moves(board, size, colour):
    places = [(row, column) for row in range(size) for column in range(size)]
    return [place for place in places if flips(board, size, place, colour)]


def play(board, size, place, colour):
    for square in [*flips(board, size, place, colour), place]:
        board[square] = colour


def best(board, size, colour):
    """The move after which the other side has the fewest."""

    def left(place):
        after = dict(board)
        play(after, size, place, colour)
        return len(moves(after, size, 3 - colour))

    return min(moves(board, size, colour), key=left)


def name(place):
    return f"{chr(ord('a') + place[1])}{place[0] + 1}"


def place(name):
    return int(name[1:]) - 1, ord(name[0].lower()) - ord("a")
