"""What console programs want typed."""

from __future__ import annotations

from typing import Any

import pytest

from owari.programs.dialogues.console.prompts import (
    asks_for_a_setting,
    corrects,
    labels_wanted,
    pass_told,
    pauses,
    refuses,
    says_over,
)

BOARD, FROM_0, FROM_1 = ([str(first + place) for place in range(6)] for first in (7, 0, 1))


@pytest.mark.parametrize(
    ("prompt", "places", "labels"),
    [
        ("Enter pit (7-12): ", range(6), BOARD),
        ("Opponent's pit (0-5): ", range(6), FROM_0),
        ("Your cup (1 to 6): ", range(6), FROM_1),
        ("Pick one of 1..6 > ", range(6), FROM_1),
        ("Pick from 1 through 6 > ", range(6), FROM_1),
        ("Pits 0-5 are mine; which of 7-12? ", range(6), BOARD),
        ("Opponent pit [7, 9, 12]: ", (0, 2, 5), BOARD),
        ("Opponent pit [0, 2, 5]: ", (0, 2, 5), FROM_0),
        ("1 3 6? ", (0, 2, 5), FROM_1),
        ("1, 2, 3, 4, 5 or 6? ", (0, 2, 5), FROM_1),
        ("Input a whole number between 0 and 5 > ", range(6), FROM_0),
        ("Elige un hoyo del 1 al 6: ", range(6), FROM_1),
        ("Wähle eine Mulde von 1 bis 6: ", range(6), FROM_1),
        ("Escolha uma casa de 7 a 12: ", range(6), BOARD),
        ("Choisissez un trou entre 0 et 5 : ", range(6), FROM_0),
        ("Wybierz dołek od 1 do 6: ", range(6), FROM_1),
        ("1～6: ", range(6), FROM_1),
        ("Your pit (a-f): ", range(6), [*"abcdef"]),
        ("Pick A to F > ", range(6), [*"ABCDEF"]),
        ("a..f? ", range(6), [*"abcdef"]),
        # nothing that tells
        ("Your move: ", range(6), None),
        ("Play again (y-n)? ", range(6), None),
        ("", range(6), None),
        ("Move (1-4 or 0 to quit): ", range(6), None),
        ("Opponent pit [7, 9]: ", (0, 2, 5), None),
        ("Depth 3, your move: ", (2,), None),
        ("Move 9, pits 7 9 12: ", (0, 2), None),
        (f"Move 1-{'9' * 5000}: ", range(6), None),
        ("Move 123456789123456, 1 2 3 4 5: ", range(6), None),
    ],
)
def test_the_labels_that_a_prompt_wants(prompt: str, places: Any, labels: list[str] | None) -> None:
    assert labels_wanted(prompt, (BOARD, FROM_0, FROM_1), [*places]) == labels


@pytest.mark.parametrize(
    "text",
    [
        "Press Enter to continue...",
        "I choose 4\nPress ENTER to begin...\n",
        "Hit return",
        "(press any key)",
        "Premi invio per continuare",
        "Pulsa intro para seguir",
        "続けるにはEnterキーを押してください",
        "계속하려면 엔터를 누르세요",
        "Type anything to continue: ",
        "Ready? Press Enter.",
        "Next (enter): ",
        "Thanks for playing; press return",
        "Please press the <Enter> key",
        "Press [Enter] to see my move: ",
        "Enter to Continue:",
        "<press any key>",
        "[ENTER] to continue",
        "Pressione qualquer tecla para continuar",
        "Appuyez sur une touche pour continuer",
        "Weiter mit Enter...",
        "Press Enter to continue (turn 3)",
        "Press [Return] to continue to player 2's turn: ",
        "Enter anything to go to the next turn: ",
        "Waiting for you to press Enter",
    ],
)
def test_it_asks_for_a_mere_key(text: str) -> None:
    assert pauses(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Enter the pit: ",
        "Enter your move and press return: ",
        "Please type the number of a pit (7 to 12) and press ENTER: ",
        "Press a number from 7 to 12: ",
        "Press Enter after your move: ",
        "Enter to-row: ",
        "Continue (y/n)? ",
        "Digite a casa: ",
        "Press Enter to continue...\nYour pit: ",
        "Press Enter to pass, or choose a move 1-6: ",
        "Press 1 to continue: ",
    ],
)
def test_it_asks_for_more_than_a_key(text: str) -> None:
    assert not pauses(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ce coup n'est pas valide",
        "Essa jogada não é válida",
        "Movimiento no permitido",
        "Das ist kein gültiger Zug",
        "La mossa non è valida",
        "Ten ruch nie jest dozwolony",
        "Этот ход невозможен, он не допустим",
        "Hamle geçerli değil",
        "Dit is geen geldige zet",
        "Draget är inte giltigt",
        "A lépés nem érvényes",
        "Tah není platný",
        "Langkah tidak sah",
        "その手は有効ではありません",
        "入力が間違っています。",
        "这不是合法的一步",
        "유효하지 않은 수입니다",
    ],
)
def test_words_that_refuse_a_move(text: str) -> None:
    assert refuses(text)


