"""Reads Chat Completions into the model: requests, messages, tools, answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import ObjectCursor, unread
from conformance.formats.facts import word
from conformance.formats.model.answer import (
    ASKS,
    DONE,
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
    AUDIO,
    CHARACTERS,
    CUSTOM,
    DEVELOPER,
    FUNCTION,
    HOSTED,
    IMAGE,
    MODEL,
    PARTS,
    SYSTEM,
    TOOL,
    USER,
    Arguments,
    Call,
    Citation,
    CitedSpan,
    Conversation,
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
    MODES,
    Says,
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
from conformance.formats.shared import arguments_of, failure_of, flat_grammar, is_nested, located

FORMAT: Final = "chat"
SPEAKERS: Final = {
    "system": SYSTEM, "developer": DEVELOPER, "user": USER, "assistant": MODEL, "tool": TOOL, "function": TOOL,
}  # fmt: skip
ENDS: Final = {
    "stop": DONE, "tool_calls": ASKS, "function_call": ASKS, "length": LENGTH, "content_filter": FILTER,
}  # fmt: skip
CALLS: Final = "tool_calls"  # of a message: the member that has them
OLD_CALL: Final = "function_call"  # the one that had a single call before
_SPOKEN: Final = tuple(role for role, speaker in SPEAKERS.items() if speaker != TOOL)
HELD: Final = {FUNCTION: "arguments", CUSTOM: "input"}  # of a call: the member that is written by the model
SEAL: Final = ("extra_content", "google", "thought_signature")  # of a call: a member of Google's endpoint
THOUGHTS: Final = ("reasoning_content", "reasoning")  # members of other hosts
SETTINGS: Final = (
    *(
        SettingPlace(name=name, at=(name,))
        for name in (
            "model", "temperature", "top_p", "seed", "frequency_penalty", "presence_penalty", "logprobs", "verbosity",
            "modalities", "prediction", "user", "metadata", "store", "stream", "moderation",
        )
    ),
    SettingPlace(name="limit", at=("max_completion_tokens",)),
    SettingPlace(name="limit", at=("max_tokens",)),
    SettingPlace(
        name="stop", at=("stop",), to=lambda value: [value] if isinstance(value, str) else value, only=(str, list)
    ),
    SettingPlace(name="bias", at=("logit_bias",)),
    SettingPlace(name="count", at=("n",)),
    SettingPlace(name="likeliest", at=("top_logprobs",)),
    SettingPlace(name="parallel", at=("parallel_tool_calls",)),
    SettingPlace(name="effort", at=("reasoning_effort",)),
    SettingPlace(name="speech", at=("audio",)),
    SettingPlace(name="search", at=("web_search_options",)),
    SettingPlace(name="user_hash", at=("safety_identifier",)),
    SettingPlace(name="tier", at=("service_tier",)),
    SettingPlace(name="stream_usage", at=("stream_options", "include_usage")),
    SettingPlace(name="padding", at=("stream_options", "include_obfuscation")),
    SettingPlace(name="cache_key", at=("prompt_cache_key",)),
    SettingPlace(name="cache_time", at=("prompt_cache_retention",)),
    SettingPlace(name="caching", at=("prompt_cache_options",)),
)  # fmt: skip


def read_request(value: JSON) -> Request:
    """Read the body of a request."""
    node = ObjectCursor(value, (), FORMAT)
    at, messages = node.list("messages")
    form = PARTS if isinstance(node.peek("messages"), list) else ""
    conversation = Conversation(turns=read_messages(messages, at), form=form, at=(at,) if form else ())
    tools = _with_functions(tools_of(node, read_tool), node)
    choice = read_choice(node) or _function_choice(node)
    format_ = None
    if isinstance(node.peek("response_format"), dict):
        format_ = answer_format_of(node.apart("response_format"), "json_schema")
    settings = read_settings(node, SETTINGS)
    return Request(
        conversation=conversation, tools=tools, choice=choice, format=format_, settings=settings, **node.fact
    )


def read_messages(messages: JSON, at: Path = ()) -> tuple[Turn, ...]:
    """Read a list of messages: a turn of each. What is no list has none."""
    return each(messages, at, read_message)


def read_message(value: JSON, at: Path = (), speaker: str | None = None) -> Turn:
    """Read one message. speaker: of a message without a role."""
    if not isinstance(value, dict):
        return Turn(speaker=None, says=(unread(value, at, FORMAT, "message"),), form="", at=(at,))
    node = ObjectCursor(value, at, FORMAT)
    role = node.word("role")
    if role is not None:
        speaker = SPEAKERS.get(role)
    if role in (role_of(node.word("tool_call_id"), node.word("name")), *_SPOKEN):
        node.take("role")  # a word that is unknown stays beside the turn
    form, says = content_of(node, "content", _part)
    if speaker == TOOL:
        return _result(node, form, says)
    name = node.take("name", str)
    thoughts, says = _thoughts(node), _content_with_citations(node, says)
    says = (*thoughts, *says, *_refusal(node), *_sound(node), *_calls(node))
    return Turn(speaker=speaker, says=says, form=form, name=name, **node.fact)


def role_of(id_: str | None, name: str | None) -> str:
    """Return the role of a result: function where it names the function alone, which is the older form."""
    return "function" if id_ is None and name is not None else "tool"


def _result(node: ObjectCursor, form: str, says: Says) -> Turn:
    id_, name = node.take("tool_call_id", str), node.take("name", str)
    result = Result(id=id_, name=name, form=form, content=says, at=(node.path, *node.places()))
    return Turn(speaker=TOOL, says=(result,), form="", **node.fact)


def _thoughts(node: ObjectCursor) -> Says:
    name = next((thought for thought in THOUGHTS if node.word(thought) is not None), None)
    if name is None:
        return ()
    at = (*node.path, name)
    text = Text(value=node.take(name, str), at=(at, at))
    return (Reasoning(content=(text,), at=(node.path,)),)


def _content_with_citations(node: ObjectCursor, says: Says) -> Says:
    """Return the content with the citations, which belong to its last text."""
    last = says[-1] if says else None
    if not (isinstance(last, Text) and isinstance(node.peek("annotations"), list)):
        node.drop("annotations", only=([],))
        return says
    at, notes = node.list("annotations")
    return (*says[:-1], replace(last, citations=each(notes, at, _citation)))


def _citation(value: JSON, at: Path) -> Citation:
    node = ObjectCursor(value, at, FORMAT)
    if node.word("type") != "url_citation" or not isinstance(node.peek("url_citation"), dict):
        return Citation(others=(unread(value, at, FORMAT, node.word("type")),), at=(at,))
    node.take("type")
    inner = node.child("url_citation")
    start, end = inner.take("start_index", int), inner.take("end_index", int)
    span = None if start is None and end is None else CitedSpan(unit=CHARACTERS, start=start, end=end)
    source = Source(kind="web", url=inner.take("url", str), title=inner.take("title", str))
    return Citation(sources=(source,), span=span, **node.fact)


def _refusal(node: ObjectCursor) -> Says:
    text, at = node.take("refusal", str), (*node.path, "refusal")
    return () if text is None else (ModelRefusal(value=text, is_apart=True, at=(at, at)),)


def _sound(node: ObjectCursor) -> Says:
    """Read the sound of an answer, or of an earlier one by its id."""
    held = node.peek("audio")
    if not isinstance(held, dict) or not (isinstance(held.get("id"), str) or isinstance(held.get("transcript"), str)):
        return ()
    inner = node.apart("audio")
    id_, data, transcript = (inner.take(name, str) for name in ("id", "data", "transcript"))
    return (Media(kind=AUDIO, id=id_, data=data, transcript=transcript, is_inline=True, **inner.fact),)


def _calls(node: ObjectCursor) -> Says:
    at, entries = node.list(CALLS)
    found: list[Utterance | Other] = [*each(entries, at, read_call)]
    if isinstance(node.peek(OLD_CALL), dict):
        old = node.apart(OLD_CALL)
        given = arguments_of(old.take("arguments", str), (*old.path, "arguments"))
        found.append(Call(name=old.take("name", str), arguments=given, **old.fact))
    return tuple(found)


def read_listed_calls(message: JSON, at: Path = ()) -> tuple[Call, ...]:
    """Read the calls of a message's list of them, and nothing else of it. A result has none."""
    node = ObjectCursor(message, at, FORMAT)
    if SPEAKERS.get(node.word("role") or "") == TOOL:
        return ()
    at_calls, entries = node.list("tool_calls")
    calls = (read_call(entry, (*at_calls, number)) for number, entry in enumerate(entries))
    return tuple(call for call in calls if isinstance(call, Call))


