"""Takes what looks like a key out of what is written down: reports are kept, shared and published.

The forms are those that the issuers give their keys, and the ways in which keys are written in commands, logs and
addresses. A key without a form of its own is known only where whoever runs the suite handed it to the subject: see
`known`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from conformance.values import JSON

SHORTEST_KNOWN = 6  # characters; a shorter value is found everywhere

# Of each kind of key: what a text that holds one must hold, in lower case, and its form. A form is compiled when a text
# holds its hint: nearly none does. Each begins where a word begins and looks through a bounded part, so that no text
# makes it take long. Where a group `key` is named, only that part is taken out.
_FORMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "private key",
        ("private key-----",),
        r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,20}PRIVATE KEY-----|\Z)",
    ),
    ("Anthropic key", ("sk-ant-",), r"(?<![\w-])sk-ant-[A-Za-z0-9_-]{16,}"),
    (
        # The longer beginnings also where a word stands right before them: `task-...` is none.
        "OpenAI key",
        ("sk-",),
        r"(?:(?<![\w-])sk-|sk-(?:proj|svcacct|admin)-(?=[A-Za-z0-9_-]{0,200}[0-9]))[A-Za-z0-9_-]{20,}",
    ),
    (
        "GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
    ),
    ("GitLab token", ("glpat-",), r"(?<![\w-])glpat-[A-Za-z0-9_-]{16,}"),
    ("AWS key", ("akia", "asia"), r"(?<![\w-])(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("Google key", ("aiza", "ya29."), r"(?<![\w-])(?:AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z_-]{20,})"),
    ("Slack token", ("xox",), r"(?<![\w-])xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    ("Hugging Face token", ("hf_",), r"(?<![\w-])hf_[A-Za-z0-9]{20,}"),
    ("npm token", ("npm_",), r"(?<![\w-])npm_[A-Za-z0-9]{30,}"),
    ("PyPI token", ("pypi-",), r"(?<![\w-])pypi-[A-Za-z0-9_-]{30,}"),
    ("Stripe key", ("k_live_", "k_test_"), r"(?<![\w-])[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("JSON web token", ("eyj",), r"(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+"),
    (
        "token",
        ("bearer ", "basic "),
        r"(?i)(?<![\w-])(?:bearer|basic) +(?P<key>(?=[^\s\"',]{0,200}[0-9])[A-Za-z0-9._~+/=-]{12,})",
    ),
    ("password", ("://",), r"(?<![\w-])[A-Za-z][A-Za-z0-9+.-]{0,20}://[^\s/:@\"']*:(?P<key>[^\s/@\"']+)@"),
    (
        # As commands, logs, headers and addresses name it: API_KEY=..., --api-key ..., X-Api-Key: ..., ?token=...
        "key",
        ("key", "secret", "token", "passw", "authorization"),
        r"(?i)(?<![a-z0-9])(?:[a-z0-9]{1,30}[_-]){0,6}"
        r"(?:api[_-]?key|access[_-]?key|secret|token|passwd|password|authorization)"
        r"(?:[_-](?:key|id|value)){0,3}"
        r"(?: *= *|\\?[\"']?: +|(?<=--api-key) +|(?<=--token) +|(?<=--password) +)"
        r"\\?[\"']?(?P<key>(?=[^\s\"'&,;]{0,200}[0-9])[^\s\"'&,;{}()\[\]\\]{8,})",
    ),
    (
        # What is left of one where a text was cut before it came here.
        "key",
        ("...", "\u2026"),
        r"(?<![\w-])(?:sk-|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|ya29\.|xox[a-z]-|hf_|npm_|pypi-|eyJ)"
        r"[A-Za-z0-9_-]{2,}(?=\.\.\.|\u2026)",
    ),
)  # fmt: skip
_HINTS = tuple(dict.fromkeys(hint for _kind, hints, _form in _FORMS for hint in hints))
# Members whose text is a key where it is long and has a digit: as in the headers of a request.
_KEY_MEMBERS = frozenset(
    {"authorization", "api_key", "apikey", "api-key", "x-api-key", "access_token", "client_secret", "password"}
)
_LONG = 16  # characters


class Redactor:
    """Takes keys out of texts and JSON values. known: values that are keys whatever they look like."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known = sorted({value for value in known if len(value) >= SHORTEST_KNOWN}, key=len, reverse=True)

    def text(self, text: str) -> str:
        """Return the text with a word in place of each key."""
        if not self._may_hold_key(text):
            return text
        for value in self._known:
            if value in text:
                text = text.replace(value, _word("value of --env"))
            if "..." in text or "\u2026" in text:
                text = _without_beginnings(text, value)
        folded = text.casefold()
        for kind, hints, form in _FORMS:
            if any(hint in folded for hint in hints):
                text = _compiled(form).sub(_replacing(kind), text)
        return text

    def value(self, value: JSON) -> JSON:
        """Return a JSON value with its texts and keys redacted: the very value where there is nothing to redact."""
        # Looked through without recursion first: most have nothing, and some are nested as deeply as Python allows.
        stack, texts = [value], list[str]()
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                texts.append(item)
            elif isinstance(item, dict):
                if any(_is_key(name, member) for name, member in item.items()):
                    return self._rebuilt(value)
                texts += item
                stack.extend(item.values())
            elif isinstance(item, list | tuple):
                stack.extend(item)
        if not self._may_hold_key("\n".join(texts)):
            return value
        return self._rebuilt(value) if any(self.text(text) != text for text in texts) else value

    def _may_hold_key(self, text: str) -> bool:
        """Whether a text holds anything of what every key has about it, or is cut; nearly none does."""
        folded = text.casefold()
        for hint in _HINTS:  # no generator: every text of every piece of evidence comes by here
            if hint in folded:
                return True
        return any(value in text for value in self._known)

    def _rebuilt(self, value: JSON) -> JSON:
        try:
            return self._copied(value)
        except RecursionError:
            return "[redacted: it holds what looks like a key, and is nested too deeply to take it out]"

    def _copied(self, value: JSON) -> JSON:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(name): self._member(name, member) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self._copied(member) for member in value]
        return value

    def _member(self, name: str, value: JSON) -> JSON:
        told = self._copied(value)
        return _word("key") if told == value and _is_key(name, value) else told


def _is_key(name: str, value: JSON) -> bool:
    """Whether a member holds a key, to go by its name."""
    return (
        isinstance(value, str)
        and len(value) >= _LONG
        and name.casefold() in _KEY_MEMBERS
        and any(map(str.isdigit, value))
    )


def _without_beginnings(text: str, value: str) -> str:
    """Return the text without what is left of a value where the text was cut before it came here."""
    for cut in ("...", "\u2026"):
        head, mark, tail = text.partition(cut)
        longest = next((size for size in range(len(value) - 1, 3, -1) if head.endswith(value[:size])), 0)
        if mark and longest:
            text = head[:-longest] + _word("value of --env") + mark + tail
    return text


def _replacing(kind: str) -> Callable[[re.Match[str]], str]:
    def replaced(match: re.Match[str]) -> str:
        if "key" not in match.re.groupindex:
            return _word(kind)
        start, end = match.span("key")
        whole, offset = match[0], match.start()
        return whole[: start - offset] + _word(kind) + whole[end - offset :]

    return replaced


def _word(kind: str) -> str:
    return f"[redacted {kind}]"


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.DOTALL)
