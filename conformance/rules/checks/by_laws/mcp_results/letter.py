"""The letter of MCP results: what is beside the texts, what is named, what is for the client, and the way over Chat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, holders, pointer, same
from conformance.formats.facts import word
from conformance.formats.model.conversation import IMAGE, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import PARTED
from conformance.formats.responses.input import read_input
from conformance.rules.checks.by_laws.mcp_results.view import McpResult
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at, versus
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.contents import KEPT, RESOURCE, ResultComparison, is_data_of, kind_of, text_of
from conformance.rules.laws.sides import SourceText
from conformance.rules.matching.embedded import texts_in
from conformance.rules.matching.joining import BETWEEN, fits

# The answers to `blocks`.
PARTS, AS_JSON = "parts", "json"
BLOCKS = (*BETWEEN, PARTS, AS_JSON)
_SHOWN = frozenset({"data", "blob", "mimeType", "mime_type"})  # members by which JSON shows what it leaves out
_LETTER = re.compile(r"[^\W_]")
_LEAST_LEAK = 4  # shorter texts are in any content by chance


# What the API takes for an image, and another word for the first of them.
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp", "image/jpg"})


def images_are_images(view: McpResult) -> Findings:
    """RES-16: a part that is an image holds one that the API knows."""
    both = view.judged
    if both is None or not any(isinstance(one, Media) for one in both.owed.content):
        return None
    return tuple(
        Failure(
            "no-image",
            pointer(*both.in_output(one)),
            f"an image holds data of the type {brief(one.media_type)}: the API takes JPEG, PNG, GIF and WebP",
        )
        for one in both.parts
        if isinstance(one, Media)
        and one.kind == IMAGE
        and one.data is not None
        and (one.media_type or "").lower() not in _IMAGES
    )


def nothing_added(view: McpResult) -> Findings:
    """RES-2a: a result of texts alone is these texts and nothing else."""
    both = view.judged
    if both is None or not view.is_plain or not both.is_filled or set(both.fates) != {KEPT}:
        return None
    if reads_by(both, answer_of(view.trial, "blocks", *BLOCKS)):
        return OK
    return view.failed("added", f"wanted the texts {brief(list(map(text_of, both.owed.content)))}, got")


def reads_by(both: ResultComparison, answers: Sequence[str]) -> bool:
    """Whether what came is the texts and nothing else, written by one of the answers to `blocks`.

    Structured content may be beside them or replace them.
    """
    if both.parts:
        return False
    pieces = [
        SourceText(text_of(one), 0, both.is_optional(one) or not text_of(one).strip()) for one in both.owed.content
        if isinstance(one, Text) or kind_of(one) == RESOURCE
    ]  # fmt: skip
    texts = {both.flow.text, both.without_structured(both.flow.text)}
    if "" in texts and both.is_replaced:
        return True
    if any(fits(text, pieces, tuple(answers)) for text in texts):
        return True
    return AS_JSON in answers and any(_reads_as_json(value, pieces) for value in both.decoded)


def _reads_as_json(value: JSON, pieces: Sequence[SourceText]) -> bool:
    """Whether a JSON value is the list of the texts, or of blocks that hold them, or the whole result."""
    value = value["content"] if isinstance(value, dict) and isinstance(value.get("content"), list) else value
    left = list(value) if isinstance(value, list) else [value]
    for one in pieces:
        if left and _is_entry(left[0], one.value):
            left.pop(0)
        elif not one.is_optional:
            return False
    return not left


def _is_entry(entry: JSON, text: str) -> bool:
    if isinstance(entry, dict) and isinstance(entry.get("text"), str):
        return bool(entry["text"] == text)
    return entry == text if isinstance(entry, str) else same(json_or_absent(text), entry)


def parts_in_order(view: McpResult) -> Findings:
    """RES-3b: texts and images are in the order of the blocks."""
    both = view.judged
    if both is None or not both.parts or view.is_error or both.is_replaced:
        return None
    places = list(_places(both, is_shown=_shows_order(view, both)))
    if places == sorted(places):
        return OK
    return view.failed("order", "texts and images are not in the order of the blocks:")


def _places(both: ResultComparison, *, is_shown: bool) -> Iterator[int]:
    """Yield where the blocks are of which there is one place, in their order.

    A block that may be left out is not asked: where it was, its text may be found in another one. Nor is a text beside
    JSON that shows where the images were.
    """
    came = both.came.content if both.came is not None else ()
    own = Counter(map(_known_by, both.owed.content))
    for block in both.blocks:
        if isinstance(block, Media) and block.data:
            found = [at for at, one in enumerate(came) if not isinstance(one, Text) and is_data_of(block, one)]
        elif is_shown:
            continue
        else:
            text = text_of(block) if text_of(block).strip() else None
            found = [at for at, one in enumerate(came) if text and isinstance(one, Text) and text in one.value]
        if len(found) == 1 and own[_known_by(block)] == 1:
            yield found[0]


def _known_by(block: Utterance | Other) -> str | None:
    return block.address if isinstance(block, Media) and block.data else text_of(block)


def _shows_order(view: McpResult, both: ResultComparison) -> bool:
    """Whether a text is JSON of the content that shows the place of each block, also of one that is a part."""
    content = view.given["result"]["content"]
    forms = [[word(one) for one in content], [word(content[one.at[0][-1]]) for one in both.blocks]]
    held = [value.get("content") for value in both.decoded if isinstance(value, dict)]
    return any([word(entry) for entry in one] in forms for one in held if isinstance(one, list))


def named_if_left_out(view: McpResult) -> Findings:
    """RES-4: what the target cannot hold is named in the result, or reported."""
    if view.is_refused_by_right:
        return OK
    both = view.judged
    unheld = [one for one in both.unheld if isinstance(one, Media) and not both.is_owed_as_image(one)] if both else []
    if both is None or not unheld:
        return None
    if both.is_replaced or is_named(both) or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return tuple(
        Failure("left-out", input_at(*one.at[0]), f"the {what} is neither in the result nor named there, nor reported")
        for one in unheld
        for what in (f"{kind_of(one)} {one.media_type or one.url or ''}".strip(),)
    )


def is_named(both: ResultComparison) -> bool:
    """Whether anything is said beside the result's texts, so that what is left out can be named in it."""
    if _LETTER.search(both.rest.replace(PARTED, "")):
        return True
    return any(not _SHOWN.isdisjoint(one) for value in both.decoded for one in holders(value) if isinstance(one, dict))