def listed_calls(turn: Turn) -> tuple[Call, ...]:
    """Return the calls of a message's list of them: not one in the older form, which stands alone."""
    return tuple(
        utterance for utterance in turn.says if isinstance(utterance, Call) and isinstance(utterance.at[0][-1], int)
    )


def read_call(value: JSON, at: Path = ()) -> Call | Other:
    """Read an entry of tool_calls. What is no call is an Other whose place is tool_calls."""
    node = ObjectCursor(value, at, FORMAT)
    kind = node.peek("type")
    if kind is None:
        kind = CUSTOM if isinstance(node.peek(CUSTOM), dict) else FUNCTION
    if not isinstance(kind, str) or kind not in HELD or not isinstance(node.peek(kind), dict):
        return unread(value, at, FORMAT, node.word("type"), (CALLS,))
    node.take("type")
    node.drop("index")
    inner, where = node.child(kind), (*at, kind, HELD[kind])
    text, name = inner.take(HELD[kind], str), inner.take("name", str)
    given = arguments_of(text, where) if kind == FUNCTION else written_input(text, where)
    seal = None
    if isinstance(node.peek(SEAL[0]), dict):
        seal = node.child(SEAL[0]).child(SEAL[1]).take(SEAL[2], str)
    return Call(kind=kind, id=node.take("id", str), name=name, arguments=given, seal=seal, **node.fact)


