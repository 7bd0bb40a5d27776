"""YAML 1.2 core types only, and nothing that two readers could read in two ways."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

import yaml

from conformance.base.errors import UsageError
from conformance.base.files import DEEPEST, LIBYAML_TOO_DEEP, too_deep
from conformance.base.values import JSON

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
# What YAML 1.1 reads as something else than YAML 1.2: a date; an octal, a sexagesimal or a grouped number; a boolean.
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")
_OTHER_NUMBER = re.compile(r"[-+]?(0[0-9]+|[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?|[0-9][0-9_]*_[0-9_]*|0b[01_]+)")
_OTHER_BOOLEANS = {"y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"}
_BEGINS_A_NUMBER = frozenset("0123456789+-.")
_WORDS = {"null": None, "Null": None, "NULL": None, "~": None, "": None} | {
    word: value for value, words in ((True, "true True TRUE"), (False, "false False FALSE")) for word in words.split()
}


class _Mistake(Exception):
    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem)
        self.mark = mark


def _scalar(event: yaml.ScalarEvent) -> JSON:
    text: str = event.value
    if event.style:  # quoted or block: a string; libyaml says "" for plain
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text in _OTHER_BOOLEANS:
        raise _Mistake(_other(text, "a boolean"), event.start_mark)
    return _number(text, event.start_mark) if text[0] in _BEGINS_A_NUMBER else text


def _number(text: str, mark: Any) -> JSON:
    """Return the number that a plain text is, or the text where it is none."""
    for pattern, other in ((_DATE, "a date"), (_OTHER_NUMBER, "another number")):
        if pattern.fullmatch(text):
            raise _Mistake(_other(text, other), mark)
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text) and not isinf(number := float(text)):
        return number
    if _FLOAT.fullmatch(text) or _ENDLESS.fullmatch(text):
        raise _Mistake(f"{text} is not a JSON number; quote it if it is text.", mark)
    return text


def _other(text: str, other: str) -> str:
    return f"{text} is {other} to some readers; quote it if it is text."


def _check_plain(event: yaml.NodeEvent) -> None:
    """Raise _Mistake for an anchor, an alias or a tag."""
    if event.anchor:
        raise _Mistake(f"the anchor or alias {event.anchor!r}: write the value out.", event.start_mark)
    tag = getattr(event, "tag", None)  # an alias has none
    if tag:
        raise _Mistake(f"the tag {tag} is not used here; remove it.", event.start_mark)


class _Document:
    """The value that the events of one document make. It is built without recursion: files may be deep."""

    def __init__(self) -> None:
        self.value: JSON = None
        # The open lists and objects, the outermost first, each with the key in an object whose value comes next.
        self._open: list[tuple[list[JSON] | dict[str, JSON], str | None]] = []

    @property
    def depth(self) -> int:
        return len(self._open)

    def add(self, value: JSON, event: yaml.Event) -> None:
        """Put a value, or a key, where it belongs. event: that it begins with."""
        if not self._open:
            self.value = value
            return
        holder, key = self._open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif key is not None:
            holder[key] = value
            self._open[-1] = holder, None
        elif not isinstance(value, str):
            written = event.value if isinstance(event, yaml.ScalarEvent) else value
            raise _Mistake(f"the key {written!r} is not a string; quote it.", event.start_mark)
        elif value in holder:
            raise _Mistake(f"the key {value!r} appears twice; keep one.", event.start_mark)
        else:
            self._open[-1] = holder, value

    def open(self, holder: list[JSON] | dict[str, JSON], event: yaml.Event) -> None:
        """Begin a list or an object."""
        self.add(holder, event)
        self._open.append((holder, None))

    def close(self) -> None:
        """End the innermost list or object."""
        self._open.pop()


class _Loader(yaml.CSafeLoader):
    """libyaml's parser; only its events are read."""


def _read(text: str, name: str) -> JSON:
    document, starts = _Document(), 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.NodeEvent):
            _check_plain(event)
        if isinstance(event, yaml.ScalarEvent):
            document.add(_scalar(event), event)
        elif isinstance(event, yaml.CollectionStartEvent):
            document.open({} if isinstance(event, yaml.MappingStartEvent) else [], event)
            if document.depth > DEEPEST:
                raise too_deep(name)
        elif isinstance(event, yaml.CollectionEndEvent):
            document.close()
        elif isinstance(event, yaml.DocumentStartEvent):
            starts += 1
            if starts > 1:
                raise _Mistake("a second document begins; keep one.", event.start_mark)
    return document.value


def read_yaml(text: str, name: str) -> JSON:
    """Read one YAML document as JSON.

    Raises UsageError that names the file and the line: bad YAML, duplicate or non-string keys, anchors,
    tags, unquoted dates, infinities.
    """
    try:
        return _read(text, name)
    except _Mistake as mistake:
        raise UsageError(f"{name}, line {mistake.mark.line + 1}: {mistake}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        if problem == LIBYAML_TOO_DEEP:
            raise too_deep(name) from None
        tab = mark is not None and _starts_with_tab(text, mark.line)
        hint = "Indent with spaces, not with a tab." if tab else "Fix the YAML there."
        raise UsageError(f"{name}{where}: {problem}.", hint) from None


def _starts_with_tab(text: str, number: int) -> bool:
    lines = text.splitlines()
    return number < len(lines) and re.match(r" *\t", lines[number]) is not None
