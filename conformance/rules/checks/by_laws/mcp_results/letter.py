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
from conformance.rules.alignment.embedded import texts_in
from conformance.rules.alignment.joining import BETWEEN, fits
from conformance.rules.checks.by_laws.mcp_results.view import McpResult
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at, versus
from conformance.rules.checks.trial import answer_of
from conformance.rules.laws.contents import KEPT, RESOURCE, ResultComparison, is_data_of, kind_of, text_of
from conformance.rules.laws.sides import SourceText

# The answers to `blocks`.
PARTS, AS_JSON = "parts", "json"
BLOCKS = (*BETWEEN, PARTS, AS_JSON)
_SHOWN = frozenset({"data", "blob", "mimeType", "mime_type"})  # members by which JSON shows what it leaves out
_LETTER = re.compile(r"[^\W_]")
_LEAST_LEAK = 4  # shorter texts are in any content by chance


# What the API takes for an image, and another word for the first of them.
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp", "image/jpg"})


def own_id(view: McpResult) -> Findings:
    """RES-1 of a target that knows a result by its tool's name: the id is that of the call, or none."""
    if view.judged is None or not isinstance(view.output, dict):
        return None
    held = next((part for part in view.output.values() if isinstance(part, dict)), {})
    wanted, got = view.given.get("tool_call_id"), held.get("id")
    if got is None or same(got, wanted):
        return OK
    at = pointer("output", next(name for name, part in view.output.items() if part is held), "id")
    return (Failure("other-call", at, f"id: wanted {brief(wanted)} or none, got {brief(got)}"),)


def images_are_images(view: McpResult) -> Findings:
    """RES-16: a part that is an image holds one that the API knows."""
    pair = view.judged
    if pair is None or not any(isinstance(part, Media) for part in pair.owed.content):
        return None
    return tuple(
        Failure(
            "no-image",
            pointer(*pair.in_output(part)),
            f"an image holds data of the type {brief(part.media_type)}: the API takes JPEG, PNG, GIF and WebP",
        )
        for part in pair.parts
        if isinstance(part, Media)
        and part.kind == IMAGE
        and part.data is not None
        and (part.media_type or "").lower() not in _IMAGES
    )


def nothing_added(view: McpResult) -> Findings:
    """RES-2a: a result of texts alone is these texts and nothing else."""
    pair = view.judged
    if pair is None or not view.is_plain or not pair.is_filled or set(pair.fates) != {KEPT}:
        return None
    if reads_by(pair, answer_of(view.trial, "blocks", *BLOCKS)):
        return OK
    return view.failed("added", f"wanted the texts {brief(list(map(text_of, pair.owed.content)))}, got")


def reads_by(pair: ResultComparison, answers: Sequence[str]) -> bool:
    """Whether what came is the texts and nothing else, written by one of the answers to `blocks`.

    Structured content may be beside them or replace them.
    """
    if pair.parts:
        return False
    pieces = [
        SourceText(text_of(part), 0, pair.is_optional(part) or not text_of(part).strip()) for part in pair.owed.content
        if isinstance(part, Text) or kind_of(part) == RESOURCE
    ]  # fmt: skip
    texts = {pair.flow.text, pair.without_structured(pair.flow.text)}
    if "" in texts and pair.is_replaced:
        return True
    if any(fits(text, pieces, tuple(answers)) for text in texts):
        return True
    return AS_JSON in answers and any(_reads_as_json(value, pieces) for value in pair.decoded)


def _reads_as_json(value: JSON, pieces: Sequence[SourceText]) -> bool:
    """Whether a JSON value is the list of the texts, or of blocks that hold them, or the whole result."""
    value = value["content"] if isinstance(value, dict) and isinstance(value.get("content"), list) else value
    left = list(value) if isinstance(value, list) else [value]
    for piece in pieces:
        if left and _is_entry(left[0], piece.value):
            left.pop(0)
        elif not piece.is_optional:
            return False
    return not left


def _is_entry(entry: JSON, text: str) -> bool:
    if isinstance(entry, dict) and isinstance(entry.get("text"), str):
        return bool(entry["text"] == text)
    return entry == text if isinstance(entry, str) else same(json_or_absent(text), entry)


def parts_in_order(view: McpResult) -> Findings:
    """RES-3b: texts and images are in the order of the blocks."""
    pair = view.judged
    if pair is None or not pair.parts or view.is_error or pair.is_replaced:
        return None
    places = list(_places(pair, is_shown=_shows_order(view, pair)))
    if places == sorted(places):
        return OK
    return view.failed("order", "texts and images are not in the order of the blocks:")


