"""Rules about structured content, about errors, and about results that say nothing or are none yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.checks.exact import Exact, changes, changes_of_data, differences
from conformance.checks.findings import OK, Failure, Findings, brief, output_at
from conformance.checks.mcp_results.reading import LINK, RESOURCE, TEXT
from conformance.checks.mcp_results.view import AS_STRUCTURED, AS_TEXT, BOTH, McpResult
from conformance.model.reading import PARTED
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON

PREFIX, OBJECT, OWN_TEXT = "prefix", "object", "own-text"
EMPTY, NOTE = "empty", "note"
_FAILED = re.compile(r"error|fail|exception|wrong|unsuccessful", re.IGNORECASE)
_NO_ERROR = re.compile(r"is_?error\W+(false|none|null)", re.IGNORECASE)
_FLAGS = ("isError", "is_error")
_HOLLOW = ("", "[]", "{}", "null")  # texts that say nothing
_LINK = re.compile(r"\blinks?\b|resource", re.IGNORECASE)
_BAD_STATES = ("error", "failed", "failure")


def structured_alone(view: McpResult) -> Findings:
    """RES-9: structured content arrives where the content is empty."""
    if view.message is None or view.is_broken or view.is_filled or view.structured is ABSENT:
        return None
    if view.says_something and any(one.is_filled or one.uri for one in view.blocks):
        return None  # what is not for the model may arrive, and then is the content
    if view.holds_structured or (view.structured == "" and isinstance(view.content, str)):
        return OK
    message = f"the structured content {brief(view.structured)} is not in the result, {brief(view.content)}"
    return (Failure("structured-lost", output_at(view.holder), message),)


def structured_as_chosen(view: McpResult) -> Findings:
    """RES-9a: of structured content beside other content, what the choice says arrives, always the same."""
    if view.message is None or not view.is_filled or view.structured is ABSENT or view.is_error or is_repeated(view):
        return None
    answer = view.trial.choices.get("structured")
    if answer == AS_STRUCTURED and any(one.kind != TEXT for one in view.blocks):
        return None  # the content, which has an image, a resource or a file, may go before
    if answer in (AS_STRUCTURED, BOTH) and not view.holds_structured:
        message = f"the structured content {brief(view.structured)} is not in the result, {brief(view.content)}"
        return (Failure("structured-left-out", output_at(view.holder), message),)
    if answer == AS_TEXT and view.holds_structured and not _is_wrapped_text(view):
        message = f"the structured content is in the result beside the content: {brief(view.content)}"
        return (Failure("structured-too", output_at(view.holder), message),)
    return OK


def _is_wrapped_text(view: McpResult) -> bool:
    """Whether the content says by itself what the structured content says, or the latter is too small to tell."""
    return not isinstance(view.structured, dict) or not view.structured or view.structured.keys() == {"result"}


def is_repeated(view: McpResult) -> bool:
    """Whether a text of the result is the structured content as JSON."""
    return any(_says_structured(view, one.text) for one in view.blocks if one.text)


def _says_structured(view: McpResult, text: str) -> bool:
    """Whether a text says the structured content."""
    value, said = view.structured, view.read_json(text)
    wrapped = value["result"] if isinstance(value, dict) and value.keys() == {"result"} else ABSENT
    if isinstance(wrapped, str) and text == wrapped:
        return True
    return said is not ABSENT and any(not any(differences(one, said)) for one in (value, wrapped) if one is not ABSENT)


def not_twice(view: McpResult) -> Findings:
    """RES-10: structured content whose JSON is a text of the content already is not written a second time."""
    if view.message is None or view.structured is ABSENT or not view.is_filled or not is_repeated(view):
        return None
    if not isinstance(view.structured, dict | list) or not view.structured:
        return None
    own = sum(_says_structured(view, one.text) for one in view.blocks if one.text)
    found = sum(
        type(one) is type(view.structured) and not any(differences(view.structured, one)) for one in view.values
    )
    if found > max(own, 1):
        message = f"the structured content is in the result {found} times: {brief(view.content)}"
        return (Failure("twice-written", output_at(view.holder), message),)
    return OK


def media_beside_structured(view: McpResult) -> Findings:
    """RES-10a: images and other data beside structured content arrive, or are named, as without it."""
    owed = [one for one in view.unheld if not one.is_optional]
    if view.message is None or not view.is_structured_alone or not (owed or view.delivered):
        return None
    lost = [one for one in owed if view.is_owed_as_image(one) or not view.is_named]
    if not lost:
        return OK
    kinds = ", ".join(sorted({one.kind for one in lost}))
    return (Failure("media-lost", output_at(view.holder), f"{kinds} beside structured content did not arrive"),)


def error_form(view: McpResult) -> str | None:
    """Return how the message says that the tool failed; None where it may say so or not."""
    if any(_is_marked(value) for value in view.decoded):
        return OBJECT
    if any(_FAILED.search(one.text) for one in view.blocks) or not view.texts:
        return None
    return PREFIX if _says_failed(view.rest) or _says_failed(_without_links(view)) else OWN_TEXT


def _without_links(view: McpResult) -> str:
    """Return the message without its links: a text of one letter is in the word that says that something failed."""
    text = view.without_structured(PARTED.join(view.inner))
    for one in view.blocks:
        text = text.replace(one.uri, "") if one.uri else text
    return text


def _says_failed(text: str) -> bool:
    """Whether words say that something failed. That there is no error is no such word."""
    return bool(_FAILED.search(_NO_ERROR.sub("", text)))


def _is_marked(value: JSON) -> bool:
    """Whether a JSON object says that something failed."""
    if not isinstance(value, dict):
        return False
    if any(value.get(flag) is True for flag in _FLAGS) or bool(value.get("error")):
        return True
    return value.get("status") in _BAD_STATES or value.get("success") is False or value.get("ok") is False


def error_visible(view: McpResult) -> Findings:
    """RES-11: a failed tool does not look like one that returned nothing, and is shown as the choice says."""
    if view.message is None or not view.is_error or view.is_broken:
        return None
    if _is_hollow(view) and not any(one.kind in (TEXT, RESOURCE) for one in view.blocks):
        message = f"the tool failed, and the result is {brief(view.content)}"
        return (Failure("error-as-empty", output_at(view.holder), message),)
    answer, form = view.trial.choices.get("error-form"), error_form(view)
    if answer is not None and form is not None and form != answer and view.structured is ABSENT:
        message = f"the error is shown as {form}: {brief(view.content)}"
        return (Failure("error-form", output_at(view.holder), message),)
    return OK


def _is_hollow(view: McpResult) -> bool:
    """Whether the message says nothing, or only that a list or an object is empty, which is not its content."""
    said = view.said.replace(PARTED, "").strip()
    return not view.media and said in _HOLLOW and not view.holds_structured


def success_unmarked(view: McpResult) -> Findings:
    """RES-12: a result without `isError: true` is not shown as an error."""
    if view.message is None or view.is_error or view.is_broken:
        return None
    flagged = [value for value in view.decoded if isinstance(value, dict) and any(value.get(f) is True for f in _FLAGS)]
    own = json_or_absent(view.texts[0].text) if view.texts else ABSENT
    is_marked = bool(flagged) and not any(flag in str(own) for flag in _FLAGS)
    is_marked = is_marked or (view.is_plain and view.structured is ABSENT and _says_failed(view.rest))
    is_marked = is_marked or _is_replaced_by_an_error(view)
    if is_marked:
        message = f"the tool did not fail, and the result says it did: {brief(view.content)}"
        return (Failure("marked-as-error", output_at(view.holder), message),)
    return OK


def _is_replaced_by_an_error(view: McpResult) -> bool:
    """Whether words that something failed, and that name no link, are in the place of all texts and links."""
    if view.media or view.holds_structured or any(_FAILED.search(one.text) for one in view.blocks):
        return False
    owed = [*view.texts, *(one for one in view.blocks if one.kind == LINK and not one.is_optional)]
    arrived = any((one.uri and one.uri in view.said) or (one.text and view.has_text(one.text)) for one in owed)
    return bool(owed) and not arrived and _says_failed(view.said) and not _LINK.search(view.said)


def empty_result(view: McpResult) -> Findings:
    """RES-13: an empty result gives an empty text, or a note, always the same."""
    if view.message is None or not _is_nothing(view):
        return None
    if not isinstance(view.content, str | list):
        return (Failure("no-text", output_at(view.holder), f"wanted a text, got {brief(view.content)}"),)
    answer = view.trial.choices.get("empty-result")
    if answer is not None and not view.blocks and (answer == NOTE) is not view.says_something:
        message = f"wanted {'a note' if answer == NOTE else 'an empty text'}, got {brief(view.content)}"
        return (Failure("empty-result", output_at(view.holder), message),)
    return OK


def _is_nothing(view: McpResult) -> bool:
    """Whether a result says nothing to anybody."""
    is_blank = not any(one.text or one.uri or one.is_filled for one in view.blocks)
    return is_blank and view.structured is ABSENT and not view.is_error and not view.is_broken


def not_a_result_yet(view: McpResult) -> Findings:
    """RES-14: a result that asks for input is an error, or is passed on as such; it is no empty result."""
    if not view.asks_for_more or not view.call or isinstance(view.result.get("content"), list):
        return None
    if not view.answered or view.says_something:
        return OK
    return (Failure("read-as-empty", "/output", f"a result that asks for input became {brief(view.output)}"),)


def exact(view: McpResult) -> Exact | None:
    """Return what has to arrive exactly: the texts, and the structured content where it is written."""
    if view.message is None:
        return None
    texts = [one.text for one in view.texts]
    found = (*_changed_texts(view), *_changed_values(view))
    structured = view.structured if view.holds_structured else ABSENT
    data = None if structured is ABSENT else structured
    return Exact([texts, data], found, structured, data)


def _changed_texts(view: McpResult) -> Iterator[Failure]:
    for one in (*view.lost, *view.trimmed) if not view.is_structured_alone else ():
        for at, text in view.said_parts:
            place = output_at(view.holder, at, "text") if view.parts else output_at(view.holder)
            yield from changes(one.text, text, place)


def _changed_values(view: McpResult) -> Iterator[Failure]:
    """Yield the numbers and texts of structured content that are written otherwise."""
    value = view.structured
    if not isinstance(value, dict | list) or not view.holds_structured or is_repeated(view):
        return
    for owed in (value, value.get("result") if isinstance(value, dict) else None):
        if isinstance(owed, dict | list):
            found = [list(differences(owed, one)) for one in view.values if type(one) is type(owed)]
            like = [places for places in found if all(place.kind for place in places)]
            if like:
                for place in min(like, key=len):
                    yield from changes_of_data(place.owed, place.got, output_at(view.holder))
                return


def written_json(view: McpResult) -> Iterator[tuple[JSON, str, str]]:
    """Yield what became JSON text: structured content that no text of the result has, and texts in a list of blocks."""
    if view.message is None:
        return
    if view.holds_structured and not is_repeated(view):
        yield view.structured, view.said, output_at(view.holder)
    for one in view.texts if view.decoded else ():
        if one.text not in view.said and view.has_text(one.text):
            yield one.text, view.said, output_at(view.holder)
