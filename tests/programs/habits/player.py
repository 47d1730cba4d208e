#!/usr/bin/env python3
"""Owari, Kalah or Othello at the console, made of habits: `player.py game=owari draws=rows ...`.

`catalog.py` lists the habits and their values; the first value of each is the usual one. The play
is right in all of them, and simple: it takes what wins most at once. With `log=FILE` the program
notes there who begins, each ply as it has understood it, and the score.
"""

import os
import random
import sys
import termios
import time
import tty
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from habits.boards import Pits, Squares, size_of
from habits.catalog import usual
from habits.phrases import NO, PHRASES, YES

LATE = 30
"""Plies after which a bug shows itself."""
MOST_REFUSALS = 60
"""Lines that are no moves until it leaves."""
KINDS = ("Human", "Computer")


class Swapped(Exception):
    """The person wants the other side."""


class Talk:
    """What the person sees and types."""

    def __init__(self, habits):
        self.habits = habits
        self.rows = []
        """The screen, where it is painted anew each time."""

    def words(self, sentence):
        """The sentence in its language."""
        return PHRASES.get(self.habits["speaks"], {}).get(sentence, sentence)

    def say(self, *lines):
        if self.habits["paint"] == "repaint":
            self.rows += lines
        else:
            print(*lines, sep="\n", flush=True)

    def show(self, lines):
        """Draws the board."""
        if self.habits["paint"] == "clear":
            print("\x1b[2J\x1b[H", end="")
        if self.habits["paint"] == "repaint":
            self.rows = []
        self.say("", *lines, "") if lines else None

    def paint(self):
        """Paints the screen anew, where there is something to paint."""
        painted = (f"\x1b[{at};1H{row}" for at, row in enumerate(self.rows, 1))
        print("\x1b[2J" * bool(self.rows) + "".join(painted), end="", flush=True)
        self.rows = []

    def ask(self, prompt="", *, late=False):
        """A line of the person's. The program leaves at the end of its input. The prompt may come
        late, with the next line that is written."""
        if self.habits["paint"] == "repaint":
            self.say(prompt)
            self.paint()
            prompt = ""
        try:
            match self.habits["paint"]:
                case "editor":
                    answer = self.edited(prompt)
                case "keys":
                    answer = self.keyed("" if late else prompt)
                case _:
                    print(end=prompt * late)
                    answer = sys.stdin.readline() if late else input(prompt)
            answer = answer.strip()
        except EOFError:
            sys.exit(0)
        if answer == "swap" and self.habits["begins"] == "swap":
            raise Swapped
        return answer

    @contextmanager
    def single_keys(self, when=termios.TCSAFLUSH):
        """The terminal, which gives each key as it is pressed."""
        terminal = sys.stdin.fileno()
        usual = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal, when)
            yield terminal
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, usual)

    def edited(self, prompt):
        """A line from an editor of its own, as those of C# are: it asks where the cursor is, and
        writes each character that it reads."""
        line = b""
        with self.single_keys(termios.TCSANOW) as terminal:
            print(f"{prompt}\x1b[6n", end="", flush=True)
            while os.read(terminal, 1) != b"R":
                pass
            while (letter := os.read(terminal, 1)) not in b"\n":
                line += letter
                print(letter.decode(), end="", flush=True)
        print()
        return line.decode()

    def keyed(self, prompt):
        """A line of keys, which it shows as they are pressed."""
        line = b""
        with self.single_keys(termios.TCSANOW) as terminal:
            print(prompt, end="", flush=True)
            while (letter := os.read(terminal, 1)) not in b"\n":
                line += letter
                print(letter.decode(), end="", flush=True)
        print()
        return line.decode()

    def key(self, prompt):
        """A single key, whichever it is; what was typed before it does not count."""
        if self.habits["paint"] == "repaint":
            self.say(prompt)
            self.paint()
        else:
            print(prompt, end="", flush=True)
        with self.single_keys() as terminal:
            if not os.read(terminal, 1):
                sys.exit(0)
        print()

    def select(self, title, *entries):
        """The place of an entry of a menu, chosen by the arrow keys."""
        at = 0
        with self.single_keys() as terminal:
            while True:
                print(f"\x1b[2J\x1b[H{title} (arrows and Enter)")
                for place, entry in enumerate(entries):
                    print("> " * (place == at) + "  " * (place != at) + entry, flush=True)
                match os.read(terminal, 8):
                    case b"\x1b[A":
                        at = max(0, at - 1)
                    case b"\x1b[B":
                        at = min(len(entries) - 1, at + 1)
                    case b"\n":
                        return at
                    case b"":
                        sys.exit(0)


