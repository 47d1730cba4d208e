"""All keys of a tournament file as documentation shows them."""

from __future__ import annotations

from pydantic.fields import FieldInfo

from owari.programs.protocols import protocols
from owari.programs.setting_keys import DocumentedKey, in_words
from owari.tournament.bot_keys import PROTOCOL, BotKeys, ByHandKeys, EngineKeys, ProgramKeys
from owari.tournament.keys import Keys, TimeKeys, TournamentKeys

__all__ = ["documented_keys"]


def documented_keys() -> list[DocumentedKey]:
    """The keys of the tournament, of all bots, of built-in bots, of programs and of each protocol,
    in this order."""
    program = _documented(ProgramKeys, "program", besides=BotKeys)
    names = ", ".join(spec.name for spec in protocols())
    program.append(DocumentedKey("protocol", names, "line", PROTOCOL, "program"))
    return [
        *_documented(TournamentKeys, "tournament"),
        *_documented(BotKeys, "bot"),
        *_documented(ByHandKeys, "bot", besides=BotKeys),
        *_documented(EngineKeys, "engine", besides=BotKeys),
        *program,
        *(key for spec in protocols() for key in spec.documented_keys()),
    ]


def _documented(kind: type[Keys], owner: str, *, besides: type[Keys] = Keys) -> list[DocumentedKey]:
    keys = []
    for name, field in kind.model_fields.items():
        if name in besides.model_fields:
            continue
        found = field.alias or name
        keys.append(_key(found, field, owner))
        if isinstance(field.annotation, type) and issubclass(field.annotation, Keys):
            for inner in _documented(field.annotation, owner):
                keys.append(inner._replace(key=f"{found}.{inner.key}"))
    return keys


def _key(name: str, field: FieldInfo, owner: str) -> DocumentedKey:
    words = field.json_schema_extra
    assert isinstance(words, dict)
    default = str(words["default"])
    if owner == "bot" and name.replace("-", "_") in TimeKeys.model_fields:
        default = "the tournament's"
    elif not default and not field.is_required():
        default = in_words(field.default)
    return DocumentedKey(name, str(words["values"]), default, field.description or "", owner)
