"""Tables of the live page: a real server, and people who send lines to it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from owari.records.record import Result, Termination
from owari.results.lock import lock
from owari.results.store import Store
from owari.web.table_folder import MOST_TABLES
from tests.support.browser import ServerProcess
from tests.support.command import output, run
from tests.support.sample_programs import PROGRAMS
from tests.support.table_client import Device, connected, created

OTHELLO = "squares.yaml:Squares"
SQUARES = f"""
game: othello:6
bots:
  - {{name: Squares, command: [python3, {PROGRAMS / "line" / "othello.py"}], protocol: line}}
  - {{name: Greedy, engine: greedy}}
  - {{name: Guest, by-hand: true}}
"""
CRASHES = PROGRAMS / "bad" / "crashes.py"
LOWEST = PROGRAMS / "line" / "lowest.py"
EVENING = f"""
game: owari
bots:
  - name: Lowest
    command: [python3, {LOWEST}]
    protocol: line
  - name: Crasher
    command: [python3, {CRASHES}]
    protocol: line
  - {{name: Ours, by-hand: true}}
  - {{name: Theirs, by-hand: true}}
  - {{name: Others, by-hand: true}}
"""
LEAVES = """
import sys, time
from pathlib import Path
for line in sys.stdin:
    if line.startswith(("owari", "game")):
        print("ready", flush=True)
    while line.startswith("go") and not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    if line.startswith("go"):
        sys.exit(3)
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with two tournaments."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "evening.yaml").write_text(EVENING, "utf-8")
    (folder / "squares.yaml").write_text(SQUARES, "utf-8")
    with ServerProcess(folder, "evening.yaml", "squares.yaml") as process:
        yield process


def relay(served: ServerProcess, **fields: object) -> Device:
    return created(served.address, **{"kind": "relay", "first": "us", "us": "manual", **fields})


def play(served: ServerProcess, **fields: object) -> Device:
    asked = {"kind": "play", "first": "south", "south": "human", "north": "greedy", **fields}
    return created(served.address, **asked)


def lowest_moves(device: Device) -> None:
    """Plays the first legal move until the game is over."""
    while not device.wait()["over"]:
        device.type(device.state["moves"][0]["line"])


def test_a_whole_game_against_a_computer_player(served: ServerProcess) -> None:
    device = play(served)
    device.type("2")
    device.wait()
    assert device.state["said"][0] == {"text": "North (greedy) plays pit 10.", "kind": "move"}
    lowest_moves(device)
    (record,) = device.kept()
    assert record.final.outcome() == record.ending.score
    assert len(device.state["game"]["plies"]) == len(record.plies)
    assert device.state["ending"].startswith("The game is over: ")
    assert not device.state["confirm"]


def test_a_look_ahead_is_for_tables_with_an_engine(served: ServerProcess) -> None:
    for north, is_offered in (("engine", True), ("greedy", False), ("human", False)):
        device = play(served, north=north)
        usages = [command["usage"] for command in device.state["commands"]]
        assert ("depth N" in usages) is is_offered


def test_a_page_knows_how_far_the_engine_looks_ahead(served: ServerProcess) -> None:
    device = play(served, north="engine", level="easy")
    assert device.state["look_ahead"] == 2
    assert device.type("depth 4")["look_ahead"] == 4
    for setting in ({"level": "hard"}, {"perfect": True}):
        assert play(served, north="engine", **setting).state["look_ahead"] is None
    assert play(served, north="greedy").state["look_ahead"] is None


def test_every_move_is_on_disk_before_the_answer(served: ServerProcess) -> None:
    device = play(served, south="human", north="human")
    for number in range(1, 6):
        device.type(device.state["moves"][-1]["line"])
        (record,) = device.kept()
        assert len(record.plies) == number
        assert record.plies[-1].seconds is not None


