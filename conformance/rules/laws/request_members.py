"""What a request asks for beside its conversation and its tools: settings, the choice of tools, the answer's form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.base.wording import brief, versus
from conformance.formats.model.conversation import FUNCTION, HOSTED
from conformance.formats.model.request import (
    AUTO,
    CHECKED,
    NONE,
    OBJECT,
    PLAIN,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Setting,
    Tool,
    ToolChoice,
)
from conformance.rules.laws.law import INPUT, OUTPUT, REACHED, Breach, Found
from conformance.rules.laws.requests import RequestComparison, wire_name
from conformance.rules.laws.users import USERS, is_digest

# Values that ask for nothing that an API does not do without them.
IDLE: Final[Mapping[str, tuple[JSON, ...]]] = {
    "temperature": (1,), "top_p": (1,), "stop": ([],), "parallel": (True,), "stream": (False,), "metadata": ({},),
    "tier": ("auto", "standard", "unspecified"), "store": (False,), "thinking": ("disabled",), "editing": ({}, []),
    "servers": ([],), "safety": ([],), "thoughts": (False,),
    "frequency_penalty": (0,),
    "presence_penalty": (0,), "bias": ({},), "count": (1,), "logprobs": (False,), "likeliest": (0,),
    "modalities": (["text"], []), "stream_usage": (False,), "padding": (True,), "verbosity": ("medium",),
    "overflow": ("disabled",), "background": (False,), "include": ([],),
}  # fmt: skip
THINKING: Final = ("thinking", "thinking_budget", "thoughts")  # settings that are one wish
# What each API has in words of its own alone.
IN_OWN_WORDS: Final = frozenset({"tier", "editing"})
# What may come without being asked for: usage in a stream, which other formats have in any case, no storage, and the
# thoughts that a client needs then.
_FREE: Final[Mapping[str, tuple[JSON, ...]]] = {"stream_usage": (True,), "store": (False,),
    "include": (["reasoning.encrypted_content"],),
}  # fmt: skip
_WORDED: Final = frozenset({"effort", "thoughts", "tier", "verbosity"})  # whose words differ by model and host
_SAME_WORDS: Final = {
    "tier": (["default", "standard_only"], ["default", "standard"])
}  # by setting, those that mean the same
# What changes no answer: the bytes of a stream, what is cached, who is named to the host, and what comes beside. Agents
# send some with each request; where the target has no place for one, nothing of the answer is lost.
_BESIDE: Final = frozenset({"stream_usage", "padding", "include", "cache_key", "cache_time", "caching", "client"})
_OF_STREAMS: Final = ("padding", "stream_usage")
_LIKELY: Final = ("logprobs", "likeliest")  # either asks for log probabilities
_SAMPLING: Final = ("temperature", "top_p")  # of which some models take one, and others none


def is_idle(name: str, value: JSON) -> bool:
    """Whether a setting asks for nothing; an object does whose members are all empty."""
    if isinstance(value, dict) and all(element in (None, [], {}) for element in value.values()):
        return True
    return value in (None, "") or any(is_alike(value, element) for element in IDLE.get(name, ()))


def is_alike(value: JSON, other: JSON) -> bool:
    """Whether two values are the same; 1 and 1.0 are."""
    numbers = [each for each in (value, other) if isinstance(each, int | float) and not isinstance(each, bool)]
    return numbers[0] == numbers[1] if len(numbers) == 2 else same(value, other)


def settings(pair: RequestComparison) -> Iterator[Found]:
    """Each setting that the target has a place for arrives as it is; of a list that is too long, entries of it."""
    for setting in owed_settings(pair) if pair.is_list else ():
        key = f"kept/setting/{setting.name}"
        yield key, REACHED
        if not has_arrived(pair, setting) and (not may_go(pair, setting) or _has_others(pair, setting)):
            got = next((found for found in pair.made.settings if found.name in _names_of(setting.name)), None)
            instead = _instead(pair, setting) if got is not None else None
            wanted = setting.value if instead is None else instead
            message = _arrival(setting, got, wanted, pair.as_given(setting, wanted))
            if got is None and is_left_in_place(pair, setting):
                message = f"{wire_name(setting)} is left as the source writes it, where the target does not read it"
            lost = "setting-lost", pair.in_input(setting)
            kind, at = lost if got is None else ("setting-changed", pair.in_output(got))
            yield key, Breach(kind, at, message)


def _arrival(setting: Setting, got: Setting | None, wanted: JSON, given: JSON | Absent) -> str:
    """Say what became of a setting, under the names that the two formats have for it. given: as the source has it."""
    name = wire_name(setting)
    if got is None:
        return f"{name} {brief(given)} did not arrive"
    whose = f" ({name} of the source)" if wire_name(got) != name else ""
    return f"{wire_name(got)}: {versus(wanted, got.value)}{whose}"


def owed_settings(pair: RequestComparison, *, beside: bool = False) -> Iterator[Setting]:
    """Yield the settings that ask for something; that of parallel calls is about the choice.

    beside: also those that change no answer and have no place in the target.
    """
    for setting in pair.asked.settings:
        is_free = pair.terms.lacks(f"setting/{setting.name}") and (
            setting.name in _BESIDE or _limits_nothing(pair, setting)
        )
        # Options of a search turn it on, also where they are empty.
        is_asked = not is_idle(setting.name, _meant(setting.value)) or (
            pair.terms.one_host and setting.name == "search"
        )
        is_asked &= setting.name not in pair.terms.in_address or setting.name in pair.found
        # A number of likely tokens is owed beside their probabilities alone.
        is_asked &= not pair.terms.one_host or setting.name != "likeliest" or bool(pair.wanted.get("logprobs"))
        if is_asked and setting.name != "parallel" and (beside or not is_free):
            yield setting


def _limits_nothing(pair: RequestComparison, setting: Setting) -> bool:
    """Whether it limits the calls that the host makes, and no tool of the host is offered."""
    return setting.name == "most_calls" and not any(tool.kind == HOSTED for tool in pair.asked.tools or ())


def _meant(value: JSON) -> JSON:
    """Return a value without the entries of a list that say nothing."""
    return [element for element in value if element != ""] if isinstance(value, list) else value


def _names_of(name: str) -> tuple[str, ...]:
    """Return the settings that ask for the same as one of a name."""
    return USERS if name in USERS else (name,)


def has_arrived(pair: RequestComparison, setting: Setting) -> bool:
    """Whether the result asks for what a setting asks for, by its value or in another way."""
    if setting.name in USERS:
        return _names_nobody_else(pair)
    if setting.name == "thinking_budget" and "effort" in pair.found:
        return True  # said by a word
    if setting.name == "thinking_budget" and is_alike(setting.value, 0) and "thinking" in pair.found:
        return is_idle("thinking", pair.found["thinking"])
    if setting.name == "thinking" and "thinking" not in pair.found and "thinking_budget" in pair.found:
        return is_idle("thinking", setting.value) is is_alike(pair.found["thinking_budget"], 0)
    is_off = "thinking" in pair.wanted and is_idle("thinking", pair.wanted["thinking"])
    if setting.name in THINKING and (is_off or "effort" in pair.found):
        return "thinking" in pair.wanted  # off, or said by a word
    if setting.name == "effort" and setting.name not in pair.found and pair.terms.lacks("setting/thinking"):
        budget = pair.found.get("thinking_budget")  # which alone says whether there are thoughts
        return budget is not None and (setting.value == "none") is is_alike(budget, 0)
    if setting.name == "effort" and setting.name not in pair.found:  # said by its opposite, or by a number of tokens
        return (setting.value == "none") is is_idle("thinking", pair.found.get("thinking"))
    if setting.name == "search" and any(tool.kind == HOSTED for tool in pair.made.tools or ()):
        return not pair.terms.one_host or any(_searches(tool) for tool in pair.made.tools or ())
    either = [setting.value, pair.found.get(setting.name)]
    if setting.name == "model":
        either = [each.removeprefix(pair.terms.of_models) if isinstance(each, str) else each for each in either]
        return is_alike(*either)
    if any(either in (words, words[::-1]) for words in _SAME_WORDS.get(setting.name, ())):
        return True
    if pair.terms.one_host and _instead(pair, setting) is not None:
        return False  # another one is owed
    return setting.name in pair.found and is_alike(pair.carried(_meant(setting.value)), pair.found[setting.name])


def _names_nobody_else(pair: RequestComparison) -> bool:
    """Whether who is named asks, by an id or a digest of it: who asks changes no answer, and need not be named.

    Somebody whose id the target does not take has another one.
    """
    asking = [(name, pair.wanted[name]) for name in USERS if name in pair.wanted]
    named = [pair.found[name] for name in USERS if pair.found.get(name)]
    return all(
        any(
            is_alike(pair.carried(id_), got) or is_digest(got, id_) or not is_taken(pair, name, id_)
            for name, id_ in asking
        )
        for got in named
    )


def is_left_in_place(pair: RequestComparison, setting: Setting | AnswerFormat) -> bool:
    """Whether something is there as the source writes it, under the source's name: the API says whether it takes it."""
    path = setting.at[0] if setting.at else ()
    if pair.arrived is None or not path:
        return False
    held, owed = pair.arrived.held(path), pair.given.held(path)
    return held is not ABSENT and same(held, owed)


