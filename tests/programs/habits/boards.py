"""The boards of the programs made of habits: how they name and draw pits and squares."""

import os

import squares as othello

ALPHABET = "abcdefghijklmnop"


def size_of(habits):
    """The pits of a side and the stones in each; or the squares of a row, and 0."""
    usual = {"othello": "8", "owari": "6x3"}.get(habits["game"], "6x4")
    pits, _, stones = habits.get("size", usual).partition("x")
    return int(pits), int(stones or 0)


class Pits:
    """The board of a sowing game; both rows in sowing order, South's goal at 6, North's at 13."""

    def __init__(self, habits, first):
        self.habits, self.kalah = habits, habits["game"].startswith("kalah")
        self.pits, stones = size_of(habits)
        self.places = range(self.pits)
        self.cells = ([stones] * self.pits + [0]) * 2
        self.south = {"south": True, "north": False, "beginner": first}[habits["seat"]]

    def base(self, mine):
        """The first pit of the program, or of the person."""
        return 0 if mine == self.south else self.pits + 1

    def legal(self, mine):
        if self.over():
            return []
        return [place for place in range(self.pits) if self.cells[self.base(mine) + place]]

    def over(self):
        return not any(self.cells[: self.pits]) or not any(self.cells[self.pits + 1 : -1])

    def play(self, place, mine, each=lambda: None):
        """Sows, and calls `each` after each stone; whether the same side moves again."""
        pit = self.base(mine) + place
        goal, skipped = (
            (self.pits, 2 * self.pits + 1) if pit < self.pits else (2 * self.pits + 1, self.pits)
        )
        stones, self.cells[pit] = self.cells[pit], 0
        while stones:
            pit = (pit + 1) % len(self.cells)
            if pit != skipped:
                self.cells[pit] += 1
                stones -= 1
                each()
        across = 2 * self.pits - pit
        if not self.habits.get("captures", True):
            return self.kalah and pit == goal
        if goal - self.pits <= pit < goal and self.cells[pit] == 1:
            if not self.kalah:
                self.cells[goal] += self.cells[across]
                self.cells[across] = 0
            elif self.cells[across] or self.habits["game"] == "kalah-empty":
                self.cells[goal] += self.cells[across] + 1
                self.cells[pit] = self.cells[across] = 0
        return self.kalah and pit == goal

    def score(self, mine):
        base = self.base(mine)
        return sum(self.cells[base : base + self.pits + 1])

    def worth(self, place):
        """What the program's move wins at once."""
        kept, goal = [*self.cells], self.base(True) + self.pits
        again = self.play(place, True)
        won, self.cells = self.cells[goal] - kept[goal], kept
        return won + again, place

    def name(self, place, mine):
        south = mine == self.south
        return {
            "1-6": str(place + 1),
            "0-5": str(place),
            "6-1": str(self.pits - place),
            "letters": ALPHABET[place].upper(),
            "board": str(place + self.base(mine)),
            "from-1": str(place + self.base(mine) + 1),
            "as-drawn": str(place + 1 if south else self.pits - place),
            "columns": str(place if south else self.pits - 1 - place),
            "A1": f"{'A' if south else 'B'}{place + 1}",
            "a1": f"a{place + 1}" if south else f"b{self.pits - place}",
            "case": ALPHABET[place].upper() if south else ALPHABET[place],
        }[self.habits["names"]]

    def names(self, mine):
        return [self.name(place, mine) for place in range(self.pits)]

    def lines(self):
        """The board as it is drawn."""
        south, north = self.cells[: self.pits], self.cells[self.pits + 1 : -1]
        below, above = (self.names(one == self.south) for one in (True, False))
        pots, gap = (self.cells[-1], self.cells[self.pits]), " " * 5
        if self.habits["paint"] == "colours":
            south = [f"\x1b[32m{stones:>2}\x1b[0m" for stones in south]
            north = [f"\x1b[33m{stones:>2}\x1b[0m" for stones in north]
        up, down = ([f"{stones:>2}" for stones in row] for row in (north[::-1], south))
        match self.habits["draws"]:
            case "rows":
                return [gap + "  ".join(up), f"{pots[0]:>3}{pots[1]:>32}", gap + "  ".join(down)]
            case "staggered":
                first = f"({pots[0]:>2}) | " + " | ".join(up) + " |"
                return [first, " " * 9 + "| " + " | ".join(down) + f" | ({pots[1]:>2})"]
            case "labelled":
                pairs = ((above[::-1], up), (below, down))
                rows = [
                    " | ".join(f"{name}: {n.strip()}" for name, n in zip(names, row, strict=True))
                    for names, row in pairs
                ]
                return [rows[0], f"goals: {pots[0]} and {pots[1]}", rows[1]]
            case "ruled":
                rule = "+----" * (self.pits + 2) + "+"
                return [
                    rule,
                    "|    | " + " | ".join(up) + " |    |",
                    f"| {pots[0]:>2} " + "|----" * self.pits + f"| {pots[1]:>2} |",
                    "|    | " + " | ".join(down) + " |    |",
                    rule,
                ]
            case "lettered":
                heads = gap + "    ".join(f"{at + 1}" for at in self.places)
                rows = (
                    f"{name}  |  {' |  '.join(row)} |"
                    for name, row in zip("ba", (up, down), strict=True)
                )
                return [heads, next(rows), f"   goals: {pots[0]} and {pots[1]}", next(rows)]
            case "legend":
                names = [
                    gap + "  ".join(f"{name:>2}" for name in row) for row in (above[::-1], below)
                ]
                rows = [gap + "  ".join(up), f"{pots[0]:>3}{pots[1]:>32}", gap + "  ".join(down)]
                return [names[0], *rows, names[1]]
            case "list":
                return [str(self.cells)]
            case "words":
                rows = (("South", down, pots[1]), ("North", [*reversed(up)], pots[0]))
                return [f"{who}: {' '.join(row)}  goal {pot}" for who, row, pot in rows]
            case "brackets":
                rows = (
                    ("AI", f"{pots[0]} | [{', '.join(up)}]"),
                    ("You", f"[{', '.join(down)}] | {pots[1]}"),
                )
                return [f"{who}:\t {row}" for who, row in rows]
            case "columns":
                pairs = zip(below[::-1], down[::-1], above, reversed(up), strict=True)
                rows = [f"  {a:>2} [{m}]   [{n}] {b:<2}" for a, m, b, n in pairs]
                return [f"       ({pots[1]})", *rows, f"       ({pots[0]})"]
            case _:
                return []


