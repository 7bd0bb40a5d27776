"""Rules about structured content, about errors, and about results that say nothing or are none yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, levels, pointer
from conformance.formats.model.conversation import PARTS, Media, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import PARTED
from conformance.rules.checks.by_laws.mcp_results.letter import is_named
from conformance.rules.checks.by_laws.mcp_results.view import McpResult
from conformance.rules.checks.exact import Exact, changes, changes_of_data, differences
from conformance.rules.checks.findings import OK, Failure, Findings, absent, brief, but_got, versus
from conformance.rules.laws.contents import LINK, RESOURCE, STRUCTURED, TRIMMED, ResultComparison, kind_of, text_of

# The answers to `structured`, to `error-form` and to `empty-result`.
AS_TEXT, BOTH = "text", "both"
PREFIX, OBJECT, OWN_TEXT = "prefix", "object", "own-text"
EMPTY, NOTE = "empty", "note"
_FAILED = re.compile(r"error|fail|exception|wrong|unsuccessful", re.IGNORECASE)
_NO_ERROR = re.compile(r"is_?error\W+(false|none|null)", re.IGNORECASE)
_FLAGS = ("isError", "is_error")
_HOLLOW = ("", "[]", "{}", "null")  # texts that say nothing
_INDENTED = re.compile(r"[ \t]+\S.*\n.*\S", re.DOTALL)
_LINK = re.compile(r"\blinks?\b|resource", re.IGNORECASE)
_BAD_STATES = ("error", "failed", "failure")


def structured_as_chosen(view: McpResult) -> Findings:
    """RES-9a: of structured content beside other content, what the choice says arrives, always the same."""
    pair = view.judged
    if pair is None or not pair.is_filled or not pair.structured or view.is_error or pair.repeated:
        return None
    value, answer = pair.owed.structured, view.trial.choices.get(STRUCTURED)
    if answer == STRUCTURED and not all(isinstance(part, Text) for part in pair.owed.content):
        return None  # the content, which has an image, a resource or a file, may go before
    if answer in (STRUCTURED, BOTH) and not pair.has_structured:
        return view.failed("structured-left-out", f"the structured content {brief(value)} is not in the result,")
    # What is wrapped, or as small as an empty object, the content may say by itself.
    if answer == AS_TEXT and pair.has_structured and value and value is pair.structured[-1] and isinstance(value, dict):
        return view.failed("structured-too", "the structured content is in the result beside the content:")
    return OK


def media_beside_structured(view: McpResult) -> Findings:
    """RES-10a: images and other data beside structured content arrive, or are named, as without it."""
    pair = view.judged
    if pair is None or not pair.is_replaced or not (pair.unheld or pair.delivered):
        return None
    lost = [utterance for utterance in pair.unheld if pair.is_owed_as_image(utterance) or not is_named(pair)]
    if not lost:
        return OK
    kinds = ", ".join(sorted(set(map(kind_of, lost))))
    return view.failed("media-lost", f"{kinds} beside structured content did not arrive:")


def _address(utterance: Utterance | Other) -> str:
    return (utterance.url or "") if isinstance(utterance, Media) else ""


def error_form(pair: ResultComparison) -> str | None:
    """Return how the message says that the tool failed; None where it may say so or not."""
    if any(map(_is_marked, pair.decoded)):
        return OBJECT
    if _has_words_of_failure(pair) or not pair.worded:
        return None
    return PREFIX if _says_failed(pair.rest) or _says_failed(_without_links(pair)) else OWN_TEXT


def _has_words_of_failure(pair: ResultComparison) -> bool:
    """Whether a text of the result, or what it says of a link, has words that say that something failed."""
    blocks = [pair.given.held(part.at[0]) for part in pair.owed.content if part.at]
    said = (value for level in levels(blocks) for value in level if isinstance(value, str))
    return any(map(_FAILED.search, said))


def _without_links(pair: ResultComparison) -> str:
    """Return the message without its links: a text of one letter is in the word that says that something failed."""
    text = pair.without_structured(pair.inner)
    for part in pair.owed.content:
        text = text.replace(_address(part), "") if _address(part) else text
    return text


def _says_failed(text: str) -> bool:
    """Whether words say that something failed. That there is no error is no such word."""
    return bool(_FAILED.search(_NO_ERROR.sub("", text)))


def _is_flagged(value: JSON) -> bool:
    return isinstance(value, dict) and any(value.get(flag) is True for flag in _FLAGS)


def _is_marked(value: JSON) -> bool:
    """Whether a JSON object says that something failed."""
    if not isinstance(value, dict):
        return False
    if _is_flagged(value) or bool(value.get("error")):
        return True
    return value.get("status") in _BAD_STATES or value.get("success") is False or value.get("ok") is False


def error_visible(view: McpResult) -> Findings:
    """RES-11: a failed tool does not look like one that returned nothing, and is shown as the choice says."""
    pair = view.judged
    if pair is None or not view.is_error or view.is_broken:
        return None
    if view.target.has_failures:
        return _is_said_to_have_failed(view, pair)
    if _is_hollow(pair) and not any(isinstance(part, Text) or kind_of(part) == RESOURCE for part in pair.owed.content):
        return view.failed("error-as-empty", "the tool failed, and the result is")
    if not pair.owed.content and not pair.structured and not _shows_failure(pair):
        return view.failed("error-unseen", "the tool failed without a word, and the result does not say so:")
    answer, form = view.trial.choices.get("error-form"), error_form(pair)
    if answer is not None and form is not None and form != answer and not pair.structured:
        return view.failed("error-form", f"the error is shown as {form}:")
    return OK


def _is_said_to_have_failed(view: McpResult, pair: ResultComparison) -> Findings:
    """Judge the member of the target that says that a tool failed."""
    failed = pair.came.failed if pair.came is not None else None
    is_worded = view.target.in_words and _says_failed(pair.flow.text)
    if failed is not True and not is_worded:
        at = pointer(*pair.place_of("result/failed"))
        return (Failure("error-unseen", at, f"the tool failed: wanted true, {but_got(absent(failed))}"),)
    return OK


def _shows_failure(pair: ResultComparison) -> bool:
    """Whether words or a member of the result say that something failed."""
    return any(map(_is_marked, pair.decoded)) or _says_failed(pair.flow.text)


def _is_hollow(pair: ResultComparison) -> bool:
    """Whether the message says nothing, or only that a list or an object is empty, which is not its content."""
    said = pair.flow.text.replace(PARTED, "").strip()
    return not pair.parts and said in _HOLLOW and not pair.has_structured


def success_unmarked(view: McpResult) -> Findings:
    """RES-12: a result without `isError: true` is not shown as an error."""
    pair = view.judged
    if pair is None or view.is_error or view.is_broken:
        return None
    own = str(json_or_absent(text_of(pair.worded[0]))) if pair.worded else ""
    is_flagged = any(map(_is_flagged, pair.decoded)) and not any(flag in own for flag in _FLAGS)
    is_worded = view.is_plain and not pair.structured and _says_failed(pair.rest) and not _has_words_of_failure(pair)
    is_said = pair.came is not None and pair.came.failed is True
    if is_flagged or is_worded or is_said or _is_replaced_by_an_error(pair):
        return view.failed("marked-as-error", "the tool did not fail, and the result says it did:")
    return OK


def _is_replaced_by_an_error(pair: ResultComparison) -> bool:
    """Whether words that something failed, and that name no link, are in the place of all texts and links."""
    if pair.parts or pair.has_structured or _has_words_of_failure(pair):
        return False
    said, links = pair.flow.text, [block for block in pair.blocks if kind_of(block) == LINK]
    arrived = any(
        (_address(utterance) and _address(utterance) in said)
        or (text_of(utterance) and pair.has_text(text_of(utterance)))
        for utterance in (*pair.worded, *links)
    )
    return bool(pair.worded or links) and not arrived and _says_failed(said) and not _LINK.search(said)


def empty_result(view: McpResult) -> Findings:
    """RES-13: an empty result gives an empty text, or a note, always the same."""
    pair = view.judged
    if pair is None or not is_nothing(view):
        return None
    if not isinstance(pair.flow.value, str | list):
        return view.failed("no-text", "wanted a text, got")
    answer = view.trial.choices.get("empty-result")
    if answer is not None and not pair.owed.content and (answer == NOTE) is pair.is_empty:
        return view.failed("empty-result", f"wanted {'a note' if answer == NOTE else 'an empty text'}, got")
    return OK


def is_nothing(view: McpResult) -> bool:
    """Whether a result says nothing to anybody."""
    pair = view.both
    is_blank = not any(text_of(part) or _address(part) or pair.says_anything(part) for part in pair.owed.content)
    return is_blank and not pair.structured and not view.is_error and not view.is_broken


def not_a_result_yet(view: McpResult) -> Findings:
    """RES-14: a result that asks for input is an error, or is passed on as such; it is no empty result."""
    if not view.asks_for_more or not view.both.owed.id or view.both.owed.form == PARTS:
        return None
    if not view.answered or not view.both.is_empty:
        return OK
    return (Failure("read-as-empty", "/output", f"a result that asks for input became {brief(view.output)}"),)


def indentation_kept(view: McpResult) -> Findings:
    """RES-2b: the first line of a text of several lines keeps its indentation."""
    pair = view.judged
    if pair is None or pair.is_replaced:
        return None
    indented = [
        utterance
        for utterance in pair.worded
        if isinstance(text_of(utterance), str) and _INDENTED.match(text_of(utterance))
    ]
    for utterance in indented:
        owed = text_of(utterance).rstrip()
        if utterance in pair.with_fate(TRIMMED) and not any(owed in said.value for said in pair.said):
            message = f"the first line lost its indentation: {versus(owed, pair.flow.value)}"
            return (Failure("indentation", "/output", message),)
    return OK if indented else None


def exact(view: McpResult) -> Exact | None:
    """Return what has to arrive exactly: the texts, and the structured content where it is written."""
    pair = view.judged
    if pair is None:
        return None
    found = (*_changed_texts(pair), *_changed_values(pair))
    structured = pair.owed.structured if pair.has_structured else ABSENT
    data = None if structured is ABSENT else structured
    return Exact([[text_of(utterance) for utterance in pair.worded], data], found, structured, data)


def _changed_texts(pair: ResultComparison) -> Iterator[Failure]:
    for utterance in (*pair.lost, *pair.with_fate(TRIMMED)) if not pair.is_replaced else ():
        for said in pair.said:
            place = pair.in_output(said, *(("text",) if pair.flow.is_list else ()))
            yield from changes(text_of(utterance), said.value, pointer(*place))


def _changed_values(pair: ResultComparison) -> Iterator[Failure]:
    """Yield the numbers and texts of structured content that are written otherwise."""
    if not pair.has_structured or pair.repeated:
        return
    for owed in pair.structured:
        found = [list(differences(owed, value)) for value in pair.values if isinstance(value, type(owed))]
        like = [places for places in found if all(place.kind for place in places)]
        if like and isinstance(owed, dict | list):
            for place in min(like, key=len):
                yield from changes_of_data(place.owed, place.got, pointer(*pair.at_content))
            return


def written_json(view: McpResult) -> Iterator[tuple[JSON, str, str]]:
    """Yield what became JSON text: structured content that no text of the result has, and texts in a list of blocks."""
    pair = view.judged
    if pair is None:
        return
    said, found = pair.flow.text, [pair.owed.structured] if pair.has_structured and not pair.repeated else []
    texts = map(text_of, pair.worded) if pair.decoded else ()
    for value in (*found, *(text for text in texts if text not in said and pair.has_text(text))):
        yield value, said, pointer(*pair.at_content)