def test_a_relay_with_errors_a_fix_and_a_check(served: ServerProcess) -> None:
    device = relay(served)
    state = device.type("4")
    assert state["enter"] == {
        "name": "11",
        "sentences": ["We play pit 4: enter 11 on their side"],
        "doubtful": False,
    }
    assert [move["line"] for move in state["moves"]] == ["0", "1", "2", "3", "4", "5"]
    assert "play 0, 1, 2, 3, 4 or 5 on their screen" in device.refused("6")
    device.type("3")
    earlier = device.http.get(f"{device.place}/plies/2").json()
    assert (earlier["turn"], earlier["moves"][5]["line"]) == ("north", "fix 2 5")
    their_screen = device.kept()[0].game.start().play(device.kept()[0].plies[0].move)
    right = their_screen.turned().play(their_screen.turned().legal_moves()[2])
    before = device.state["revision"]
    state = device.type(f"check {','.join(map(str, right.cells))}")
    assert state["remedies"] == [
        {"lines": ["fix 2 2"], "sentence": "Correct ply 2 to their pit 9 (2 there)"}
    ]
    assert {each["cell"] for each in state["differences"]} >= {9, 10}
    assert state["revision"] == before
    state = device.type("fix 2 2")
    assert state["differences"] is None
    assert str(device.kept()[0].plies[1].move) == "9"
    device.type("undo")
    assert device.said.startswith("The last correction is undone. Ply 2 is their pit ")


def test_all_our_moves_since_theirs_are_to_be_entered_also_after_their_passes(
    served: ServerProcess,
) -> None:
    device = relay(served, first="them", game="othello:6", numbering="row-column")
    device.type("2 3", "b2", "5 4", "c1", "1 2", "a1", "2 1", "a3", "3 2", "d2", "1 4")
    device.type("e1", "a4", "b4")
    assert device.state["turn"] == "south"
    state = device.type("e4")
    assert state["enter"]["name"] == "1 5, 4 1, 4 2, 4 5"
    passed = "They have no move and pass: we are to move."
    assert state["enter"]["sentences"][:3] == [
        *("We play e1: enter 1 5 on their side", passed, "We play a4: enter 4 1 on their side")
    ]
    assert state["turn"] == "north"
    assert device.type("3 6")["enter"] is None


def test_all_that_a_computer_player_does_in_its_turn_is_said(served: ServerProcess) -> None:
    device = play(served, first="north", game="othello:6", south=OTHELLO, north="human")
    for line in ("c2", "d5", "b1", "a2", "b3", "d1"):
        device.type(line)
        device.wait()
    said = [each["text"] for each in device.state["said"] if each["kind"] == "move"]
    passed = "North (Black, You) has no move and passes."
    moves = [f"South (White, Squares) plays {square}." for square in ("e1", "a4", "b4", "e4")]
    assert said == [moves[0], passed, moves[1], passed, moves[2], passed, moves[3]]


def test_a_match_of_two_games_ends_with_its_score(served: ServerProcess) -> None:
    device = relay(served, match=True, us_name="Ours", them_name="Theirs")
    assert device.refused("") == "No game has ended; click or type a move."
    device.type("4", "resign them")
    assert device.state["confirm"]
    device.type("undo")
    assert device.said == "The resignation is taken back."
    device.type("resign them", "")
    assert device.state["match"] == {"index": 1, "count": 2, "score": ""}
    assert len(device.state["series"]) == 1
    assert device.state["turn"] == "north"
    assert "Each side moves first once" in device.refused("first us")
    device.type("resign us", "")
    score = "Match: Ours 1, Theirs 1, stones 1-0: the match is drawn."
    assert device.state["match"]["score"] == score
    assert "nothing can change" in device.refused("undo")
    for number, first in ((1, "south"), (2, "north")):
        address = f"{device.place}/games/{number}/review"
        while "review" not in (answer := device.http.get(address).json()):
            assert answer["count"] == 2
        assert answer["review"]["first"] == first


