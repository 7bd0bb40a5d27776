"""What converters without a defect return."""

from __future__ import annotations

from conformance.rules.contracts import AllowedVariation, FreeLeaf
from tests.selftest.test_leaves import OPERATION, with_only
from tests.suite.selftest.changes import ValueChange
from tests.suite.selftest.sound_results import declared, sound_results, with_output


def test_a_result_is_judged_and_brings_what_judges_it() -> None:
    specifications = with_only(("TR-1",))
    found = list(sound_results(specifications, specifications.contracts[OPERATION], (), 1, 0))
    assert len(found) == 3
    assert all(finding.by == "reference" and finding.judgement.failures == () for finding in found)
    changed = with_output(found[0].trial, [])
    assert [rule for rule, _failure in found[0].judge.judge(changed).failures] == ["TR-1"]


def test_what_a_large_input_gives_is_left_out() -> None:
    specifications = with_only(("TR-1",))
    assert list(sound_results(specifications, specifications.contracts[OPERATION], (), 1, 0, largest=10)) == []


def test_a_freedom_allows_its_kinds_of_changes_at_its_place() -> None:
    leaf = FreeLeaf("/output/*/type", ("other",))
    contract = with_only((), AllowedVariation(id="types", text="", variants=(), leaves=(leaf,))).contracts[OPERATION]

    def allowed(at: str, kind: str) -> list[tuple[str, FreeLeaf]]:
        return list(declared(contract, at, ValueChange(kind, (), "function", None), {}))

    assert allowed("/output/0/type", "other") == [("types", leaf)]
    assert allowed("/output/0/type", "removed") == []
    assert allowed("/output/0/name", "other") == []


def test_a_freedom_of_what_its_variants_return_is_not_one_of_others() -> None:
    leaf = FreeLeaf("/output/*", own=True)
    contract = with_only((), AllowedVariation(id="begin", text="", variants=("begins",), leaves=(leaf,))).contracts[
        OPERATION
    ]
    change = ValueChange("removed", (), {"role": "user"}, None)
    assert list(declared(contract, "/output/0", change, {}, by="begins")) == [("begin", leaf)]
    assert list(declared(contract, "/output/0", change, {}, by="reference")) == []


def test_a_freedom_of_an_object_is_of_that_object_alone() -> None:
    leaf = FreeLeaf("/output/*", of=({"role": "user"},))
    contract = with_only((), AllowedVariation(id="begin", text="", variants=(), leaves=(leaf,))).contracts[OPERATION]
    of_it, of_another = (ValueChange("removed", (), part, None) for part in ({"role": "user"}, {"role": "tool"}))
    assert list(declared(contract, "/output/0", of_it, {})) == [("begin", leaf)]
    assert list(declared(contract, "/output/0", of_another, {})) == []
