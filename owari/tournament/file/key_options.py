"""Keys of a program's protocol on a command line, `KEY=VALUE`, read and checked as those of a
tournament file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owari.errors import BadInput
from owari.games.game import Game
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.protocols import find_protocol, protocols
from owari.programs.dialogues.setting_keys import key_names
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.text.suggestions import did_you_mean

_TYPED_AT_THE_START = ("start.first", "start.second", "start.toss")
"""Parts of a key that hold lines, with commas between them as in `start_key`."""
LINES = "/"
"""What stands between the lines to type when the program moves first and those when it does not."""


def start_key(text: str) -> str:
    """The key `start` of a text `FIRST/SECOND`, or of a mapping as in a file. Raises ValueError."""
    if text.startswith("{"):
        return f"start={text}"
    orders = text.split(LINES)
    if len(orders) != 2:
        raise ValueError(
            f"{text!r} is not FIRST/SECOND: what to type when it moves first, a slash, and what to"
            " type when it does not, such as y/n or 1,8/2,8"
        )
    first, second = map(_listed, orders)
    return f"start={{first: {first}, second: {second}}}"


def protocol_of(keys: Sequence[str], protocol: str | None) -> str:
    """The protocol of a program with these keys: the named one, else the first that has them all.
    Raises BadInput."""
    names = [_split(key)[0].partition(".")[0] for key in keys]
    specs = protocols() if protocol is None else [find_protocol(protocol)]
    for spec in specs:
        if _names(spec).issuperset(names):
            return spec.name
    has = sorted(set().union(*map(_names, specs)))
    wrong = next((name for name in names if name not in has), "")
    if not wrong:
        raise BadInput(f"no protocol has all of the keys {', '.join(names)}")
    owner = f"protocol {protocol} has" if protocol else "the protocols have"
    raise BadInput(f"{owner} no key {wrong!r}{did_you_mean(wrong, has)}")


def protocol_settings(
    keys: Sequence[str], protocol: str | None, command: Sequence[str], game: Game
) -> ProtocolSettings:
    """The settings of the protocol of a program, whose command is found already. Raises
    BadInput."""
    name = protocol_of(keys, protocol)
    if not keys:
        settings: ProtocolSettings = find_protocol(name).settings()
        return settings

    from owari.tournament.file.bot_keys import program_keys
    from owari.tournament.file.key_reader import read_keys

    tree = {"name": "program", **key_tree(keys, name, command)}
    read, problems = read_keys(program_keys(name), tree, game, Path())
    if read is None:
        raise BadInput("; ".join(problem.sentence for problem in problems))
    return read.settings()


def key_tree(keys: Sequence[str], protocol: str, command: Sequence[str]) -> dict[str, Any]:
    """The keys of a program as a tournament file has them, but for its name. Raises BadInput."""
    tree: dict[str, Any] = {"command": list(command), "protocol": protocol}
    for key in keys:
        _put(tree, *_split(key), find_protocol(protocol))
    return tree


def _names(spec: ProtocolSpec) -> set[str]:
    return set(key_names(spec.key_fields))


def _split(key: str) -> tuple[str, str]:
    name, equals, value = key.partition("=")
    if not equals or not name.strip():
        raise BadInput(f"{key!r} is not KEY=VALUE")
    return name.strip(), value


def _put(tree: dict[str, Any], name: str, value: str, spec: ProtocolSpec) -> None:
    """Puts a value to its key; a part of a group is `start.first`."""
    if name in _TYPED_AT_THE_START and not value.startswith("["):
        value = _listed(value)
    group, _, part = name.partition(".")
    texts = {each.path[0] for each in spec.key_fields if each.kind is str and not each.key.group}
    held = value if name in texts else _read(name, value)
    if part:
        tree.setdefault(group, {})[part] = held
    else:
        tree[name] = held


def _read(name: str, value: str) -> Any:
    """A list or a mapping in YAML's brackets, or any other text as it stands. Raises BadInput."""
    import yaml

    from owari.tournament.file.yaml_source import texts_of

    if not value.startswith(("[", "{")):
        return value
    try:
        node = yaml.compose(value, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        raise BadInput(
            f"{name}: {value!r} is no list or mapping of YAML: put texts in quotes"
        ) from None
    try:
        return texts_of(node) if node else value
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def _listed(order: str) -> str:
    """What is typed in an order as YAML: the texts between the commas, or false."""
    if order == "false":
        return order
    return f"[{', '.join(map(_quoted, filter(None, order.split(','))))}]"


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
