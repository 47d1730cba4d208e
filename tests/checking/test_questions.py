"""What the learner makes of single texts of a program: questions, commands, menus and boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.checking.amendments import amended
from owari.checking.learner import CANDIDATES
from owari.checking.offered_commands import commands_in, sides_swapped
from owari.checking.watched_program import asks_again, said_after
from owari.games.catalog import find_game
from owari.games.mancala import OWARI
from owari.programs.dialogues.console.answers import (
    agreeing_first,
    answers_to,
    any_answers,
    further_answers,
    persons_in,
    values_told,
)
from owari.programs.dialogues.console.colours import WIDEST, in_colours
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.menus import arrow_menu, menu_in
from owari.programs.dialogues.console.questions import asks_for_a_side, asks_who_begins
from owari.programs.dialogues.console.screen import Screen
from owari.table.player_lookup import program_settings


@pytest.mark.parametrize(
    "question",
    [
        "Enter the second player's name: ",
        "Enter player2 name:",
        "Name of the first player? ",
        "Nom du deuxième joueur : ",
        "Computer's name: ",
    ],
)
def test_a_question_for_a_name_is_none_of_who_begins(question: str) -> None:
    assert answers_to(question) == ["Owari"]
    assert not asks_who_begins(question)
    assert further_answers(question, ["Owari"]) == []


def test_a_menu_of_levels_below_a_board_wants_no_move() -> None:
    levels = (
        "Niveau de l'ordinateur :\n1-Niveau débutant\n2-Niveau intermédiaire\n3-Niveau expert\n"
    )
    text = f"  3 3 3 3 3 3\n0             0\n  3 3 3 3 3 3\n{levels}"
    family = CANDIDATES[OWARI](OWARI)
    assert family.answers(text) == ["2", "1", "3"]
    assert not family.wants_a_move(text, drawn=True)
    assert family.wants_a_move(text.removesuffix(levels), drawn=True)


def test_a_question_for_the_name_of_who_begins_is_one() -> None:
    assert asks_who_begins("Name of the player who starts: ")
    assert asks_who_begins("Name of the starting player: ")


WORDINGS = [
    tuple(line.replace("\\n", "\n").split("\t"))
    for line in (Path(__file__).parent / "questions.tsv").read_text().splitlines()
]
"""Questions of who begins, and the two answers that lead to both orders; - is an empty line."""


@pytest.mark.parametrize(("question", "answers"), WORDINGS, ids=[row[0] for row in WORDINGS])
def test_both_answers_to_who_begins(question: str, answers: str) -> None:
    wanted = [answer.replace("-", "") for answer in answers.split()]
    assert answers_to(f"Welcome to Owari!\n{question}") == wanted
    assert asks_who_begins(f"Welcome to Owari!\n{question}")


@pytest.mark.parametrize(
    ("question", "game", "answers"),
    [
        ("Enter mode (0:Without Stealing, 1:With Stealing): ", "kalah", ["1", "0"]),
        ("stealing mode ? (y / n) ", "owari", ["y", "n"]),
        ("Captures off / on? ", "owari", ["on", "off"]),
        ("Extra turns? (y/n) ", "owari", ["n", "y"]),
        ("Extra turns? (y/n) ", "kalah", ["y", "n"]),
        ("Capture your stone where the pit opposite is empty? (y/n) ", "kalah", ["n", "y"]),
        ("Capture your stone where the pit opposite is empty? (y/n) ", "kalah-empty", ["y", "n"]),
        ("¿Robar piedras? (s/n) ", "kalah", ["s", "n"]),
    ],
)
def test_of_a_rule_the_answer_that_the_game_has_comes_first(
    question: str, game: str, answers: list[str]
) -> None:
    family = CANDIDATES[find_game(game)](find_game(game))
    wanted = family.rule_wanted(question)
    assert wanted is not None
    assert agreeing_first(question, family.answers(question), wanted) == answers


def test_a_question_for_a_mode_is_for_no_rule() -> None:
    assert CANDIDATES[OWARI](OWARI).rule_wanted("Choose a mode (1-3): ") is None


def test_there_are_enough_wordings() -> None:
    assert len(WORDINGS) > 40


def test_pits_that_are_asked_for_twice_need_a_numbering() -> None:
    twice = CANDIDATES[OWARI](OWARI).typed_twice
    found = twice(ConsoleProtocol(types=tuple("123456")))
    assert found == ConsoleProtocol(numbering="1-6", types=("{PIT}", "{PIT}"))
    assert twice(ConsoleProtocol(types=tuple("246135"))) is None


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Welcome!\nSpeak, friend: MELLON\n", ["MELLON", "1", "2", "y", ""]),
        ("Quo vadis [ad] 3 montes", ["3", "ad", "1", "2", "y", ""]),
    ],
)
def test_any_answers_are_those_that_a_text_offers(text: str, answers: list[str]) -> None:
    assert any_answers(text) == answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Invalid input. Please choose 1 or 2.\n", ["1", "2"]),
        ("invalid input, valid options are 0 and 1.\n", ["0", "1"]),
        ("Wrong! The answers are: a, b or c\n", ["a", "b", "c"]),
        ("Invalid choice, must be 'me' or 'you'\n", ["me", "you"]),
        ("Eingabe ungültig, wähle 1 oder 2!\n", ["1", "2"]),
        ("Choose 1 or 2.\n", []),
        ("Invalid input.\n", []),
    ],
)
def test_the_answers_that_a_refusal_names(text: str, answers: list[str]) -> None:
    assert values_told(text) == answers


@pytest.mark.parametrize(
    ("text", "verbs", "go"),
    [
        ("Commands: opponent <pit>, go, quit", ("opponent",), ("go",)),
        ("Commands: move N, undo, quit", ("move",), ()),
        ("Type 'move 3' to sow pit 3, 'opponent 4' for mine", ("opponent", "move"), ()),
        ("Available commands:\n  play <square>\n  genmove\n", ("play",), ("genmove",)),
        ("commands: human [square], computer", ("human",), ("computer",)),
        ("Commands: J row column, Q quit", ("J",), ()),
        ("p <row> <col>: a disc\nq: quit\n> ", ("p",), ()),
        ("play d3   puts a disc on d3\nquit      ends the game", ("play",), ()),
        ("Usage: move 4", ("move",), ()),
        ("J row column : a disc there\nZ : nothing\n> ", ("J",), ()),
        ("Type p 3 4 to take the square in row 3, column 4.\n> ", ("p",), ()),
        ("Enter move 1-6: ", (), ()),
        ("Type a row and a column: ", (), ()),
        ("I play d3\nYour move: ", (), ()),
        ("Enter move for colour B (RowCol): ", (), ()),
        ("Opponent's pit (0-5): ", (), ()),
        ("The computer will go first.", (), ()),
        ("You can play 3 games. Your move: ", (), ()),
        ("Player 1's turn. Please input a move for player 1.\n> ", (), ()),
    ],
)
def test_commands_that_a_text_offers(
    text: str, verbs: tuple[str, ...], go: tuple[str, ...]
) -> None:
    found = commands_in(text)
    assert (found.verbs, found.go) == (verbs, go)


@pytest.mark.parametrize(
    ("question", "game", "size"),
    [
        ("Enter the board dimension: ", "othello:6", "6"),
        ("What size should the board be (4-16)? ", "othello", "8"),
        ("How many stones in each pit? ", "kalah:6x5", "5"),
        ("Number of houses per side: ", "kalah:5x3", "5"),
        ("Start with 3 or 5 stones per hole?\n", "kalah:6x5", "5"),
        ("How many balls do you want in each pocket? ", "kalah:6x5", "5"),
        ("How many pits/holes? Number from 1 to 7 *4 suggested*\n", "kalah:6x5", "6"),
        ("How many holes (per side)?\nFrom 1 to 9, default 5\n", "kalah:6x5", "6"),
        ("Cuantos pozos/huecos? Numero entre 1 al 7 *Se sugieren 4*\n", "kalah:6x5", "6"),
        ("Cuantas semillas/piedras?\nNumero entre 1 al 6\n", "kalah:6x4", "4"),
        ("Pits per side (1-9): ", "kalah:5x3", "5"),
        ("Initial seeds (default 4): ", "kalah:6x5", "5"),
        ("Stones? ", "kalah:6x5", "5"),
        ("Enter number of rocks: ", "kalah:6x5", "5"),
        ("Please Select Matrix Size\n1. 6 X 6\n2. 8 X 8\n", "othello", "2"),
        ("Board size:\n1.6X6\n2.8X8\nplease select 1 or 2\n", "othello:6", "1"),
        ("Please enter the board size: 1. 8x8 or 2. 6x6\n", "othello", "1"),
        ("盤の一辺の長さを決めてください。\n[6, 8, 10, 12 のいずれか]：\n", "othello", "8"),
        ("Board size:\npress 6 for 6x6 or 8 for 8x8 :\n", "othello:6", "6"),
        ("To 6x6 insert '6'\nTo 8x8 insert '8'\n", "othello", "8"),
        ("Size?\n1. 6x6\n2. 8x8\nPlease enter your name: ", "othello", "Owari"),
        ("Size of the board?\nType an integer - press 8 for a standard board.\n", "othello", "8"),
        ("How big a board?\nPlease enter an even number, 8 is usual.\n", "othello:6", "6"),
        ("The size of the board -\nPlease type an even number, four or more:\n", "othello", "8"),
        ("Choose the dimension:\nan integer greater than or equal to 4\n", "othello:6", "6"),
        ("Board size (4 or larger)? ", "othello:6", "6"),
    ],
)
def test_the_size_of_the_board_is_that_of_the_game(question: str, game: str, size: str) -> None:
    rules = find_game(game)
    assert CANDIDATES[rules](rules).answers(question) == [size]
    assert not asks_who_begins(question)


@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        (
            "Is black the computer?\n y -> Yes\n n -> No\n: ",
            "Is white the computer?\n y -> Yes\n n -> No\n: ",
            False,
        ),
        (
            "Is black the computer?\n y -> Yes\n n -> No\n: ",
            "Please answer.\nIs black the computer?\n y -> Yes\n n -> No\n: ",
            True,
        ),
        ("Welcome!\n1. One\n2. Two\nSelection: ", "1. One\n2. Two\nSelection: ", True),
        (
            "Name of player 1 (at most 20 letters): ",
            "Name of player 2 (at most 20 letters): ",
            False,
        ),
        ("Yes or no, what do you want to do? ", "Yes or no, what do you want to do? ", True),
        ("Number? ", "", False),
        ("Which type of player is white? ", "Try again!\nWhich type of player is white? ", True),
        ("1 . X O . .\n2 . O X . .\nYour move: ", "1 . X O . .\n2 . O O O .\nYour move: ", False),
        (
            "1. New game\n2. Old game\nNow type your choice (1 or 2): ",
            "1. Solo\n2. Duo\nNow type your choice (1 or 2): ",
            False,
        ),
        (
            "1. Solo\n2. Duo\nNow type your choice (1 or 2): ",
            "Wrong.\n1. Solo\n2. Duo\nNow type your choice (1 or 2): ",
            True,
        ),
        (
            "1. Solo\n2. Duo\nNow type your choice (1 or 2): ",
            "Wrong.\nNow type your choice (1 or 2): ",
            True,
        ),
        (
            "Set the mode -\nEnter 1 or 2:\n1 = solo\n2 = duo\n|: ",
            "'1.' is invalid, once more -\nEnter 1 or 2:\n1 = solo\n2 = duo\n|: ",
            True,
        ),
    ],
)
def test_whether_a_program_asks_the_same_again(before: str, after: str, again: bool) -> None:
    assert asks_again(before, after) is again


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Type 'auto' or 'play': ", ["play"]),
        ("Mode (solo/itself)? ", ["solo"]),
        ("Play:\n1. Player VS Compter\n2. Coumputer VS Coumputer\n", ["1"]),
        ("[MODE] What shall it be?\n[1] Me against the computer\n[2] Quit\n> ", ["1"]),
        ("[p] Play\n[q] Quit\n> ", ["p"]),
        ("Please say whether alpha-beta pruning is wanted: ", ["n", "y"]),
        ("Tell me if you begin: ", ["y", "n"]),
        ("Which engine (plain/best2)? ", ["plain", "best2"]),
        ("Seconds for each move: ", ["1"]),
    ],
)
def test_answers_that_lead_to_a_game_of_a_person(question: str, answers: list[str]) -> None:
    assert answers_to(f"Welcome!\n{question}") == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("human\nKind of player 2 type (human/bot): ", ["human", "bot"]),
        ("Players (as human minimax): ", ["human minimax", "minimax human"]),
        ("Two types of players [random, ai, human]: ", ["human ai", "ai human"]),
        ("Both sides (human/ai), with a comma between: ", ["human,ai", "ai,human"]),
        (
            "choose 2 modes from 'human, random, minimax and alphabeta', sperated with a Space,"
            "ended with Enter\n",
            ["human minimax", "minimax human"],
        ),
        ("Choose players (human, random, minimax): ", ["human", "minimax", "random"]),
        ("Enter two strategies, as random alphabeta: ", []),
    ],
)
def test_kinds_of_both_sides_in_one_line(question: str, answers: list[str]) -> None:
    assert answers_to(f"Welcome!\n{question}") == answers
    assert asks_who_begins(f"Welcome!\n{question}") is bool(answers)
    assert not CANDIDATES[OWARI](OWARI).wants_a_move(f"Welcome!\n{question}", drawn=False)


@pytest.mark.parametrize(
    "prompt",
    [
        "Choose a pit (1-6) or q to quit: ",
        "Enter your move (row, column): ",
        "Your move (d3, c4, f5, e6): ",
        "Row (1-8): ",
        "Enter move for colour B (RowCol): ",
        "Pick a pit (12, 11, 10, 9, 8, 7)? ",
        "North (7-12)? ",
        "Enter North's input: ",
        "Black's turn. Enter a square: ",
        "Escolha uma casa (1-6): ",
        "It is your turn, type a number from 1 to 6 or 0 to stop\n",
        "computer -> [4, 4, 4, 4, 4, 4]\nYour turn, a number from 1 to 6 or 0 to stop: ",
        "Enter a command or a move:\n[T]erminate | [Z] New game | [S]ave\n[(XY)] : ",
        "Digite um comando ou jogada:\n[T]erminar | [Z]Novo Jogo | [S]alva\n[(XY)] : ",
        "Black's stone? (QUIT: leave, print: show the board, undo: undo)\n> ",
        "Next stone (q to quit, u to undo)? ",
        "Two digits, as 12 for first row, second column: ",
        "Your move, row number first, as 12 for the second square: ",
        "Where do you want to put X. First enter the row number and press enter :",
        "South, enter the pit you would like to start from: ",
        "Starting pit: ",
        "Coup Noir (= pour passer, ? pour une suggestion, ou case) :",
        "Podaj wiersz: ",
        "Example of a square: 34 or (3,4); row first.\nType --help for commands.\n\n",
        "Black | Discs: 2 White | Discs: 2\nGive disc position (x,y): ",
    ],
)
def test_what_asks_for_a_move_is_no_question(prompt: str) -> None:
    assert answers_to(f"Welcome!\n{prompt}") == []


@pytest.mark.parametrize(
    "text",
    [
        "Player 1 is thinking\nPLAYER 1, enter move (1 to 6): ",
        "Who begins? You do.\nHuman (X), pick a pit: ",
        "South (1) or North (2) to move\nSouth, your move? ",
    ],
)
def test_the_lines_above_a_request_for_a_move_ask_nothing(text: str) -> None:
    assert answers_to(text) == []
    assert not asks_who_begins(text)


@pytest.mark.parametrize(
    "text",
    [
        "Quelle strategie pour le joueur ordinateur 1 ?\n1 = naif\n2 = minimax\n3 = alpha-beta\n",
        "Choose the algorithm of the computer:\n1. minimax\n2. alpha-beta\n> ",
        "Difficulty of the computer (1-3): ",
        "Level of player 1's opponent? ",
        "Which difficulty would you like the computer to have (1-3)? ",
    ],
)
def test_how_the_computer_thinks_is_no_question_of_who_begins(text: str) -> None:
    assert answers_to(text)
    assert not asks_who_begins(text)


@pytest.mark.parametrize(
    "line",
    [
        "You can't choose this cell in this round or it is not free.\n",
        "Invalid: pick a white or black cell.\n",
        "Player 1 (O) score: 2\n",
        "Player 1 or player 2 has won it before.\n",
    ],
)
def test_what_is_no_question(line: str) -> None:
    assert answers_to(f"Welcome!\n{line}") == []


@pytest.mark.parametrize("refusal", ["", "That is not allowed.\n"])
def test_what_follows_a_move_that_was_refused_is_no_question(refusal: str) -> None:
    said = f"{refusal}Black or white, which one? "
    found = [each.answers for each in amended(ConsoleProtocol(), said, we_pass=False)]
    assert bool(found) is not bool(refusal)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Do I begin (y/n)? ", ["y", "n"]),
        ("Do I begin [Y/N] ", ["Y", "N"]),
        ("Does SOUTH start (yes/no)? ", ["yes", "no"]),
        ("Who starts, South or North (S/N)? ", ["S", "N"]),
        ("Who goes first, north or south (n/s)? ", ["n", "s"]),
        ("Who goes first, north or south? ", ["north", "south"]),
        ("Player or computer first (P/C): ", ["P", "C"]),
        ("(C)omputer or (P)layer first? ", ["C", "P"]),
        ('Type "me" or "you": ', ["me", "you"]),
        ("Do you want to go first?", ["y", "n"]),
        ("1. I begin\n2. The other program begins\nChoice: ", ["1", "2"]),
        ("[a] easy\n[b] medium\n[c] hard\n> ", ["b", "a", "c"]),
        ("For heads, enter 1\nFor tails, enter 2\n", ["1", "2"]),
        ("Search depth (1-3): ", ["3"]),
        ("Search depth (6-9): ", ["6"]),
        ("Depth: ", ["4"]),
        ("Depth (default 6): ", ["6"]),
        ("Look-ahead between 1 and 3: ", ["3"]),
        ("Branching factor (1-99, 12 is recommended): ", ["12"]),
        ("Factor de poda? Numero entre 1 al 30 *Se sugieren 8*\n", ["8"]),
        ("Choose a strength of 1 (weak), 2 (normal), or 3 (hard) >>> ", ["2", "1", "3"]),
        ("Level: 1 (weak) ... 9 (hard) > ", ["4"]),
        ("Mode 1 (two players), 2 (against the computer) or 3 (quit): ", ["2"]),
        ("Captures 0 (no) / 1 (yes)? ", ["0", "1"]),
        ("Enter your name: ", ["Owari"]),
        ("Give your Username :", ["Owari"]),
        ("Digite seu nome: ", ["Owari"]),
        ("Nível de dificuldade (1-3): ", ["3"]),
        ("1. Один игрок\n2. Два игрока\nВыберите режим: ", ["1", "2"]),
        ("1 : Human vs Human || 2 : Human vs AI || 3: AI vs AI\n", ["2"]),
        ("1. One player\n2. Two players\n3. Watch the computer\nMode: ", ["1"]),
        ("| [0] New game |\n| [1] Load a game |\n| [2] Exit |\n+----------+\n", ["0"]),
        ("1. Human vs AI\n2. AI vs Human\n3. Quit\n> ", ["1", "2"]),
        ("Do you start? [Y/y for: yes, another key for: no]: ", ["Y", "N"]),
        ("Press Enter to start", [""]),
        ("Enter to Continue:", [""]),
        ("Who moves first? [HUMAN / COMPUTER] ", ["HUMAN", "COMPUTER"]),
        ("Who is first? ", ["1", "2", "y", "n", "s", "c", "h"]),
        ("How do you want to play?\n 1.AI vs AI 2.Human vs AI 3. Autoplay\nExit(-1)\n", ["2"]),
        (
            "Modes:\n  pvp - player vs player\n  pve - player vs engine\n  eve - engine vs engine\n"
            "mode> ",
            ["pve"],
        ),
        ("Input 1 for player vs AI \ninput 2 for player vs player \ninput 3 for AI vs AI: ", ["1"]),
        ("for one player: enter 1\nfor two players : enter 2\nenter : ", ["1"]),
        ("[2p] Play vs another person \n[ai] Play vs an AI \n[q] Quit\n\n", ["ai"]),
        ("1. Log in\n2. Create account\n3. Exit\nChoice: ", ["2"]),
        ("1. Play against AI\n2. Play against another human\n3. List saved games\n> ", ["1"]),
        ("4-digit PIN: ", ["1234"]),
        ("Estimate forward moves [1,9]: ", ["4"]),
        ("Strategy of player 0 (1-4, 0 for human): ", ["0", "1"]),
        ("BLACK : 1 Player, 0 Computer\n", ["1", "0"]),
        ("Type START to play\n", ["START", "start"]),
        ("Would you like to see the rules? (y/n): ", ["n", "y"]),
        ("1: 人机对战\n2: 双人对战\n请选择模式：", ["1"]),
        ("人vs人-->1\n人vsランダムロボット-->2\nロボットvsロボット-->3\n-->", ["2"]),
        ("先攻後攻を決めて。\n自分が先行-->1\n相手が先行-->2\n戻る-->1,2以外\n-->", ["1", "2"]),
        ("Who?\nYou begin --> 1\nI begin --> 2\nBack --> anything but 1,2\n-->", ["1", "2"]),
        ("[1] Jatekos vs. Jatekos\n[2] Jatekos vs. CPU\nValasz: ", ["2"]),
        # the key stands behind
        ("1P(Person vs CPU):0, 2P(Person vs Person):1\n", ["0"]),
        ("Two players - 1\nSingle player - 2\n> ", ["2"]),
        ("Two players (1)\nOne player (2)\nExit (3)\n", ["2"]),
        ("Play against computer [c]\nPlay against friend [f]\n", ["c"]),
        ("Mode? PvP=0 PvC=1 : ", ["1"]),
        ("Single player: press 1\nTwo players: press 2\n", ["1"]),
        ("Shall captures count? (yes = press 1, no = press 0)\n", ["1", "0"]),
        ("Train or play? (T/P): ", ["P"]),
        ("Do you want to train the AI first? (y/n): ", ["n", "y"]),
        ("Enable the capture rule? (y/n): ", ["y", "n"]),
        ("Enter difficulty: Easy, Medium, Hard: ", ["Medium"]),
        ("How deep shall it look? ", ["4"]),
        ("Random seed: ", ["4"]),
        ("Press C to continue: ", ["C"]),
        ("Load an old game? (1 = yes, 0 = no): ", ["0", "1"]),
        ("Show instructions? yes=1 no=0 ", ["0", "1"]),
        ("South: 3, North: 2\nDo you want hints? ", ["n", "y"]),  # a score
        # a key in a sentence
        ("-press p to play\n-press r for rules\n-press q to quit\n", ["p"]),
        ("(N)ew game, (L)oad, (E)xit: ", ["N"]),
        ("[N]ovo jogo | [C]arregar | [S]air\nOpcao: ", ["N"]),
        ("Pick color: black (1), white (-1): ", ["1", "-1"]),
        ("Enter 1 to play as black, -1 to play as white: ", ["1", "-1"]),
        ("Choose your marker (@ or O): ", ["@", "O"]),
        ("Type P1 for Player 1 or P2 for Player 2: ", ["P1", "P2"]),
        ("Enter 1P to play first, 2P to play second: ", ["1P", "2P"]),
        ("Type x or 0? (x/0) ", ["x", "0"]),
        ("Cu ce doriti sa jucati, cu a sau cu b? ", ["a", "b"]),
        # words for who plays
        ("hvh / hvc / cvc ? ", ["hvc"]),
        (
            "1 - One player game (human vs. computer)?\n2 - Two player game (human vs. human)?\n"
            "3 - Read the manual?\n4 - Exit?\n",
            ["1"],
        ),
        ("Choose mode [pvp/pve]: ", ["pve"]),
        ("Play against a human or the AI? ", ["AI"]),
        ("Do you want to play with a friend(f) or computer(c)? ", ["c"]),
        ("Is this a two-player game? (y/n) ", ["n"]),
        ("Do you want to play with another person? (y/n): ", ["n"]),
        ("Play against computer? ", ["y"]),
        ("Each player's time, 50 ms to 3600000 ms: ", ["600000"]),
        ("制限時間を 5秒～60秒 で入力してください\n> ", ["5"]),
        ("Type I to play with a bot, or type T to run a tournament of bots.\n", ["I"]),
        ("How many human players (0, 1, 2)\n>>> ", ["1"]),
        ("Enter number of players: ", ["1"]),
        ("Quel jeu ?\n1 = joueur_vs_joueur\n2 = joueur_vs_ordinateur\nNombre entier : ", ["2"]),
        ("1) Spieler gegen Spieler\n2) Spieler gegen Computer\n3) Beenden\n", ["2"]),
        ("1. Gracz kontra gracz\n2. Gracz kontra komputer\nWybierz tryb: ", ["2"]),
        # levels and names
        ("Search depth?\n(1 = very easy ... 20 = hopeless)\n", ["4"]),
        ("Depth of the search (enter an integer): ", ["4"]),
        ("Time limit per move (s): ", ["1"]),
        ("Number of MCTS iterations: ", ["100"]),
        ("Simulations per move (50-2000): ", ["100"]),
        # only a yes goes on
        ("Is that correct? [no/yes] ", ["yes", "no"]),
        ("Continue (Y)? ", ["Y", "N"]),
        ("Enter 'yes' to confirm your move: ", ["yes"]),
        ("Do you confirm your move? (1=yes, 0=no) ", ["1", "0"]),
        ("Type y to confirm your choice, anything else to choose again: ", ["y"]),
        ("Proceed? ", ["y", "n"]),
        ("Press 1 to continue: ", ["1"]),
        ("Type 'ok' to continue: ", ["ok"]),
        ("Enter any number to continue: ", ["1"]),
        ("Choose a mode:\n1. H vs H\n2. C vs C\n3. H vs C\n4. C vs H\n", ["3", "4"]),
        ("[1] P vs P\n[2] P vs CPU\n> ", ["2"]),
        ("Select difficulty (easy/medium/hard): ", ["medium"]),
        ("Do you want to play the easy AI or the hard AI?\n", ["hard", "easy"]),
        ("(E)asy, (M)edium or (H)ard? ", ["M", "E", "H"]),
        ("1 - Niveau débutant\n2 - Niveau intermédiaire\n3 - Niveau expert\n", ["2", "1", "3"]),
        ("Schwierigkeit (leicht/mittel/schwer): ", ["mittel"]),
        ("Level (1 = easy, 2 = hard): ", ["2"]),
        ("Level (easy/medium/hard/extreme): ", ["medium"]),
        ("How many turns do you want to play? ", ["200"]),
        ("Combien de tours voulez-vous faire ?\n", ["200"]),
        ("Maximum number of turns (10-60): ", ["60"]),
        ("Depth (2/4/6): ", ["4"]),
        ("Level 1, 2 or 3? ", ["3"]),
        ("Heuristic (1/2/3): ", ["1"]),
        ("1. Random\n2. Greedy\n3. Minimax\n4. Exit\nThe computer is: ", ["2", "1", "3"]),
        ("[2] Me vs AI (Easy)\n[3] Me vs AI (Medium)\n[4] Me vs AI (Hard)\n> ", ["3", "2", "4"]),
        ("N | New game\n-----\nR | Read the rules\n", ["N"]),
        ("1 |One player\n2 |Two players\n", ["1"]),
        ("y(es), n(o): do you begin?\n", ["y", "n"]),
        ("h[uman] or c[omputer] first? ", ["h", "c"]),
        ("wanna load the last game? (1 or 0): ", ["0", "1"]),
        ("Select the algorithm of the computer.\n", ["1", "0"]),
        ("使用するアルゴリズムを選択してください. \n", ["1", "0"]),
        ("0. {'is': 'fast'}\n1. {'is': 'deep'}\nEnter the AI version: ", ["1", "0"]),
        ("Both names, please.\nPlayer 1: \n", ["Owari"]),
        ("[Enter]", [""]),
        ("-- more --", [""]),
        ("Appuyez sur Entrée pour continuer...", [""]),
        ("Enterキーを押してください", [""]),
        # no questions
        ("どこに置きますか？ (行 列): ", []),
        ("Your pit (7-12): ", []),
        ("Enter the pit North plays (7-12): ", []),
        ("Your move: ", []),
        ("", []),
    ],
)
def test_answers_to_a_question(question: str, answers: list[str]) -> None:
    assert answers_to(f"Welcome to Owari!\n{question}") == answers


@pytest.mark.parametrize(
    ("question", "persons"),
    [
        ("1. human\n2. random\n3. minimax\nSelect Player1 (1 to 3): ", [True, False, False]),
        ("Is player 2 human? (y/n) ", [True, False]),
        ("Black: human or computer? ", [True, False]),
        ("BLACK : 1 Player, 0 Computer\n", [True, False]),
        ("Select a heuristic [0-4] for player 1 (O for Human): ", [True, False]),
        ("Player X: [h]uman, [c]omputer? ", [True, False]),
        ("player1 (0 human, 1 ai): ", [True, False]),
        # these ask for something else
        ("Who starts?\n1. You\n2. Computer\n> ", []),
        ("Do you want to play X or O? ", []),
    ],
)
def test_a_question_for_the_kind_of_a_side(question: str, persons: list[bool]) -> None:
    assert [*persons_in(question, answers_to(question)).values()] == persons


@pytest.mark.parametrize(
    ("question", "pattern", "answers"),
    [
        (
            "Are you sure you want to play b? (y/n)",
            r"Are you sure you want to play \w+\? \(y/n\)",
            "yn",
        ),
        ("Play d3? (y/n)", r"Play \w+\? \(y/n\)", "ny"),
        ("Sow pit 3 (y/n)?", r"Sow pit \d+ \(y/n\)\?", "ny"),
        ("Are you sure you want to quit? (y/n)", r"Are you sure you want to quit\? \(y/n\)", "ny"),
    ],
)
def test_an_answer_is_for_any_pit_or_square(question: str, pattern: str, answers: str) -> None:
    """A yes first where one is only asked whether one is sure."""
    found = amended(ConsoleProtocol(), f"{question} ", we_pass=False, before="Your move: ")
    assert [each.answers for each in found] == [((pattern, answer),) for answer in answers]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Type 'swap' to swap sides, 'quit' to leave.\nYour move: ", ["swap"]),
        ("[s] = switch colours\nYour move: ", ["s"]),
        ("1. Make a move\n2. Swap sides\n3. Quit\n> ", ["2"]),
        ("You may swap two discs.\nYour move: ", []),
    ],
)
def test_what_exchanges_the_sides(text: str, words: list[str]) -> None:
    assert sides_swapped(text) == words


@pytest.mark.parametrize(
    ("shown", "types"),
    [
        (["Row: ", "Row: 1\nColumn: "], ("{row}", "{column}")),
        (["x (row): ", "y (column): "], ("{row}", "{column}")),
        (["  1 2 3 4 5\nColumn (x): ", "Row (y): "], ("{column}", "{row}")),
        (["Move (row,col): "], ("{row},{column}",)),
        (["Move (col, row): "], ("{column},{row}",)),
        (["   A  B  C  D\n0  .  .  .  .\nMove (e.g. 2B): "], ("{row0}{LETTER}",)),
        (["   A  B  C  D\n1  .  .  .  .\nMove (e.g. 2B): "], ("{row}{LETTER}",)),
        (["  0 1 2 3\n0 . . .\nRow first, for example (3,4): "], ("({row0},{column0})",)),
    ],
)
def test_what_a_prompt_says_of_a_move_is_typed_first(
    shown: list[str], types: tuple[str, ...]
) -> None:
    game = find_game("othello")
    assert next(CANDIDATES[game](game).descriptions(shown)).types == types


def test_pairs_in_brackets_are_typed_with_a_space_too() -> None:
    othello = find_game("othello")
    tried = [each.types for each in CANDIDATES[othello](othello).descriptions(["Your move: "])]
    assert tried.index(("({row},{column})",)) < tried.index(("({row}, {column})",))


def test_a_pass_may_be_a_number_where_a_move_is_one() -> None:
    described = ConsoleProtocol(numbering="row-column", types=("{row}{column}",))
    first, second, *_ = amended(described, "You: ", we_pass=True)
    assert (first.passes, second.passes) == (("99",), ("0",))


def test_the_sign_of_a_player_is_no_coordinate() -> None:
    parts = CANDIDATES[find_game("othello")](find_game("othello")).asks_for_parts
    assert parts("Player X, enter the row: ")
    assert not parts("Enter x and the row: ")


def test_a_side_for_a_person_by_the_place_of_its_player() -> None:
    menu = "1. HumanPlayer\n2. Greedy, AI\n"
    asked = f"{menu}Please choose for the first player: "
    assert persons_in(asked, answers_to(asked)) == {"1": True, "2": False}
    assert asks_for_a_side("Please choose for the second player: ")
    assert not asks_for_a_side("Who is the first player? ")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Your pit (7-12): ", True),
        ("Your move: ", True),
        ("3 3 3 3 3 3\n3 3 3 3 3 3\n", True),  # a bare cursor
        ("What is the airspeed of a swallow? ", False),
        ("How many stones are in each pit at the start? ", False),
        ("Introduce la fila y la columna: ", True),
        ("Melyik házat választod?", True),
        ("Indiquez l'indice de la case que vous voulez prendre : ", True),
        ("In any case, what is your name? ", False),
        ("Row number first, as 12 for first row, second column: ", True),
        ("Which row is first? ", False),
    ],
)
def test_what_may_be_a_question_for_a_pit(text: str, asks: bool) -> None:
    assert CANDIDATES[OWARI](OWARI).wants_a_move(text, drawn=True) is asks


START = "  3 3 3 3 3 3\n0              0\n  3 3 3 3 3 3\n"
AFTER_4 = "  3 3 3 3 3 4\n0              1\n  3 3 3 3 0 4\n"
COUNTS = "Nodes 4 0 2 5 1 3, cutoffs 1 0 2 0 3 1\n"


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        (f"{START}Your pit: ", False),
        (f"{START}{COUNTS}Your pit: ", False),
        (f"{START}{AFTER_4}Your pit: ", True),
        (f"{START}Computer plays 4\n{AFTER_4}{COUNTS}Your pit: ", True),
        (f"{AFTER_4}Your pit: ", True),
        (f"{START}I play pit 4.\nYour pit: ", None),
        (f"{START}computer move: 4", None),
        (START, None),  # it may think
        (f"{START}Thinking...\n", None),
        (f"{COUNTS}Your pit: ", None),
        ("Your pit: ", None),
    ],
)
def test_whether_a_program_has_moved_at_its_pits(text: str, begun: bool | None) -> None:
    assert CANDIDATES[OWARI](OWARI).has_begun(text) is begun


@pytest.mark.parametrize(
    ("text", "labels", "keys"),
    [
        ("Who begins?\n> Me\n  You\n", ("Me", "You"), ("<down>", "<enter>")),
        ("\n   Rules\n ❯ Play\n   Quit\n(use arrows)", ("Rules", "Play", "Quit"), ("<enter>",)),
        ("( ) Black\n( ) White\n(•) Quit\n", ("Black", "White", "Quit"), ("<up>", "<enter>")),
    ],
)
def test_a_menu_with_a_pointer(text: str, labels: tuple[str, ...], keys: tuple[str, ...]) -> None:
    menu = arrow_menu(text)
    assert menu
    assert menu.labels == labels
    assert menu.keys_to(1) == keys


@pytest.mark.parametrize("text", ["Your name\n> ", "Who begins?\n1. Me\n2. You\n> ", "* Hello *\n"])
def test_one_without_a_pointer(text: str) -> None:
    assert arrow_menu(text) is None


@pytest.mark.parametrize("digits", [("\u00b9", "\u00b2"), ("\u2460", "\u2461")])
def test_digits_that_are_no_numbers(digits: tuple[str, str]) -> None:
    text = "Play\n" + "".join(f"Mode {digit}: {digit}\n" for digit in digits)
    assert menu_in(f"{text}Your choice: ").keys() == {*digits}
    assert answers_to(f"{text}Your choice ({'/'.join(digits)}): ")


@pytest.mark.programs
def test_lines_that_no_terminal_is_wide_enough_for_are_read_at_their_ends() -> None:
    said = said_after(program_settings('python3 -c \'input(9000 * "(" + "Pit? ")\''), (), 20.0)
    assert said.goes_on
    assert said.text == "(" * (WIDEST - 5) + "Pit? "


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Depth: _\b", "Depth: "),
        ("Thinking |\b/\b-\b\b\nMove: __\b\b", "Thinking\nMove: "),
        ("\b\bMo\x1b[1mve\x1b[0m: _\b", "Move: "),
        ("\n\bPit?", "\nPit?"),
    ],
)
def test_what_a_step_back_of_the_cursor_lets_be_overwritten_is_not_read(
    written: str, shown: str
) -> None:
    assert in_colours(written)[0] == shown
    screen = Screen()
    for each in written:
        screen.show(each.encode())
    assert screen.new == shown


@pytest.mark.programs
def test_warnings_of_python_are_no_words_of_a_program(tmp_path: Path) -> None:
    code = """if "me" is "black":\n    pass\nprint("Hello")\ninput("Who begins? ")\n"""
    (tmp_path / "old.py").write_text(code)
    said = said_after(program_settings(f"python3 {tmp_path / 'old.py'}"), (), 20.0)
    assert said.text == "Hello\nWho begins? "
