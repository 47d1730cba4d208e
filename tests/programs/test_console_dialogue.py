"""Console programs as transcripts: what a person would type, and what the screen tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import KALAH, OWARI, Mancala, SowingRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_dialogue import MOST_SHOWN, PATIENCE, ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.screen import MOST_KEYS, MOST_OUTPUT
from owari.programs.dialogues.dialogue import READY, Ready
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending, Termination

WAITING, QUIET, CLOSED, TIME = Silence


class Screen:
    """A game between a program at a console and somebody else."""

    def __init__(
        self,
        seat: Side = Side.SOUTH,
        first: Side = Side.SOUTH,
        rules: SowingRules = OWARI,
        **description: Any,
    ) -> None:
        self.dialogue = ConsoleDialogue(ConsoleProtocol(**description))
        self.position: Mancala = rules.start(first)
        self.dialogue.begin(self.position, seat)

    def shows(self, *heard: str | Silence) -> bytes | Choice | Ready | None:
        """What the dialogue makes of the last of these."""
        for part in heard[:-1]:
            assert self.dialogue.hear(part.encode() if isinstance(part, str) else part) is None
        *_, last = heard
        return self.dialogue.hear(last.encode() if isinstance(last, str) else last)

    def is_asked(self) -> str:
        """What is typed when it is to move."""
        typed = self.dialogue.ask(self.position, 5000)
        assert isinstance(typed, bytes)
        return typed.decode()

    def played(self, pit: int) -> None:
        """A move of either side, as the referee tells it."""
        side, move = self.position.turn, Move(pit)
        self.position = self.position.play(move)
        self.dialogue.observe(side, move, self.position)

    def plays(self, pit: int, *heard: str | Silence) -> None:
        """The program is understood to play this pit."""
        assert self.shows(*heard) == Choice(Move(pit))
        self.played(pit)


def rows(cells: Sequence[int]) -> str:
    """The board as most draw it."""
    north, south = " ".join(map(str, cells[12:6:-1])), " ".join(map(str, cells[:6]))
    return f"  {north}\n{cells[13]}              {cells[6]}\n  {south}\n"


def test_a_program_that_moves_first() -> None:
    screen = Screen(start_first=("y",))
    assert screen.shows("Welcome!\nDo I begin (y/n)? ", WAITING) is READY
    assert screen.is_asked() == "y\n"
    screen.plays(4, "Computer plays 4\nYour pit: ", WAITING)
    screen.played(11)
    assert screen.is_asked() == "11\n"
    screen.plays(1, "Computer plays 1\nYour pit: ", WAITING)


def test_of_what_a_program_writes_without_an_end_the_last_part_is_looked_at() -> None:
    screen = Screen(start_first=("y",))
    flood = "again! " * 10_000
    assert screen.shows(flood) is None
    assert 0 < len(screen.dialogue.screen()) <= MOST_SHOWN
    assert flood.endswith(screen.dialogue.screen())


def test_a_program_that_moves_second() -> None:
    screen = Screen(first=Side.NORTH, start_second=("n",))
    assert screen.shows("Do I begin (y/n)? ", WAITING) == b"n\n"
    assert screen.shows("Your pit: ", WAITING) is READY
    screen.played(7)
    assert screen.is_asked() == "7\n"
    screen.plays(4, "Computer plays 4\nYour pit: ", WAITING)


def test_answers_are_typed_one_at_a_time_and_the_last_one_only_when_its_clock_runs() -> None:
    screen = Screen(start_first=("Bob", "3", "y"))
    assert screen.shows("Name: ", WAITING) == b"Bob\n"
    assert screen.shows("Depth: ", WAITING) == b"3\n"
    assert screen.shows("Do I begin? ", WAITING) is READY
    assert screen.is_asked() == "y\n"


def test_a_program_that_moves_without_being_asked_who_begins() -> None:
    screen = Screen()
    assert screen.shows("Computer plays 4\nYour pit: ", WAITING) is READY
    assert screen.dialogue.ask(screen.position, 5000) == Choice(Move(4))


def test_a_program_that_starts_in_silence_is_waited_for() -> None:
    screen = Screen(first=Side.NORTH, start_second=("n",))
    assert screen.shows(QUIET) is None
    assert screen.shows("Do I begin? ", QUIET) == b"n\n"


WORLDS = [
    # it is, here, moves first; says, plays; North or South plays, is typed as
    ("south", Side.SOUTH, Side.SOUTH, "4", 4, 11, "11"),
    ("south", Side.NORTH, Side.NORTH, "4", 11, 4, "11"),
    ("north", Side.NORTH, Side.NORTH, "11", 11, 4, "4"),
    ("north", Side.SOUTH, Side.SOUTH, "11", 4, 11, "4"),
    ("first-is-south", Side.SOUTH, Side.SOUTH, "4", 4, 11, "11"),
    ("first-is-south", Side.NORTH, Side.NORTH, "4", 11, 4, "11"),
    ("first-is-north", Side.SOUTH, Side.SOUTH, "11", 4, 11, "4"),
    ("first-is-north", Side.NORTH, Side.NORTH, "11", 11, 4, "4"),
]


@pytest.mark.parametrize(("world", "side", "first", "says", "pit", "reply", "typed"), WORLDS)
def test_the_world_of_a_program_that_begins(
    world: str, side: Side, first: Side, says: str, pit: int, reply: int, typed: str
) -> None:
    screen = Screen(side, first, side=world, start_first=("me",))
    assert screen.shows("Who begins? ", WAITING) is READY
    assert screen.is_asked() == "me\n"
    screen.plays(pit, f"Computer plays {says}\n", WAITING)
    screen.played(reply)
    assert screen.is_asked() == f"{typed}\n"


@pytest.mark.parametrize(
    ("world", "side", "pit", "typed", "says", "reply"),
    [
        ("south", Side.SOUTH, 11, "11", "4", 4),
        ("south", Side.NORTH, 4, "11", "4", 11),
        ("north", Side.NORTH, 4, "4", "11", 11),
        ("first-is-south", Side.NORTH, 4, "4", "11", 11),
        ("first-is-south", Side.SOUTH, 11, "4", "11", 4),
        ("first-is-north", Side.NORTH, 4, "11", "4", 11),
    ],
)
def test_the_world_of_a_program_that_is_second(
    world: str, side: Side, pit: int, typed: str, says: str, reply: int
) -> None:
    screen = Screen(side, side.other, side=world)
    assert screen.shows("Your pit: ", WAITING) is READY
    screen.played(pit)
    assert screen.is_asked() == f"{typed}\n"
    screen.plays(reply, f"Computer plays {says}\n", WAITING)


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ("Your pit (7-12): ", "11"),
        ("Your pit (0-5): ", "4"),
        ("Your pit (1-6): ", "5"),
        ("Your pit [7, 8, 9, 10, 11, 12]: ", "11"),
        ("Your pit, one of 1 2 3 4 5 6: ", "5"),
        ("Your pit: ", "11"),
        ("Your pit (1-6)?\n", "5"),
        ("Enter a pit from 1 to 6.\n\n> ", "5"),
        ("(1-6) > ", "5"),
        # no prompts
        ("", "11"),
        (rows((3,) * 14), "11"),
        (rows((3,) * 14).rstrip(), "11"),
        ("0 1 2 3 4 5 <- South\n", "11"),
        ("0 1 2 3 4 5 <- South\n> ", "11"),
    ],
)
def test_pits_are_typed_as_the_prompt_shows_them(prompt: str, typed: str) -> None:
    screen = Screen(first=Side.NORTH)
    assert screen.shows(f"Pits 0-5 are mine.\n{prompt}", QUIET) is READY
    screen.played(11)
    assert screen.is_asked() == f"{typed}\n"


def test_pits_are_typed_as_the_description_says() -> None:
    screen = Screen(first=Side.NORTH, types=("a", "b", "c", "d", "e", "f"))
    assert screen.shows("Your pit (7-12): ", WAITING) is READY
    screen.played(11)
    assert screen.is_asked() == "e\n"


def test_pits_are_read_as_the_description_says() -> None:
    screen = Screen(start_first=("y",), reads=("1", "2", "3", "4", "5", "6"))
    assert screen.shows("Do I begin? ", WAITING) is READY
    screen.is_asked()
    screen.plays(4, "Computer plays 5\n", WAITING)


@pytest.mark.parametrize(
    ("prompt", "typed"), [("(a-f)", "e"), ("(A-F)", "E"), ("A to F", "E"), ("a..f", "e")]
)
def test_pits_are_typed_as_letters_where_the_prompt_shows_letters(prompt: str, typed: str) -> None:
    screen = Screen(first=Side.NORTH)
    assert screen.shows(f"Your pit {prompt}: ", WAITING) is READY
    screen.played(11)
    assert screen.is_asked() == f"{typed}\n"
    screen.plays(4, "Computer moves pit E\n> ", WAITING)
    screen.played(12)
    assert screen.is_asked() in ("f\n", "F\n")


@pytest.mark.parametrize(("says", "pit"), [("C", 2), ("c", 2), ("F", 5)])
def test_letters_as_the_description_says(says: str, pit: int) -> None:
    ready(reads=tuple("ABCDEF")).plays(pit, f"Computer chooses {says}\n", WAITING)
    ready(reads=tuple("abcdef"), move=r"-> (\w)").plays(pit, f"-> {says}\n", WAITING)


def test_a_range_in_its_prompt_names_its_own_pits_too() -> None:
    ready().plays(4, "I play 5\nYour pit (1-6): ", WAITING)
    ready().plays(4, "Computer: 5\nOne of 1 2 3 4 5 6: ", WAITING)
    ready().plays(4, "I play e\nYour pit (a-f): ", WAITING)


@pytest.mark.parametrize(("says", "pit"), [("0", 0), ("7", 0)])
def test_a_number_that_is_not_in_the_range_is_the_boards(says: str, pit: int) -> None:
    screen = ready()
    screen.plays(pit, f"I play {says}\nYour pit (1-6): ", WAITING)
    screen.played(7)
    screen.is_asked()
    screen.plays(4, "I play 4\nYour pit (1-6): ", WAITING)


def test_a_board_tells_whether_the_range_names_its_own_pits() -> None:
    screen = ready()
    screen.plays(4, f"I play 4\n{AFTER_4}Your pit (1-6): ", WAITING)
    screen.played(7)
    screen.is_asked()
    screen.plays(2, "I play 2\nYour pit (1-6): ", WAITING)


def ready(**description: Any) -> Screen:
    """A program that has been told to begin."""
    screen = Screen(start_first=("y",), **description)
    assert screen.shows("Do I begin? ", WAITING) is READY
    screen.is_asked()
    return screen


AFTER_4 = rows((3, 3, 3, 3, 0, 4, 1, 4, 3, 3, 3, 3, 3, 0))


@pytest.mark.parametrize(
    "said",
    [
        "Computer plays 4\n",
        f"Computer plays 4\n{AFTER_4}Your pit (7-12): ",
        f"{AFTER_4}Computer plays 4\nYour pit (7-12): ",
        "I play pit 4, which is 11 on your side\nYour pit: ",
        "Thinking...\nMove 7: South plays pit 4\nElapsed time: 3 s\nnodes: 3\n> ",
        "\x1b[2J\x1b[H\x1b[1;32mComputer plays 4\x1b[0m\n",
        "Computer plays 4\r\n",
        "Computer plays pit 11\n",  # as the other table calls it
        # the board alone
        AFTER_4,
        "[[3, 3, 3, 3, 3, 4], [3, 3, 3, 3, 0, 4]]\n",
        "AI: 4\n" + AFTER_4,
        # the board outweighs a sentence that it contradicts, and numbers of another scheme
        f"Computer plays 3\n{AFTER_4}",
        f"Computer plays pit 5\n{AFTER_4}",
        f"Pit 0 was my second choice\n{AFTER_4}",
        # of two moves the board decides
        f"I choose pit 3.\nI play pit 4.\n{AFTER_4}",
    ],
)
def test_the_move_in_what_it_says(said: str) -> None:
    ready().plays(4, said, WAITING)


@pytest.mark.parametrize("prompt", ["computer move: 4", "I play pit 4 ", "4 is my move: I play 4"])
def test_a_move_that_is_its_prompt_waits_for_a_key(prompt: str) -> None:
    """Whatever it draws then belongs to its turn."""
    screen = ready()
    assert screen.shows(prompt, WAITING) == b"\n"
    screen.plays(4, f"{AFTER_4}Your pit: ", WAITING)
    assert screen.dialogue.agreed() == 1


def answered(pit: int = 9) -> Screen:
    """A program that moves second, and has been told the first move."""
    screen = Screen(first=Side.NORTH)
    assert screen.shows("Your pit: ", WAITING) is READY
    screen.played(pit)
    assert screen.is_asked() == f"{pit}\n"
    return screen


BOARDS_BELOW = [
    "\n".join(f"Pit {pit}: {cells}   Pit {12 - pit}: 3" for pit, cells in enumerate([5] * 6)),
    "\n".join(f"{'goal' if pit in (6, 13) else 'pit'} {pit} ***" for pit in range(13, -1, -1)),
    "\n".join(f"[{pit}] = 3" for pit in range(14)),
]


@pytest.mark.parametrize("board", BOARDS_BELOW)
def test_a_board_of_labelled_pits_is_no_move(board: str) -> None:
    said = f"I play pit 4.\n{board}\nYour pit: "
    assert answered().shows(said, WAITING).move == Move(4)
    silent = answered()
    for _ in range(3):
        assert silent.shows(f"{board}\nYour pit: ", WAITING) is None


@pytest.mark.parametrize(
    "echo",
    [
        "You moved 9. ",
        "You moved from pit 9.\n",
        "You play 9\n",
        "Human plays 9\n",
        "North plays 9\n",
        "Your move was 9\n",
        "Player 2 picks pit 9\n",
        "Player 2 played 9, ",
        "OK, 9.\n",
        "9\n",
    ],
)
@pytest.mark.parametrize(
    "told", ["I moved 4.", "player 1 plays 4", "Computer: 4", "I sow 3 from 4: it's your turn"]
)
def test_the_echo_of_what_was_typed_is_not_its_move(echo: str, told: str) -> None:
    answered().plays(4, f"{echo}{told}\nYour pit: ", WAITING)
    unheard = answered()
    assert unheard.shows(f"{echo}\nYour pit: ", WAITING) is None


def test_it_may_play_the_number_that_was_typed() -> None:
    screen = Screen(first=Side.NORTH)
    assert screen.shows("Your pit (1-6): ", WAITING) is READY
    screen.played(9)
    assert screen.is_asked() == "3\n"
    screen.plays(2, "I play 3\nYour pit (1-6): ", WAITING)


@pytest.mark.parametrize("said", ["Pit 3 or so.\nPit 4 chosen.\n", "I play pit 3.\nI choose 4.\n"])
def test_of_two_moves_told_alike_none_is_believed(said: str) -> None:
    screen = ready()
    assert screen.shows(said) is None
    for _ in range(PATIENCE):
        assert screen.shows(WAITING) is None
    with pytest.raises(Fault) as caught:
        screen.shows(WAITING)
    assert caught.value.kind is Termination.UNREADABLE
    assert "shows two possible moves, 3 and 4; it last said" in str(caught.value)


def test_a_key_is_pressed_before_its_first_prompt() -> None:
    screen = Screen(first=Side.NORTH, start_second=("n",))
    assert screen.shows("Press Enter to begin...", WAITING) == b"\n"
    assert screen.shows("Do I begin? ", WAITING) == b"n\n"
    assert screen.shows("Hit return", WAITING) == b"\n"
    assert screen.shows("Your pit: ", WAITING) is READY


def test_the_description_may_press_the_key_itself() -> None:
    screen = Screen(first=Side.NORTH, start_second=("", "n"))
    assert screen.shows("Press Enter to begin...", WAITING) == b"\n"
    assert screen.shows("Do I begin? ", WAITING) == b"n\n"
    assert screen.shows("Your pit: ", WAITING) is READY


def test_a_key_is_pressed_in_its_turn_and_what_it_said_before_counts() -> None:
    screen = ready()
    assert screen.shows("I choose 4\nPress Enter to continue...", WAITING) == b"\n"
    screen.plays(4, "Your pit (7-12): ", WAITING)
    screen.played(7)
    assert screen.is_asked() == "7\n"


def test_a_key_is_pressed_once_and_not_for_ever() -> None:
    screen = ready()
    assert screen.shows("I choose 4\nPress any key\n", WAITING) == b"\n"
    assert screen.shows(WAITING) == Choice(Move(4))
    screen.played(4)
    screen.played(7)
    screen.is_asked()
    for _ in range(MOST_KEYS):
        assert screen.shows("Press any key\n", WAITING) == b"\n"
    assert screen.shows("Press any key\n", WAITING) is None


@pytest.mark.parametrize(
    ("world", "pit"), [("south", 11), ("first-is-south", 11), ("north", 4), ("first-is-north", 4)]
)
def test_the_board_alone_tells_the_move_in_every_world(world: str, pit: int) -> None:
    """Its side here is North in its world of South, and the other way round."""
    seat = Side.NORTH if pit == 11 else Side.SOUTH
    screen = Screen(seat, seat, side=world, start_first=("y",))
    assert screen.shows("Do I begin? ", WAITING) is READY
    screen.is_asked()
    screen.plays(pit, rows(screen.position.play(Move(pit)).turned().cells), WAITING)
    screen.played(4 if pit == 11 else 11)
    screen.is_asked()
    pit -= 3
    screen.plays(pit, rows(screen.position.play(Move(pit)).turned().cells), WAITING)


def test_it_is_not_its_turn_to_be_read_before_it_waits() -> None:
    screen = ready()
    assert screen.shows("Computer plays 3\n", "no, ", "Computer plays 4\n", "Your pit: ") is None
    screen.plays(4, WAITING)


def test_escape_sequences_may_come_in_parts() -> None:
    ready().plays(4, "\x1b[1;3", "2mComputer plays 4\x1b", "[0m\n", WAITING)


def test_the_last_thing_it_says_before_it_leaves_counts() -> None:
    ready().plays(4, "Computer plays 4", CLOSED)


def test_silence_in_which_nothing_was_said_is_thought() -> None:
    screen = ready()
    assert screen.shows(QUIET, "Thinking\n", QUIET, QUIET) is None
    screen.plays(4, "Computer plays 4\n", QUIET)


def test_one_thread_may_wait_while_another_sleeps() -> None:
    screen = ready()
    assert screen.shows("Thinking...\n", *[WAITING] * (PATIENCE // 2)) is None
    screen.plays(4, "Computer plays 4\n", WAITING)


def test_an_expression_of_the_move() -> None:
    screen = ready(move=r"^zug (\d+)$", prompt=r"bitte: $")
    assert screen.shows("zug 3\nzug 4\nComputer plays 1\nbitte", WAITING) == Choice(Move(4))
    screen.played(4)
    screen.played(7)
    screen.is_asked()
    assert screen.shows("zug 1\nComputer plays 2\nbit", "te: ") == Choice(Move(1))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "",
            "waits again after 'y' was typed, but shows no move that can be read; it said nothing",
        ),
        (
            "So be it.\n",
            "waits again after 'y' was typed, but shows no move that can be read;"
            " it last said 'So be it.'",
        ),
        (
            "You cannot do that!\nBegin (yes or no)? ",
            "did not accept 'y' of its `start`;"
            " it last said 'You cannot do that! Begin (yes or no)?'",
        ),
        (
            "Your pit: ",
            "waits for a move, but has the first move itself: swap `first` and `second` in its"
            " `start`, or set `toss` there if chance decides; it last said 'Your pit:'",
        ),
        (
            "How many plies? ",
            "asks 'How many plies?', which `first` of its `start` does not answer;"
            " owari learn finds the answers",
        ),
    ],
)
def test_a_program_that_waits_again_has_refused(said: str, sentence: str) -> None:
    screen = ready()
    if said:
        assert screen.shows(said) is None
    for _ in range(PATIENCE):
        assert screen.shows(WAITING) is None
    with pytest.raises(Fault) as caught:
        screen.shows(WAITING)
    assert caught.value.kind in (Termination.UNREADABLE, Termination.DID_NOT_START)
    assert str(caught.value) == sentence


def test_what_it_said_last_is_not_forgotten_with_its_turn() -> None:
    screen = ready()
    screen.plays(4, "Computer plays 4\nI have seen enough.\n", WAITING)
    screen.played(7)
    screen.is_asked()
    assert screen.shows(CLOSED) is None
    assert screen.dialogue.last_words() == ("it last said 'Computer plays 4 I have seen enough.'")


@pytest.mark.parametrize("said", ["Enter your move: ", "\x1b[m", "-\b", "\x1b[2J\x1b[H"])
def test_too_much_output(said: str) -> None:
    """Whatever of it a terminal shows."""
    screen = ready()
    with pytest.raises(Fault) as caught:
        screen.shows(*[said * (100_000 // len(said))] * (MOST_OUTPUT // 100_000 + 2))
    assert caught.value.kind is Termination.TOO_MUCH_OUTPUT
    assert str(caught.value) == (
        "wrote more than 1048576 bytes without waiting for the other side after 'y' was typed; a"
        " program that reads numbers may do so after words"
    )


def test_a_program_that_has_moved_before_it_is_asked_moves_once() -> None:
    screen = Screen()
    assert screen.shows("Computer plays 4\nYour pit: ", WAITING) is READY
    assert screen.dialogue.ask(screen.position, 5000) == Choice(Move(4))
    screen.played(4)
    screen.played(11)
    assert screen.is_asked() == "11\n"


def kalah(first: Side = Side.SOUTH, **description: Any) -> Screen:
    """Kalah, six pits of four: South's 2 and North's 9 earn an extra turn."""
    answers = {"start_first": ("y",), "start_second": ("n",)}
    screen = Screen(first=first, rules=KALAH, **answers, **description)
    if first is Side.SOUTH:
        assert screen.shows("Do I begin? ", WAITING) is READY
        assert screen.is_asked() == "y\n"
    else:
        assert screen.shows("Do I begin? ", WAITING) == b"n\n"
        assert screen.shows("Your pit: ", WAITING) is READY
    return screen


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param(["Computer plays 2\nComputer plays 5\nYour pit: "], id="told"),
        pytest.param(["Computer plays 2\n", QUIET, "Computer plays 5\nYour pit: "], id="in-parts"),
        pytest.param(
            ["Computer picks pit 2\nComputer played pit 2\nComputer picks pit 5\nPit: "], id="twice"
        ),
        pytest.param(["4 4 4 4 4 4\n4 4 0 5 5 5\n", "4 4 5 5 5 5\n4 4 0 5 5 0\nPit: "], id="drawn"),
        pytest.param(["4 4 4 4 4 4\n4 4 0 5 5 5\nI play 5\nPit: "], id="first-drawn-then-told"),
        pytest.param(
            ["I play 2, and again.\nI play 5\n4 4 5 5 5 5\n4 4 0 5 5 0\nPit: "], id="told-and-drawn"
        ),
    ],
)
def test_a_turn_of_several_moves_is_told_before_it_waits(heard: list[Silence | str]) -> None:
    """One at a time is what the referee asks for."""
    screen = kalah()
    screen.plays(2, *heard, WAITING)
    assert screen.position.turn is Side.SOUTH
    assert screen.dialogue.ask(screen.position, 5000) == Choice(Move(5))
    screen.played(5)
    screen.played(9)


def test_a_turn_by_a_pattern() -> None:
    screen = kalah(move=r"^>(\d)", prompt="go: $")
    screen.plays(2, ">2\n>5\ngo: ")
    assert screen.dialogue.ask(screen.position, 5000) == Choice(Move(5))


def test_a_board_decides_which_turn_it_was() -> None:
    """Its sentence names another second move than its board shows."""
    screen = kalah()
    screen.plays(2, "Computer plays 2\nComputer plays 4\n4 4 5 5 5 5\n4 4 0 5 5 0\nPit: ", WAITING)
    assert screen.dialogue.ask(screen.position, 5000) == Choice(Move(5))


def test_an_extra_turn_that_it_does_not_take_is_waited_for_and_then_unreadable() -> None:
    screen = kalah()
    assert screen.shows("Computer plays 2\nYour pit: ", WAITING) is None
    for _ in range(PATIENCE - 1):
        assert screen.dialogue.hear(WAITING) is None
    with pytest.raises(Fault, match="shows no move after it that can be read") as fault:
        screen.dialogue.hear(WAITING)
    assert fault.value.kind is Termination.UNREADABLE


def test_an_illegal_move_is_the_programs() -> None:
    screen = kalah()
    screen.plays(2, "Computer plays 2\nComputer plays 5\nPit: ", WAITING)
    screen.dialogue.ask(screen.position, 5000)
    screen.played(5)
    screen.played(7)
    assert screen.is_asked() == "7\n"
    assert screen.shows("Computer plays 2\nPit: ", WAITING) == Choice(Move(2))


def test_the_other_sides_turn_is_typed_one_move_at_a_time() -> None:
    screen = kalah(Side.NORTH)
    for pit in (9, 12):
        screen.played(pit)
    assert screen.is_asked() == "9\n"
    assert screen.shows("You move again. Your pit: ", WAITING) == b"12\n"
    screen.plays(0, "Computer plays 0\nYour pit: ", WAITING)


def test_the_end_comes_with_the_whole_last_turn_of_the_other_side() -> None:
    screen = kalah(Side.NORTH)
    for pit in (9, 12):
        screen.played(pit)
    assert screen.dialogue.end(Ending.normal(Outcome(0, 48))) == b"9\n12\n"


@pytest.mark.parametrize(
    ("side", "typed", "said", "pit"), [("south", "5", "3", 2), ("north", "2", "5", 1)]
)
def test_a_numbering_says_what_is_typed_and_what_is_read(
    side: str, typed: str, said: str, pit: int
) -> None:
    """Holes 1 to 6 from left to right as drawn, wherever it sits."""
    screen = Screen(first=Side.NORTH, side=side, numbering="as-drawn")
    screen.shows("Your hole: ", WAITING)
    screen.played(8)
    assert screen.is_asked() == f"{typed}\n"
    screen.plays(pit, f"Computer plays hole {said}\nYour hole: ", WAITING)