def may_go(pair: RequestComparison, setting: Setting) -> bool:
    """Whether a setting may be left out, or be another one, with a report. By choice a budget becomes an effort."""
    if setting.name in USERS:
        return False  # none need be there, without a report, and no other one may be
    if setting.name == "thinking_budget" and pair.terms.choices.get("thinking-budget") == "effort":
        return False
    if pair.terms.lacks(f"setting/{setting.name}") or setting.name in pair.terms.may_go:
        return True
    if setting.name in _WORDED and not pair.terms.one_host:
        return True
    if isinstance(setting.value, list):
        taken = entries_taken(pair, setting)
        if taken != setting.value:
            is_usual = setting.name not in pair.found and is_idle(setting.name, taken)
            return is_usual or is_alike(taken, pair.found.get(setting.name, []))
    elif isinstance(setting.value, dict) and pair.terms.one_host:
        owed = members_that_say(setting)
        if not is_taken(pair, setting.name, setting.value):
            owed = {name: value for name, value in owed.items() if is_taken(pair, setting.name, {name: value})}
        return owed != setting.value and is_alike(owed, pair.found.get(setting.name, {}))
    elif not is_taken(pair, setting.name, setting.value):
        return True
    return _bound(pair, setting) is not None


def members_that_say(setting: Setting) -> dict[str, JSON]:
    """Return the members of a setting that ask for something."""
    held = setting.value if isinstance(setting.value, dict) else {}
    return {name: value for name, value in held.items() if value not in (None, False)}


