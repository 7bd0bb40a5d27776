"""Tools keep their names, descriptions, strictness and formats, in the target's form and with no other member."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.base.wording import brief, but_got, is_in_words, versus
from conformance.formats.model.conversation import CUSTOM, FUNCTION
from conformance.rules.laws.law import REACHED, Breach, Found, Place
from conformance.rules.laws.offers import Offers, ToolPair

# A kind of failure that decides no set: a phrase of the converter's own in place of a description.
PLACEHOLDER: Final = "placeholder"
_SHOWN: Final = 3  # texts that may describe a tool, in a message


def form(offers: Offers) -> Iterator[Found]:
    """A tool arrives as one, in the target's form."""
    if offers.formed:
        yield from (("form/tool", REACHED), ("form/type", REACHED))
    for pair in offers.formed:
        if not pair.is_whole:
            yield "form/tool", Breach("no-object", offers.top(pair), f"wanted a tool, {but_got(pair.result)}")
            continue
        if not _is_formed(offers, pair, FUNCTION):
            kind, where = ("flat", "below `function`") if offers.is_nested else ("nested", "at the top level")
            yield "form/members", Breach(kind, offers.top(pair), f"name, description and parameters must be {where}")
        if pair.got.word not in offers.types:
            at, wanted = (
                offers.top(pair, offers.words["word"]),
                next(type_ for type_ in offers.types if isinstance(type_, str)),
            )
            yield "form/type", Breach("type", at, f"wanted {brief(wanted)}, {but_got(pair.got.word)}")


def _is_formed(offers: Offers, pair: ToolPair, kind: str) -> bool:
    """Whether the members of what arrived are where the target has those of a kind."""
    return pair.body_path == ((kind,) if offers.is_nested else ())


def names(offers: Offers) -> Iterator[Found]:
    """A tool keeps its name, or gets the one that a choice asks for."""
    for pair in offers.formed:
        if pair.is_whole:
            yield from _name(offers, pair)


def _name(offers: Offers, pair: ToolPair) -> Iterator[Found]:
    wanted, got = pair.source_name, pair.got.name
    if same(got, wanted):
        if offers.forbids_name(pair):
            message = f"unsafe-names is rename, but {brief(got)} was kept"
            yield "name/kept", Breach("not-renamed", offers.place(pair, "name"), message)
    elif not offers.allows_name(pair):
        yield "name", Breach("name-changed", offers.place(pair, "name"), f"name: {versus(wanted, got)}")


def descriptions(offers: Offers) -> Iterator[Found]:
    """A tool keeps its description; one without gets none, or what may stand in for it."""
    for pair in offers.formed:
        if isinstance(pair.body, dict) and isinstance(pair.source_description, str) and pair.source_description:
            yield from _kept_descriptions(offers, pair)
    for pair in offers.pairs:
        is_bare = pair.source_description is ABSENT or pair.source_description == ""
        if is_bare and isinstance(pair.body, dict):
            yield from _undescribed(offers, pair)


def _kept_descriptions(offers: Offers, pair: ToolPair) -> Iterator[Found]:
    said, got = pair.source_description, pair.got.description
    if not same(got, said) and not offers.says_more(pair):
        at = offers.place(pair, "description")
        yield "description", Breach("description-changed", at, f"description: {versus(said, got)}")


def _undescribed(offers: Offers, pair: ToolPair) -> Iterator[Found]:
    got, legal = pair.got.description, offers.stand_ins(pair)
    key, lacks = (
        ("absent", "has no description") if pair.source_description is ABSENT else ("empty", "describes nothing")
    )
    if key == "absent":
        yield "description/none", REACHED
        if got is ABSENT:
            yield "description/none", Breach("no-description", offers.place(pair), "the result has no description")
    if legal is None:
        return
    yield f"description/{key}", REACHED
    if not any(same(got, value) for value in legal):
        words = ["no key" if value is ABSENT else brief(value) for value in (*legal[:_SHOWN], got)]
        message = f"the source {lacks}: wanted {' or '.join(words[:-1])}, got {words[-1]}"
        is_phrase = offers.is_placeholder(got)
        key, kind = (f"{key}/phrase", PLACEHOLDER) if is_phrase else (key, "description")
        if key == "empty" and got is ABSENT:
            key, kind = "empty/gone", "empty-left-out"  # it says nothing
        yield f"description/{key}", Breach(kind, offers.place(pair, "description"), message)


