"""What a request asks for beside its conversation is asked for: settings, tools and their choice, an answer's form."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.base.wording import brief, versus
from conformance.formats.model.conversation import CUSTOM, FUNCTION, HOSTED
from conformance.formats.model.fact import Fact
from conformance.formats.model.request import (
    AUTO,
    NONE,
    PLAIN,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Setting,
    Tool,
    ToolChoice,
)
from conformance.rules.laws import history, said_forms
from conformance.rules.laws.law import INPUT, OUTPUT, REACHED, Breach, Found, Place
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.requests import RequestComparison, wire_name, words_of
from conformance.rules.laws.users import USERS, is_digest

# Values that ask for nothing that an API does not do without them.
IDLE: Final[Mapping[str, tuple[JSON, ...]]] = {
    "temperature": (1,), "top_p": (1,), "stop": ([],), "parallel": (True,), "stream": (False,), "metadata": ({},),
    "tier": ("auto",), "store": (False,), "thinking": ("disabled",), "editing": ({}, []), "servers": ([],),
    "frequency_penalty": (0,),
    "presence_penalty": (0,), "bias": ({},), "count": (1,), "logprobs": (False,), "likeliest": (0,),
    "modalities": (["text"], []), "stream_usage": (False,), "padding": (True,), "verbosity": ("medium",),
    "overflow": ("disabled",), "background": (False,), "include": ([],),
}  # fmt: skip
_THINKING: Final = ("thinking", "thinking_budget", "thoughts")  # settings that are one wish
# What each API has in words of its own alone.
_IN_OWN_WORDS: Final = frozenset({"tier", "editing"})
# What may come without being asked for: usage in a stream, which other formats have in any case, no storage, and the
# thoughts that a client needs then.
_FREE: Final[Mapping[str, tuple[JSON, ...]]] = {"stream_usage": (True,), "store": (False,),
    "include": (["reasoning.encrypted_content"],),
}  # fmt: skip
_WORDED: Final = frozenset({"effort", "thoughts", "tier", "verbosity"})  # whose words differ by model and host
_SAME_WORDS: Final = {"tier": ({"default", "standard_only"},)}  # by setting, those that mean the same
# What changes no answer: the bytes of a stream, what is cached, who is named to the host, and what comes beside. Agents
# send some with each request; where the target has no place for one, nothing of the answer is lost.
_BESIDE: Final = frozenset({"stream_usage", "padding", "include", "cache_key", "cache_time", "caching", "client"})
_SAMPLING: Final = ("temperature", "top_p")  # of which some models take one, and others none


def is_idle(name: str, value: JSON) -> bool:
    """Whether a setting asks for nothing; an object does whose members are all empty."""
    if isinstance(value, dict) and all(one in (None, [], {}) for one in value.values()):
        return True
    return value in (None, "") or any(_alike(value, one) for one in IDLE.get(name, ()))


def _alike(one: JSON, other: JSON) -> bool:
    """Whether two values are the same; 1 and 1.0 are."""
    numbers = [each for each in (one, other) if isinstance(each, int | float) and not isinstance(each, bool)]
    return numbers[0] == numbers[1] if len(numbers) == 2 else same(one, other)


def settings(both: RequestComparison) -> Iterator[Found]:
    """Each setting that the target has a place for arrives as it is; of a list that is too long, entries of it."""
    for one in _owed_settings(both) if both.is_list else ():
        yield "kept/setting", REACHED
        if not _has_arrived(both, one) and (not _may_go(both, one) or _has_others(both, one)):
            got = next((found for found in both.made.settings if found.name in _names_of(one.name)), None)
            instead = _instead(both, one) if got is not None else None
            wanted = one.value if instead is None else instead
            message = _arrival(one, got, wanted, both.as_given(one, wanted))
            if got is None and _is_left_in_place(both, one):
                message = f"{wire_name(one)} is left as the source writes it, where the target does not read it"
            kind, at = ("setting-lost", _at(INPUT, one)) if got is None else ("setting-changed", _at(OUTPUT, got))
            yield "kept/setting", Breach(kind, at, message)


def _arrival(one: Setting, got: Setting | None, wanted: JSON, given: JSON | Absent) -> str:
    """Say what became of a setting, under the names that the two formats have for it. given: as the source has it."""
    name = wire_name(one)
    if got is None:
        return f"{name} {brief(given)} did not arrive"
    whose = f" ({name} of the source)" if wire_name(got) != name else ""
    return f"{wire_name(got)}: {versus(wanted, got.value)}{whose}"


def _owed_settings(both: RequestComparison, *, beside: bool = False) -> Iterator[Setting]:
    """Yield the settings that ask for something; that of parallel calls is about the choice.

    beside: also those that change no answer and have no place in the target.
    """
    for one in both.asked.settings:
        is_free = both.terms.lacks(f"setting/{one.name}") and (one.name in _BESIDE or _limits_nothing(both, one))
        if not is_idle(one.name, _meant(one.value)) and one.name != "parallel" and (beside or not is_free):
            yield one


def _limits_nothing(both: RequestComparison, one: Setting) -> bool:
    """Whether it limits the calls that the host makes, and no tool of the host is offered."""
    return one.name == "most_calls" and not any(tool.kind == HOSTED for tool in both.asked.tools or ())


def _meant(value: JSON) -> JSON:
    """Return a value without the entries of a list that say nothing."""
    return [one for one in value if one != ""] if isinstance(value, list) else value


def _names_of(name: str) -> tuple[str, ...]:
    """Return the settings that ask for the same as one of a name."""
    return USERS if name in USERS else (name,)


def _has_arrived(both: RequestComparison, one: Setting) -> bool:
    if one.name in USERS:
        return _names_nobody_else(both)
    if one.name in _THINKING and (is_idle("thinking", both.wanted.get("thinking")) or "effort" in both.found):
        return "thinking" in both.wanted  # off, or said by a word
    if one.name == "effort" and one.name not in both.found:  # said by its opposite, or by a number of tokens
        return (one.value == "none") is is_idle("thinking", both.found.get("thinking"))
    if one.name == "search" and any(tool.kind == HOSTED for tool in both.made.tools or ()):
        return True
    if any({one.value, both.found.get(one.name)} == words for words in _SAME_WORDS.get(one.name, ())):
        return True
    return one.name in both.found and _alike(both.carried(_meant(one.value)), both.found[one.name])


def _names_nobody_else(both: RequestComparison) -> bool:
    """Whether who is named asks, by an id or a digest of it: who asks changes no answer, and need not be named.

    Somebody whose id the target does not take has another one.
    """
    asking = [(name, both.wanted[name]) for name in USERS if name in both.wanted]
    named = [both.found[name] for name in USERS if both.found.get(name)]
    return all(
        any(
            _alike(both.carried(id_), got) or is_digest(got, id_) or not _is_taken(both, name, id_)
            for name, id_ in asking
        )
        for got in named
    )


def _is_left_in_place(both: RequestComparison, one: Setting | AnswerFormat) -> bool:
    """Whether something is there as the source writes it, under the source's name: the API says whether it takes it."""
    path = one.at[0] if one.at else ()
    if both.arrived is None or not path:
        return False
    held, owed = both.arrived.held(path), both.given.held(path)
    return held is not ABSENT and same(held, owed)