def _places(pair: ResultComparison, *, is_shown: bool) -> Iterator[int]:
    """Yield where the blocks are of which there is one place, in their order.

    A block that may be left out is not asked: where it was, its text may be found in another one. Nor is a text beside
    JSON that shows where the images were.
    """
    came = pair.came.content if pair.came is not None else ()
    own = Counter(map(_known_by, pair.owed.content))
    for block in pair.blocks:
        if isinstance(block, Media) and block.data:
            found = [
                at
                for at, utterance in enumerate(came)
                if not isinstance(utterance, Text) and is_data_of(block, utterance)
            ]
        elif is_shown:
            continue
        else:
            text = text_of(block) if text_of(block).strip() else None
            found = [
                at
                for at, utterance in enumerate(came)
                if text and isinstance(utterance, Text) and text in utterance.value
            ]
        if len(found) == 1 and own[_known_by(block)] == 1:
            yield found[0]


def _known_by(block: Utterance | Other) -> str | None:
    return block.address if isinstance(block, Media) and block.data else text_of(block)


def _shows_order(view: McpResult, pair: ResultComparison) -> bool:
    """Whether a text is JSON of the content that shows the place of each block, also of one that is a part."""
    content = view.given["result"]["content"]
    forms = [[word(part) for part in content], [word(content[block.at[0][-1]]) for block in pair.blocks]]
    held = [value.get("content") for value in pair.decoded if isinstance(value, dict)]
    return any([word(entry) for entry in value] in forms for value in held if isinstance(value, list))


def named_if_left_out(view: McpResult) -> Findings:
    """RES-4: what the target cannot hold is named in the result, or reported."""
    if view.is_refused_by_right:
        return OK
    pair = view.judged
    unheld = (
        [
            utterance
            for utterance in pair.unheld
            if isinstance(utterance, Media) and not pair.is_owed_as_image(utterance)
        ]
        if pair
        else []
    )
    if pair is None or not unheld:
        return None
    if pair.is_replaced or is_named(pair) or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return tuple(
        Failure(
            "left-out", input_at(*medium.at[0]), f"the {what} is neither in the result nor named there, nor reported"
        )
        for medium in unheld
        for what in (f"{kind_of(medium)} {medium.media_type or medium.url or ''}".strip(),)
    )


def is_named(pair: ResultComparison) -> bool:
    """Whether anything is said beside the result's texts, so that what is left out can be named in it."""
    if _LETTER.search(pair.rest.replace(PARTED, "")):
        return True
    return any(
        not _SHOWN.isdisjoint(holder) for value in pair.decoded for holder in holders(value) if isinstance(holder, dict)
    )


def metadata_stays(view: McpResult) -> Findings:
    """RES-8: what is for the client alone does not reach the model: `_meta` and the type of the result."""
    pair = view.judged
    if pair is None:
        return None
    result = view.given["result"]
    private = dict.fromkeys(text for text in _private(result) if len(text) >= _LEAST_LEAK)
    is_typed = "resultType" in result
    if not private and not is_typed:
        return None
    public = "\n".join(texts_in(_without_meta(result)))
    leaks = (text for text in private if text not in public and pair.names(text))
    found = [f"{brief(text)} of _meta is in the result" for text in leaks]
    if is_typed and "resultType" not in public and "resultType" in pair.flow.text:
        found.append("the type of the result is in the result")
    return tuple(Failure("metadata", pointer(*pair.at_content), message) for message in found)


def _private(result: dict[str, JSON]) -> Iterator[str]:
    """Yield the texts and names of members that the result, its blocks and resources have as metadata."""
    blocks = [block for block in result["content"] if isinstance(block, dict)]
    resources = [block["resource"] for block in blocks if isinstance(block.get("resource"), dict)]
    for meta in [holder["_meta"] for holder in (result, *blocks, *resources) if "_meta" in holder]:
        yield from texts_in(meta)
        yield from (name for holder in holders(meta) if isinstance(holder, dict) for name in holder)


def _without_meta(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _without_meta(member) for key, member in value.items() if key not in ("_meta", "resultType")}
    return [_without_meta(member) for member in value] if isinstance(value, list) else value


def same_by_way_of_chat(view: McpResult) -> Findings:
    """RES-15: the tool message converted to Responses input is the function_call_output, where it is text alone."""
    chained, pair = view.trial.chained, view.judged
    if chained is None or chained.output is ABSENT or pair is None or pair.parts:
        return None
    if not all(isinstance(part, Text) for part in pair.owed.content):
        return None  # each target names in its own words what it does not hold
    said = [utterance for entry in read_input(chained.output) for utterance in entry.turn.says]
    found = [utterance for utterance in said if isinstance(utterance, Result)]
    if len(found) != 1:
        return (Failure("no-output", "/output", f"by way of Chat there are {len(found)} outputs of the call"),)
    # One text is the same in a list.
    own, other = (
        [utterance.value for utterance in side if isinstance(utterance, Text) and utterance.value]
        for side in (pair.said, found[0].content)
    )
    if own == other:
        return OK
    return (Failure("differs-by-chat", output_at("output"), f"by way of Chat: {versus(own, other)}"),)