def members(offers: Offers) -> Iterator[Found]:
    """A tool has no member that its source's format alone has, and none that the source lacks."""
    if offers.pairs:
        yield "added/alone", REACHED
        is_any_formed = any(_is_formed(offers, pair, FUNCTION) for pair in offers.pairs)
        yield f"added/member{'' if is_any_formed else '/unformed'}", REACHED
    for pair in offers.pairs:
        is_formed = _is_formed(offers, pair, FUNCTION)
        if not isinstance(pair.body, dict):
            continue
        for key, value in pair.body.items():
            if key in offers.alone:
                yield _alone(key, offers.place(pair, key))
            # Of a tool whose source knows no strict, false says what holds without.
            is_known = not is_formed or key in offers.known or (key == "strict" and value is False)
            is_known = is_known or (value is None and offers.forgives_null)
            if not is_known and not (offers.lends and pair.lends(key, value)):
                message = f"the member {brief(key)} was added: the source has none with this value"
                situation = "/alone" if key in offers.alone else ""
                yield f"added/member{situation}", Breach("further-key", offers.place(pair, key), message)
        for key in () if pair.body is pair.result else pair.result:
            if key in offers.alone:
                yield _alone(key, offers.top(pair, key))
            elif is_formed and key not in offers.frame:
                yield "added/beside", Breach("beside", offers.top(pair, key), f"{brief(key)} is beside `function`")


def _alone(key: str, at: Place) -> Found:
    return "added/alone", Breach("leaks", at, f"{brief(key)} of the source's format leaks into the tool")


def strict_kept(offers: Offers) -> Iterator[Found]:
    """A tool is as strict as its source says."""
    for pair in offers.pairs:
        said, got = pair.source.strict, pair.got.strict
        if not isinstance(said, bool):
            continue
        if said:
            yield "strict/on", REACHED
        if not isinstance(pair.body, dict):
            continue
        yield "strict/kept", REACHED
        at, is_off = offers.place(pair, "strict"), not said and not offers.means_strict
        if got is not said and not (is_off and (got is ABSENT or got is None)):
            wanted = f"{brief(said)}{' or none' if is_off else ''}"
            yield "strict/kept", Breach("strict-changed", at, f"strict: wanted {wanted}, {but_got(got)}")
        if said and got is not ABSENT and got is not True:
            yield "strict/on", Breach("not-strict", at, f"the source is strict: wanted strict true, {but_got(got)}")


def strict_chosen(offers: Offers) -> Iterator[Found]:
    """A tool whose source says nothing of strict says what a choice has for it."""
    answers = offers.answers("strict-when-absent", *offers.strict_answers) if offers.strict_answers else ()
    legal = [value for answer in answers for value in offers.strict_answers.get(answer, ())]
    bare = [pair for pair in offers.pairs if not isinstance(pair.source.strict, bool) and isinstance(pair.body, dict)]
    if bare and answers:
        yield "strict/chosen", REACHED
    for pair in bare if answers else ():
        got = pair.got.strict
        if not any(got is value for value in legal):
            wanted = " or ".join({"omit": "no strict"}.get(answer, answer) for answer in answers)
            message = f"the source has no strict: wanted {wanted}, {but_got(got)}"
            odd = "" if _is_strict(got) else "/odd"
            yield f"strict/chosen{odd}", Breach("strict", offers.place(pair, "strict"), message)


def strict_invented(offers: Offers) -> Iterator[Found]:
    """A tool whose source says nothing of strict says true only beside a schema that strict mode takes."""
    bare = [pair for pair in offers.pairs if pair.source.strict is ABSENT or pair.source.strict is None]
    bare = [pair for pair in bare if isinstance(pair.body, dict)]
    if bare:
        yield "strict/invented", REACHED
    for pair in bare:
        got = pair.got.strict
        if not _is_strict(got):
            message = f"strict: wanted true, false or none, {but_got(got)}"
            yield "strict/invented/odd", Breach("strict", offers.place(pair, "strict"), message)
        elif got is True and (problem := offers.strict_problem(pair.got.schema)):
            message = f"strict true on a schema that strict mode refuses: {problem}"
            yield "strict/invented", Breach("became-strict", offers.place(pair, "strict"), message)