def _may_go(both: RequestComparison, one: Setting) -> bool:
    """Whether a setting may be left out, or be another one, with a report. By choice a budget becomes an effort."""
    if one.name in USERS:
        return False  # none need be there, without a report, and no other one may be
    if one.name == "thinking_budget" and both.terms.choices.get("thinking-budget") == "effort":
        return False
    if both.terms.lacks(f"setting/{one.name}") or one.name in _WORDED:
        return True
    if isinstance(one.value, list):
        taken = [each for each in one.value if _is_taken(both, one.name, [each])]
        if taken != one.value:
            return _alike(taken, both.found.get(one.name, []))
    elif not _is_taken(both, one.name, one.value):
        return True
    return _bound(both, one) is not None


def _bound(both: RequestComparison, one: Setting) -> float | None:
    """Return the bound of the target that a number, or the length of a list, is beyond; None where it is within."""
    size = len(one.value) if isinstance(one.value, list) else one.value
    least, most = (held.get(one.name) for held in (both.terms.least, both.terms.most))
    if not isinstance(size, int | float) or isinstance(size, bool):
        return None
    if most is not None and size > most:
        return most
    return least if least is not None and size < least else None


def _instead(both: RequestComparison, one: Setting) -> float | None:
    """Return the bound that takes the place of a number beyond it; None for any other value."""
    return None if isinstance(one.value, list) else _bound(both, one)


