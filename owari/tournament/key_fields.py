"""How a key of a tournament file is declared: as a field with its description."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from owari.programs.key_checks import printable_text

__all__ = ["Count", "Keys", "Text", "key"]


def key(description: str, values: str, words: str = "", **settings: Any) -> Any:
    """A field with the description of its key.

    `values` say what may stand there. `words` say the default where the value does not. `settings`
    are those of `Field`.
    """
    return Field(
        description=description, json_schema_extra={"values": values, "default": words}, **settings
    )


def _printable(text: str) -> str:
    return printable_text(text)


Text = Annotated[str, AfterValidator(_printable)]
Count = Annotated[int, Field(ge=1, le=1000)]


class Keys(BaseModel):
    """Keys of one mapping in the file; in the file `-` stands for `_`."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,  # most kinds of bots are in no file
        alias_generator=lambda field: field.replace("_", "-"),
    )

    def stored(self) -> dict[str, Any]:
        """The keys with their values as results files hold them."""
        return self.model_dump(mode="json", by_alias=True)