def _bound(pair: RequestComparison, setting: Setting) -> float | None:
    """Return the bound of the target that a number, or the length of a list, is beyond; None where it is within."""
    size = len(setting.value) if isinstance(setting.value, list) else setting.value
    least, most = (held.get(setting.name) for held in (pair.terms.least, pair.terms.most))
    if not isinstance(size, int | float) or isinstance(size, bool):
        return None
    if most is not None and size > most:
        return most
    return least if least is not None and size < least else None


def _instead(pair: RequestComparison, setting: Setting) -> float | None:
    """Return the bound that takes the place of a number beyond it; None for any other value."""
    return None if isinstance(setting.value, list) else _bound(pair, setting)


def entries_taken(pair: RequestComparison, setting: Setting) -> list[JSON]:
    """Return the entries of a list that the target takes, each by itself."""
    held = setting.value if isinstance(setting.value, list) else []
    return [each for each in held if is_taken(pair, setting.name, [each])]


def is_taken(pair: RequestComparison, name: str, value: JSON) -> bool:
    """Whether the target takes a setting for the model of the request, beside the others that it depends on."""
    model = [setting for setting in pair.asked.settings if setting.name == "model"]
    if pair.terms.one_host and name in _OF_STREAMS:
        model.append(Setting(name="stream", value=True))
    beside = [
        setting
        for setting in pair.asked.settings
        if setting.name in _SAMPLING and name in _SAMPLING and setting.name != name
    ]
    beside = [setting for setting in beside if pair.target.takes_settings(*model, setting)]
    return pair.target.takes_settings(*model, *beside, Setting(name=name, value=value))