def _is_taken(both: RequestComparison, name: str, value: JSON) -> bool:
    """Whether the target takes a setting for the model of the request, beside the others that it depends on."""
    model = [one for one in both.asked.settings if one.name == "model"]
    beside = [one for one in both.asked.settings if one.name in _SAMPLING and name in _SAMPLING and one.name != name]
    beside = [one for one in beside if both.target.takes_settings(*model, one)]
    return both.target.takes_settings(*model, *beside, Setting(name=name, value=value))


def _has_others(both: RequestComparison, one: Setting) -> bool:
    """Whether in the place of a list is something that is not of it, or in that of a number beyond a bound another."""
    got = both.found.get(one.name)
    if got is None:
        return False
    if not isinstance(one.value, list):
        instead = _instead(both, one)
        return instead is not None and not _alike(got, instead)
    return not isinstance(got, list) or any(not any(_alike(each, value) for value in one.value) for each in got)


def _at(side: str, fact: Fact) -> Place:
    return (side, *(fact.at[0] if fact.at else ()))


def added_settings(both: RequestComparison) -> Iterator[Found]:
    """Nothing is asked for that the source does not ask for, but for what the target demands."""
    if not both.is_list:
        return
    yield "added/setting", REACHED
    for one in both.made.settings:
        if one.name == "parallel":
            continue  # is about the choice
        known = [both.wanted[name] for name in _names_of(one.name) if name in both.wanted]
        idle = [*IDLE.get(one.name, ()), *_FREE.get(one.name, ())]
        is_wished = one.name in ("effort", "thoughts") and any(name in both.wanted for name in _THINKING)
        is_wished |= one.name in _THINKING and "effort" in both.wanted
        # What one format has as a tool of the host is a setting of another.
        is_wished |= one.name == "search" and any(_searches(tool) for tool in both.asked.tools or ())
        is_owed = any(not is_idle(one.name, value) for value in known) or is_wished or one.name in both.terms.demands
        if _is_turned_on(both, one):
            message = f"{wire_name(one)} {brief(one.value)} is added: the source turns thinking off"
            yield "added/setting", Breach("setting-added", _at(OUTPUT, one), message)
        elif not is_owed and not any(_alike(one.value, value) for value in (*idle, *known)):
            if _is_of_source(both, one):
                continue
            message = f"{wire_name(one)} {brief(one.value)} is added: the source does not ask for it"
            yield "added/setting", Breach("setting-added", _at(OUTPUT, one), message)
        if one.name == "limit" and not known and isinstance(one.value, int | float) and one.value < 1:
            message = f"{wire_name(one)} {brief(one.value)} is added, and leaves no room for an answer"
            yield "added/setting", Breach("setting-added", _at(OUTPUT, one), message)


def _is_of_source(both: RequestComparison, one: Setting) -> bool:
    """Whether a setting has what the source writes at its place: who asks, in the metadata of either format."""
    path = one.at[0] if one.at else ()
    held = both.given.held(path) if path else ABSENT
    return held is not ABSENT and same(held, one.value)


def _is_turned_on(both: RequestComparison, one: Setting) -> bool:
    """Whether a setting asks for thoughts that the source turned off. Where there is no word for that, the least is."""
    effort = both.wanted.get("effort")
    is_off = effort == "none" or (effort is None and both.wanted.get("thinking") == "disabled")
    is_on = {"effort": one.value not in (None, "none", "minimal"), "thinking": not is_idle("thinking", one.value)}
    return is_off and is_on.get(one.name, False)