def test_the_newest_state_has_the_highest_version(served: ServerProcess) -> None:
    """Also where only our player's leave, at the end of the last game, has changed the table."""
    device = relay(served, us="greedy")
    device.wait()
    with device.events() as states:
        told = [next(states)]
        for line in ("check 3,3,3,3,3,3,0,3,3,3,3,3,3,0", "resign them", ""):
            device.type(line)
        while told[-1]["confirm"] or not told[-1]["over"] or told[-1]["thinking"]:
            told.append(next(states))
    versions = [state["version"] for state in told]
    assert versions == sorted(set(versions))
    assert len({json.dumps({**state, "version": 0}) for state in told}) == len(told)


def test_a_line_that_is_sent_again_is_carried_out_once(served: ServerProcess) -> None:
    device = play(served, north="human")
    revision = device.state["revision"]
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda _: device.send("2", revision), range(8))]
    assert {answer.status_code for answer in answers} == {200}
    assert [len(answer.json()["game"]["plies"]) for answer in answers] == [1] * 8
    assert device.send("3", revision).status_code == 409
    device.look()
    before = device.state["revision"]
    device.type("undo")
    for line, asked in (("2", revision), ("undo", before), ("2", revision)):
        assert device.send(line, asked).json()["game"]["plies"] == []
    assert device.kept()[0].plies == ()


def test_a_form_that_is_sent_again_begins_no_second_game(served: ServerProcess) -> None:
    form = {"kind": "play", "first": "south", "south": "human", "north": "human"}

    def begun(key: str) -> str:
        answer = connected(served.address).post("api/tables", json={**form, "request": key})
        assert answer.status_code == 201
        name: str = answer.json()["id"]
        return name

    with ThreadPoolExecutor(4) as pool:
        (name,) = {*pool.map(lambda _: begun("one"), range(4))}
    assert begun("other") != name
    assert begun("one") == name


def test_a_second_device_sees_every_change(served: ServerProcess) -> None:
    device = play(served, north="human")
    other = Device(served.address, device.state["id"])
    with other.events() as states:
        assert next(states)["revision"] == device.state["revision"]
        device.type("2")
        assert next(states)["turn"] == "north"
    answer = other.send("3")
    assert answer.status_code == 409
    assert answer.json()["state"]["turn"] == "north"
    assert len(device.kept()[0].plies) == 1


def test_a_killed_server_loses_nothing_and_the_terminal_goes_on(tmp_path: Path) -> None:
    """A relay begins on the page, loses its server, and goes on there, at a terminal, and again
    on the page."""
    with ServerProcess(tmp_path) as server:
        device = relay(server, us="engine", depth=3, numbering="1-6")
        device.wait()
        device.type("2")
        device.wait()
        (before,) = device.kept()
        server.kill()
        server.start()
        device = Device(server.address, device.state["id"])
        assert len(device.state["game"]["plies"]) == len(before.plies) == 3
        assert device.state["to_move"] == "person"
        assert device.state["enter"]["sentences"][0].startswith("We play pit ")
        file = device.state["file"]
        server.kill()
        output("relay", "--resume", file, typed="1\n", folder=tmp_path)
        server.start()
        device = Device(server.address, device.state["id"])
        device.wait()
        assert len(device.state["game"]["plies"]) == 5
        assert shlex.split(device.kept()[0].table) == shlex.split(before.table)
        assert "--depth 3" in before.table