def written_input(text: str | None, at: Path) -> Arguments:
    """Read the input of a custom tool, which is a plain text."""
    return Arguments(text=text, at=() if text is None else (at, at))


def _part(value: JSON, at: Path) -> Utterance | Other:
    node = ObjectCursor(value, at, FORMAT)
    type_ = node.take("type", str)
    cache = cache_of(node)
    if type_ == "text" and (text := node.take("text", str)) is not None:
        return Text(value=text, cache=cache, **node.fact)
    if type_ == "refusal" and (text := node.take("refusal", str)) is not None:
        return ModelRefusal(value=text, cache=cache, **node.fact)
    if type_ in ("image_url", "input_audio", "file") and isinstance(node.peek(type_), dict):
        if type_ == "input_audio":
            return sound_of(node, cache)
        inner = node.child(type_)
        if type_ == "image_url":
            place, detail = located(inner.take("url", str)), inner.take("detail", str)
            return Media(kind=IMAGE, detail=detail, cache=cache, **place, **node.fact)
        place, name, file_id = (
            located(inner.take("file_data", str)), inner.take("filename", str), inner.take("file_id", str),
        )  # fmt: skip
        return Media(kind="", name=name, file_id=file_id, cache=cache, **place, **node.fact)
    return unread(value, at, FORMAT, type_)


def read_tool(value: JSON, at: Path = ()) -> Tool:
    """Read one tool. One without a type, or whose type lacks its object, has the kind ""."""
    node = ObjectCursor(value, at, FORMAT)
    type_ = node.word("type")
    if type_ is None or (type_ in HELD and not isinstance(node.peek(type_), dict)):
        return Tool(kind="", others=(unread(value, at, FORMAT, type_),), at=(at,))
    node.take("type")
    if type_ not in HELD:
        return Tool(kind=HOSTED, word=type_, host=FORMAT, **node.fact)
    inner = node.child(type_)
    if type_ == FUNCTION:
        return Tool(**_function_members(inner), **node.fact)
    name, about = inner.take("name", str), inner.take("description", str)
    return Tool(kind=CUSTOM, name=name, description=about, input=_grammar(inner), **node.fact)


def _grammar(node: ObjectCursor) -> JSON:
    """Read the grammar of a custom tool in the flat form. One that has neither form stays beside the tool."""
    value = node.peek("format")
    if not isinstance(value, dict) or (value.get("type") == "grammar" and not is_nested(value)):
        return ABSENT
    return flat_grammar(node.take("format"))


def _with_functions(tools: tuple[Tool, ...] | None, node: ObjectCursor) -> tuple[Tool, ...] | None:
    """Return the tools with the functions in the older form, which is what a tool of one holds."""
    held = node.peek("functions")
    if not isinstance(held, list) or not all(isinstance(element, dict) for element in held):
        return tools
    at, entries = node.list("functions")
    return (*(tools or ()), *each(entries, at, _read_function))


def _read_function(value: JSON, at: Path) -> Tool:
    node = ObjectCursor(value, at, FORMAT)
    return Tool(**_function_members(node), **node.fact)


def _function_members(node: ObjectCursor) -> dict[str, Any]:
    return {
        "name": node.take("name", str), "description": node.take("description", str),
        "strict": node.take("strict", bool), "schema": schema_of(node, "parameters", dict, bool),
    }  # fmt: skip