def _searches(tool: Tool) -> bool:
    return tool.kind == HOSTED and any("search" in word for word in (tool.word, tool.name) if word)


def choice(both: RequestComparison) -> Iterator[Found]:
    """The same tools may be called, or must; and one at a time where that is asked for."""
    if not (both.is_list and both.owed_tools):
        return
    wanted, got = _effect_of_choice(both, both.asked.choice), _effect_of_choice(both, both.made.choice)
    among = both.asked.choice is not None and both.asked.choice.is_list and both.terms.lacks("choice/some")
    legal = _among(both.asked.choice) if among and both.asked.choice is not None else (wanted,)
    if wanted is not None:
        yield "kept/choice", REACHED
        if got not in legal:
            owed, made = both.asked.choice, both.made.choice
            lost = ("choice-lost", (INPUT,) if owed is None else _at(INPUT, owed))
            kind, at = lost if made is None else ("choice-changed", _at(OUTPUT, made))
            yield "kept/choice", Breach(kind, at, _changed_choice(both))
    elif both.made.choice is not None and got is not None:
        if both.asked.choice is None or _asks_nothing(both.asked.choice):
            what = f"{wire_name(both.made.choice)} {brief(both.as_written(both.made.choice))}"
            message = f"{what} is added: the source does not ask for it"
            yield "added/choice", Breach("choice-added", _at(OUTPUT, both.made.choice), message)
    parallel, found = (each.get("parallel") is not False for each in (both.wanted, both.found))
    is_none = both.asked.choice is not None and both.asked.choice.mode == NONE
    if not parallel and not is_none:
        yield "kept/parallel", REACHED
        if found:
            setting = next(one for one in both.asked.settings if one.name == "parallel")
            message = f"{wire_name(setting)}: the source forbids parallel calls, and the result allows them"
            yield "kept/parallel", Breach("parallel-lost", _at(INPUT, setting), message)
    elif not found and parallel:
        yield "added/choice", Breach("parallel-added", (OUTPUT,), "only one call may be made at a time")


def _changed_choice(both: RequestComparison) -> str:
    """Say what became of a choice of tools, as both sides write it."""
    asked, made = both.asked.choice, both.made.choice
    what = f"{wire_name(asked)} {brief(both.as_given(asked))}" if asked is not None else "the choice of tools"
    return f"{what} " + ("did not arrive" if made is None else f"became {brief(both.as_written(made))}")


def _among(one: ToolChoice) -> tuple[Any, ...]:
    """Return what a choice among some tools may become where the target lacks it: the mode, or the only one."""
    mode = None if one.mode == AUTO else (one.mode, None)
    is_one = one.mode == REQUIRED and one.names is not None and len(one.names) == 1
    return (mode, (REQUIRED, one.names)) if is_one else (mode,)


def _effect_of_choice(both: RequestComparison, one: ToolChoice | None) -> Any:
    """Return what a choice asks for; None for what the model does in any case, and for tools that are no functions."""
    if one is None or _asks_nothing(one):
        return None
    known = {tool.name for tool in both.owed_tools}
    if one.names is not None and not all(kind == FUNCTION and name in known for kind, name in one.names):
        return None if one is both.asked.choice else (one.mode, one.names)
    return one.mode, one.names


def _asks_nothing(one: ToolChoice) -> bool:
    return one.mode == AUTO and one.names is None


def format_(both: RequestComparison) -> Iterator[Found]:
    """The answer must have the form that was asked for."""
    wanted, got = both.asked.format, both.made.format
    if not both.is_list:
        return
    if wanted is not None and wanted.kind == SCHEMA and (wanted.schema is not None or not _needs_schema(both)):
        yield "kept/format", REACHED
        if got is None or got.kind != SCHEMA:
            message = f"{wire_name(wanted)} did not arrive"
            if _is_left_in_place(both, wanted):
                message = f"{wire_name(wanted)} is left as the source writes it, where the target does not read it"
            yield "kept/format", Breach("format-lost", _at(INPUT, wanted), message)
            return
        schema, came = (one.schema.value if one.schema is not None else None for one in (wanted, got))
        schema = schema if both.target.takes_format(wanted) else both.target.closed(schema)
        for kind in both.schema_changes(schema, came):
            message = f"the schema of the answer is {brief(came)}; wanted {brief(schema)}"
            yield "kept/format", Breach(kind, _at(OUTPUT, got), message)
    elif wanted is None and got is not None and got.kind not in (PLAIN, ""):
        message = f"{wire_name(got)} is added: the source does not ask for it"
        yield "added/format", Breach("format-added", _at(OUTPUT, got), message)


