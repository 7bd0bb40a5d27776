"""YAML 1.2 core types only, and nothing that two readers could read in two ways."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

import yaml

from conformance.errors import UsageError
from conformance.files import DEEPEST, LIBYAML_TOO_DEEP, too_deep
from conformance.values import JSON

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
# What YAML 1.1 reads as something else than YAML 1.2: a date; an octal, a sexagesimal or a grouped number; a boolean.
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")
_OTHER_NUMBER = re.compile(r"[-+]?(0[0-9]+|[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?|[0-9][0-9_]*_[0-9_]*|0b[01_]+)")
_OTHER_BOOLEAN = re.compile(r"[yY]|yes|Yes|YES|[nN]|no|No|NO|on|On|ON|off|Off|OFF")
_WORDS = {"null": None, "Null": None, "NULL": None, "~": None, "": None} | {
    word: value for value, words in ((True, "true True TRUE"), (False, "false False FALSE")) for word in words.split()
}


class _Mistake(Exception):
    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem)
        self.mark = mark


def _scalar(node: yaml.ScalarNode) -> JSON:
    text = node.value
    if node.style:  # quoted or block: a string; libyaml says "" for plain
        return text
    if text in _WORDS:
        return _WORDS[text]
    for pattern, other in ((_DATE, "a date"), (_OTHER_NUMBER, "another number"), (_OTHER_BOOLEAN, "a boolean")):
        if pattern.fullmatch(text):
            raise _Mistake(f"{text} is {other} to some readers; quote it if it is text.", node.start_mark)
    if _INT.fullmatch(text):
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text) and not isinf(number := float(text)):
        return number
    if _FLOAT.fullmatch(text) or _ENDLESS.fullmatch(text):
        raise _Mistake(f"{text} is not a JSON number; quote it if it is text.", node.start_mark)
    return text


def _value(node: yaml.Node) -> JSON:
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item) for item in node.value]
    assert isinstance(node, yaml.MappingNode)
    mapping: dict[str, JSON] = {}
    for key_node, value_node in node.value:
        key = _value(key_node)
        if not isinstance(key, str):
            raise _Mistake(f"the key {key_node.value!r} is not a string; quote it.", key_node.start_mark)
        if key in mapping:
            raise _Mistake(f"the key {key!r} appears twice; keep one.", key_node.start_mark)
        mapping[key] = _value(value_node)
    return mapping


class _Loader(yaml.CSafeLoader):
    """libyaml's parser; composes nodes only, `_value` reads them."""


def read_yaml(text: str, name: str) -> JSON:
    """Read one YAML document as JSON.

    Raises UsageError that names the file and the line: bad YAML, duplicate or non-string keys, anchors,
    tags, unquoted dates, infinities.
    """
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:  # what composes the nodes is compiled code that calls itself
                raise too_deep(name)
            anchor = getattr(event, "anchor", None)
            if anchor:
                raise _Mistake(f"the anchor or alias {anchor!r}: write the value out.", event.start_mark)
            tag = getattr(event, "tag", None)
            if tag:
                raise _Mistake(f"the tag {tag} is not used here; remove it.", event.start_mark)
        node = yaml.compose(text, Loader=_Loader)
        return None if node is None else _value(node)
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