class Session:
    """One game."""

    def __init__(self, habits, order, log):
        self.habits, self.order, self.log = habits, order, log
        self.talk = Talk(habits)
        self.plies = self.refusals = 0
        self.slow = habits["pace"] == "slow-first"

    def note(self, *words):
        if self.log:
            with Path(self.log).open("a") as file:
                print(*words, file=file)

    def choice(self, prompt, *answers):
        """One of these answers, in small letters."""
        for _ in range(MOST_REFUSALS):
            if (answer := self.talk.ask(prompt).lower()) in answers:
                return answer
            self.refuse()
        sys.exit(1)

    def number(self, prompt, most):
        """A number from 1 to `most`. What is none stays in the input, and is read for ever."""
        while not (said := self.talk.ask(prompt)).isdigit():
            while True:
                print("Type a number!")
        return int(said) if 0 < int(said) <= most else self.number(prompt, most)

    def refuse(self):
        self.refusals += 1
        if self.refusals > MOST_REFUSALS or self.habits["refuses"] == "exits":
            self.talk.say("Bad input. Goodbye.")
            sys.exit(1)
        if self.habits["refuses"] != "silent":
            legal = "Invalid input: type a legal move or press Ctrl-C to quit."
            plain = self.talk.words("That is not possible.")
            self.talk.say(legal if self.habits["refuses"] == "or" else plain)

    def people(self):
        """What is said and asked before anything else; which sides persons have."""
        talk = self.talk
        if self.habits["begins"] == "flags" and self.order in ("-h", "--help"):
            talk.say("Options:", "  -c    the computer has the first move", "  -h    this")
            sys.exit(0)
        match self.habits["before"]:
            case "name":
                talk.say(f"Hello {talk.ask(talk.words('What is your name? '))}!")
            case "level":
                self.choice(talk.words("Level of difficulty (1-9): "), *"123456789")
            case "hello":
                talk.say("*** THE GREAT GAME ***", "Are you ready to lose? Here we go!", "")
            case "press":
                talk.ask("Press Enter to start the game...")
            case "username":
                talk.say(f"Hello {talk.ask('Give your Username :')}!")
            case "time":
                talk.ask("Thinking time of the computer in ms: ")
            case "box":
                entries = ("  [0] New game", "  [1] Load a game", "  [2] Exit")
                talk.say("+" + "-" * 20 + "+", *(f"|{each:<20}|" for each in entries))
                talk.say("+" + "-" * 20 + "+")
                if self.choice("", "0", "1", "2") != "0":
                    sys.exit(0)
            case "modes":
                talk.say("1 : Human vs Human || 2 : Human vs AI || 3: AI vs AI")
                return {"1": 2, "2": 1, "3": 3}[self.choice("", "1", "2", "3")]
            case "row":
                talk.say("How shall we play?", " 1.AI vs AI 2.Human vs AI 3. Autoplay", "Exit(-1)")
                return {"1": 3, "2": 1, "3": 3}[self.choice("", "1", "2", "3")]
            case "behind":
                talk.say("1P(Person vs CPU):0, 2P(Person vs Person):1")
                return 1 + int(self.choice("", "0", "1"))
            case "letters":
                talk.say("What do you want?", "-press p to play", "-press q to quit")
                if self.choice("", "p", "q") == "q":
                    sys.exit(0)
            case "humans":
                return (
                    int(self.choice("How many human players (0, 1, 2)\n>>> ", "0", "1", "2")) or 3
                )
            case "start":
                talk.say("Type START to play")
                if "start" not in (talk.ask() for _ in range(MOST_REFUSALS)):
                    sys.exit(1)
            case "account":
                talk.say("1. Log in", "2. Create account", "3. Exit")
                if self.choice("Choice: ", "1", "2", "3") != "2":
                    talk.say("There are no accounts.")
                    sys.exit(0)
                talk.ask("Username: ")
                while not (pin := talk.ask("4-digit PIN: ")).isdigit() or len(pin) != 4:
                    talk.say("The PIN must have 4 digits!")
                talk.say("1. New game", "2. Load a game", "3. Log out")
                if self.choice("Choice: ", "1", "2", "3") != "1":
                    sys.exit(0)
            case "train":
                if self.choice("Do you want to play or train (P/T)? ", "p", "t") == "t":
                    sys.exit(1)
            case "stones":
                counts = {"owari": "3", "othello": ""}
                if stones := counts.get(self.habits["game"], "4"):
                    self.choice("How many balls do you want in each pocket? ", stones)
            case "suggested" if self.habits["game"] != "othello":
                stones = "3" if self.habits["game"] == "owari" else "4"
                talk.say("Cuantos pozos/huecos p? Numero entre 1 al 9 *Se sugieren 5*")
                sizes = talk.ask(), talk.ask("How many seeds/stones?\nNumber from 1 to 9: ")
                if sizes != (str(size_of(self.habits)[0]), stones):
                    talk.say("That is another board.")
                    sys.exit(1)
            case "latin" if self.habits["game"] == "othello":
                sizes = ("6", "8", "10", "12", "14", "16")
                self.habits["size"] = self.choice(f"Quot lineae? [{', '.join(sizes)}] ", *sizes)
            case "stealing" if self.habits["game"] != "othello":
                asked = "Enter mode (0:Without Stealing, 1:With Stealing): "
                self.habits["captures"] = self.choice(asked, "0", "1") == "1"
            case "simple" if self.habits["game"] != "othello":
                asked = "Simple captures? (y/n) "
                self.habits["captures"] = self.choice(asked, "y", "n") == "n"
            case "size" if self.habits["game"] == "othello":
                answer = talk.ask("Please enter the board size: 1. 8x8 or 2. 6x6\n")
                while answer not in ("1", "2"):
                    answer = talk.ask("Invalid input, valid options are 1 and 2.\n")
                if answer == "2":
                    sys.exit(1)
            case "explained":
                talk.say("Choose a strength of 1 (weak), 2 (normal), or 3 (hard)")
                self.number(">>> ", 3)
            case "names":
                first = talk.ask("Player 1, your name: ")
                while talk.ask("Player 2, your name: ") == first:
                    talk.say("Two names, please.")
            case "sure":
                talk.ask("What is your name? ")
                while self.choice("Are you sure? (y/n): ", "y", "n") == "n":
                    talk.ask("What is your name? ")
            case "rules":
                if self.choice("Do you want to read the rules (y/n)? ", "y", "n") == "y":
                    talk.say("You move, then I move. Most points win. Is that clear?")
            case "mode":
                talk.say("1. One player", "2. Two players", "3. Watch the computer")
                return int(self.choice("Choose the mode: ", "1", "2", "3"))
        return int(self.habits.get("persons", "1"))

    def begins(self):
        """Whether the program has the first move."""
        talk = self.talk
        match self.habits["begins"]:
            case "yes-no":
                speaks = self.habits["speaks"]
                yes, no = YES.get(speaks, "y"), NO.get(speaks, "n")
                return self.choice(talk.words("Do you want to move first? (y/n) "), yes, no) == no
            case "one-two":
                asked = talk.words("Who begins: 1 = you, 2 = computer? ")
                return self.choice(asked, "1", "2") == "2"
            case "menu":
                talk.say("Who shall start?", "  1) me", "  2) you", "  3) quit")
                answer = self.choice("Your choice: ", "1", "2", "3")
                return sys.exit(0) if answer == "3" else answer == "1"
            case "side":
                one, other = ("X", "O") if self.habits["game"] == "othello" else ("South", "North")
                asked = f"Do you play {one} or {other}? {one} has the first move: "
                return self.choice(asked, one.lower(), other.lower()) == other.lower()
            case "word":
                return talk.ask("Type 'me' if you begin, anything else if I do: ") != "me"
            case "told":
                answer = talk.ask(talk.words("Do you want to move first? (y/n) ").split("(")[0])
                while answer not in ("0", "1"):
                    talk.say(talk.words("Invalid input, choose 0 or 1."))
                    answer = talk.ask()
                return answer == "0"
            case "kinds":
                white, black = (self.kind(side) for side in ("white", "black"))
                if white == black:
                    talk.say("One of each, please.")
                    sys.exit(1)
                return black == "computer"
            case "toss" | "disc-toss":
                if self.habits["begins"] == "disc-toss":
                    self.choice("Choose your disc, X or O: ", "x", "o")
                first = random.random() < 0.5
                talk.say("We toss a coin: " + ("I begin." if first else "you begin."))
                return first
            case "argument":
                if self.order not in ("first", "second"):
                    talk.say("Usage: player first|second")
                    sys.exit(2)
                return self.order == "first"
            case "flags":
                return self.order == "-c"
            case "settings":
                if self.choice("Do you want to change the settings? (y/n): ", "y", "n") == "n":
                    return False
                self.choice("Level of difficulty (1-9): ", *"123456789")
                return self.choice("Shall the computer begin? (y/n): ", "y", "n") == "y"
            case "pair":
                talk.say("Players: random, minimax, human")
                sides = self.choice("Type two players: ", "human minimax", "minimax human")
                return sides == "minimax human"
            case "versus":
                talk.say("  [1] H vs C", "  [2] C vs H", "  [3] Quit")
                answer = self.choice("Mode: ", "1", "2", "3")
                return sys.exit(0) if answer == "3" else answer == "2"
            case "arrows":
                return talk.select("Who shall start?", "You", "The computer") == 1
            case "swap":
                talk.say("You begin. Type 'swap' to swap sides.")
            case "newgame":
                talk.say("Type help for a list of commands.")
                while not (said := talk.ask("> ").lower()).startswith("newgame "):
                    self.commands(said)
                return said == "newgame me"
        return self.habits["begins"] == "always-first"

    def kind(self, side):
        """Who has a side, in words that the question does not tell."""
        while (said := self.talk.ask(f"Which type of player is {side}? ")) not in KINDS:
            self.talk.say("You have to answer Human or Computer!!")
        return said.lower()

    def commands(self, said):
        """Answers a command before a game."""
        if said == "help":
            self.talk.say("  help             these lines", "  newgame <me|you>   who begins")
        else:
            self.refusals += 1
            self.talk.say("There is no such command.")
        if said == "quit" or self.refusals > MOST_REFUSALS:
            sys.exit(1)

    def draw(self, when):
        """Draws the board where it is time for that."""
        if self.habits["when"] in ("always", when) or when == "end":
            lines = self.board.lines()
            noise = {
                "stats": ["Nodes 4 0 2 5 1 3, cutoffs 1 0 2 0 3 1"],
                "history": ["Moves so far: " + " ".join(self.history)] if self.history else [],
                "question": ["Did you know? The oldest boards are 3 or 4 thousand years old."],
            }.get(self.habits["noise"], [])
            self.talk.show([*lines, *noise])

    def play(self, place, mine):
        """Whether the side moves again."""
        self.note("own" if mine else "other", place)
        self.history.append(self.board.name(place, mine))
        self.plies += 1
        if self.habits["paint"] == "steps":
            return self.board.play(place, mine, lambda: self.talk.show(self.board.lines()))
        return self.board.play(place, mine)

    def save(self):
        """Asks before a move of either side whether to save the game, where that is its habit."""
        if self.habits["waits"] == "save":
            self.talk.say("Not saved." * (self.choice("Save the game? (y/n): ", "y", "n") == "y"))

    def own(self):
        """The program's move; whether it moves again."""
        self.save()
        if self.habits["thinks"] == "aloud":
            self.talk.say("The computer is thinking...")
        if self.habits["thinks"] == "errors":
            self.talk.say("Invalid move: nothing to play there.", "Invalid move!")
        if self.slow:
            time.sleep(1.3)
            self.slow = False
        if self.plies >= LATE:
            self.bug()
        place = max(self.board.legal(True), key=self.board.worth)
        again = self.play(place, True)
        self.tell(place)
        self.pause()
        return again

    def pause(self, *, mine=True):
        """Waits behind a move of either side, as its habit is."""
        match self.habits["waits"]:
            case "sure" if mine:
                while self.choice("Continue (Y)? ", "y", "n") == "n":
                    pass
            case "enter" if mine:
                self.talk.ask(self.talk.words("Press Enter to continue..."))
            case "bare" if mine:
                self.talk.ask()
            case "continue" if mine:
                self.talk.ask("Enter to Continue:")
            case "key" if mine:
                self.talk.key("Press any key to continue . . . ")
            case "both":
                self.talk.ask("(hit Enter)" if mine else "Press ENTER for the computer's turn.")

    def confirms(self, name):
        """Whether the person is sure of a move, where the program asks for that."""
        asked = {
            "confirm": "Confirm? (Y/N): ",
            "certain": f"You chose {name}. Are you sure (y/n)? ",
        }.get(self.habits["waits"])
        return not asked or self.choice(asked, "y", "n") == "y"

    def tell(self, place):
        """Says which move it makes."""
        name = self.board.name(place, True)
        sentence = {
            "sentence": self.talk.words("Computer plays {}.").format(name),
            "label": f"Computer: {name}",
            "bare": name,
            "values": f"depth 6 value 12 move {name}",
            "command": f"move {name}",
            "i": f"I choose {name} and now it is your turn!",
        }.get(self.habits["says"])
        if sentence:
            self.talk.say(sentence)

    def bug(self):
        """An illegal move, or the end, where that is its habit."""
        if self.habits["ends"] == "bug-crash":
            raise IndexError("list index out of range")
        legal = self.board.legal(True)
        illegal = [place for place in self.board.places if place not in legal]
        if self.habits["ends"] == "bug-move" and illegal:
            self.note("bug")
            self.tell(illegal[0])
            self.draw("asking")
            self.talk.ask("Your move: ")
            sys.exit(0)

    def asked(self, mine):
        """A person's move."""
        board, othello = self.board, isinstance(self.board, Squares)
        cell = "square" if othello else "pit"
        names = [] if othello else board.names(mine)
        span = f"like {board.name(19, mine)}" if othello else f"{names[0]}-{names[-1]}"
        prompt = {
            "line": self.talk.words("Your move: "),
            "range": self.talk.words(f"Choose a {cell} ({{}}): ").format(span),
            "newline": f"Which {cell} do you play?\n",
            "mark": "> ",
            "tag": "PLAYER>",
            "hint": f"Your move (like {board.name(random.choice(board.legal(mine)), mine)}): ",
            "listed": "",
            "moves": "",
            "above": "",
            "example": f"Enter your {cell} (e.g. {board.name(board.legal(mine)[0], mine)}): ",
            "player": f"Player {1 + (mine == self.first)}'s turn. Enter a {cell}: ",
            "last": f"(move {self.plies + 1}) Your turn: ",
            "none": "",
            "sentence": f"Choose the {cell} that you want, then press enter: ",
            "commands": "Enter a command or a move:\n[Q]uit | [S]ave | [N]ew game\n> ",
        }[self.habits["asks"]]
        if self.habits["thinks"] == "player":
            self.talk.say(f"Player {1 + (mine == self.first)} is thinking...")
        while True:
            legal = board.legal(mine)
            if self.habits["asks"] == "listed":
                names = [board.name(place, mine) for place in legal]
                self.talk.say(f"Select a move from [{', '.join(names)}]")
            if self.habits["asks"] == "moves":
                self.talk.say("Possible moves: " + " ".join(board.name(p, mine) for p in legal))
            if self.habits["asks"] == "above":
                self.talk.say(f"Your turn: type a {cell}")
                self.talk.show(board.lines())
            match self.habits["types"]:
                case "two" | "late" as asking:
                    late = asking == "late"
                    row, column = ("Row", "Column") if self.row_first() else ("Column", "Row")
                    asked = [self.talk.words(f"{each}: ") for each in (row, column)]
                    if self.habits["asks"] == "sentence":
                        asked = [
                            f"Choose where to put X. First enter the {row} and press enter :\n",
                            f"Now enter the {column} that you want :\n",
                        ]
                    typed = [self.talk.ask(asked[0], late=late)]
                    while self.habits["asks"] == "sentence" and not any(
                        self.board.parts(place)[0] == typed[0] for place in self.board.places
                    ):
                        self.refuse()
                        typed[0] = self.talk.ask(f"Wrong! Enter again the {row} value\n")
                    typed.append(self.talk.ask(asked[1], late=late))
                    found = [place for place in legal if [*board.parts(place)] == typed]
                case "turn-menu":
                    self.talk.say("1. Make a move", "2. Show the score", "3. Quit")
                    answer = self.choice("Choose an option: ", "1", "2", "3")
                    if answer != "1":
                        sys.exit(0) if answer == "3" else self.talk.say("Who knows?")
                        continue
                    typed = self.talk.ask(prompt)
                    found = [place for place in legal if board.name(place, mine) == typed]
                case "twice":
                    self.talk.ask(f"Press S to save, or {prompt}")
                    typed = self.talk.ask(prompt)
                    found = [place for place in legal if board.name(place, mine) == typed]
                case "menu":
                    for number, place in enumerate(legal, 1):
                        self.talk.say(f"  {number}. {board.name(place, mine)}")
                    typed = self.talk.ask("Enter the number of your move: ")
                    found = [p for n, p in enumerate(legal, 1) if str(n) == typed]
                case "entries":
                    for number, place in enumerate(legal, 1):
                        one, other = board.parts(place)
                        parts = (
                            f"Row: {one}, Column: {other}"
                            if self.row_first()
                            else f"Column: {one}, Row: {other}"
                        )
                        self.talk.say(f"Move #{number}: ({parts})")
                    typed = self.talk.ask(prompt)
                    found = [p for n, p in enumerate(legal, 1) if str(n) == typed]
                case "letter":
                    typed = self.talk.ask("> ")
                    found = [p for p in legal if typed == f"J {board.name(p, mine)}"]
                case "command":
                    typed = self.talk.ask("Command (opponent MOVE, quit): ")
                    if typed == "quit":
                        sys.exit(0)
                    found = [p for p in legal if typed == f"opponent {board.name(p, mine)}"]
                case _:
                    typed = self.talk.ask(prompt)
                    found = [place for place in legal if board.name(place, mine) == typed]
            if not found:
                self.refuse()
            elif self.confirms(board.name(found[0], mine)):
                return found[0]

    def row_first(self):
        return self.habits["names"] not in ("c3", "C3", "C2", "column-row")

    def person(self, mine):
        """A move of a person; whether he moves again."""
        self.save()
        place = self.asked(mine)
        again = self.play(place, mine)
        if self.habits["paint"] == "echo":
            self.talk.say(f"You played {self.board.name(place, mine)}.")
        self.pause(mine=False)
        return again

    def passes(self, mine):
        """Tells that this side has no move."""
        if self.habits["passes"] == "silent":
            pass
        elif mine:
            self.talk.say(self.talk.words("The computer has no move and passes."))
        elif self.habits["passes"] == "word":
            while self.talk.ask(self.talk.words("You have no move. Type pass: ")) != "pass":
                self.refuse()
        elif self.habits["passes"] == "zero":
            self.choice("No square is yours to take. Enter 0 to skip: ", "0")
        elif self.habits["passes"] == "enter":
            self.talk.ask("You have no move. Press Enter to pass.")
        else:
            self.talk.say(self.talk.words("You have no move."))

    def run(self):
        mode, first = self.people(), self.begins()
        try:
            self.game(mode, first)
        except Swapped:
            if self.plies:
                sys.exit(1)
            Path(self.log or "/dev/null").write_text("")
            self.game(mode, True)

    def game(self, mode, mine):
        """Plays it."""
        self.first = mine
        if self.habits["pace"] == "silent":
            time.sleep(1.3)
        self.note("first" if mine else "second")
        self.history = []
        self.board = (Squares if self.habits["game"] == "othello" else Pits)(self.habits, mine)
        if self.habits["types"] == "letter":
            self.talk.say("J row column : a disc there", "Z : nothing")
        if not mine or self.habits["when"] == "always":
            self.draw("asking")
        while not self.board.over():
            if not self.board.legal(mine):
                self.passes(mine)
                again = False
            elif mode == 3 or (mine and mode == 1):
                again = self.own() if mine else self.play(self.board.legal(mine)[0], mine)
                self.draw("own" if again else "asking")
            else:
                again = self.person(mine)
                self.draw("asking" if again else "own")
            mine = mine if again else not mine
        self.end()

    def end(self):
        own, other = self.board.score(True), self.board.score(False)
        self.note("score", own, other)
        match self.habits["ends"]:
            case "winner":
                self.talk.say(
                    "It is a draw!" if own == other else f"{'I' if own > other else 'You'} win!"
                )
            case "silent":
                self.draw("end")
            case "beat" if own != other:
                won, less = max(own, other), min(own, other)
                lost = f"You beat me {won}-{less}."
                self.talk.say(f"Ha, I beat you {won} to {less}!" if own > other else lost)
            case "again":
                self.talk.say(f"Game over! Computer {own}, you {other}.")
                self.talk.ask("Play again? (y/n) ")
            case _:
                score = self.talk.words("Final score: computer {}, human {}")
                self.talk.say(score.format(own, other))


def main():
    given = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    order = next((word for word in sys.argv[1:] if "=" not in word), "")
    log = given.pop("log", "")
    if log:
        Path(log).write_text("")
    session = Session({**usual(given.get("game", "owari")), **given}, order, log)
    try:
        session.run()
    finally:
        session.talk.paint()


main()