def metadata_stays(view: McpResult) -> Findings:
    """RES-8: what is for the client alone does not reach the model: `_meta` and the type of the result."""
    both = view.judged
    if both is None:
        return None
    result = view.given["result"]
    private = dict.fromkeys(text for text in _private(result) if len(text) >= _LEAST_LEAK)
    is_typed = "resultType" in result
    if not private and not is_typed:
        return None
    public = "\n".join(texts_in(_without_meta(result)))
    leaks = (text for text in private if text not in public and both.names(text))
    found = [f"{brief(text)} of _meta is in the result" for text in leaks]
    if is_typed and "resultType" not in public and "resultType" in both.flow.text:
        found.append("the type of the result is in the result")
    return tuple(Failure("metadata", pointer(*both.at_content), message) for message in found)


def _private(result: dict[str, JSON]) -> Iterator[str]:
    """Yield the texts and names of members that the result, its blocks and resources have as metadata."""
    blocks = [block for block in result["content"] if isinstance(block, dict)]
    resources = [block["resource"] for block in blocks if isinstance(block.get("resource"), dict)]
    for meta in [holder["_meta"] for holder in (result, *blocks, *resources) if "_meta" in holder]:
        yield from texts_in(meta)
        yield from (name for one in holders(meta) if isinstance(one, dict) for name in one)


def _without_meta(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _without_meta(member) for key, member in value.items() if key not in ("_meta", "resultType")}
    return [_without_meta(member) for member in value] if isinstance(value, list) else value


def same_by_way_of_chat(view: McpResult) -> Findings:
    """RES-15: the tool message converted to Responses input is the function_call_output, where it is text alone."""
    chained, both = view.trial.chained, view.judged
    if chained is None or chained.output is ABSENT or both is None or both.parts:
        return None
    if not all(isinstance(one, Text) for one in both.owed.content):
        return None  # each target names in its own words what it does not hold
    said = [one for entry in read_input(chained.output) for one in entry.turn.says]
    found = [one for one in said if isinstance(one, Result)]
    if len(found) != 1:
        return (Failure("no-output", "/output", f"by way of Chat there are {len(found)} outputs of the call"),)
    # One text is the same in a list.
    own, other = (
        [one.value for one in side if isinstance(one, Text) and one.value] for side in (both.said, found[0].content)
    )
    if own == other:
        return OK
    return (Failure("differs-by-chat", output_at("output"), f"by way of Chat: {versus(own, other)}"),)
