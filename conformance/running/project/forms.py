"""What a value of a TOML file may be, and the one line that says how one is wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.base.errors import UsageError, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueForm:
    """What a key may hold. words: as an error names it. schema: the same as a JSON Schema."""

    words: str
    schema: Mapping[str, Any]

    def check(self, where: str, value: Any) -> None:
        """Raise UsageError for a value that is not of the form. where: file and key."""
        if _fits(value, self.schema):
            return
        if value == [] and self.schema.get("minItems"):
            raise UsageError(f"{where} is empty.", f"Write {self.words}, or remove it.")
        known = "type" in self.schema and not _fits(value, {"type": self.schema["type"]})
        wrong = "type" if known or not isinstance(value, str | int | float | list | dict) else "value"
        words = self.schema.get("enum")
        near = did_you_mean(value, words) if words and isinstance(value, str) else ""
        raise UsageError(f"{where} has the wrong {wrong}.", near or f"Write {self.words}.")


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    # Imported here: it takes 30 ms, and most commands read no such file.
    import jsonschema_rs

    try:
        return bool(jsonschema_rs.validator_for(dict(schema)).is_valid(value))
    except ValueError:  # a date, which is no JSON
        return False


def check_key(where: str, name: str, known: Collection[str]) -> None:
    """Raise UsageError for a key that is not known. where: the file, and the table in it."""
    if name not in known:
        raise UsageError(f"{where} has the unknown key {name!r}.", did_you_mean(name, known))


_STRING = {"type": "string", "pattern": r"\S"}
TEXT = ValueForm(words="a string", schema=_STRING)
TEXTS = ValueForm(words="a list of strings", schema={"type": "array", "items": {"type": "string"}})
NAMES = ValueForm(
    words="a list of names, each once",
    schema={"type": "array", "items": _STRING, "minItems": 1, "uniqueItems": True},
)
TABLE = ValueForm(words="a table of strings", schema={"type": "object", "additionalProperties": {"type": "string"}})
SWITCH = ValueForm(words="a boolean", schema={"type": "boolean"})
COUNT = ValueForm(words="a whole number of 0 or more", schema={"type": "integer", "minimum": 0})