class Squares:
    """The board of Othello. Only names and drawings of squares depend on the habits."""

    def __init__(self, habits, first):
        self.habits, self.first = habits, first
        self.size, _ = size_of(habits)
        self.places = range(self.size**2)
        self.cells = othello.start(self.size)
        way = habits["diagonal"]
        self.mirrored = way == "mirrored" or (way == "by-player" and not first)

    def colour(self, mine):
        return othello.BLACK if mine == self.first else othello.WHITE

    def legal(self, mine):
        found = othello.moves(self.cells, self.size, self.colour(mine))
        return [row * self.size + column for row, column in found]

    def over(self):
        return not self.legal(True) and not self.legal(False)

    def play(self, place, mine):
        othello.play(self.cells, self.size, divmod(place, self.size), self.colour(mine))
        return False

    def score(self, mine):
        return [*self.cells.values()].count(self.colour(mine))

    def worth(self, place):
        """The discs that the program's move flips."""
        return len(
            othello.flips(self.cells, self.size, divmod(place, self.size), self.colour(True))
        ), place

    def parts(self, place):
        """Row and column as they are called."""
        row, column = divmod(place, self.size)
        column = self.size - 1 - column if self.mirrored else column
        small, number = ALPHABET[column], str(row + 1)
        return {
            "c3": (small, number),
            "C3": (small.upper(), number),
            "3c": (number, small),
            "3C": (number, small.upper()),
            "C2": (small.upper(), str(row)),
            "brackets": (str(row), str(column)),
            "row-column": (number, str(column + 1)),
            "row-column-0": (str(row), str(column)),
            "column-row": (str(column + 1), number),
            "comma": (number, str(column + 1)),
            "letters": (ALPHABET[row], small),
            "number": (str(row * self.size + column), ""),
        }[self.habits["names"]]

    def name(self, place, mine):
        names = self.habits["names"]
        if names == "brackets":
            return "({},{})".format(*self.parts(place))
        return {"comma": ",", "column-row": " "}.get(names, " " * ("row" in names)).join(
            self.parts(place)
        )

    def marks(self):
        """The text for an empty square and for either colour."""
        marks = self.habits["marks"]
        drawn = self.habits["draws"]
        if drawn == "emoji":
            return ["🟩", "⚫", "⚪"]
        plain = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
        if drawn == "shy" and plain:
            return ["·", "●", "●"]
        if drawn in ("coloured", "shy"):
            return ["·", "\x1b[31m●\x1b[0m", "\x1b[34m●\x1b[0m"]
        if drawn == "person":
            return [".", *("CP" if self.first else "PC")]
        return [*marks]

    def lines(self):
        """The board as it is drawn."""
        names, marks, drawn = self.habits["names"], self.marks(), self.habits["draws"]
        if drawn == "none":
            return []
        first = 0 if names.endswith("0") or names in ("C2", "brackets") else 1
        numbers = [str(at + first) for at in range(self.size)]
        columns = (
            numbers
            if "row" in names or names in ("comma", "brackets")
            else [*ALPHABET[: self.size]]
        )
        rows = [*ALPHABET[: self.size]] if names == "letters" else numbers
        found = []
        for row in range(self.size):
            cells = [marks[self.cells.get((row, column), 0)] for column in range(self.size)]
            found.append((rows[row], cells[::-1] if self.mirrored else cells))
        match drawn:
            case "glued":
                return [" " + "".join(columns), *(name + "".join(row) for name, row in found)]
            case "bare":
                return [" ".join(row) for _, row in found]
            case "ruled" | "high":
                wide, empty = (
                    (3, "") if drawn == "ruled" else (5, "  " + "|     " * self.size + "|")
                )
                rule = "  " + ("+" + "-" * wide) * self.size + "+"
                lines = ["    " + " " * (wide // 2 - 1) + (" " * wide).join(columns), rule]
                for name, row in found:
                    line = f"{name} |" + "|".join(mark.center(wide) for mark in row) + "|"
                    lines += [line, rule] if drawn == "ruled" else [empty, line, empty, rule]
                return lines
            case "upward":
                turned = [f"{name} " + " ".join(row) for name, row in found]
                return [*reversed(turned), "  " + " ".join(columns)]
            case _:
                return ["  " + " ".join(columns), *(f"{n} " + " ".join(row) for n, row in found)]