def _is_strict(value: JSON | Absent) -> bool:
    """Whether a value is one that strict may have, or none."""
    return value is ABSENT or isinstance(value, bool | None)


def customs(offers: Offers) -> Iterator[Found]:
    """A custom tool stays one of its name, description and format, or becomes a function that takes a text."""
    for pair in offers.customs:
        kind = FUNCTION if pair.got.word == FUNCTION else CUSTOM
        yield f"custom/{kind}", REACHED
        if not pair.is_whole or not _is_formed(offers, pair, kind):
            word, wanted = (
                ("flat", f"the tool's members below `{kind}`") if offers.is_nested else ("no-object", "a tool")
            )
            yield f"custom/{kind}", Breach(word, offers.top(pair), f"wanted {wanted}, {but_got(pair.result)}")
            continue
        found = list(_name(offers, pair))
        if not (found and kind == FUNCTION):  # else whose description and parameters these are is not certain
            found += _as_function(offers, pair) if kind == FUNCTION else _as_custom(offers, pair)
        for key, applicability in found:
            yield f"custom/{kind}/{key}", applicability


def _as_custom(offers: Offers, pair: ToolPair) -> Iterator[Found]:
    if pair.got.word != CUSTOM:
        at = offers.top(pair, offers.words["word"])
        yield "type", Breach("type-changed", at, f'type: wanted "custom", {but_got(pair.got.word)}')
    if isinstance(pair.source_description, str) and (pair.source_description or pair.got.description is not ABSENT):
        yield from _kept_descriptions(offers, pair)
    wanted = pair.source.grammar
    if isinstance(wanted, dict):
        wanted = {key: wanted[key] for key in ("syntax", "definition")}
    if wanted is not ABSENT and not same(pair.got.grammar, wanted):
        owed = "free text" if wanted is None else f"the grammar {brief(wanted)}"
        message = f"format: wanted {owed}, {but_got(pair.got.format)}"
        yield "format", Breach("format-changed", offers.place(pair, "format"), message)
    yield from _unknown(offers, pair, offers.known_custom)


def _as_function(offers: Offers, pair: ToolPair) -> Iterator[Found]:
    said, got, strict = pair.source_description, pair.got.description, pair.got.strict
    wanted = f"{brief(said)}, perhaps with more" if isinstance(said, str) else "a text"
    is_kept = isinstance(got, str) and (not isinstance(said, str) or is_in_words(said, got))
    if not is_kept and not ((got is ABSENT or got is None) and (not isinstance(said, str) or said == "")):
        at = offers.place(pair, "description")
        yield "description", Breach("description-changed", at, f"description: wanted {wanted}, {but_got(got)}")
    yield from _unknown(offers, pair, offers.known | (offers.known_custom - {"format"}))
    at = offers.place(pair, "strict")
    if not offers.takes_any_text(pair.got.schema):
        message = f"parameters: wanted an object with a text property, or open to any, {but_got(pair.got.schema)}"
        yield "open", Breach("not-free", offers.place(pair, offers.words["schema"]), message)
    elif not _is_strict(strict):
        yield "odd", Breach("strict", at, f"strict: wanted true or false, {but_got(strict)}")
    elif strict is True or (strict is ABSENT and offers.means_strict):
        if problem := offers.strict_problem(pair.got.schema):
            words = "strict true" if strict is True else "no strict, which the API reads as true,"
            yield "strict", Breach("strict", at, f"{words} on a schema that strict mode refuses: {problem}")


def _unknown(offers: Offers, pair: ToolPair, known: frozenset[str]) -> Iterator[Found]:
    """Yield members that the target does not know; a null is what SDKs write where nothing is."""
    for key, value in pair.body.items():
        if key not in known and value is not None and not pair.lends(key, value):
            yield (
                "member",
                Breach("unknown-key", offers.place(pair, key), f"the API knows no {brief(key)} on this tool"),
            )
