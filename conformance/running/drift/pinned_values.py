"""The values of pinned kinds that a value of an operation's format is, or has as a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from conformance.apis.oracles import KINDS
from conformance.base.values import JSON, levels
from conformance.formats.exchange_parts import EXCHANGES, REQUEST

# Makes the values of one kind from a value of a format. They share its objects: a change of one is a change of both.
Make = Callable[[JSON], Iterable[JSON]]

# The types that an API takes and sends with the header of a beta are pinned beside the stable ones.
_BETA = {f"anthropic-{text}": f"anthropic-beta-{text}" for text in ("request", "response", "event")}


def pinned_values(format: str, value: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield each value of a pinned kind that a value of a format contains, with its kind."""
    for kind, make in _makers(format):
        yield from ((kind, element) for element in make(value) if isinstance(element, dict))


def beside(pinned: JSON, value: JSON) -> frozenset[tuple[int, str]]:
    """Return the members of a pinned value that only hold what a value of a format needs around it.

    Each by the identity of its object, and its name. What leads to the value is none of them.
    """
    own = {id(held) for level in levels(value) for held in level if isinstance(held, dict | list)}
    found: set[tuple[int, str]] = set()

    def leads(held: JSON) -> bool:
        if id(held) in own or not isinstance(held, dict | list):
            return id(held) in own
        if isinstance(held, list):
            to_entries = [leads(entry) for entry in held]  # each is looked at
            return any(to_entries)
        to_value = {name: leads(member) for name, member in held.items()}
        found.update((id(held), name) for name, is_lead in to_value.items() if not is_lead)
        return any(to_value.values())

    leads(pinned)
    return frozenset(found)


def kinds_of(format: str) -> frozenset[str]:
    """Return the kinds that values of a format can contain; none for a format that is no API's."""
    return frozenset(kind for kind, _make in _makers(format))


def _makers(format: str) -> Iterator[tuple[str, Make]]:
    for kind, make in _stable_makers(format):
        yield kind, make
        if kind in _BETA:
            yield _BETA[kind], make


def _stable_makers(format: str) -> Iterable[tuple[str, Make]]:
    if format in EXCHANGES:
        answer, key = EXCHANGES[format]
        yield "responses-request", _member(REQUEST)
        yield from ((kind, _inside(key, make)) for kind, make in _FORMATS.get(answer) or [(answer, _itself)])
    elif format in _FORMATS:
        yield from _FORMATS[format]
    elif format in KINDS:
        yield format, _itself


def _itself(value: JSON) -> Iterable[JSON]:
    yield value


def _entries(value: JSON) -> Iterable[JSON]:
    """Yield what a list holds."""
    return value if isinstance(value, list) else ()


def _member(name: str) -> Make:
    """Make one value of what an object has under a name."""
    return _inside(name, _itself)


def _inside(name: str, make: Make) -> Make:
    """Make the values of what an object has under a name."""
    return lambda value: make(value[name]) if isinstance(value, dict) and name in value else ()


def _list_under(name: str) -> Make:
    """Make an object that has a list under a name; an object is taken as it is."""
    return lambda value: [{name: value} if isinstance(value, list) else value]


def _entry_under(name: str) -> Make:
    """Make an object that has a list with one entry under a name."""
    return lambda value: [{name: [value]}]


def _of_provider(provider: str, make: Make) -> Make:
    """Make values of a tool in the form of one provider, and nothing of one in another form."""
    return lambda tool: make(tool) if isinstance(tool, dict) and _provider(tool) == provider else ()


def _provider(tool: Mapping[str, JSON]) -> str:
    """Return whose form a tool has, by its members."""
    signs = (("input_schema", "anthropic"), ("function", "chat"), ("type", "responses"))
    return next((provider for member, provider in signs if member in tool), "google")


# By format that is no kind: the kinds of its values. An operation between known formats needs nothing here.
_FORMATS: Mapping[str, tuple[tuple[str, Make], ...]] = {
    "registry-request": (("chat-request", _itself),),
    "registry-tools": (("chat-request", _list_under("tools")),),
    "chat-tools": (("chat-request", _list_under("tools")),),
    "chat-tool": (("chat-request", _entry_under("tools")),),
    "chat-messages": (("chat-request", _list_under("messages")),),
    "chat-message": (("chat-request", _entry_under("messages")),),
    "tool-message": (("chat-request", _entry_under("messages")),),
    "chat-stream": (("chat-chunk", _entries),),
    "responses-tools": (("responses-request", _list_under("tools")),),
    "responses-input": (("responses-request", _list_under("input")),),
    "function-call-output": (("responses-request", _entry_under("input")),),
    "responses-output": (("responses-response", _list_under("output")),),
    "responses-stream": (("responses-event", _entries),),
    "anthropic-tools": (("anthropic-request", _list_under("tools")), ("anthropic-tool", _entries)),
    "anthropic-tool-result": (
        ("anthropic-request", lambda value: [{"messages": [{"role": "user", "content": [value]}]}]),
    ),
    "anthropic-stream": (("anthropic-event", _entries),),
    "gemini-function-response": (
        ("gemini-request", lambda value: [{"contents": [{"role": "user", "parts": [value]}]}]),
    ),
    "gemini-tools": (("gemini-request", _list_under("tools")),),
    "gemini-stream": (("gemini-response", _entries),),
    "mcp-tools": (("mcp-tool", _entries),),
    "mcp-result": (("mcp-result", _member("result")),),
    "mcp-named-result": (("mcp-result", _member("result")),),
    "provider-tool": (
        ("chat-request", _of_provider("chat", _entry_under("tools"))),
        ("responses-request", _of_provider("responses", _entry_under("tools"))),
        ("anthropic-request", _of_provider("anthropic", _entry_under("tools"))),
        ("anthropic-tool", _of_provider("anthropic", _itself)),
        ("google-tool", _of_provider("google", _entry_under("functionDeclarations"))),
    ),
    "tool-loop": (("chat-request", _inside("messages", _list_under("messages"))),),
}