def _has_others(pair: RequestComparison, setting: Setting) -> bool:
    """Whether in the place of a list is something that is not of it, or in that of a number beyond a bound another."""
    got = pair.found.get(setting.name)
    if got is None:
        return False
    if not isinstance(setting.value, list):
        instead = _instead(pair, setting)
        return instead is not None and not is_alike(got, instead)
    return not isinstance(got, list) or any(not any(is_alike(each, value) for value in setting.value) for each in got)


def added_settings(pair: RequestComparison) -> Iterator[Found]:
    """Nothing is asked for that the source does not ask for, but for what the target demands."""
    if not pair.is_list:
        return
    yield "added/setting", REACHED
    for setting in pair.made.settings:
        if setting.name == "parallel":
            continue  # is about the choice
        key = f"added/setting/{setting.name}"
        known = [pair.wanted[name] for name in _names_of(setting.name) if name in pair.wanted]
        idle = [*IDLE.get(setting.name, ()), *_FREE.get(setting.name, ())]
        is_wished = setting.name in ("effort", *THINKING) and any(name in pair.wanted for name in THINKING)
        is_wished |= setting.name in THINKING and "effort" in pair.wanted
        is_wished &= not pair.terms.one_host
        is_wished |= setting.name in _LIKELY and any(pair.wanted.get(name) for name in _LIKELY)
        # What one format has as a tool of the host is a setting of another.
        is_wished |= setting.name == "search" and any(_searches(tool) for tool in pair.asked.tools or ())
        is_owed = (
            any(not is_idle(setting.name, value) for value in known) or is_wished or setting.name in pair.terms.demands
        )
        if _is_turned_on(pair, setting):
            message = f"{wire_name(setting)} {brief(setting.value)} is added: the source turns thinking off"
            yield key, Breach("setting-added", pair.in_output(setting), message)
        elif not is_owed and not any(is_alike(setting.value, value) for value in (*idle, *known)):
            if _is_of_source(pair, setting):
                continue
            message = f"{wire_name(setting)} {brief(setting.value)} is added: the source does not ask for it"
            yield key, Breach("setting-added", pair.in_output(setting), message)
        if setting.name == "limit" and not known and isinstance(setting.value, int | float) and setting.value < 1:
            message = f"{wire_name(setting)} {brief(setting.value)} is added, and leaves no room for an answer"
            yield key, Breach("setting-added", pair.in_output(setting), message)


def _is_of_source(pair: RequestComparison, setting: Setting) -> bool:
    """Whether a setting has what the source writes at its place: who asks, in the metadata of either format."""
    path = setting.at[0] if setting.at else ()
    held = pair.given.held(path) if path else ABSENT
    return held is not ABSENT and same(held, setting.value)


def _is_turned_on(pair: RequestComparison, setting: Setting) -> bool:
    """Whether a setting asks for thoughts that the source turned off. Where there is no word for that, the least is."""
    effort = pair.wanted.get("effort")
    is_disabled = pair.wanted.get("thinking") == "disabled" or is_alike(pair.wanted.get("thinking_budget"), 0)
    is_off = effort == "none" or (effort is None and is_disabled)
    is_on = {
        "effort": setting.value not in (None, "none", "minimal"),
        "thinking": not is_idle("thinking", setting.value),
    }
    return is_off and is_on.get(setting.name, False)


def _searches(tool: Tool) -> bool:
    return tool.kind == HOSTED and any("search" in word.lower() for word in (tool.word, tool.name) if word)


