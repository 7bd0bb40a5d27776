"""What reports say of the inputs that the user gave."""

from __future__ import annotations

from typing import Any

from conformance.results.alike_place import alike_place
from conformance.results.given import (
    ADVICE_SHOWN,
    NAMED,
    REASONS_SHOWN,
    account_lines,
    decided_lines,
    given_table,
    showing,
    source_of_evidence,
    standing_lines,
)
from tests.results.building import make_report

Built = dict[str, Any]


def entry(name: str = "a.json", **changes: Any) -> Built:
    return {"operation": "one-to-one", "kind": "input", "name": name, "verdict": "converted", **changes}


def reported(*given: Built, conforms: bool = True) -> Built:
    report = make_report(given=list(given))
    report["run"]["only_given"] = True
    report["summary"]["conforms"] = conforms
    return report


def malformed(number: int = 1, kind: str = "malformed") -> Built:
    reasons = [{"at": f"/{place}", "message": "is missing", "rule": "schema"} for place in range(number)]
    return {"kind": kind, "reasons": reasons}


def test_reasons_are_said_with_places_and_no_more_than_can_be_read() -> None:
    lines = standing_lines(reported(entry(standing=malformed(REASONS_SHOWN + 2))))
    assert lines[0] == "a.json is malformed; such an input decides only robust:"
    assert lines[1] == "  /0: is missing"
    assert lines[-1] == "  and 2 more, which report.json has"
    documented = malformed(kind="documented") | {"reasons": [{"at": "", "message": "no list", "rule": "type"}]}
    assert standing_lines(reported(entry(standing=documented))) == [
        "a.json is documented; such an input decides only documents and robust:",
        "  (the whole): no list",
    ]
    assert standing_lines(reported(entry(standing={"kind": "real"}))) == []
    many = [entry(f"{number}.json", standing=malformed()) for number in range(NAMED + 2)]
    assert standing_lines(reported(*many))[-1] == "2 more inputs are not real."


def test_a_run_without_a_real_input_says_what_it_does_not_show() -> None:
    inputs = [entry(standing=malformed()), entry("b.json", standing=malformed(kind="documented"))]
    assert decided_lines(reported(*inputs)) == [
        "No input of this run is real, so it decides only documents and robust: it does not show that safe holds."
    ]
    assert decided_lines(reported(*inputs, entry("c.json", standing={"kind": "real"}))) == []
    assert decided_lines(reported(*inputs, conforms=False)) == []
    whole = reported(*inputs)
    del whole["run"]["only_given"]
    assert decided_lines(whole) == []


def test_inputs_that_fail_are_named_up_to_a_stated_number() -> None:
    fail = [
        entry(f"a.yaml, interaction {number}", kind="recording", verdict="fails", rules=["A-1"], defects=["D1"])
        for number in range(NAMED + 3)
    ]
    lines = account_lines(reported(*fail, entry("b.yaml", kind="recording")))
    assert lines[0] == f"Recorded inputs: {NAMED + 4}, of which {NAMED + 3} fail, 1 converted"
    assert lines[1] == "  a.yaml, interaction 0: D1"
    assert (len(lines), lines[-1]) == (NAMED + 2, "  and 3 more, which report.json has")
    assert showing(reported(*fail), "D1").startswith("recorded inputs a.yaml, interaction 0; a.yaml, interaction 1; ")
    assert showing(reported(*fail), "D2") == ""


def test_a_tool_has_one_line_for_all_operations() -> None:
    tool = {"kind": "tool", "server": "server", "verdict": "fails"}
    given = [
        entry("search", **tool, rules=["A-1"], defects=["D1"]),
        entry("search", **tool, operation="one-to-many", rules=["A-2"]),
        entry("fetch", **tool | {"verdict": "refused"}, reason="ValueError: no"),
        entry("old", **tool | {"verdict": "converted"}, standing=malformed()),
        entry("list", **tool | {"verdict": "converted"}),
    ]
    assert account_lines(reported(*given)) == [
        "Tools of the server server: 4 came",
        "  search: D1; fails A-2",
        "  fetch: refused: ValueError: no",
        "  old: malformed: /0: is missing",
        "  fine: list",
    ]
    assert [row[2] for row in given_table(reported(*given))["given"]] == [
        "fails", "fails", "refused", "converted", "converted"
    ]  # fmt: skip


def test_advice_is_said_but_does_not_make_an_input_fail() -> None:
    advice = [{"rule": "A-1", "at": "/output", "message": "odd"}] * (ADVICE_SHOWN + 1)
    assert account_lines(reported(entry(advice=advice))) == [
        "Given inputs: 1 converted",
        "  a.json:",
        *["    advice: A-1 at /output: odd"] * ADVICE_SHOWN,
        "    and 1 more piece of advice",
    ]


def test_evidence_of_a_list_names_the_tool_that_its_pointer_leads_to() -> None:
    given = {"kind": "tool", "name": "all tools", "server": "server", "tools": ["search", "fetch"]}
    piece = {"given": given, "at": "/output/1/name", "actual": [1, 2]}
    assert source_of_evidence(piece) == "tool fetch of the server"
    assert source_of_evidence(piece | {"actual": [1]}) == "all tools of the server"
    assert source_of_evidence(piece | {"at": "/input/0", "actual": None}) == "tool search of the server"


def test_a_pointer_into_a_result_finds_the_place_in_the_input_that_ends_alike() -> None:
    properties = {name: {"type": "string", "default": 1} for name in ("city", "day")}
    tool = {"default": 0, "inputSchema": {"properties": properties}}
    path = ["function", "parameters", "properties", "day", "default"]
    assert alike_place(tool, path) == ["inputSchema", "properties", "day", "default"]
    assert alike_place(tool, ["function", "nothing"]) == []
    assert alike_place([["a"]], ["calls", "0"]) == []