def _needs_schema(both: RequestComparison) -> bool:
    """Whether the target takes no form of the answer without a schema."""
    return not both.target.takes_format(AnswerFormat(kind=SCHEMA, name="a"))


def tools(both: RequestComparison) -> Iterator[Found]:
    """Each function is offered as it is defined, once, in order, and is strict only where it was."""
    if not both.is_list:
        return
    if both.owed_tools:
        yield "kept/tool", REACHED
    yield from history.tools(both)
    owed = [one.name for one in both.owed_tools]
    came = [one.name for one in both.tools if one.name in owed]
    if sorted(map(str, came)) == sorted(map(str, owed)) and came != owed:
        yield "order/tool", Breach("order", (OUTPUT,), f"the tools are in another order: {versus(owed, came)}")
    asks_host = "search" in both.wanted or any(one.kind not in (FUNCTION, CUSTOM) for one in both.asked.tools or ())
    for one in both.made.tools or ():
        if one.kind == HOSTED and not asks_host:
            message = f"the hosted tool {brief(one.word)} is added: the source does not offer it"
            yield "added/tool", Breach("tool-invented", _at(OUTPUT, one), message)
    yield from _customs(both)
    unsaid = (True, None) if both.terms.was_strict else (True,)
    strict = {one.name for one in both.asked.tools or () if one.strict in unsaid}
    for one in both.made.tools or ():
        if one.strict and one.name in owed and one.name not in strict:
            message = f"strict of the tool {brief(one.name)} is added: the source does not ask for it"
            yield "exact/tool/strict", Breach("strict-added", _at(OUTPUT, one), message)
        elif _is_strict_unsaid(both, one) and one.name in owed and one.name not in strict:
            message = f"{brief(one.name)} does not say that it is not strict, and the target reads that as strict"
            yield "exact/tool/strict", Breach("strict-unsaid", _at(OUTPUT, one), message)


def _customs(both: RequestComparison) -> Iterator[Found]:
    """A function that takes the place of a custom tool says what that one is for; it may say more."""
    made = {one.name: one for one in both.made.tools or () if one.kind == FUNCTION}
    for one in (both.asked.tools or ()) if both.terms.lacks("tool/custom") else ():
        got = made.get(one.name)
        if one.kind == CUSTOM and got is not None and (one.description or "").strip() not in (got.description or ""):
            message = f"{brief(one.name)} is for {versus(one.description, got.description)}"
            yield "kept/tool", Breach("description-lost", _at(OUTPUT, got), message)


def _is_strict_unsaid(both: RequestComparison, tool: Tool) -> bool:
    """Whether a function says nothing of strict, which changes what it takes: how null is read, nothing shows."""
    if tool.strict is not None or not both.terms.unsaid_strict or tool.kind != FUNCTION or both.arrived is None:
        return False
    is_absent = both.arrived.held((*tool.at[0], "strict")) is ABSENT
    return is_absent and (tool.schema is None or not both.terms.takes_strict(tool.schema.value))


def setting_losses(both: RequestComparison, *, only_lacking: bool = False) -> Iterator[Loss]:
    """Yield the settings that went. only_lacking: those that the target has no place for, or no word, or too few."""
    lost = [
        one for one in _owed_settings(both, beside=only_lacking) if _may_go(both, one) and not _has_arrived(both, one)
    ]
    lost = [one for one in lost if not _is_left_in_place(both, one)]
    lost = [one for one in lost if not only_lacking or _has_no_place(both, one)]
    names = [one.name for one in lost]
    for one in lost:
        if one.name in _THINKING and one.name != next(name for name in _THINKING if name in names):
            continue  # one wish
        together = [each for each in lost if each.name in _THINKING] if one.name in _THINKING else [one]
        paths = [tuple(words_of(each)) for each in together]
        own = {word for path, each in zip(paths, together, strict=True) for word in (*path[-1:], each.name)}
        above = {word for path in paths for word in path} - own
        what = f"{wire_name(one)} {brief(both.as_given(one, one.value))}"
        came = brief(both.found[one.name]) if one.name in both.found and len(together) == 1 else ""
        yield Loss(one.at[0], what, (*sorted(own), *sorted(above)), tuple(sorted(above)), came=came)
    yield from _format_losses(both)