def choice(pair: RequestComparison) -> Iterator[Found]:
    """The same tools may be called, or must; and one at a time where that is asked for."""
    if not pair.is_list or not (pair.made.tools if pair.terms.one_host else pair.owed_tools):
        return
    asked = unchecked(pair, pair.asked.choice)
    wanted, got = (_effect_of_choice(pair, element) for element in (asked, pair.made.choice))
    among = asked is not None and asked.is_list and pair.terms.lacks("choice/some")
    legal = _among(asked) if among and asked is not None else (wanted,)
    if wanted is not None:
        yield "kept/choice", REACHED
        if got not in legal and not _is_checked(pair, wanted, got) and not _is_among_all(pair, wanted, got):
            owed, made = pair.asked.choice, pair.made.choice
            lost = ("choice-lost", (INPUT,) if owed is None else pair.in_input(owed))
            kind, at = lost if made is None else ("choice-changed", pair.in_output(made))
            yield "kept/choice", Breach(kind, at, _changed_choice(pair))
    elif pair.made.choice is not None and got is not None:
        if asked is None or asks_nothing(asked):
            what = f"{wire_name(pair.made.choice)} {brief(pair.as_written(pair.made.choice))}"
            message = f"{what} is added: the source does not ask for it"
            yield "added/choice", Breach("choice-added", pair.in_output(pair.made.choice), message)
    parallel, found = (each.get("parallel") is not False for each in (pair.wanted, pair.found))
    is_none = pair.asked.choice is not None and pair.asked.choice.mode == NONE
    if not parallel and not is_none and not pair.terms.lacks("setting/parallel"):
        yield "kept/parallel", REACHED
        if found:
            setting = next(setting for setting in pair.asked.settings if setting.name == "parallel")
            message = f"{wire_name(setting)}: the source forbids parallel calls, and the result allows them"
            yield "kept/parallel", Breach("parallel-lost", pair.in_input(setting), message)
    elif not found and parallel:
        yield "added/choice", Breach("parallel-added", (OUTPUT,), "only one call may be made at a time")


def unchecked(pair: RequestComparison, choice: ToolChoice | None) -> ToolChoice | None:
    """Return a choice whose calls nobody checks, where the target has no place for that."""
    is_checked = choice is not None and choice.mode == CHECKED and pair.terms.lacks("choice/checked")
    return replace(choice, mode=AUTO) if choice is not None and is_checked else choice


def _is_checked(pair: RequestComparison, wanted: Any, got: Any) -> bool:
    """Whether the model chooses among the tools that it was given, and its calls are checked, which the target does."""
    is_same = got is not None and wanted is not None and got[1] is not None and got[1] == wanted[1]
    return is_same and not pair.terms.lacks("choice/checked") and (wanted[0], got[0]) == (AUTO, CHECKED)


def _changed_choice(pair: RequestComparison) -> str:
    """Say what became of a choice of tools, as both sides write it."""
    asked, made = pair.asked.choice, pair.made.choice
    what = f"{wire_name(asked)} {brief(pair.as_given(asked))}" if asked is not None else "the choice of tools"
    return f"{what} " + ("did not arrive" if made is None else f"became {brief(pair.as_written(made))}")


def _is_among_all(pair: RequestComparison, wanted: Any, got: Any) -> bool:
    """Whether any tool may be called, and all are named, which are functions."""
    if got is None or got[1] is None or wanted != (got[0], None):
        return False
    tools = pair.asked.tools or ()
    named = {name for _kind, name in got[1]}
    return all(tool.kind == FUNCTION for tool in tools) and named == {tool.name for tool in tools}


def choice_of_arrived(pair: RequestComparison, choice: ToolChoice) -> Any:
    """Return what a choice asks for of the tools that arrived: either kind may take the place of the other."""
    if choice.names is None:
        return choice.mode, None
    kinds = {tool.name: tool.kind for tool in pair.made.tools or ()}
    names = [
        (kind if choice is pair.made.choice else kinds.get(name), name) for kind, name in choice.names if name in kinds
    ]
    return (choice.mode, tuple(sorted(set(names)))) if names else None


