"""The names of tools in namespaces: for Chat Completions a tool's name may be behind that of its namespace."""

from __future__ import annotations

import re

from conformance.base.values import JSON

_LONGEST = 64  # what Chat Completions takes
_LEAST = 48  # what is left of a name that was cut
# A name that was cut may end with what distinguishes it, such as eight digits of a digest.
_SUFFIX = 12
_JOINTS = ("__", "_", ".", "-", ":")


def is_cut(got: str, space: str, name: str) -> bool:
    """Whether a name is that of a tool behind its namespace, cut to what Chat Completions takes, in front or behind."""
    if len(space) + len(name) < _LONGEST or not _LEAST <= len(got) <= _LONGEST:
        return False
    ends = tuple(f"{space}{joint}{name}" for joint in _JOINTS)
    if any(end.endswith(got[: len(got) - more]) for end in ends for more in range(_SUFFIX + 1)):
        return True
    begins = _common(got, space)
    if begins < len(space):
        return len(got) - begins <= _SUFFIX
    rest = got[len(space) :].lstrip("_-.:")
    return len(rest) - _common(rest, name) <= _SUFFIX


def _common(text: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))


def is_joined(got: JSON, space: JSON, name: JSON) -> bool:
    """Whether a name is that of a tool behind its namespace, whole or cut."""
    if not isinstance(got, str) or not isinstance(space, str) or not isinstance(name, str):
        return False
    whole = re.fullmatch(rf"{re.escape(space)}[_.:-]{{1,3}}{re.escape(name)}", got) is not None
    return whole or is_cut(got, space, name)
