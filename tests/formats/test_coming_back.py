"""Values of Chat and Responses come back: what was read of one, written again, says the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given

from conformance.formats.model.fact import Fact
from tests.formats.mutations import Place, is_deep, mutated
from tests.formats.recorded import astray, comes_back, unread
from tests.formats.samples import (
    ANSWER,
    FORMATS,
    REQUEST,
    STREAM,
    Sample,
    case_samples,
    drawn_samples,
    module,
    recorded_samples,
    recorded_traffic,
)  # fmt: skip
from tests.formats.test_readers_never_raise import drawn, values

# What the model has no difference for. No API sends or takes it.
OTHERWISE = {
    "a call without an id is a function_call",
    "an image in a result is left out",
    "the type of a text is that of its speaker",
    "a token without a text has an empty one",
}


def read(sample: Sample) -> Fact:
    return getattr(module(sample.format, "read"), f"read_{sample.form}")(sample.value)


def lost(sample: Sample) -> list:
    """Return what is different after a value was read and written again, or was not written."""
    write, normal = (
        getattr(module(sample.format, "write"), f"write_{sample.form}"),
        module(sample.format, "equal").normal,
    )
    return comes_back(sample.value, read(sample), write, normal, sample.form, sample.format)


def wholes(samples: Iterable[Sample]) -> list[Sample]:
    return [sample for sample in samples if sample.form != STREAM]


def kind_of(at: Place, before, after) -> str:
    """Return which of OTHERWISE a difference is, or what it is."""
    if at[-1:] in (("tool_calls",), ("function_call",)):
        return "a call without an id is a function_call"
    if at[-2:-1] == ("content",) and isinstance(before, dict) and before.get("type") == "image_url" and after is ...:
        return "an image in a result is left out"
    if at[-1:] == ("type",) and {before, after} == {"input_text", "output_text"}:
        return "the type of a text is that of its speaker"
    if at[-1:] == ("token",) and before is ... and after == "":
        return "a token without a text has an empty one"
    return f"{at}: {before!r:.100} became {after!r:.100}"


def different(sample: Sample) -> set[str]:
    found = lost(sample)
    kinds = {kind_of(*entry) for entry in found if isinstance(entry, tuple)}
    if any(isinstance(entry, tuple) and _is_cited_by_nobody(sample, entry[0]) for entry in found):
        kinds = {kind for kind in kinds if "annotations" not in kind} | {"the type of a text is that of its speaker"}
    # Two images of a result: the first difference is that the list is another one.
    return {"an image in a result is left out"} if _holds_image_in_result(sample) and kinds else kinds


def _is_cited_by_nobody(sample: Sample, at: Place) -> bool:
    """Whether a place is of the citations of an input text, which is none of the model's and has no place for them."""
    if sample.form != "request" or at[:1] != ("input",) or at[-1:] != ("annotations",):
        return False
    item = sample.value["input"][at[1]]
    return isinstance(item, dict) and item.get("role") != "assistant"


def _holds_image_in_result(sample: Sample) -> bool:
    messages = sample.value.get("messages") if sample.format == "chat" and isinstance(sample.value, dict) else None
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) and message.get("role") == "tool" else None
        if isinstance(content, list) and any(
            isinstance(part, dict) and part.get("type") == "image_url" for part in content
        ):
            return True
    return False


@recorded_traffic
def test_recorded_traffic_comes_back_with_nothing_unread() -> None:
    count, wrong = Counter(), []
    for whole in wholes(recorded_samples()):
        fact = read(whole)
        count[whole.format, whole.form] += 1
        wrong += [(whole.where, "unread", at) for at in unread(whole.value, fact)]
        wrong += [(whole.where, "pointer", at) for at in astray(whole.value, fact)]
        wrong += [(whole.where, *entry) for entry in lost(whole)]
    print(dict(count))
    assert wrong == []
    assert min(count.values()) > 20


@pytest.mark.expensive("reads all cases")
def test_what_is_real_in_the_cases_comes_back() -> None:
    found = Counter()
    for whole in wholes(case_samples()):
        if whole.is_real:
            assert astray(whole.value, read(whole)) == [], whole.where
            assert unread(whole.value, read(whole)) == [], whole.where
            found.update(different(whole) - OTHERWISE)
    assert found == {}


def test_what_is_drawn_comes_back_also_with_a_fault() -> None:
    for whole in wholes(drawn_samples(25)):
        assert astray(whole.value, read(whole)) == [], whole.where
        assert different(whole) <= OTHERWISE, whole.where


@pytest.mark.parametrize(("format", "form"), [(format, form) for format in FORMATS for form in (REQUEST, ANSWER)])
def test_a_value_with_odd_members_comes_back(format: str, form: str) -> None:
    @drawn
    @given(mutated(values(format, form)))
    def check(value) -> None:
        if not is_deep(value):
            assert different(Sample(format, form, value, "", False)) <= OTHERWISE

    check()
