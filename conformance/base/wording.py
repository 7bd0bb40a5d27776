"""Values as messages show them: as JSON, cut to a length, around the place where two differ."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final
from unicodedata import normalize

from conformance.base.values import ABSENT, JSON, Absent

LONGEST: Final = 80  # characters of a value in a message
DOTS: Final = "..."  # in place of the rest of a text
# An id that the suite gives to a call without one, by which it is told from others. No message shows it as an id.
MADE_ID: Final = "the_suites_own_{}"
_MADE_IDS: Final = re.compile(re.escape(f'"{MADE_ID}"').replace(r"\{\}", r"(\d+)"))


def brief(value: object, limit: int = LONGEST) -> str:
    """Return a value as JSON for a message, cut to `limit` characters."""
    return excerpt(in_json(value), 0, limit)


def is_made_id(value: object) -> bool:
    """Whether a value is an id that the suite made."""
    return isinstance(value, str) and _MADE_IDS.fullmatch(f'"{value}"') is not None


def versus(wanted: object, got: object) -> str:
    """Return `wanted ..., got ...` for a message: of long values the part around their first difference."""
    if wanted is ABSENT:
        return f"wanted it absent, got {brief(got)}"
    if got is ABSENT:
        return f"wanted {brief(wanted)}, {but_got(got)}"
    text, other = around_difference(in_json(wanted), in_json(got), LONGEST)
    return f"wanted {text}, got {other}"


def but_got(value: object) -> str:
    """Return how a message ends that says what was wanted: `got 3`, or `but it is absent`."""
    return "but it is absent" if value is ABSENT else f"got {brief(value)}"


def spelled(path: Iterable[str | int]) -> str:
    """Return a path as an API's error spells it: `reasoning.context`, `messages[0].content`."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return steps.removeprefix(".")


def absent(value: JSON) -> JSON | Absent:
    """Return a member that the model has; ABSENT for None, which is no format's null."""
    return ABSENT if value is None else value


_NOISE: Final = re.compile(r"\s*(\[type=[^\n]*\]|\(?For further information visit \S+)")
_ERRORS: Final = re.compile(r"(\d+) validation errors? for ([^\n]*)\n([^\n]+)\n\s+([^\n]+)")


# Of the Vercel AI SDK: the value, which the input has, and the issues that Zod found in it.
_ISSUES: Final = re.compile(r"(Type validation failed): Value: .*?\nError message: (\[.*)$", re.DOTALL)


def said_by_error(message: str) -> str:
    """Return the words of an error for a headline: of a validator's list the first entry, and how many follow."""
    message = _NOISE.sub("", message)
    if (issues := _ISSUES.match(message)) is not None:
        return f"{issues[1]}: {_first_issue(issues[2])}"
    found = _ERRORS.match(message)
    if found is None:
        return message
    number, model, place, what = found.groups()
    more = f" (and {int(number) - 1} more)" if int(number) > 1 else ""
    return f"{excerpt(model, 0, LONGEST)} refuses {place}: {what}{more}"


def _first_issue(text: str) -> str:
    """Return what a list of issues says first, and where: `code`, `path` and `message`, as Zod writes them as JSON.

    Of a union the issues of the form that was meant count: the one that finds nothing wrong with the type. A list that
    was cut off says no more than its kind.
    """
    try:
        issues = json.loads(text)
    except ValueError:
        return "no form of it fits" if "invalid_union" in text else "invalid"
    first = next(_issues(issues), {})
    forms = [list(_issues(error)) for error in first["errors"]] if isinstance(first.get("errors"), list) else []
    meant = [form for form in forms if form and all(entry.get("path") != ["type"] for entry in form)]
    first = meant[0][0] if meant else first
    path = [step for step in first.get("path", ()) if isinstance(step, str | int)]
    return f"{first.get('message', 'invalid')}{f' at {spelled(path)}' if path else ''}"


def _issues(value: object) -> Iterator[dict[str, Any]]:
    yield from (element for element in value if isinstance(element, dict)) if isinstance(value, list) else ()


def call_of(id_: object, name: object) -> str:
    """Return how a message names a call: by its id and its name, as far as it has them."""
    named = f"the call {brief(id_)}" if id_ else "the call"
    named += f" of {brief(name)}" if name else ""
    missing = " and ".join(what for what, value in (("id", id_), ("name", name)) if not value)
    return f"{named} without {missing}" if missing else named


def came_back(value: object) -> str:
    """Return what came back of something that was sent, for a message."""
    return "nothing came back" if value is ABSENT else f"came back {brief(value)}"


def is_in_words(said: str, text: str) -> bool:
    """Whether a text holds another one, perhaps with more words, and is not its representation in a language."""
    return said in text and (said == text or text not in _quoted_parts(said))


def _quoted_parts(text: str) -> tuple[str, ...]:
    return json.dumps(text), json.dumps(text, ensure_ascii=False), repr(text)


def around_difference(
    text: str, other: str, limit: int, *, fill: bool = False, starts: tuple[int, int] = (0, 0)
) -> tuple[str, str]:
    """Return two texts, cut to about `limit` characters so that their first difference stays.

    fill: show more of what comes before it where little comes after it. starts: where in each differences count.
    """
    if normalize("NFC", text) == normalize("NFC", other):  # they look alike
        text, other = (text.encode("ascii", "backslashreplace").decode() for text in (text, other))
    pairs = enumerate(zip(text[starts[0] :], other[starts[1] :], strict=False))
    alike = min(len(text) - starts[0], len(other) - starts[1])
    alike = next((index for index, (a, b) in pairs if a != b), alike)
    longest = max(len(text), len(other))

    def begin_of(start: int) -> int:
        begin = start + alike - limit // 2 if longest > limit + len(DOTS) else 0
        return max(0, min(begin, longest - limit)) if fill else begin

    return excerpt(text, begin_of(starts[0]), limit), excerpt(other, begin_of(starts[1]), limit)


def excerpt(text: str, begin: int, limit: int) -> str:
    """Return about `limit` characters of a text, with dots for what is left out if that is more than the dots."""
    begin = begin if begin > len(DOTS) else 0
    part = text[begin : begin + limit + len(DOTS)]
    if len(text) > begin + limit + len(DOTS):
        part = part[: limit - len(DOTS)] + DOTS
    return f"{DOTS}{part}" if begin else part


def in_json(value: object) -> str:
    """Return a value as JSON for a message; "nothing" for what is not there. An id that was made is a number."""
    if value is ABSENT:
        return "nothing"
    try:
        return _MADE_IDS.sub(r"no. \1 of those without an id", json.dumps(value, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):
        return repr(value)
