"""What the API's oracle refuses in a result, where it takes the input in the input's own form.

The hand-written rules of API-1 and API-2 go first: they know which rule of a document asks for what the API refuses,
and name the place best. The oracle sees what they do not look for. It judges only what it can blame on the converter:
a refusal counts where the same value, as plain as the target's form can say it, would have been taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from conformance.checks.findings import Failure, output_at
from conformance.values import ABSENT, JSON, Absent, equal, packed

if TYPE_CHECKING:
    from conformance.checks.tools import ToolPair, ToolsView
    from conformance.oracles import Finding

Path = tuple[str | int, ...]
SCHEMA = "schema"
UNKNOWN_KEY = "unknown_parameter"  # a refusal's code
_MODEL = "a-model"
_USER = {"role": "user", "content": "hi"}
_AT_ONCE = 100  # tools: no more than a request may have


class Refused(NamedTuple):
    """One refusal of a result. path: in the output. by_schema: whether the schema refuses (API-1) or a rule (API-2)."""

    path: Path
    rule: str
    code: str | None
    message: str

    @property
    def by_schema(self) -> bool:
        """Whether it is the pinned schema that refuses, which is API-1's matter, and not a rule beyond it."""
        return self.rule == SCHEMA


def failures(
    refused: Sequence[Refused], said: Callable[[], Iterable[Failure]], *, by_schema: bool
) -> tuple[Failure, ...]:
    """Return the refusals that are API-1's (by_schema) or API-2's as failures; none where the other rule's own
    hand-written ones, `said`, tell of the result already: what the oracle sees is then the same mistake.
    """
    if not refused or any(True for _failure in said()):
        return ()
    return tuple(
        Failure(f"refused: {one.rule}", output_at(*one.path), f"the API answers: {one.message}")
        for one in refused
        if one.by_schema is by_schema
    )


def refused_tools(view: ToolsView) -> tuple[Refused, ...]:
    """Return what the target's API refuses of the function tools in an output, and would not of their sources."""
    form = _FORMS.get(view.target)
    if form is None or _inherits_everything(view):
        return ()
    changed = []
    for pair in view.pairs:
        plain = form(_plain(view, pair)) if isinstance(pair.body, dict) else ABSENT
        if plain is not ABSENT and not equal(plain, pair.result):
            changed.append((pair, plain))
    refused: list[Refused] = []
    for start in range(0, len(changed), _AT_ONCE):
        refused += _refused_changes(view, changed[start : start + _AT_ONCE])
    return tuple(refused)


def _inherits_everything(view: ToolsView) -> bool:
    """Whether the tools are refused for nothing that their sources do not bring. Quick to tell, and true of most lists.

    It may say no where yes is true: then the oracle is asked in full. The pinned schema takes all of the tools; and of
    the rules beyond it, each tool breaks none that its plain source would not break as well.
    """
    if view.target not in _OPENAI:
        return False
    if not all(view.inherits_schema(pair) and _inherits(pair) for pair in view.pairs):
        return False
    from conformance.oracles import schema_takes_tools

    return schema_takes_tools(view.target, [pair.result for pair in view.pairs])


def _inherits(pair: ToolPair) -> bool:
    """Whether a tool that inherits its schema breaks only rules that its plain source breaks too.

    Rules look at the name, at `strict`, which `_plain` takes from the result, and at the schema. That is the source's
    but for `default`, which no rule and no draft asks for, and an empty `properties`, which breaks none: one is a JSON
    Schema exactly where the other is. Only `properties` that were null would be mended, and what the API then comes to
    is more than it would say of the source.
    """
    body, source = pair.body, pair.source_schema
    if not isinstance(body, dict) or body is not (pair.result if pair.body_path == () else pair.result["function"]):
        return False
    name = body.get("name")
    if not isinstance(name, str) or name != pair.source_name:
        return False
    if pair.schema is ABSENT or pair.schema is None:
        return True
    return isinstance(source, dict) and source.get("properties", ABSENT) is not None


