"""A tournament on the workers of a real scheduler, some of which come late, and some of which die.

The tests have one scheduler, and workers as a user starts them: with a nanny and without.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copy
from tempfile import gettempdir
from threading import Thread, Timer
from time import sleep

import psutil
import pytest

import owari as package
from owari.errors import BadInput
from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.pgn import read_game
from owari.records.record import Machine, Termination
from owari.results.game_log import About, StoredGame
from owari.results.store import Store
from owari.tournament.cluster import connection
from owari.tournament.cluster.remote_places import Cluster
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run.slot import GameSpec
from tests.support.cluster import DaskCluster, dask_cluster
from tests.support.command import owari, refusal, started
from tests.support.lying_agents import LIES, lying
from tests.support.marked_processes import MARK, mark_for, marked_processes
from tests.support.sample_programs import PROGRAMS

LIMIT = 60.0
PACKAGE = Path(package.__file__).parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        cluster.start("nanny")
        cluster.start("plain", "--no-nanny")
        yield cluster


def bots(folder: Path, *names: str, pause: float = 0.0) -> Path:
    """A tournament file with programs in folders of their own, which think so long on each move,
    and a built-in bot; without names, two of these."""
    lowest = (PROGRAMS / "line" / "lowest.py").read_text()
    slow = lowest.replace("        print(next", f"        time.sleep({pause})\n        print(next")
    entries: list[dict[str, object]] = [{"name": "Chance", "engine": "random", "seed": 3}]
    for name in names:
        program = folder / name / "bot.py"
        program.parent.mkdir()
        program.write_text(f"import time\n# {name}\n{slow}")
        if name == "Cheat":
            copy(PROGRAMS / "bad" / "illegal.py", program)
        entries.append(
            {
                "name": name,
                "command": ["python3", "bot.py"],
                "directory": name,
                "environment": {MARK: mark_for(folder)},
            }
        )
    if not names:
        entries.append({"name": "Greedy", "engine": "greedy"})
    file = folder / "evening.yaml"
    file.write_text(json.dumps({"game": "owari", "bots": entries}))
    return file


def games(folder: Path, name: str = "evening.db") -> dict[int, StoredGame]:
    with Store.open(folder / name) as store:
        return {game.number: game for game in store.games()}


def essence(game: StoredGame) -> tuple[object, ...]:
    ending = game.ending
    return game.south, game.north, ending.result, ending.termination, ending.score, game.moves


def waits_for(text: str, process: subprocess.Popen[str]) -> str:
    """Reads its lines until one matches."""
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if re.search(text, line):
            return line
    raise AssertionError("".join(lines))


def test_two_workers_play_the_same_games_as_this_machine(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    bots(tmp_path, "Honest", "Cheat")
    done = owari(tmp_path, "tournament", "evening.yaml", "--cluster", cluster.address)
    assert done.returncode == 0, done.stderr
    here = owari(tmp_path, "tournament", "evening.yaml", "--results", "here.db")
    assert here.returncode == 0, here.stderr
    there, ours = games(tmp_path), games(tmp_path, "here.db")
    assert there.keys() == ours.keys() == set(range(1, 7))
    for number in there:
        assert essence(there[number]) == essence(ours[number])
    forfeits = [game for game in there.values() if "Cheat" in (game.south, game.north)]
    assert {game.ending.termination for game in forfeits} == {Termination.ILLEGAL_MOVE}
    with Store.open(tmp_path / "evening.db") as store:
        record = read_game(store.record(1))
    machine = Machine.parse(record.machine)
    assert machine is not None
    assert machine.speed > 0
    # The games may end before the second worker is ready.
    assert 1 <= len(re.findall(r"plays 1 game at a time", done.stderr)) <= 2
    assert not cluster.agents()
    # The folder of each bot that played there is there once, and none besides.
    plain = cluster.workers["plain"]
    for cache in Path(gettempdir()).glob(f"owari-{plain.pid}-bots-*"):
        sources = [(folder / "bot.py").read_text() for folder in cache.iterdir()]
        assert len(set(sources)) == len(sources)
        assert set(sources) <= {file.read_text() for file in tmp_path.glob("*/bot.py")}


@pytest.mark.nightly
def test_a_bot_that_ends_its_referee_forfeits_as_here(cluster: DaskCluster, tmp_path: Path) -> None:
    file = bots(tmp_path, "Killer")
    copy(PROGRAMS / "bad" / "kills_referee.py", tmp_path / "Killer" / "bot.py")
    tournament = json.loads(file.read_text())
    file.write_text(json.dumps({**tournament, "sandbox": "limits"}))
    done = owari(tmp_path, "tournament", file.name, "--cluster", cluster.address)
    assert done.returncode == 0, done.stderr
    assert "No worker is left" not in done.stderr
    endings = [game.ending for game in games(tmp_path).values()]
    assert [ending.termination for ending in endings] == 2 * [Termination.ENDED_REFEREE]
    reason = (
        "Killer ended the process that plays its games: it died in games 1, 2 while only Killer"
    )
    assert all(ending.reason == f"{reason} could run" for ending in endings)


@pytest.mark.nightly
def test_a_match_is_played_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    bots(tmp_path, "One")
    words = ("match", "evening.yaml:One", "evening.yaml:Chance", "--games", "4")
    done = owari(tmp_path, *words, "--cluster", cluster.address, "--record", "there.db")
    here = owari(tmp_path, *words, "--record", "here.db")
    assert done.returncode == here.returncode == 0, done.stderr
    there, ours = games(tmp_path, "there.db"), games(tmp_path, "here.db")
    assert {essence(game) for game in there.values()} == {essence(game) for game in ours.values()}
    assert len(there) == len(ours) == 4
    assert all(Machine.parse(game.machine) for game in there.values())


@pytest.mark.nightly
def test_games_of_a_lost_worker_are_played_again_and_a_late_one_gets_some(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    file = bots(tmp_path, "One", "Two", pause=0.05)
    process = started(tmp_path, "tournament", file.name, "--cluster", cluster.address)
    waits_for(r"^Game \d+:", process)
    cluster.kill("plain")
    cluster.start("late", "--no-nanny")
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, errors
    assert games(tmp_path).keys() == set(range(1, 7))
    assert re.search(r"is gone; 1 of its games is played again\.", errors)
    with Store.open(tmp_path / "evening.db") as store:
        assert store.incidents == []
    cluster.workers["plain"] = cluster.workers.pop("late")


@pytest.mark.nightly
def test_an_interrupted_run_leaves_nothing_and_goes_on(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    file = bots(tmp_path, "One", "Two", pause=0.05)
    words = ("tournament", file.name, "--cluster", cluster.address)
    process = started(tmp_path, *words)
    waits_for(r"^Game \d+:", process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, errors
    assert f"To continue: owari {' '.join(words)}" in errors
    assert not cluster.agents()
    assert not marked_processes(mark_for(tmp_path))
    before = games(tmp_path)
    assert before
    again = owari(tmp_path, *words)
    assert again.returncode == 0, again.stderr
    after = games(tmp_path)
    assert after.keys() == set(range(1, 7))
    assert before.items() <= after.items()


@pytest.mark.nightly
def test_a_machine_without_the_interpreter_of_a_bot_is_named(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    program = ProgramSettings(("/nowhere/curious", "bot.py"), tmp_path, protocol=LineProtocol())
    bot = BotConfig("Rocket", TimeControl(), program, "")
    with (
        Cluster(cluster.address, [bot], left_out=(), tell=print) as machines,
        pytest.raises(BadInput) as error,
    ):
        [*machines.run([GameSpec(1, 1, OWARI, bot, bot, About())])]
    [sentence] = str(error.value).split("; ")
    host = socket.gethostname()
    why = "Rocket: there is no program 'curious' on PATH, and no /nowhere/curious"
    assert sentence == f"--cluster {cluster.address}: {host} cannot play: {why}"


@pytest.mark.nightly
def test_a_cluster_of_no_use_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = bots(tmp_path)
    with dask_cluster(tmp_path) as cluster:
        words = ("tournament", file, "--cluster", cluster.address)
        with monkeypatch.context() as patch:
            patch.setattr("owari.tournament.cluster.connection.WORKER_LIMIT", 0.5)
            assert "no worker joined within 0 s: start one with 'dask worker" in refusal(*words)
        other_version = f"__path__ = [{str(PACKAGE)!r}]\n__version__ = '0.9'\n"
        for content, complaint in (
            (other_version, "it has Owari 0.9, not "),
            ("", f"has no Owari {package.__version__}"),
        ):
            (tmp_path / "path" / "owari").mkdir(parents=True, exist_ok=True)
            (tmp_path / "path" / "owari" / "__init__.py").write_text(content)
            path = {"PYTHONPATH": str(tmp_path / "path")}
            cluster.start("other", "--no-nanny", environment=path)
            assert complaint in refusal(*words)
            cluster.kill("other")


def test_an_address_without_a_scheduler_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = bots(tmp_path)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        monkeypatch.setattr("owari.tournament.cluster.connection.CONNECT_LIMIT", 0.5)
        said = refusal("tournament", file, "--cluster", address)
    assert said.startswith(f"Error: --cluster {address}: no scheduler answers there: ")
    for nonsense in ("nonsense://", "nowhere", "tcp://nowhere", "inproc://x", "127.0.0.1:abc"):
        said = refusal("tournament", file, "--cluster", nonsense)
        assert said == (
            f"Error: --cluster {nonsense}: neither the address of a scheduler, tcp://HOST:PORT, nor"
            " its file\n"
        )
    for no_scheduler in ("nonsense://x:1", "inproc://x:1", "ucx://x:1", "tcp://x:99999"):
        said = refusal("tournament", file, "--cluster", no_scheduler)
        assert said.startswith(f"Error: --cluster {no_scheduler}: no scheduler answers there: ")
        assert said.count("\n") == 1
    assert "is no file of a scheduler" in refusal("tournament", file, "--cluster", file)
    assert not file.with_suffix(".db").exists()


@pytest.mark.parametrize(
    "greeting", [b"", b"HTTP/1.0 400 Bad Request\r\n" * 9], ids=["mute", "http"]
)
def test_a_port_of_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greeting: bytes
) -> None:
    file = bots(tmp_path)
    monkeypatch.setattr("owari.tournament.cluster.connection.CONNECT_LIMIT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            callers = []
            with suppress(OSError):
                while True:
                    callers.append(other.accept()[0])
                    callers[-1].sendall(greeting)

        Thread(target=greet, daemon=True).start()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        said = refusal("tournament", file, "--cluster", address)
        other.shutdown(socket.SHUT_RDWR)
    assert said.startswith(f"Error: --cluster {address}: no scheduler answers there: ")


def test_without_the_extra_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refusal("tournament", bots(tmp_path), "--cluster", "tcp://127.0.0.1:8786")
    assert said == "Error: --cluster needs dask.distributed: pip install 'owari[cluster]'\n"


def test_logs_are_refused(tmp_path: Path) -> None:
    words = ("tournament", bots(tmp_path), "--cluster", "tcp://127.0.0.1:1", "--logs", "logs")
    assert "--logs: the machines of a cluster write no logs here" in refusal(*words)


@pytest.mark.nightly
def test_games_of_an_agent_that_says_nothing_are_played_again(tmp_path: Path) -> None:
    file = bots(tmp_path, "One", "Two", pause=0.05)
    with dask_cluster(tmp_path) as cluster:
        cluster.start("plain", "--no-nanny", environment=impatient(tmp_path / "impatient"))
        process = started(tmp_path, "tournament", file.name, "--cluster", cluster.address)
        waits_for(r"^Game \d+:", process)
        worker = cluster.workers["plain"].pid
        [agent] = [process for process in cluster.agents() if process.ppid() == worker]
        agent.suspend()
        _, errors = process.communicate(timeout=LIMIT)
        assert process.returncode == 0, errors
        assert not agent.is_running()
        assert not marked_processes(mark_for(tmp_path))
    assert games(tmp_path).keys() == set(range(1, 7))
    assert re.search(
        r"has said nothing for \d+ s, and its processes for games are ended;"
        r" 1 of its games is played again\.",
        errors,
    )
    with Store.open(tmp_path / "evening.db") as store:
        assert store.incidents == []


def impatient(folder: Path) -> dict[str, str]:
    """The environment of a worker that waits for a sign of life of its agent for a shorter time."""
    folder.mkdir()
    code = "import sys\nif 'worker' in sys.orig_argv:\n"
    code += "    from owari.tournament.cluster import worker_tasks\n"
    code += "    worker_tasks.SILENCE_LIMIT = 5.0\n"
    (folder / "sitecustomize.py").write_text(code)
    path = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, path))}


def test_a_scheduler_or_a_worker_that_never_answers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "ANSWER_LIMIT", 1.0)
    with dask_cluster(tmp_path) as cluster:
        cluster.start("plain", "--no-nanny")
        bot = BotConfig("Random", TimeControl(), BuiltinSettings("random", Settings()), "")
        with Cluster(cluster.address, [bot], left_out=(), tell=print) as machines:
            while not machines.threads():
                sleep(0.05)
            worker = psutil.Process(cluster.workers["plain"].pid)
            worker.suspend()
            with pytest.raises(BadInput, match=r"tcp://\S+ has not answered for 1 s$"):
                [*machines.run([GameSpec(1, 1, OWARI, bot, bot, About())])]
            worker.resume()
            cluster.scheduler.suspend()
            with pytest.raises(BadInput, match=r"the scheduler has not answered for 1 s\. "):
                machines.threads()
            cluster.scheduler.resume()


@pytest.mark.nightly
def test_a_worker_that_answers_wrongly_is_dismissed_and_its_game_played_elsewhere(
    tmp_path: Path,
) -> None:
    file = bots(tmp_path)
    file.write_text(json.dumps({**json.loads(file.read_text()), "openings": "random"}))
    lies = ["flipped result", "exchanged sides", "other bot"]
    lies += ["folders again", "other kind", "garbage"]
    with dask_cluster(tmp_path) as cluster:
        for lie in lies:
            environment = lying(lie, tmp_path / "lying")
            cluster.start(lie.replace(" ", "-"), "--no-nanny", environment=environment)
        process = started(tmp_path, "tournament", file.name, "--cluster", cluster.address)
        assert process.stderr is not None
        too_late = Timer(2 * LIMIT, process.kill)
        too_late.start()
        said: list[str] = []
        while sum("plays no more" in line for line in said) < len(lies):
            said.append(process.stderr.readline())
            assert said[-1], "".join(said)
        assert not games(tmp_path)
        cluster.start("honest", "--no-nanny")
        _, errors = process.communicate(timeout=LIMIT)
        too_late.cancel()
        assert process.returncode == 0, errors
        here = owari(tmp_path, "tournament", file.name, "--results", "here.db")
        assert here.returncode == 0, here.stderr
        assert not cluster.agents()
    there, ours = games(tmp_path), games(tmp_path, "here.db")
    assert {number: essence(game) for number, game in there.items()} == {
        number: essence(game) for number, game in ours.items()
    }
    with Store.open(tmp_path / "evening.db") as store:
        assert store.incidents == []
    dismissed = [line for line in said if "plays no more" in line]
    told = re.compile(
        rf"{re.escape(socket.gethostname())} \((tcp://127\.0\.0\.1:\d+)\) plays no more, as its"
        r" answer to game \d is wrong: (.*)\. Its game waits for another worker\.\n"
    )
    found = [told.fullmatch(line) for line in dismissed]
    assert len({match[1] for match in found if match}) == len(lies)
    for lie in lies:
        _, why = LIES[lie]
        assert any(match and why in match[2] for match in found), (why, dismissed)
