"""The token of the live page: kept where only its user reads it, and asked for everywhere."""

from __future__ import annotations

import os
import stat
import webbrowser
from pathlib import Path

import psutil
import pytest

from owari.errors import BadInput
from owari.web.server import kept_token, open_browser
from owari.web.table_routes import STRANGER
from tests.support.browser import ServerProcess
from tests.support.table_client import client

GAME = {"kind": "play", "game": "owari", "first": "south"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder."""
    monkeypatch.setenv("OWARI_DATA", str(tmp_path))
    return tmp_path


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_token_is_kept_and_used_again(folder: Path) -> None:
    token = kept_token()
    assert len(token) >= 22
    assert kept_token() == token
    assert mode(folder / "live-page.token") == 0o600
    (folder / "live-page.token").unlink()
    assert kept_token() != token


@pytest.mark.parametrize("text", ["", "short\n", "x" * 400, "a token with spaces in it, of 30\n"])
def test_what_is_no_token_is_replaced(folder: Path, text: str) -> None:
    file = folder / "live-page.token"
    file.write_text(text)
    file.chmod(0o600)
    assert kept_token() not in text
    assert kept_token() == file.read_text().strip()


def test_a_token_that_others_could_read_is_replaced(folder: Path) -> None:
    token = kept_token()
    (folder / "live-page.token").chmod(0o644)
    assert kept_token() != token
    assert mode(folder / "live-page.token") == 0o600


def test_a_link_in_place_of_the_token_is_not_followed(folder: Path) -> None:
    (folder / "other").write_text("a" * 30)
    (folder / "live-page.token").symlink_to(folder / "other")
    with pytest.raises(BadInput, match="the token of the live page"):
        kept_token()


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "file"))
    with pytest.raises(BadInput, match=r"live-page\.token"):
        kept_token()


def test_the_browser_finds_the_token_in_a_file_of_the_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    open_browser("http://127.0.0.1:8000/", "T0ken")
    file = folder / "live-page.html"
    assert opened == [file.as_uri()]
    assert mode(file) == 0o600
    assert 'content="0;url=http://127.0.0.1:8000/?token=T0ken"' in file.read_text()


def test_on_this_machine_too_only_the_token_changes_anything(server: ServerProcess) -> None:
    tables = f"{server.address}api/tables"
    refused = client().post(tables, json=GAME)
    assert refused.status_code == 403
    assert "open the printed address with its token" in refused.json()["problem"]
    assert client().get(server.address).status_code == 200
    stranger = client().get(f"{server.address}api/tables/play-1")
    assert (stranger.status_code, stranger.json()) == (403, {"problem": STRANGER})
    for shown in ("x", f"{server.token}x", server.token[:-1]):
        bearer = {"authorization": f"Bearer {shown}"}
        assert client().post(tables, json=GAME, headers=bearer).status_code == 403
    bearer = {"authorization": f"Bearer {server.token}"}
    assert client().post(tables, json=GAME, headers=bearer).status_code == 201


def test_the_printed_address_gives_the_token(server: ServerProcess) -> None:
    with client(follow_redirects=True) as browser:
        page = browser.get(f"{server.address}?token={server.token}")
        assert page.url == server.address
        assert browser.post(f"{server.address}api/tables", json=GAME).status_code == 201


def test_a_server_that_comes_back_knows_the_pages_that_are_open(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        bearer = {"authorization": f"Bearer {server.token}"}
        server.kill()
        server.start()
        answer = client().post(f"{server.address}api/tables", json=GAME, headers=bearer)
        assert answer.status_code == 201


def test_no_process_has_the_token_among_its_words(server: ServerProcess) -> None:
    words = [
        word
        for process in psutil.process_iter(["cmdline", "pid"])
        if process.info["pid"] != os.getpid()
        for word in process.info["cmdline"] or ()
    ]
    assert server.token
    assert not any(server.token in word for word in words)
