"""Rules about what becomes of the blocks of a result: texts, images, other data, resources and links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from conformance.checks.exact import REWRITTEN
from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at, versus
from conformance.checks.mcp_results.reading import LINK, RESOURCE, UNKNOWN, Block, names_in, texts_in
from conformance.checks.mcp_results.view import BLOCKS, McpResult, in_block_order, is_data_of, url_of
from conformance.checks.trial import answer_of
from conformance.values import JSON

# How languages write an object that is no JSON.
_AS_LANGUAGES = re.compile(r"TextContent\(|'type': ?'text'|type='text'|\[object Object\]|\{type:text")
_LEAST_LEAK = 4  # shorter texts are in any content by chance


def _block_at(block: Block) -> str:
    return input_at("result", "content", block.at)


def answers_its_call(view: McpResult) -> Findings:
    """RES-1: the result is one message or item that answers the call."""
    if not view.answered or view.unfit:
        return None
    if view.message is None:
        return (Failure("no-object", "/output", f"wanted one object, got {brief(view.output)}"),)
    key, value = view.frame
    wanted = {key: value, view.id_key: view.call}
    return tuple(
        Failure(f"other-{name}", output_at(name), f"{name}: {versus(owed, view.message.get(name))}")
        for name, owed in wanted.items()
        if view.message.get(name) != owed
    )


def texts_arrive(view: McpResult) -> Findings:
    """RES-2: the text of each block arrives, in order."""
    if view.message is None or not view.texts or view.is_structured_alone:
        return None
    found = [
        Failure("lost", _block_at(one), f"the text {brief(one.text)} is not in the result, {brief(view.content)}")
        for one in view.lost
    ]
    if _AS_LANGUAGES.search(view.said) and not any(_AS_LANGUAGES.search(one.text) for one in view.blocks):
        message = f"the result is written as a language shows an object: {brief(view.said)}"
        found.append(Failure("language-notation", output_at(view.holder), message))
    found += (
        Failure(REWRITTEN, output_at(view.holder), f"the JSON {brief(one.text)} is written otherwise")
        for one in view.rewritten
    )
    if not found and not view.in_order:
        found.append(Failure("order", output_at(view.holder), "the texts are not all there in the order of the blocks"))
    return tuple(found)


def nothing_added(view: McpResult) -> Findings:
    """RES-2a: a result of texts alone is these texts and nothing else."""
    if view.message is None or not view.is_plain or view.lost or not view.is_filled:
        return None
    if view.rewritten or view.trimmed:
        return None
    if view.reads_by(answer_of(view.trial, "blocks", *BLOCKS)):
        return OK
    texts = [one.text for one in view.blocks]
    return (Failure("added", output_at(view.holder), f"wanted the texts {brief(texts)}, got {brief(view.content)}"),)


def images_arrive(view: McpResult) -> Findings:
    """RES-3: an image of a type that the API takes is a part of the output."""
    owed = [one for one in view.blocks if view.is_owed_as_image(one) and not one.is_optional]
    if view.message is None or not owed or view.is_structured_alone:
        return None
    return tuple(
        Failure("image-lost", _block_at(one), f"the image of type {one.mime_type} is no part of the output")
        for one in owed
        if one not in view.delivered
    )


def data_is_its_own(view: McpResult) -> Findings:
    """RES-3a: each part that is no text is the data of a block, with its type, and comes as often as the block."""
    if view.message is None or not view.media:
        return None
    left = Counter(one.data_url for one in view.blocks if one.data)
    links = {one.uri for one in view.blocks if one.kind == LINK}
    found = []
    for at, part in view.media:
        url = url_of(part)
        if url in links:
            continue
        block = next((one for one in view.blocks if is_data_of(one, url) and left[one.data_url] > 0), None)
        if block is None:
            message = f"this is the data of no block that is left: {brief(part)}"
            found.append(Failure("other-data", output_at(view.holder, at), message))
        else:
            left[block.data_url] -= 1
    return tuple(found)


def parts_in_order(view: McpResult) -> Findings:
    """RES-3b: texts and images are in the order of the blocks."""
    if view.message is None or not view.media or view.is_error or view.is_structured_alone:
        return None
    if in_block_order(view):
        return OK
    return (Failure("order", output_at(view.holder), "texts and images are not in the order of the blocks"),)


def named_if_left_out(view: McpResult) -> Findings:
    """RES-4: what the target cannot hold is named in the result, or reported."""
    if view.is_refused_by_right:
        return OK
    unheld = [one for one in view.unheld if one.kind != UNKNOWN and not view.is_owed_as_image(one)]
    if view.message is None or not unheld or view.is_structured_alone or view.is_named:
        return OK if view.message is not None and unheld else None
    return _unless_reported(view, [_unnamed(one) for one in unheld])


def _unnamed(block: Block) -> Failure:
    what = f"{block.kind} {block.mime_type or block.uri}".strip()
    return Failure("left-out", _block_at(block), f"the {what} is neither in the result nor named there, nor reported")


def _unless_reported(view: McpResult, found: list[Failure]) -> Findings:
    if not found or view.outcome.diagnostics:
        return OK
    return NOT_OBSERVABLE if view.outcome.diagnostics is None else tuple(found)


def not_empty(view: McpResult) -> Findings:
    """RES-5: a result that says something does not become an empty one."""
    if view.message is None or view.is_broken or not (view.is_filled or view.holds_anything_structured):
        return None
    if view.says_something:
        return OK
    kinds = sorted({one.kind for one in view.blocks if one.is_filled}) or ["structured content"]
    message = f"a result with {', '.join(kinds)} became {brief(view.content)}"
    return (Failure("emptied-result", output_at(view.holder), message),)


def links_arrive(view: McpResult) -> Findings:
    """RES-6: the address of a resource link arrives, or is reported."""
    links = [one for one in view.blocks if one.kind == LINK and not one.is_optional]
    if view.message is None or not links or view.is_structured_alone:
        return None
    return _unless_reported(
        view,
        [
            Failure("link-lost", _block_at(one), f"the address {brief(one.uri)} is not in the result")
            for one in links
            if not _is_said(view, one.uri)
        ],
    )


def names_arrive(view: McpResult) -> Findings:
    """RES-6a: the name of a resource link and the address of a resource arrive."""
    owed = [
        (one, text)
        for one in view.blocks
        for text in ({LINK: one.name, RESOURCE: one.uri}.get(one.kind, ""),)
        if text and not one.is_optional
    ]
    if view.message is None or not owed or view.is_structured_alone:
        return None
    return tuple(
        Failure("name-lost", _block_at(one), f"{brief(text)} is not in the result")
        for one, text in owed
        if not _is_said(view, text)
    )


def descriptions_arrive(view: McpResult) -> Findings:
    """RES-6b: the description of a resource link arrives, or is reported."""
    owed = [one for one in view.blocks if one.kind == LINK and one.description.strip() and not one.is_optional]
    if view.message is None or not owed or view.is_structured_alone:
        return None
    return _unless_reported(
        view,
        [
            Failure(
                "description-lost", _block_at(one), f"the description {brief(one.description)} is not in the result"
            )
            for one in owed
            if not _is_said(view, one.description.strip())
        ],
    )


def _is_said(view: McpResult, text: str) -> bool:
    return any(text in reading for reading in view.readings) or any(text == url_of(part) for _at, part in view.media)


def neighbours_kept(view: McpResult) -> Findings:
    """RES-7: a block of an unknown type does not take its neighbours with it."""
    if view.message is None or not any(one.kind == UNKNOWN for one in view.blocks) or not view.texts:
        return None
    if view.lost == view.texts and not view.is_structured_alone:
        return (Failure("neighbours-lost", output_at(view.holder), "no text arrived beside a block of unknown type"),)
    return OK


def metadata_stays(view: McpResult) -> Findings:
    """RES-8: what is for the client alone does not reach the model: `_meta` and the type of the result."""
    if view.message is None:
        return None
    private = [one for holder in _holders(view) for one in _texts_of(holder.get("_meta")) if len(one) >= _LEAST_LEAK]
    is_typed = "resultType" in view.result
    if not private and not is_typed:
        return None
    public = _without_meta(view.result)
    found = []
    for text in dict.fromkeys(private):
        if text not in public and _is_said(view, text):
            message = f"{brief(text)} of _meta is in the result"
            found.append(Failure("metadata", output_at(view.holder), message))
    if is_typed and "resultType" not in public and "resultType" in view.said:
        found.append(Failure("metadata", output_at(view.holder), "the type of the result is in the result"))
    return tuple(found)


def _holders(view: McpResult) -> Iterator[dict[str, JSON]]:
    yield view.result
    content = view.result.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block
            if isinstance(block.get("resource"), dict):
                yield block["resource"]


def _texts_of(meta: JSON) -> Iterator[str]:
    yield from texts_in(meta)
    yield from names_in(meta)


def _without_meta(result: dict[str, JSON]) -> str:
    """Return the texts and values of a result that are not metadata."""
    return "\n".join(texts_in(_left(result))) if result else ""


def _left(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _left(member) for key, member in value.items() if key not in ("_meta", "resultType")}
    return [_left(member) for member in value] if isinstance(value, list) else value