@pytest.mark.parametrize("text", ["No player", "Non", "Nie ist das leicht", "geçerli hamle: 3"])
def test_words_that_refuse_nothing(text: str) -> None:
    assert not refuses(text)


@pytest.mark.parametrize(
    "text", ["Veuillez choisir une case entre 1 et 6", "Bitte wähle zwischen 1 und 6: "]
)
def test_a_range_that_is_told_after_an_input_corrects_it(text: str) -> None:
    assert corrects(text, "Your move: ")
    assert not corrects(text, f"Hello.\n{text}")
    assert not corrects(f"3 3 3 3\n3 3 3 3\n{text}", "Your move: ")


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("Game over.\nBlack 40, white 24.\n", True),
        ("You win!\n1. New game\n2. Quit\n> ", True),
        ("Do you want to play a new game (y/n)? ", True),
        ("I sow 4.\nYour move (n for a new game, q to quit): ", False),
        ("Enter a command or a move:\n[Q]uit | [Z] New game\n[(XY)] : ", False),
        ("You get to play again!\nYour pit: ", False),
        ("É o jogador 1 a jogar outra vez.\n", False),
        ("You won another turn.\n", False),
        ("You win! Do you want to play again? ", True),
        ("Game over.\nEnter a command or a move:\n[Q]uit | [Z] New game\n> ", True),
        ("You can play again!\nYour pit: ", False),
        ("É o jogador 1 a jogar outra vez.\nEscolha a posição em que quer jogar:", False),
        ("You lost. You can play again: press 1", True),
        ("Player 1, do you want to play again", True),
        ("ILLEGAL MOVE\nAGAIN? ", False),
        ("That is not valid. Once more? ", False),
        ("Invalid input.\nPlay again? ", True),
        ("Invalid input.\nAgain (y/n)? ", True),
        ("You have 20 points.\nAgain? ", True),
    ],
)
def test_a_new_game_that_is_offered_beside_a_move_is_no_end(text: str, over: bool) -> None:
    assert says_over(text) is over


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        ("You have no move. Type pass: ", "pass"),
        ("Row, or -1 -1 to pass: ", "-1 -1"),
        ("You have no legal moves. Enter 0 to continue: ", "0"),
        ('No moves! Enter "skip" to skip your turn: ', "skip"),
        ("Enter P for pass: ", "P"),
        ("Press 1 to end your turn", "1"),
        ("Gib 0 ein, um zu passen: ", "0"),
        ("Escribe 0 para pasar: ", "0"),
        ("Press any key to continue", ""),
        ("Your move (q to quit): ", ""),
    ],
)
def test_what_is_typed_for_a_pass(prompt: str, typed: str) -> None:
    assert pass_told(prompt) == typed


@pytest.mark.parametrize(
    ("text", "is_setting"),
    [
        ("Choose where to put X. First enter the row number and press enter :\n", False),
        ("Enter again the row number value\n", False),
        ("That is no pit. Please enter your move again: ", False),
        ("Who is first? ", True),
        ("Do you want to play once again? ", True),
        ("Again? ", True),
    ],
)
def test_what_asks_for_something_before_the_game(text: str, is_setting: bool) -> None:
    assert bool(asks_for_a_setting(text)) is is_setting