def _has_no_place(both: RequestComparison, one: Setting) -> bool:
    most = both.terms.most.get(one.name, math.inf)
    is_too_long = isinstance(one.value, list) and len(one.value) > most
    return both.terms.lacks(f"setting/{one.name}") or one.name in _IN_OWN_WORDS or is_too_long


def _format_losses(both: RequestComparison) -> Iterator[Loss]:
    wanted, got = both.asked.format, both.made.format
    if wanted is None:
        return
    is_schema = wanted.kind == SCHEMA and (wanted.schema is not None or not _needs_schema(both))
    if not is_schema and wanted.kind not in (PLAIN, "") and got is None:
        if _is_left_in_place(both, wanted) or said_forms.is_said(both.asked, both.made, both.terms):
            return
        yield Loss(wanted.at[0], wire_name(wanted), (*words_of(wanted), "format"))
    elif wanted.description and (got is None or got.description != wanted.description):
        if not _has_format_words(both):
            what = f"the description of {wire_name(wanted)}"
            yield Loss(wanted.at[0], what, (*words_of(wanted), "description"), about="description")
    strict_and_open = wanted.schema is not None and got is not None and not both.target.takes_format(wanted)
    if strict_and_open:
        words = (*words_of(wanted), "closed", "propert", "strict")
        yield Loss(wanted.at[0], "that objects of the answer may have further properties", words)


def _has_format_words(both: RequestComparison) -> bool:
    """Whether the target has a place for what is said of a form of the answer."""
    return not both.terms.lacks("format/name")


def tool_losses(both: RequestComparison) -> Iterator[Loss]:
    """Yield the tools that no client runs, and what else of tools has no place in the target."""
    made = {one.name: one for one in both.made.tools or () if one.name}
    unsaid = (None,) if both.terms.unsaid_strict else ()
    strict_held = {name for name, one in made.items() if one.strict in (True, *unsaid)}
    searches = "search" in both.found or any(one.kind not in (FUNCTION, CUSTOM) for one in both.made.tools or ())
    choice = both.asked.choice
    is_chosen = choice is not None and choice.is_list and both.terms.lacks("choice/some")
    if choice is not None and is_chosen:
        offered = {(FUNCTION, name) for name in made}
        if both.owed_tools and not offered <= set(choice.names or ()):
            what = f"the list of allowed tools in {wire_name(choice)}"
            yield Loss(choice.at[0], what, (*words_of(choice), "choice", "allowed"))
    for one in both.asked.tools or ():
        named = f"the tool {brief(one.name or one.word)}"
        words = tuple(each for each in (one.word, "tool") if each)
        if one.kind != FUNCTION:
            if one.name not in made and not searches:
                yield Loss(one.at[0], named, words, own=(one.name or "",), about="tool")
            continue
        may_be_called = choice is None or not is_chosen or (FUNCTION, one.name) in (choice.names or ())
        if not may_be_called and one.name not in made:
            continue
        if one.strict and one.name not in strict_held:
            yield Loss(one.at[0], f"strict of {named}", ("strict",), about="strict")
        if one.later and both.terms.lacks("tool/later"):
            yield Loss(
                one.at[0], f"that {named} is loaded later", tuple(_members(one, one.later)), about="defer_loading"
            )


def _members(one: Tool, value: JSON) -> Iterator[str]:
    """Yield the names of the members of a tool that are no others, and a word for the later ones."""
    yield from (path[-1] for path in one.at[1:] if isinstance(path[-1], str) and value)
    yield "later"