def _refused_changes(view: ToolsView, changed: Sequence[tuple[ToolPair, JSON]]) -> Iterator[Refused]:
    """Yield what is refused of some tools and not of what they were made of."""
    found = _refusals(view.target, [pair.result for pair, _plain in changed])
    if not found:
        return
    excused = {_likeness(path, one.rule) for path, one in _refusals(view.target, [plain for _pair, plain in changed])}
    lifts = view.trial.choices.get("extra-function-fields") == "lift"
    for path, one in found:
        if not path or _likeness(path, one.rule) in excused:
            continue
        pair, _source = changed[int(path[0])]
        if lifts and one.code == UNKNOWN_KEY:
            continue  # that choice brings keys of any name
        if "parameters" in path and (view.rebuilds_schemas or not isinstance(pair.source_schema, dict)):
            continue  # what stands where there was no such schema is a choice, or a rule's own matter
        yield Refused((*view.position_path(pair.position), *path[1:]), one.rule, one.code, one.message)


def _refusals(target: str, tools: Sequence[JSON]) -> list[tuple[Path, Finding]]:
    """Return what an API refuses of some tools, each with its path from the list."""
    # Imported here: a run in which nothing needs to be judged does not load the oracle.
    from conformance.oracles import findings_of_tools

    asked = [_shortened(tool) if len(packed(tool) or b"") > LONGEST_TEXT else tool for tool in tools]
    return [(path_of(one.at), one) for one in findings_of_tools(target, asked) if one.level == "refused"]


def _shortened(value: JSON) -> JSON:
    """Return a value with its texts cut: each error of the validator holds a copy of what it is about."""
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, dict):
        return {key: _shortened(member) for key, member in value.items()}
    return [_shortened(member) for member in value] if isinstance(value, list) else value


def _likeness(path: Path, rule: str) -> Path:
    """Name what a plain source and its result share: the tool and the rule; where a schema speaks, the place."""
    return (*path, rule) if rule == SCHEMA else (*path[:1], rule)


def _plain(view: ToolsView, pair: ToolPair) -> dict[str, JSON]:
    """Return a pair's source as what describes a function, in the words that both APIs have for it."""
    entry = (view.entries or [])[pair.entry]
    function = entry.get("function") if isinstance(entry, dict) else None
    said = function.get("strict") if isinstance(function, dict) else None
    strict = pair.body.get("strict", said)
    fields = {"name": pair.source_name, "description": pair.source_description, "parameters": pair.source_schema}
    plain = {key: value for key, value in fields.items() if not isinstance(value, Absent)}
    return plain if strict is None else {**plain, "strict": strict}


# Characters of a text; no API has a rule about what comes after them.
LONGEST_TEXT = 100_000
# Those whose function tools `_inherits` knows the rules of.
_OPENAI = frozenset({"openai-chat", "openai-responses"})

# How each target's API has a function tool, from what `_plain` gives.
_FORMS: dict[str, Callable[[dict[str, JSON]], JSON]] = {
    "openai-chat": lambda body: {"type": "function", "function": body},
    "openai-responses": lambda body: {"type": "function", **body},
    "anthropic": lambda body: _renamed(body, "input_schema"),
    # This API takes any JSON Schema under that name.
    "google": lambda body: _renamed(body, "parametersJsonSchema"),
}


def _renamed(body: dict[str, JSON], name: str) -> JSON:
    return {name if key == "parameters" else key: value for key, value in body.items() if key != "strict"}


def refused_items(messages: JSON, items: list[JSON], base: Path, excused: Collection[str]) -> tuple[Refused, ...]:
    """Return what Responses refuses of items that came of messages, which Chat Completions takes as they are.

    base: where the items stand in the output. excused: rules that may not be held against the converter.
    """
    if not _is_plain(messages, _CHAT_PARTS):
        return ()
    from conformance.oracles import accepts

    if not accepts("chat-request", {"model": _MODEL, "messages": messages}):
        return ()
    request = {"model": _MODEL, "input": _without_nulls(items)}
    return _refused("responses-request", request, ("input",), base, excused)


