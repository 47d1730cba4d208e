"""Output of console programs that is no UTF-8."""

from __future__ import annotations

import pytest

from owari.programs.dialogues.console.encodings import OutputDecoder

SAID = [
    ("gb18030", "黑白棋\n  1 2 3 4\n1 · · ○ ●\n请输入坐标: "),
    ("gb18030", "●○●○  ○●\n电脑下在 (3,4)\n"),
    ("cp932", "オセロゲーム\n1 ・・●○\nどこに置きますか？"),
    ("big5", "●○●○\n請輸入座標"),
    ("euc_jp", "●○●○\nあなたの番です 石を置く場所を入力してください"),
    ("cp949", "오델로 게임\n●○●○\n좌표를 입력하세요: "),
    ("cp1252", "É o jogador 1 a jogar\nSua posição é inválida\n"),
    ("cp1252", "¿Qué pozo?\nOù voulez-vous jouer ?\nWähle eine Mulde: "),
    ("cp1250", "Wybierz dołek: Twój ruch. Gracz czarny położył pionek"),
    ("cp1251", "Ваш ход: введите клетку\nБелые: 2 Чёрные: 2"),
    ("cp866", "Ваш ход: введите клетку"),
    ("koi8-r", "Ваш ход: введите клетку"),
    ("cp850", "Introduce tu posición: "),
    ("cp437", "┌──┬──┐\n│ 4│ 4│\n└──┴──┘\n"),
    ("utf-8", "┌──┬──┐\n│ ●│ ○│\nÉ a sua vez: "),
]


@pytest.mark.parametrize(("encoding", "text"), SAID)
def test_the_encoding_is_found(encoding: str, text: str) -> None:
    decoder = OutputDecoder()
    assert decoder.decode(text.encode(encoding)) == text


def test_output_in_pieces_which_end_within_characters() -> None:
    text = "请输入坐标\n" + "●○+○\n" * 8
    output = text.encode("gb18030")
    decoder = OutputDecoder()
    parts = [output[:9], *(output[at : at + 3] for at in range(9, len(output), 3))]
    assert "".join(map(decoder.decode, parts)) == text


def test_what_the_first_bytes_leave_open_is_mended_by_later_ones() -> None:
    decoder = OutputDecoder()
    decoder.decode(b"Jogo\xe9\n")
    decoder.decode("Ваш ход: введите клетку\n".encode("cp1251"))
    assert decoder.decode("Белые\n".encode("cp1251")) == "Белые\n"
    assert decoder.encoding == "cp1251"


def test_single_wrong_bytes_between_characters_of_utf_8() -> None:
    decoder = OutputDecoder()
    assert decoder.decode("●○●○ é\n".encode() + b"\xff\n") == "●○●○ é\n\ufffd\n"
    assert decoder.decode("○\n".encode()) == "○\n"