def _among(choice: ToolChoice) -> tuple[Any, ...]:
    """Return what a choice among some tools may become where the target lacks it: the mode, or the only one."""
    mode = None if choice.mode == AUTO else (choice.mode, None)
    is_one = choice.mode == REQUIRED and choice.names is not None and len(choice.names) == 1
    return (mode, (REQUIRED, choice.names)) if is_one else (mode,)


def _effect_of_choice(pair: RequestComparison, choice: ToolChoice | None) -> Any:
    """Return what a choice asks for; None for what the model does in any case, and for tools that are no functions."""
    if choice is None or asks_nothing(choice):
        return None
    if pair.terms.one_host:
        return choice_of_arrived(pair, choice)
    known = {tool.name for tool in pair.owed_tools}
    if choice.names is not None and not all(kind == FUNCTION and name in known for kind, name in choice.names):
        return None if choice is not pair.made.choice else (choice.mode, choice.names)
    return choice.mode, choice.names


def asks_nothing(choice: ToolChoice) -> bool:
    """Whether the model may call any tool, and need not, as without a choice."""
    return choice.mode == AUTO and choice.names is None


def format_(pair: RequestComparison) -> Iterator[Found]:
    """The answer must have the form that was asked for."""
    wanted, got = pair.asked.format, pair.made.format
    if not pair.is_list:
        return
    if wanted is not None and wanted.kind == SCHEMA and (wanted.schema is not None or not needs_schema(pair)):
        yield "kept/format", REACHED
        is_any = wanted.schema is None and not pair.terms.one_host and not pair.terms.lacks("format/object")
        if got is not None and is_any and got.kind == OBJECT:
            return  # a schema that is not said takes any object
        if got is None or got.kind != SCHEMA:
            message = f"{wire_name(wanted)} did not arrive"
            if is_left_in_place(pair, wanted):
                message = f"{wire_name(wanted)} is left as the source writes it, where the target does not read it"
            yield "kept/format", Breach("format-lost", pair.in_input(wanted), message)
            return
        schema, came = (format_.schema.value if format_.schema is not None else None for format_ in (wanted, got))
        if not pair.target.takes_format(wanted):
            came, _unsaid = pair.target.unsaid_limits(schema, came)
            schema = pair.target.strict_form(schema)
        for kind in pair.schema_changes(schema, came):
            message = f"the schema of the answer is {brief(came)}; wanted {brief(schema)}"
            yield "kept/format", Breach(kind, pair.in_output(got), message)
        yield from _format_members(pair, wanted, got)
    elif wanted is not None and wanted.kind not in (PLAIN, "", SCHEMA) and not pair.terms.lacks("format/object"):
        yield "kept/format", REACHED
        if got is None or got.kind != wanted.kind:
            message = f"{wire_name(wanted)} {brief(pair.as_given(wanted))} did not arrive"
            yield "kept/format", Breach("format-lost", pair.in_input(wanted), message)
    elif wanted is None and got is not None and got.kind not in (PLAIN, ""):
        message = f"{wire_name(got)} is added: the source does not ask for it"
        yield "added/format", Breach("format-added", pair.in_output(got), message)


def _format_members(pair: RequestComparison, wanted: AnswerFormat, got: AnswerFormat) -> Iterator[Found]:
    """Between formats of one host the form of the answer keeps its name, what it is for, and whether it is strict."""
    if pair.terms.one_host:
        schema = wanted.schema.value if wanted.schema is not None else None
        may_be_strict = wanted.strict is None and pair.terms.takes_strict(schema)
        said = {"name": (wanted.name, got.name), "description": (wanted.description or None, got.description or None),
                "strict": (bool(wanted.strict), bool(got.strict))}  # fmt: skip
        for name, (owed, came) in said.items():
            if owed != came and not (name == "strict" and may_be_strict):
                message = f"{name} of {wire_name(got)}: {versus(owed, came)}"
                yield f"kept/format/{name}", Breach("format-changed", pair.in_output(got), message)


def needs_schema(pair: RequestComparison) -> bool:
    """Whether the target takes no form of the answer without a schema."""
    return not pair.target.takes_format(AnswerFormat(kind=SCHEMA, name="a"))