def _function_choice(node: ObjectCursor) -> ToolChoice | None:
    """Read the choice in the older form: a mode, or the name of a function."""
    value, at = node.peek(OLD_CALL), (*node.path, OLD_CALL)
    if isinstance(value, str) and value in MODES:
        node.take(OLD_CALL)
        return ToolChoice(mode=value, at=(at, at))
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return None
    inner = node.apart(OLD_CALL)
    return ToolChoice(mode=REQUIRED, names=((FUNCTION, inner.take("name", str)),), **inner.fact)


def read_choice(node: ObjectCursor) -> ToolChoice | None:
    """Read the tool_choice of a request; None where there is none that has a known form."""
    value, at = node.peek("tool_choice"), (*node.path, "tool_choice")
    if not isinstance(value, dict):
        return mode_of(node)
    inner = node.apart("tool_choice")
    type_ = inner.word("type")
    if type_ == "allowed_tools" and isinstance(inner.peek(type_), dict):
        held = inner.child(type_)
        names = _allowed_tools(held.peek("tools"))
        if names is not None and held.word("mode") is not None:
            inner.take("type")
            held.take("tools")
            return ToolChoice(mode=held.take("mode", str), names=names, is_list=True, **inner.fact)
        return ToolChoice(mode="", others=(unread(value, at, FORMAT, type_),), at=(at,))
    if type_ in HELD and isinstance(inner.peek(type_), dict) and inner.child(type_).word("name") is not None:
        inner.take("type")
        return ToolChoice(mode=REQUIRED, names=((type_, inner.child(type_).take("name", str)),), **inner.fact)
    return ToolChoice(mode="", others=(unread(value, at, FORMAT, type_),), at=(at,))


def _allowed_tools(tools: JSON) -> tuple[tuple[str, str], ...] | None:
    """Return kind and name of each allowed tool; None where one has another form."""
    if not isinstance(tools, list):
        return None
    found: list[tuple[str, str]] = []
    for tool in tools:
        type_ = word(tool)
        held = tool.get(type_) if type_ else None
        if not (
            isinstance(held, dict) and held.keys() == {"name"} and isinstance(held["name"], str) and len(tool) == 2
        ):
            return None
        found.append((str(type_), held["name"]))
    return tuple(found)


def read_answer(value: JSON) -> Answer:
    """Read the body of an answer, or of an error."""
    node = ObjectCursor(value, (), FORMAT)
    failure = failure_of(node.apart("error")) if isinstance(node.peek("error"), dict) else None
    node.drop("object", only=("chat.completion",))
    at, choices = node.list("choices")
    return Answer(
        candidates=tuple(
            _candidate(ObjectCursor(choice, (*at, number), FORMAT)) for number, choice in enumerate(choices)
        ),
        usage=_usage(node.apart("usage")) if isinstance(node.peek("usage"), dict) else None,
        id=node.take("id", str), model=node.take("model", str), created=node.take("created", int, float),
        tier=node.take("service_tier", str), failure=failure, **node.fact,
    )  # fmt: skip


def _candidate(node: ObjectCursor) -> Candidate:
    turns: tuple[Turn, ...] = ()
    if isinstance(node.peek("message"), dict):
        message = node.apart("message")
        turns = (read_message(message.value, message.path, MODEL),)
    tokens = tokens_of(node.child("logprobs"), "content")
    return Candidate(index=node.take("index", int), turns=turns, end=_end(node), tokens=tokens, **node.fact)


def _end(node: ObjectCursor) -> End:
    word, at = node.word("finish_reason"), (*node.path, "finish_reason")
    if word is None:
        return End(kind=UNSAID)
    if word in ENDS:
        node.take("finish_reason")  # a word that is unknown stays beside the candidate
    return End(kind=ENDS.get(word, UNKNOWN), word=word, at=(at, at))


_COUNTS: Final = {
    "input": "prompt_tokens", "output": "completion_tokens", "total": "total_tokens",
    "cached": "prompt_tokens_details.cached_tokens", "reasoning": "completion_tokens_details.reasoning_tokens",
}  # fmt: skip


def _usage(node: ObjectCursor) -> Usage:
    """Read usage: cached and written within the prompt, reasoning within the completion."""
    read, made = node.child("prompt_tokens_details"), node.child("completion_tokens_details")
    return Usage(
        input=count_of(node, "prompt_tokens"), output=count_of(node, "completion_tokens"),
        total=count_of(node, "total_tokens"), cached=count_of(read, "cached_tokens"),
        written=count_of(read, "cache_write_tokens"), reasoning=count_of(made, "reasoning_tokens"), spelled=_COUNTS,
        **node.fact,
    )  # fmt: skip