def refused_messages(items: JSON, messages: list[JSON], excused: Collection[str]) -> tuple[Refused, ...]:
    """Return what Chat Completions refuses of messages that came of items, which Responses takes as they are."""
    if not _is_plain(items, _ITEM_PARTS):
        return ()
    from conformance.oracles import accepts

    if not accepts("responses-request", {"model": _MODEL, "input": items}):
        return ()
    request = {"model": _MODEL, "messages": _without_nulls(messages)}
    return _refused("chat-request", request, ("messages",), (), excused)


def refused_answer(items: list[JSON], message: dict[str, JSON], excused: Collection[str]) -> tuple[Refused, ...]:
    """Return what Chat Completions refuses of a message that came of a response, when it is sent back and answered.

    Only for a response that Responses would take back itself.
    """
    if not _is_plain(items, _ITEM_PARTS):
        return ()
    from conformance.oracles import accepts

    calls = [item["call_id"] for item in items if item.get("type") == "function_call" and "call_id" in item]
    answers = [{"type": "function_call_output", "call_id": call, "output": "fine"} for call in calls]
    if not accepts("responses-request", {"model": _MODEL, "input": [*items, *answers]}):
        return ()
    sent = message.get("tool_calls")
    ids = [call["id"] for call in sent if isinstance(call, dict) and "id" in call] if isinstance(sent, list) else []
    answered = [{"role": "tool", "tool_call_id": id_, "content": "fine"} for id_ in ids]
    request = {"model": _MODEL, "messages": [_USER, *_without_nulls([message]), *answered]}
    return _refused("chat-request", request, ("messages", 1), (), excused)


def _refused(kind: str, request: JSON, below: Path, base: Path, excused: Collection[str]) -> tuple[Refused, ...]:
    from conformance.oracles import accepts, refusals_of

    if accepts(kind, request):
        return ()
    found = [(path_of(one.at), one) for one in refusals_of(kind, request)]
    return tuple(
        Refused((*base, *path[len(below) :]), one.rule, one.code, one.message)
        for path, one in found
        if path[: len(below)] == below and one.rule not in excused and one.code not in excused
    )


def _without_nulls(turns: list[JSON]) -> list[JSON]:
    """Return messages or items without keys that hold null, as SDKs dump them: what the API says to those is not known.

    Null as content is.
    """
    return [
        {key: value for key, value in turn.items() if value is not None or key == "content"}
        if isinstance(turn, dict)
        else turn
        for turn in turns
    ]


# The parts that both APIs have. What has no twin has to become something, and no API says what.
_CHAT_PARTS = frozenset({"text", "image_url", "refusal"})
_ITEM_PARTS = frozenset({"input_text", "output_text", "refusal", "input_image"})
_ITEMS = frozenset({None, "message", "function_call", "function_call_output", "reasoning"})
_CALLS = frozenset({"function"})


def _is_plain(conversation: JSON, parts: frozenset[str]) -> bool:
    """Whether a conversation holds nothing but what both APIs have."""
    if not isinstance(conversation, list):
        return False
    for turn in conversation:
        if not isinstance(turn, dict) or turn.get("role") == "function" or "function_call" in turn or "audio" in turn:
            return False
        if not (turn.get("type") is None or isinstance(turn["type"], str)) or turn.get("type") not in _ITEMS:
            return False
        for key in ("content", "output"):
            held = turn.get(key)
            if isinstance(held, list) and not all(_word(part) in parts for part in held):
                return False
        calls = turn.get("tool_calls")
        if isinstance(calls, list) and not all(_word(call) in _CALLS for call in calls):
            return False
    return True


def _word(part: JSON) -> str | None:
    word = part.get("type") if isinstance(part, dict) else None
    return word if isinstance(word, str) else None


def path_of(pointer: str) -> Path:
    """Return the path that a JSON pointer names; steps that are digits are places in a list."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    return tuple(int(step) if step.isdecimal() else step for step in steps)
