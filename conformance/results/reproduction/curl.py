"""The curl command that sends what a client of a gateway or a service sent. Keys are variables of the shell in it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping

from conformance.base.values import JSON

_VARIABLE = re.compile(r"\$[A-Z_][A-Z0-9_]*")
_SPECIAL = re.compile(r'["`\\!]')


def curl_of(method: str, url: str, headers: Mapping[str, str], body: JSON) -> str:
    """Return the command, in one line. body: a JSON value; a text is sent as it is, None not at all."""
    words = ["curl", "-sS"]
    if method != ("GET" if body is None else "POST"):
        words += ["-X", shlex.quote(method)]
    words.append(shlex.quote(url))
    for name, value in headers.items():
        words += ["-H", _header(f"{name}: {value}")]
    if body is not None:
        text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
        words += ["--data-binary", shlex.quote(text)]
    return " ".join(words)


def _header(text: str) -> str:
    """Return a header as a word of a shell, in which the variables that it names are read."""
    if not _VARIABLE.search(text):
        return shlex.quote(text)
    return f'"{_SPECIAL.sub(lambda found: chr(92) + found[0], text)}"'