def test_a_confirmed_end_is_confirmed_after_another_start(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        device = relay(server)
        device.type("4", "resign them", "")
        server.kill()
        server.start()
        again = Device(server.address, device.state["id"])
        assert not again.state["confirm"]
        assert "the end of the game is confirmed" in again.refused("undo").lower()


def test_a_game_from_a_terminal_goes_on_on_the_page(tmp_path: Path) -> None:
    words = ("play", "--first", "south", "--south", "human", "--level", "easy", "--north", "engine")
    user = {"OWARI_DATA": str(tmp_path / "user")}
    assert run(*words, typed="2\n", environment=user, folder=tmp_path).exit_code == 0
    (file,) = (tmp_path / "user" / "games").glob("*.pgn")
    with ServerProcess(tmp_path) as server:
        offered = connected(server.address).get("api/games").json()
        assert [each["id"] for each in offered["unfinished"]] == [file.stem]
        device = Device(server.address, file.stem)
        device.wait()
        device.type("depth 1", device.state["moves"][0]["line"])
        device.wait()
        assert len(device.kept()[0].plies) == 4
        assert "--depth 1" in device.kept()[0].table
        # The terminal cannot change the game while the page has it.
        answer = run("play", "--load", file, folder=tmp_path, environment=user)
        assert "is in use: another owari process" in answer.output


def test_results_of_a_relay_enter_the_tournament(served: ServerProcess) -> None:
    names = {"us_name": "Ours", "them_name": "Theirs"}
    device = relay(served, results="evening", **names)
    device.type("resign them", "")
    assert device.said.startswith("Entered as game ")
    with Store.open(served.folder / "evening.db") as store:
        game = store.game_of(device.state["results"]["number"])
    assert (game.south, game.north, game.ending.result) == ("Ours", "Theirs", Result.SOUTH)
    refusal = connected(served.address).post(
        "api/tables",
        json={
            "kind": "relay",
            "first": "us",
            "us": "manual",
            "results": "evening",
            "us_name": "Nobody",
            "them_name": "Lowest",
        },
    )
    assert refusal.status_code == 422
    assert "'Nobody' is not one of the bots" in refusal.json()["problem"]


def test_the_bot_of_our_name_plays_a_match_of_the_tournament(served: ServerProcess) -> None:
    names = {"us_name": "Lowest", "them_name": "Ours"}
    asked = {"kind": "relay", "first": "us", "results": "evening", **names}
    http = connected(served.address)
    for us in ("engine", "manual", "greedy", "evening.yaml:Crasher"):
        refusal = http.post("api/tables", json={**asked, "us": us})
        assert refusal.status_code == 422
        assert "its own program plays: choose evening.yaml:Lowest" in refusal.json()["problem"]
    by_hand = {**asked, "us_name": "Ours", "them_name": "Theirs"}
    refusal = http.post("api/tables", json=by_hand)
    assert (refusal.status_code, refusal.json()["problem"]) == (422, "say who plays for Ours")
    device = created(served.address, **asked)
    device.wait()
    device.type("resign them", "")
    assert device.said.startswith("Entered as game ")
    (record,) = device.kept()
    assert (record.south_by, record.north_by) == ("bot Lowest", "by hand")


def test_a_relay_fits_the_bots_and_the_game_of_its_tournament(served: ServerProcess) -> None:
    http = connected(served.address)
    asked = {"kind": "relay", "first": "us", "us": "manual", "us_name": "Ours"}
    typed = {**asked, "results": "evening", "them_name": "Lowest"}
    other = {**asked, "results": "evening", "them_name": "Others", "game": "kalah"}
    for fields, sentence in (
        (typed, "so nobody types its moves: exchange the names (--us-name Lowest"),
        (other, "these are results of owari, not of kalah: choose their game"),
    ):
        refusal = http.post("api/tables", json=fields)
        assert refusal.status_code == 422
        assert sentence in refusal.json()["problem"]
    names = {"us_name": "Squares", "them_name": "Guest"}
    squares = created(
        served.address, kind="relay", first="them", results="squares", us=None, **names
    )
    assert squares.kept()[0].game.name == "othello:6"
    for name, saved in (("typed", typed), ("other", other)):
        device = created(served.address, **{**saved, "results": None})
        text = Path(device.state["file"]).read_text("utf-8")
        file = served.folder / "user" / "games" / f"relay-{name}.pgn"
        results = f'--results {served.folder / "evening.yaml"}"]'
        file.write_text(re.sub(r'(\[Table ".*?)"\]', rf"\1 {results}", text), "utf-8")
    for name, sentence in (("typed", "so nobody types"), ("other", "not of kalah: name their")):
        answer = http.get(f"api/tables/relay-{name}")
        assert answer.status_code == 422
        assert sentence in answer.json()["problem"]


def test_a_saved_relay_of_the_engine_under_the_name_of_a_bot_does_not_go_on(
    served: ServerProcess,
) -> None:
    device = relay(served, us="engine", us_name="Lowest", them_name="Ours", depth=1)
    device.wait()
    text = Path(device.state["file"]).read_text("utf-8")
    file = served.folder / "user" / "games" / "relay-borrowed.pgn"
    results = f'--results {served.folder / "evening.yaml"}"]'
    file.write_text(re.sub(r'(\[Table ".*?)"\]', rf"\1 {results}", text), "utf-8")
    answer = connected(served.address).get("api/tables/relay-borrowed")
    assert answer.status_code == 422
    assert "its own program plays: choose evening.yaml:Lowest" in answer.json()["problem"]


def test_a_relay_that_is_over_is_listed_until_its_result_is_entered(served: ServerProcess) -> None:
    names = {"us_name": "Ours", "them_name": "Others"}
    device, copy = (relay(served, results="evening", **names) for _ in range(2))
    device.type("4", "resign them")
    copy.type("5", "resign them")

    def listed(of: Device) -> list[str]:
        offered = connected(served.address).get("api/games").json()["unfinished"]
        return [each["sentence"] for each in offered if each["id"] == of.state["id"]]

    for each in (device, copy):
        (sentence,) = listed(each)
        assert sentence.startswith("Owari, 1 ply played, its end waits to be confirmed, begun ")
    device.type("")
    assert device.said.startswith("Entered as game ")
    assert listed(device) == []
    assert listed(copy) == []


def test_results_that_are_in_use_can_take_the_game_later(served: ServerProcess) -> None:
    names = {"us_name": "Ours", "them_name": "Others"}
    device = relay(served, results="evening", first="them", **names)
    device.type("resign us")
    with lock(served.folder / "evening.db"):
        device.type("")
        assert "is in use: another owari process" in device.said
    assert device.state["confirm"]
    device.type("")
    assert device.said.startswith("Entered as game ")
    assert not device.state["confirm"]
    again = Device(served.address, device.state["id"])
    assert again.state["results"]["number"] == device.state["results"]["number"]


def test_a_program_of_a_named_file_plays(served: ServerProcess) -> None:
    device = play(served, north="evening.yaml:Lowest", seconds=60)
    device.type("2")
    assert device.wait()["to_move"] == "person"
    assert "North (Lowest) plays pit 7." in device.said
    assert device.kept()[0].table.endswith("evening.yaml:Lowest --time 1m")


def test_a_program_that_fails_loses_in_play_and_leaves_a_relay_to_a_person(
    served: ServerProcess,
) -> None:
    device = play(served, south="evening.yaml:Crasher", north="human")
    lowest_moves(device)
    (record,) = device.kept()
    assert (record.ending.result, record.ending.termination) == (
        Result.NORTH,
        Termination.CRASHED,
    )
    device = relay(served, us="evening.yaml:Crasher")
    while device.wait()["turn"] == "north":
        device.type(device.state["moves"][0]["line"])
    assert "A person plays in its place from now on." in device.said
    assert device.state["to_move"] == "person"
    device.type(device.state["moves"][0]["line"])


def test_a_person_resigns_while_a_program_thinks_whose_fault_then_comes_too_late(
    tmp_path: Path,
) -> None:
    """It leaves as soon as there is a certain file."""
    (tmp_path / "leaves.py").write_text(LEAVES, "utf-8")
    leaving_bot = EVENING.replace(str(CRASHES), f"{tmp_path / 'leaves.py'}, {tmp_path / 'go'}")
    (tmp_path / "late.yaml").write_text(leaving_bot, "utf-8")
    with ServerProcess(tmp_path, "late.yaml") as server:
        device = play(server, south="late.yaml:Crasher", north="human")
        device.type("resign")
        assert device.said.startswith("North (You) resigns.")
        (tmp_path / "go").touch()
        again = play(server, south="late.yaml:Crasher", north="human")
        again.wait()
        assert again.said.startswith("South (Crasher) stops playing.")
        (record,) = device.kept()
    assert record.ending.termination is Termination.RESIGNED
    assert record.ending.result is Result.SOUTH


def test_hints_and_values_change_nothing(served: ServerProcess) -> None:
    position = "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"
    device = play(served, north="engine", level="easy", position=position)
    before = device.state["revision"], device.kept()
    state = device.type("hint")
    assert device.said.startswith("The best move is pit ")
    best = state["best"]
    worth = device.type("values")["worth"]
    assert set(worth) == {"2", "4", "5"}

    def margin(text: str) -> int:
        return int(text.replace("\u2212", "-"))

    assert all(worth[str(cell)] == max(worth.values(), key=margin) for cell in best)
    assert (device.state["revision"], device.kept()) == before


def test_undo_while_the_engine_thinks_discards_its_move(served: ServerProcess) -> None:
    device = play(served, game="othello", north="engine", seconds=1)  # which has no book
    device.type("f5")
    assert device.state["thinking"]
    state = device.type("undo")
    assert (state["to_move"], state["turn"]) == ("person", "south")
    device.type("hint")  # after the search
    assert device.look()["game"]["plies"] == []


def test_squares_pass_by_themselves_and_other_sizes_are_served(served: ServerProcess) -> None:
    device = play(served, game="othello:4", north="human")
    lowest_moves(device)
    assert device.state["game"]["layout"] == {"family": "squares", "size": 4, "black": "south"}
    device = play(served, game="kalah:3x2", north="first")
    lowest_moves(device)
    assert len(device.state["cells"]) == 8


def test_an_extra_turn_can_be_typed_in_one_line(served: ServerProcess) -> None:
    device = play(served, game="kalah", north="human")
    device.type("2-5")
    assert [ply["text"] for ply in device.state["game"]["plies"]] == ["S2", "S5"]


def test_no_request_reaches_a_file_of_its_own_choice(served: ServerProcess) -> None:
    (served.folder / "secret.pgn").write_text('[Game "owari"]\n\n*\n', "utf-8")
    for name in ("..%2f..%2fsecret", "%2e%2e/secret", "secret", "*", "%00", "play-1%0a"):
        answer = connected(served.address).get(f"api/tables/{name}")
        assert answer.status_code == 404, name
    device = play(served)
    assert "is neither a pit nor a command" in device.refused("view /etc/passwd")
    assert device.refused("save /tmp/of-a-page.pgn") == "This command is for the terminal only."
    assert not Path("/tmp/of-a-page.pgn").exists()
    assert device.http.post(f"{device.place}/lines", json={"line": 4}).status_code == 400
    assert (
        device.http.post(
            f"{device.place}/lines", json={"line": "x" * 3000, "revision": 1}
        ).status_code
        == 400
    )


def test_a_file_cannot_name_programs_or_results_of_its_own(served: ServerProcess) -> None:
    """Such files come from other people too."""
    device = play(served, north="human")
    text = Path(device.state["file"]).read_text("utf-8")
    games = served.folder / "user" / "games"
    for name, table in {
        "foreign-1": "--south 'touch /tmp/started-by-a-file' --north human",
        "foreign-2": f"--us manual --results {served.folder}/other.db",
        "foreign-3": "--south",
        "foreign-4": "--south engine --depth 1000000 --north human",
    }.items():
        lines = [line for line in text.splitlines() if not line.startswith("[Table")]
        lines.insert(5, f'[Table "{table}"]')
        (games / f"{name}.pgn").write_text("\n".join(lines) + "\n", "utf-8")
        answer = connected(served.address).get(f"api/tables/{name}")
        assert answer.status_code == 422, answer.text
        assert "Traceback" not in answer.text
    assert not Path("/tmp/started-by-a-file").exists()


def test_a_game_that_is_over_is_listed_and_replayed_where_its_program_is_unknown(
    served: ServerProcess,
) -> None:
    device = play(served, north="human", south_name="Ann", north_name="Ben")
    device.type(device.state["moves"][0]["line"], "resign")
    text = Path(device.state["file"]).read_text("utf-8")
    table = "--south human --north 'python3 elsewhere.py' --north-name Ben"
    copy = Path(device.state["file"]).with_name("elsewhere.pgn")
    copy.write_text(re.sub(r"\[Table .*\]", f'[Table "{table}"]', text), "utf-8")
    http = connected(served.address)
    offered = http.get("api/games").json()
    over = {each["id"]: (each["title"], each["sentence"]) for each in offered["ended"]}
    for name in (device.state["id"], "elsewhere"):
        who, end = over[name]
        assert who == "Ann against Ben"
        assert end.startswith("Owari, 1 ply played, 0-0, Ben resigns, begun ")
        assert name not in {each["id"] for each in offered["unfinished"]}
    assert http.get(f"play/{device.state['id']}").status_code == 200
    assert http.get("api/tables/elsewhere").status_code == 422
    answer = http.get("play/elsewhere")
    assert answer.status_code == 307
    assert "Ben resigns" in http.get(answer.headers["location"]).text


def test_the_next_game_of_a_match_begins_with_the_same_player(served: ServerProcess) -> None:
    device = relay(served, us="evening.yaml:Lowest", match=True)
    device.wait()
    device.type("resign them", "")
    assert device.wait()["match"]["index"] == 1
    device.type(device.state["moves"][0]["line"])
    assert device.wait()["enter"]["name"] == "7"
    assert "--us" in device.kept()[1].table


@pytest.mark.nightly
def test_a_server_that_ends_takes_thinking_players_with_it(tmp_path: Path) -> None:
    """An engine with a minute to think, and a program that never answers."""
    deaf_bot = EVENING.replace(str(CRASHES), str(PROGRAMS / "bad" / "deaf.py"))
    (tmp_path / "deaf.yaml").write_text(deaf_bot, "utf-8")
    with ServerProcess(tmp_path, "deaf.yaml") as server:
        thinking = play(server, game="othello", south="engine", north="human", seconds=60)
        deaf = play(server, south="deaf.yaml:Crasher", north="human")
        assert thinking.state["thinking"]
        assert deaf.state["thinking"]
        children = started_by(server.process.pid)
        server.process.terminate()
        server.process.communicate(timeout=60)
    _, alive = psutil.wait_procs(children, timeout=60)
    assert children
    assert alive == []


def started_by(pid: int) -> list[psutil.Process]:
    """The processes of a server, once there is one."""
    end = monotonic() + 60.0
    while not (found := psutil.Process(pid).children(recursive=True)) and monotonic() < end:
        sleep(0.02)
    return found


def test_more_tables_than_fit_leave_the_memory_and_come_back(served: ServerProcess) -> None:
    first = play(served, north="human")
    first.type("2")
    asked = {"kind": "play", "first": "south"}
    for _ in range(MOST_TABLES):
        assert first.http.post("api/tables", json=asked).status_code == 201
    assert len(first.look()["game"]["plies"]) == 1
    first.type("8")
    assert len(first.kept()[0].plies) == 2


def test_a_table_has_one_page(served: ServerProcess) -> None:
    name = relay(served).state["id"]
    http = connected(served.address)
    assert http.get(f"relay/{name}").status_code == 200
    answer = http.get(f"play/{name}")
    assert (answer.status_code, answer.headers["location"]) == (307, f"/relay/{name}")
