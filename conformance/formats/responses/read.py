"""Reads the Responses API into the model: requests, items, tools, responses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.read import SPEAKERS as CHAT_SPEAKERS
from conformance.formats.chat.read import written_input
from conformance.formats.cursor import ObjectCursor, unread
from conformance.formats.facts import word
from conformance.formats.model.answer import (
    DONE,
    FAILED,
    FILTER,
    LENGTH,
    UNKNOWN,
    UNSAID,
    Answer,
    Candidate,
    End,
    Usage,
)
from conformance.formats.model.conversation import (
    BOTH,
    CALLED,
    CHARACTERS,
    CUSTOM,
    FUNCTION,
    GROUP,
    HOSTED,
    IMAGE,
    MODEL,
    PARTS,
    RETURNED,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Call,
    Citation,
    CitedSpan,
    Conversation,
    Hosted,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Source,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.request import REQUIRED, Request, Tool, ToolChoice
from conformance.formats.openai import (
    answer_format_of,
    cache_of,
    content_of,
    count_of,
    each,
    mode_of,
    schema_of,
    sound_of,
    tokens_of,
    tools_of,
)
from conformance.formats.settings import SettingPlace, read_settings
from conformance.formats.shared import arguments_of, failure_of, located

FORMAT: Final = "responses"
SPEAKERS: Final = {role: who for role, who in CHAT_SPEAKERS.items() if who != TOOL}
FUNCTION_CALL: Final = "function_call"
FUNCTION_RESULT: Final = "function_call_output"
CALLS: Final = {FUNCTION_CALL: (FUNCTION, "arguments"), "custom_tool_call": (CUSTOM, "input")}
RESULTS: Final = {FUNCTION_RESULT: FUNCTION, "custom_tool_call_output": CUSTOM}
REASONS: Final = {"max_output_tokens": LENGTH, "content_filter": FILTER}
INCOMPLETE: Final = "incomplete"
STATES: Final = {
    "completed": DONE, "failed": FAILED, "cancelled": FAILED, "in_progress": UNSAID, "queued": UNSAID,
}  # fmt: skip
LOGPROBS: Final = "message.output_text.logprobs"  # in `include`: that log probabilities are given
_PLAIN: Final = ("output_text", "text")  # what hosts call a text of reasoning too
_HOSTED_ENDS: Final = ("_call", "_output")
_HOSTED_STARTS: Final = ("mcp_", "program")
SETTINGS: Final = (
    *(
        SettingPlace(name=name, at=(name,))
        for name in (
            "model", "temperature", "top_p", "user", "metadata", "store", "stream", "background", "include",
            "moderation",
        )
    ),
    SettingPlace(name="limit", at=("max_output_tokens",)),
    SettingPlace(name="likeliest", at=("top_logprobs",)),
    SettingPlace(name="parallel", at=("parallel_tool_calls",)),
    SettingPlace(name="effort", at=("reasoning", "effort")),
    SettingPlace(name="thoughts", at=("reasoning", "summary")),
    SettingPlace(name="thoughts", at=("reasoning", "generate_summary")),  # its older name
    SettingPlace(name="verbosity", at=("text", "verbosity")),
    SettingPlace(name="user_hash", at=("safety_identifier",)),
    SettingPlace(name="tier", at=("service_tier",)),
    SettingPlace(name="previous", at=("previous_response_id",)),
    SettingPlace(name="held", at=("conversation",)),
    SettingPlace(name="template", at=("prompt",)),
    SettingPlace(name="overflow", at=("truncation",)),
    SettingPlace(name="most_calls", at=("max_tool_calls",)),
    SettingPlace(name="padding", at=("stream_options", "include_obfuscation")),
    SettingPlace(name="cache_key", at=("prompt_cache_key",)),
    SettingPlace(name="cache_time", at=("prompt_cache_retention",)),
    SettingPlace(name="editing", at=("context_management",)),
    SettingPlace(name="caching", at=("prompt_cache_options",)),
    SettingPlace(name="recall", at=("reasoning", "context")),
    SettingPlace(name="pace", at=("reasoning", "mode")),
    SettingPlace(name="client", at=("client_metadata",)),
    SettingPlace(name="programs", at=("access_programs",)),
    SettingPlace(name="fetching", at=("background_options",)),
    SettingPlace(name="compression", at=("image",)),
)  # fmt: skip
ECHO: Final = (  # what a response repeats, or says of itself as a request would
    *(setting for setting in SETTINGS if setting.name not in ("model", "tier")),
    SettingPlace(name="frequency_penalty", at=("frequency_penalty",)),
    SettingPlace(name="presence_penalty", at=("presence_penalty",)),
)


def read_request(value: JSON) -> Request:
    """Read the body of a request."""
    node = ObjectCursor(value, (), FORMAT)
    turns, said, at = _instructions(node), node.peek("input"), ("input",)
    form = ""
    if isinstance(said, str):
        node.take("input")
        turns += (Turn(speaker=USER, says=(Text(value=said, at=(at, at)),), form=TEXT, at=(at,)),)
        form = TEXT
    elif isinstance(said, list):
        node.list("input")
        turns += read_items(said, at)
        form = PARTS
    conversation = Conversation(turns=turns, form=form, at=(at,) if form else ())
    return replace(_read_shared(node, SETTINGS), conversation=conversation, **node.fact)


def _instructions(node: ObjectCursor) -> tuple[Turn, ...]:
    text, at = node.take("instructions", str), ("instructions",)
    if text is None:
        return ()
    return (Turn(speaker=SYSTEM, is_apart=True, form=TEXT, says=(Text(value=text, at=(at, at)),), at=(at,)),)


def _read_shared(node: ObjectCursor, table: Iterable[SettingPlace]) -> Request:
    """Read what requests have, and responses repeat."""
    tools = tools_of(node, read_tool)
    text = node.child("text")
    format_ = answer_format_of(text.apart("format"), None) if isinstance(text.peek("format"), dict) else None
    choice, settings = read_choice(node), read_settings(node, table)
    include = next((setting for setting in settings if setting.name == "include"), None)
    if include is not None and isinstance(include.value, list) and LOGPROBS in include.value:
        rest = [element for element in include.value if element != LOGPROBS]
        settings = tuple(setting for setting in settings if setting is not include)
        settings += (replace(include, name="logprobs", value=True),)
        settings += (replace(include, value=rest),) if rest else ()
    return Request(tools=tools, choice=choice, format=format_, settings=settings)


def offered_by(other: Other) -> tuple[Tool, ...] | None:
    """Return the tools that an item offers which is no turn of anybody; None for any other item."""
    if other.word != "additional_tools" or not isinstance(other.value, dict):
        return None
    at = (*(other.at[0] if other.at else ()), "tools")
    return each(other.value.get("tools"), at, read_tool)


def called(item: JSON) -> str | None:
    """Return the kind of tool that an item calls; None where it is no call."""
    return CALLS.get(word(item) or "", (None,))[0]


def read_items(items: JSON, at: Path = (), speaker: str | None = None) -> tuple[Turn, ...]:
    """Read a list of items: a turn of each. What is no list has none. speaker: of a message without a role."""
    return each(items, at, lambda value, at: read_item(value, at, speaker))


def read_item(value: JSON, at: Path = (), speaker: str | None = None) -> Turn:
    """Read an item: a message, a call, a result, thoughts, or a step of the host."""
    node = ObjectCursor(value, at, FORMAT)
    type_ = node.word("type")
    if type_ == "message" or (node.peek("type") is None and node.word("role") is not None):
        return _message(node, speaker)
    if type_ in CALLS:
        return _call(node, *CALLS[type_])
    if type_ in RESULTS:
        return _result(node, RESULTS[type_])
    if type_ == "reasoning":
        return _reasoning(node)
    if type_ is not None and (type_.endswith(_HOSTED_ENDS) or type_.startswith(_HOSTED_STARTS)):
        return _hosted_turn(node, type_)
    return Turn(speaker=None, says=(unread(value, at, FORMAT, type_),), form="", at=(at,))


def _message(node: ObjectCursor, speaker: str | None) -> Turn:
    node.take("type")
    role = node.word("role")
    if role in SPEAKERS:
        node.take("role")  # a word that is unknown stays beside the turn
    form, says = content_of(node, "content", _part)
    return Turn(speaker=SPEAKERS.get(role or "", speaker), says=says, form=form, **_own(node), **node.fact)


def _call(node: ObjectCursor, kind: str, held: str) -> Turn:
    node.take("type")
    own, where = _own(node), (*node.path, held)
    text = node.take(held, str)
    given = arguments_of(text, where) if kind == FUNCTION else written_input(text, where)
    id_, name, group = (node.take(member, str) for member in ("call_id", "name", "namespace"))
    call = Call(kind=kind, id=id_, name=name, group=group, arguments=given, **node.fact)
    return Turn(speaker=MODEL, says=(call,), form="", at=(node.path,), **own)


def _result(node: ObjectCursor, kind: str) -> Turn:
    node.take("type")
    own = _own(node)
    form, says = content_of(node, "output", _part)
    id_, name = node.take("call_id", str), node.take("name", str)
    result = Result(kind=kind, id=id_, name=name, form=form, content=says, **node.fact)
    return Turn(speaker=TOOL, says=(result,), form="", at=(node.path,), **own)


def _reasoning(node: ObjectCursor) -> Turn:
    node.take("type")
    own = _own(node)
    content, summary = _texts(node, "content", "reasoning_text", *_PLAIN), _texts(node, "summary", "summary_text")
    encrypted = node.take("encrypted_content", str)
    thought = Reasoning(content=content, summary=summary, encrypted=encrypted, **node.fact)
    return Turn(speaker=MODEL, says=(thought,), form="", at=(node.path,), **own)


def _texts(node: ObjectCursor, name: str, word: str, *others: str) -> tuple[Text, ...]:
    """Read a list of texts of one type. One that holds anything else stays beside the fact.

    others: types of texts that hosts write in its place; the type stays beside the text.
    """
    entries = node.peek(name)
    if not isinstance(entries, list) or not all(_is_text(entry, word, *others) for entry in entries):
        return ()
    at, found = node.list(name)
    nodes = [ObjectCursor(finding, (*at, number), FORMAT) for number, finding in enumerate(found)]
    for cursor in nodes:
        cursor.drop("type", only=(word,))
    return tuple(Text(value=node.take("text", str), **node.fact) for node in nodes)


def _is_text(value: JSON, *words: str) -> bool:
    return isinstance(value, dict) and value.get("type") in words and isinstance(value.get("text"), str)


def _hosted_turn(node: ObjectCursor, type_: str) -> Turn:
    stage = RETURNED if type_.endswith("_output") else CALLED if node.peek("call_id") else BOTH
    id_, at = node.word("call_id") or node.word("id"), (node.path, node.path)
    step = Hosted(format=FORMAT, word=type_, value=node.value, stage=stage, id=id_, tool=node.word("name"), at=at)
    return Turn(speaker=MODEL, says=(step,), form="", at=(node.path,))


def _own(node: ObjectCursor) -> dict[str, Any]:
    """Read what every item may have of its own."""
    return {"id": node.take("id", str), "state": node.take("status", str), "phase": node.take("phase", str)}


def _part(value: JSON, at: Path) -> Utterance | Other:
    node = ObjectCursor(value, at, FORMAT)
    type_ = node.take("type", str)
    cache = cache_of(node)
    if type_ in ("input_text", "output_text") and (text := node.take("text", str)) is not None:
        at_notes, notes = node.list("annotations")
        cited = each(notes, at_notes, _citation)
        return Text(value=text, cache=cache, citations=cited, tokens=tokens_of(node, "logprobs"), **node.fact)
    if type_ == "refusal" and (text := node.take("refusal", str)) is not None:
        return ModelRefusal(value=text, cache=cache, **node.fact)
    if type_ == "input_image":
        place, file_id = located(node.take("image_url", str)), node.take("file_id", str)
        return Media(kind=IMAGE, file_id=file_id, detail=node.take("detail", str), cache=cache, **place, **node.fact)
    if type_ == "input_file":
        data = node.take("file_data", str)
        place = {"url": node.take("file_url", str)} if data is None else located(data)
        file_id, name, detail = (node.take(member, str) for member in ("file_id", "filename", "detail"))
        return Media(kind="", file_id=file_id, name=name, detail=detail, cache=cache, **place, **node.fact)
    if type_ == "input_audio" and isinstance(node.peek("input_audio"), dict):
        return sound_of(node, cache)
    return unread(value, at, FORMAT, type_)


def _citation(value: JSON, at: Path) -> Citation:
    node = ObjectCursor(value, at, FORMAT)
    kind = node.word("type")
    if kind == "url_citation":
        node.take("type")
        start, end = node.take("start_index", int), node.take("end_index", int)
        span = None if start is None and end is None else CitedSpan(unit=CHARACTERS, start=start, end=end)
        source = Source(kind="web", url=node.take("url", str), title=node.take("title", str))
        return Citation(sources=(source,), span=span, **node.fact)
    if kind in ("file_citation", "file_path", "container_file_citation"):
        node.drop("type", only=("file_citation",))  # the other words stay beside the citation
        start = end = node.take("index", int)
        if kind == "container_file_citation":
            start, end = node.take("start_index", int), node.take("end_index", int)
        span = None if start is None and end is None else CitedSpan(unit=CHARACTERS, start=start, end=end)
        source = Source(kind="file", file_id=node.take("file_id", str), title=node.take("filename", str))
        return Citation(sources=(source,), span=span, **node.fact)
    return Citation(others=(unread(value, at, FORMAT, kind),), at=(at,))


def read_tool(value: JSON, at: Path = (), *, inside: bool = False) -> Tool:
    """Read one tool. One without a type has the kind "". inside: of a namespace, which holds no other namespace."""
    node = ObjectCursor(value, at, FORMAT)
    type_ = node.word("type")
    if type_ is None or (type_ == "namespace" and (inside or not isinstance(node.peek("tools"), list))):
        return Tool(kind="", others=(unread(value, at, FORMAT, type_),), at=(at,))
    node.take("type")
    if type_ not in (FUNCTION, CUSTOM, "namespace"):
        return Tool(kind=HOSTED, word=type_, host=FORMAT, **node.fact)
    named = {"name": node.take("name", str), "description": node.take("description", str)}
    if type_ == "namespace":
        at_tools, entries = node.list("tools")
        tools = each(entries, at_tools, lambda value, at: read_tool(value, at, inside=True))
        return Tool(kind=GROUP, tools=tools, **named, **node.fact)
    later = node.take("defer_loading", bool)
    if type_ == CUSTOM:
        grammar = node.take("format", dict)
        given = ABSENT if grammar is None else grammar
        return Tool(kind=CUSTOM, input=given, later=later, **named, **node.fact)
    strict, schema = node.take("strict", bool), schema_of(node, "parameters", dict, bool)
    return Tool(strict=strict, schema=schema, later=later, **named, **node.fact)


def read_choice(node: ObjectCursor) -> ToolChoice | None:
    """Read the tool_choice of a request; None where there is none that has a known form."""
    value, at = node.peek("tool_choice"), (*node.path, "tool_choice")
    if not isinstance(value, dict):
        return mode_of(node)
    inner = node.apart("tool_choice")
    type_ = inner.word("type")
    names = _allowed_tools(inner.peek("tools")) if type_ == "allowed_tools" else None
    if names is not None and inner.word("mode") is not None:
        inner.take("type")
        inner.take("tools")
        return ToolChoice(mode=inner.take("mode", str), names=names, is_list=True, **inner.fact)
    if type_ in (FUNCTION, CUSTOM) and inner.word("name") is not None:
        inner.take("type")
        return ToolChoice(mode=REQUIRED, names=((type_, inner.take("name", str)),), **inner.fact)
    if type_ in (None, FUNCTION, CUSTOM, "allowed_tools"):
        return ToolChoice(mode="", others=(unread(value, at, FORMAT, type_),), at=(at,))
    inner.take("type")  # a hosted tool is named by its type
    return ToolChoice(mode=REQUIRED, names=((HOSTED, type_),), **inner.fact)


def _allowed_tools(tools: JSON) -> tuple[tuple[str, str], ...] | None:
    """Return kind and name of each allowed tool; None where one has another form."""
    if not isinstance(tools, list):
        return None
    if not all(isinstance(tool, dict) and all(isinstance(word, str) for word in tool.values()) for tool in tools):
        return None
    if not all(tool.keys() == {"type", "name"} or tool.keys() == {"type"} for tool in tools):
        return None
    return tuple((tool["type"], tool["name"]) if "name" in tool else (HOSTED, tool["type"]) for tool in tools)


def read_answer(value: JSON) -> Answer:
    """Read a response, or the body of an error."""
    node = ObjectCursor(value, (), FORMAT)
    failure = failure_of(node.apart("error")) if isinstance(node.peek("error"), dict) else None
    if failure is not None and node.peek("output") is None:
        return Answer(failure=failure, **node.fact)
    node.drop("object", only=("response",))
    is_list = isinstance(node.peek("output"), list)
    at, items = node.list("output")
    candidate = Candidate(turns=read_items(items, at, MODEL), end=end_of(node), at=(at,) if is_list else ())
    usage = _usage(node.apart("usage")) if isinstance(node.peek("usage"), dict) else None
    id_, model = node.take("id", str), node.take("model", str)
    created, tier = node.take("created_at", int, float), node.take("service_tier", str)
    echo = replace(_read_shared(node, ECHO), conversation=Conversation(turns=_instructions(node)))
    return Answer(
        candidates=(candidate,), usage=usage, id=id_, model=model, created=created, tier=tier, failure=failure,
        echo=None if echo == Request() else echo, **node.fact,
    )  # fmt: skip


def end_of(node: ObjectCursor) -> End:
    """Read why a response ends. A word that is unknown stays beside the answer."""
    status, at = node.word("status"), ("status",)
    if status == INCOMPLETE:
        details = node.child("incomplete_details")
        reason = details.word("reason")
        if reason in REASONS:
            node.take("status")
            details.take("reason")
            return End(kind=REASONS[reason], word=reason, at=(at, at, (*details.path, "reason")))
    if status is None and node.peek("status") is None:
        return End(kind=DONE)
    if status not in STATES:
        return End(kind=UNKNOWN, word=node.peek("status"), at=(at, at))
    node.take("status")
    return End(kind=STATES[status], word=status, at=(at, at))


_COUNTS: Final = {
    "input": "input_tokens", "output": "output_tokens", "total": "total_tokens",
    "cached": "input_tokens_details.cached_tokens", "reasoning": "output_tokens_details.reasoning_tokens",
}  # fmt: skip


def _usage(node: ObjectCursor) -> Usage:
    read, made = node.child("input_tokens_details"), node.child("output_tokens_details")
    return Usage(
        input=count_of(node, "input_tokens"), output=count_of(node, "output_tokens"),
        total=count_of(node, "total_tokens"), cached=count_of(read, "cached_tokens"),
        written=count_of(read, "cache_write_tokens"), reasoning=count_of(made, "reasoning_tokens"), spelled=_COUNTS,
        **node.fact,
    )  # fmt: skip
