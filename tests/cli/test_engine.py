"""`owari engine`, as managers of programs start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import COMMAND, owari, run

START = "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S"


def started(*words: str) -> subprocess.Popen[str]:
    command = [*COMMAND, "engine", *words]
    surroundings = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=surroundings
    )


def told(program: subprocess.Popen[str], line: str) -> None:
    assert program.stdin
    program.stdin.write(line + "\n")
    program.stdin.flush()


def said(program: subprocess.Popen[str]) -> str:
    assert program.stdout
    return program.stdout.readline()


def test_each_answer_comes_at_once_and_it_leaves_when_told() -> None:
    with started("--protocol", "line", "--depth", "3") as program:
        told(program, "owari 1")
        assert (said(program), said(program)) == ("name owari\n", "ready\n")
        told(program, f"go 5000 {START}")
        assert said(program).endswith(" depth 3 value 1\n")
        told(program, "what?")
        told(program, "quit")
        assert program.wait(60) == 0
        assert program.stderr
        complaint = program.stderr.read()
    assert complaint == "owari engine: 'what?' is no command of the line protocol\n"


def test_it_leaves_when_its_input_ends() -> None:
    with started("--protocol", "mkagent", "--depth", "3") as program:
        out, errors = program.communicate("START;South\r\n", timeout=60)
    assert (out.splitlines()[0][:5], errors, program.returncode) == ("MOVE;", "", 0)


@pytest.mark.parametrize("thinking", [False, True])
def test_it_leaves_when_it_is_ended(thinking: bool) -> None:
    with started("--protocol", "line", "--time", "60s") as program:
        told(program, "owari 1")
        said(program)
        said(program)
        if thinking:
            told(program, f"go 3600000 {START}")
        program.send_signal(signal.SIGTERM)
        out, errors = program.communicate(timeout=60)
    assert (out, errors, program.returncode) == ("", "", -signal.SIGTERM)


def test_it_leaves_when_nobody_listens() -> None:
    with started("--protocol", "line") as program:
        told(program, "owari 1")
        said(program)
        said(program)
        assert program.stdout
        program.stdout.close()
        told(program, "owari 1")
        assert program.wait(60) == 0
        assert program.stderr
        assert program.stderr.read() == ""


def test_bytes_that_are_no_text() -> None:
    command = [*COMMAND, "engine", "--protocol", "line"]
    done = subprocess.run(
        command, input=b"\xef\xbb\xbfowari 1\r\n\xff\xfe\n" + b"x" * 100_000, capture_output=True
    )
    assert (done.returncode, done.stdout) == (0, b"name owari\nready\n")
    assert done.stderr.count(b"is no command of the line protocol") == 3
    assert len(done.stderr) < 1000


@pytest.mark.parametrize("named", ["connect", "environment"])
def test_it_connects_to_a_server(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        host, port = server.getsockname()
        words = ["--protocol", "kgp", "--depth", "2"]
        if named == "connect":
            words += ["--connect", f"{host}:{port}"]
        else:
            monkeypatch.setenv("KGP_HOST", host)
            monkeypatch.setenv("KGP_PORT", str(port))
        with started(*words) as program:
            connection, _ = server.accept()
            with connection, connection.makefile("rwb", buffering=0) as client:
                client.write(b"2 kgp 1 0 1\r\n")
                assert client.readline() == b'1 set "info:name" "owari"\r\n'
                assert client.readline() == b'3 mode "freeplay"\r\n'
                client.write(b"4@3 ok\r\n6 state <2,0,0,1,2,1,2>\r\n")
                assert client.readline().startswith(b"5@6 move ")
                assert client.readline() == b"7@6 yield\r\n"
            out, errors = program.communicate(timeout=60)
    assert (out, errors, program.returncode) == ("", "", 0)


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KGP_HOST", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for words, sentence in (
        (["--connect", f"127.0.0.1:{port}"], f"no server answers at 127.0.0.1:{port}: "),
        (["--connect", "localhost:http"], "'localhost:http' is not HOST:PORT"),
        (["--connect", "localhost:0"], "'localhost:0' is not HOST:PORT"),
        (["--connect", "x" * 80 + ".invalid"], "no server answers at xxx"),
        ([], "no server is known: give --connect HOST:PORT"),
    ):
        refused = run("engine", "--protocol", "kgp", *words)
        assert refused.exit_code == 2
        assert sentence in refused.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--protocol", "line", "--connect", "a:1"], "line uses the standard input and output"),
        ([], "Missing option '--protocol'"),
        (["--protocol", "morse"], "'morse' is not one of"),
        (["--protocol", "line", "--depth", "0"], "a look-ahead is a whole number of plies"),
        (
            ["--protocol", "line", "--time", "soon"],
            "a time is a number above 0 with a unit, such as 5s",
        ),
        (
            ["--protocol", "mkagent", "--game", "kalah"],
            "--game: MKAgent is for manchester in any size",
        ),
        (["--protocol", "line", "--game", "kallah"], "did you mean 'kalah'?"),
    ],
)
def test_bad_input_is_a_sentence(words: list[str], sentence: str) -> None:
    refused = run("engine", *words)
    assert refused.exit_code == 2
    assert sentence in refused.output


def test_in_a_tournament_of_ours(tmp_path: Path) -> None:
    """Ours in both protocols against itself at home: equal depth, equal games."""
    engine = f"command: [{sys.executable}, -m, owari, engine, --depth, '2', --protocol"
    (tmp_path / "bots.yaml").write_text(
        "game: manchester\nconcurrency: 1\nbots:\n"
        "  - {name: Home, engine: alpha-beta, depth: 2}\n"
        f"  - name: Line\n    {engine}, line]\n"
        f"  - name: Agent\n    {engine}, mkagent]\n    protocol: mkagent\n"
    )
    done = owari(tmp_path, "tournament", "bots.yaml")
    assert done.returncode == 0, done.stderr
    scores = {line.split()[5].rstrip(",") for line in done.stdout.splitlines() if " - " in line}
    assert len(scores) == 1
