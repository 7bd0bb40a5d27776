"""Facts are one defect for a reason, and two without one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.apis.input_validity import MALFORMED
from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.findings import Failure
from conformance.running.engine.defects import Defect
from conformance.running.engine.result import Objection, RuleResult
from tests.running.engine.test_defects import failing, of

REQUEST, ANSWER = "chat-request-to-anthropic-request", "chat-response-to-responses-response"


def on(at: str, *inputs: int, kind: str = "silent", about: str = "") -> tuple[Failure, Outcome, tuple[int, ...]]:
    return Failure(kind, at, f"{kind} at {at}", about=about), Outcome(output={}), inputs


def request(rule: str, *failures: tuple[Failure, Outcome, tuple[int, ...]], subject: str = "") -> RuleResult:
    entry = failing(rule, *failures, operation=REQUEST)
    entry.rule = replace(entry.rule, subject=subject) if subject else entry.rule
    return entry


def reasons(found: tuple[Defect, ...]) -> list[list[str]]:
    return [[fact.reason for fact in finding.facts[1:]] for finding in found]


def test_members_that_no_report_names_are_one_table() -> None:
    silent = request("ASK-15", on("/input/top_k", 1), on("/input/seed", 2), on("/input/tools/0", 3, about="strict"))
    (found,) = (element for element in of(silent) if element.table is not None)
    assert found.table is not None
    assert (found.table.kind, set(found.table.members)) == ("silent", {"top_k", "seed"})
    assert reasons((found,)) == [["members dropped without a report"]]


def test_a_member_of_a_tool_is_no_row_of_the_table_of_settings() -> None:
    tools = [on(f"/input/tools/{number}", number, about=about) for number, about in enumerate(("strict", "strict"))]
    assert len(of(request("ASK-15", on("/input/top_k", 1), *tools))) == 2


def test_a_member_that_the_api_refuses_where_it_arrives_is_not_lost() -> None:
    lost = request(
        "ASK-12", on("/input/tool_choice", 1, kind="choice-lost"), on("/input/top_p", 2, kind="setting-lost")
    )
    refused = request("API-1", on("/output/tool_choice/type", 1, kind="refused: schema", about="value"))
    assert sorted(map(len, reasons(of(lost, refused)))) == [0, 1]
    elsewhere = request("API-1", on("/output/tool_choice/type", 3, kind="refused: schema", about="value"))
    assert sorted(map(len, reasons(of(lost, elsewhere)))) == [0, 0, 0]


def test_blocks_without_a_form_are_one_defect_and_what_parts_have_is_another() -> None:
    blocks = [on("/input/messages/1/content/0", 1, about="server_tool_use"), on("/input/messages/2", 2, about="item")]
    details = [on("/input/messages/0/content/0", 3, about="detail"), on("/input/messages/0/content/1", 4, about="name")]
    found = of(request("ASK-15", *blocks, *details))
    assert [finding.inputs for finding in found] == [2, 2]
    assert [finding.table.members for finding in found if finding.table is not None] == [
        ("messages[].content[].detail", "messages[].content[].name")
    ]


def test_calls_without_results_are_the_defect_of_the_call_that_moved() -> None:
    moved = request("ASK-6", on("/output/messages/2", 1, 2, 3, kind="result-apart"), subject="results")
    orphans = request("API-2", on("/output/messages/9/role", 1, 2, 5, kind="refused: tool-message-orphan"))
    assert reasons(of(moved, orphans)) == [["calls without results"]]
    elsewhere = request("API-2", on("/output/messages/9/role", 5, 6, 7, kind="refused: tool-message-orphan"))
    assert len(of(moved, elsewhere)) == 2


def test_what_two_rules_of_the_api_refuse_at_one_place_is_one_defect() -> None:
    by_rule = request("API-2", on("/output/messages/3/role", 1, 2, 3, kind="refused: anthropic-role"))
    by_schema = request("API-1", on("/output/messages/3/role", 1, kind="refused: schema", about="value"))
    assert reasons(of(by_rule, by_schema)) == [["the same place of the same inputs"]]


def test_texts_that_the_api_finds_empty_are_one_defect() -> None:
    places = ("anthropic-text-empty", "anthropic-text-blank", "anthropic-content-empty", "anthropic-prefill-space")
    refused = [on(f"/output/messages/{number}", number, kind=f"refused: {id_}") for number, id_ in enumerate(places)]
    assert sorted(element.inputs for element in of(request("API-2", *refused))) == [1, 3]


def test_a_member_that_another_rule_says_is_lost_is_no_row_of_the_table_of_silent_ones() -> None:
    silent = request("ASK-15", on("/input/stop", 1), on("/input/seed", 2))
    lost = request("ASK-14", on("/input/stop", 3, kind="setting-lost"), on("/input/top_p", 4, kind="setting-lost"))
    found = of(silent, lost)
    assert [element.table for element in found] == [None, None, None]
    assert sorted(reasons(found)) == [[], [], ["the same member"]]


def test_members_that_have_a_place_are_a_defect_each_and_one_in_several_rules_is_one() -> None:
    lost = [on(f"/input/{name}", number, kind="setting-lost") for number, name in enumerate(("stop", "top_p"))]
    choice = request("ASK-12", on("/input/tool_choice", 3, kind="choice-lost"), on("/input/stop", 4, kind="stop-lost"))
    found = of(request("ASK-14", *lost), choice)
    assert sorted(reasons(found)) == [[], [], ["the same member"]]


def test_kinds_of_parts_that_do_not_arrive_are_one_table() -> None:
    lost = request("ASK-2", on("/input/messages/0/content/0", 1, kind="image-lost"), subject="images")
    silent = request("ASK-15", on("/input/messages/0/content/0", 2, about="document"))
    (found,) = of(lost, silent)
    assert found.table is not None
    assert found.table == ("parts", ("document", "image"))


def test_members_that_an_answer_lacks_are_one_table() -> None:
    missing = [
        on(f"/output/{name}", number, kind="refused: schema", about="missing")
        for number, name in enumerate(("created_at", "tools"))
    ]
    (found,) = of(failing("API-1", *missing, operation=ANSWER))
    assert found.table is not None
    assert found.table.kind == "lacking"


def test_one_rule_of_the_api_is_one_defect_and_what_its_schema_refuses_is_not() -> None:
    places = ("/output/messages/0/content/0/text", "/output/messages/1/content/0/name")
    by_rule = [on(at, number, kind="refused: text-empty") for number, at in enumerate(places)]
    by_schema = [on(at, number, kind="refused: schema", about="type") for number, at in enumerate(places)]
    assert len(of(request("API-2", *by_rule))) == 1
    assert len(of(request("API-1", *by_schema))) == 2


def error(number: int, *places: str, type_: str = "ValidationError") -> tuple[Failure, Outcome, tuple[int, ...]]:
    text = "\n".join(f"{place}\n  Field required [type=missing, input_value={number}]" for place in places)
    said = f"{len(places)} validation errors for Request\n{text}"
    outcome = Outcome(refusal=Refusal(said, type_))
    return Failure("refused", "/input", f"the call failed: {said}"), outcome, (number,)


def test_an_error_that_names_known_places_alone_is_nothing_new() -> None:
    known = error(1, "messages.0.name"), error(2, "tools.0.strict"), error(3, "messages.4.name", "tools.1.strict")
    assert len(of(request("CONV-1", *known))) == 2
    assert len(of(request("CONV-1", *known, error(4, "messages.0.name", "stop")))) == 2 + 1


def test_facts_at_one_place_of_the_same_inputs_are_one_defect_and_those_of_few_of_them_are_not() -> None:
    wrong = request("ASK-2", on("/output/messages/0/content/0", 1, 2, 3, 4, kind="text-changed"), subject="text")
    inner = on("/output/messages/0/content/0/text", 1, 2, kind="refused: text-long")
    few = on("/output/messages/0/content/0/text", 1, kind="refused: text-long")
    assert len(of(wrong, request("API-2", inner))) == 1
    assert len(of(wrong, request("API-2", few))) == 2


def test_a_text_that_comes_nearly_always_with_a_loss_is_what_was_lost() -> None:
    lost = request("ASK-5", on("/input/messages/1", 1, 2, 3, 4, kind="call-lost"), subject="calls")
    said = on("/output/messages/1/content", 1, 2, 3, kind="said-added", about="text of assistant")
    elsewhere = on("/output/messages/1/content", 5, 6, 7, kind="said-added", about="text of assistant")
    assert reasons(of(lost, request("ASK-10", said, subject="added"))) == [["only where this fails"]]
    assert len(of(lost, request("ASK-10", elsewhere, subject="added"))) == 2


def test_messages_that_are_passed_on_unchanged_are_one_defect() -> None:
    role = on("/output/messages/0/role", 1, kind="refused: schema", about="value")
    text = on("/output/messages/1/content/0/type", 2, kind="refused: schema", about="value")
    assert len(of(request("API-1", role, text))) == 2
    assert reasons(of(all_copied(request("API-1", role, text)))) == [["passed on unchanged"]]


def test_a_text_that_the_api_refuses_is_not_passed_on_in_the_form_of_the_source() -> None:
    form = on("/output/messages/0/role", 1, kind="refused: schema", about="value")
    blank = on("/output/messages/1/content", 2, kind="refused: text-blank")
    assert len(of(all_copied(request("API-1", form)), all_copied(request("API-2", blank)))) == 2


def all_copied(entry: RuleResult) -> RuleResult:
    copied: dict[Objection, Objection] = {objection: objection._replace(copied=True) for objection in entry.objections}
    entry.objections = frozenset(copied.values())
    entry.evidence = [replace(shown, objection=copied[shown.objection]) for shown in entry.evidence if shown.objection]
    return entry


def test_a_text_that_is_found_changed_or_not_at_all_is_one_defect_of_its_rule() -> None:
    changed = on("/output/messages/0/content/0", 1, kind="text-changed")
    lost, other = on("/input/messages/1/content", 2, kind="text-lost"), on("/input/messages/2", 3, kind="call-lost")
    assert sorted(element.inputs for element in of(request("ASK-2", changed, lost, other, subject="text"))) == [1, 2]


def refused(number: int, message: str, feature: str = "") -> tuple[Failure, Outcome, tuple[int, ...]]:
    outcome = Outcome(refusal=Refusal(message, "ValueError"))
    return Failure("refused", "/input", f"the call failed: {message}", about=feature), outcome, (number,)


def test_an_error_of_the_library_s_own_words_is_one_defect_whichever_rule_meets_it() -> None:
    by_feature = request("ASK-7", refused(1, "no file addresses", "without files"))
    plain = request("CONV-1", refused(2, "no file addresses"), refused(3, "no sounds"))
    assert sorted(map(len, reasons(of(by_feature, plain)))) == [0, 1]


def test_nulls_that_are_refused_are_one_defect_and_other_types_are_not() -> None:
    text = "1 validation error(s): Expected {} at 'generation.{}', got {}"
    nulls = [refused(number, text.format("int", name, "NoneType")) for number, name in enumerate(("seed", "n"))]
    other = refused(3, text.format("int", "top_k", "str"))
    assert sorted(element.inputs for element in of(request("CONV-1", *nulls, other))) == [1, 2]


def test_what_does_not_come_back_is_the_member_that_is_lost_on_the_way() -> None:
    lost = request("ASK-12", on("/input/seed", 1, kind="setting-lost"))
    back = [on("/input/seed", 2, kind="not-back"), on("/input/user", 3, kind="not-back")]
    back += [on("/input/store", 4, kind="not-back")]
    found = of(lost, request("ASK-13", *back))
    assert sorted(map(sorted, reasons(found))) == [["members that do not come back"], ["the same member"]]


def test_one_turn_that_becomes_several_messages_is_one_defect() -> None:
    divided = [on("/output/messages/1", 1, kind="calls-split"), on("/output/messages/4", 2, kind="text-apart")]
    assert len(of(request("ASK-3", *divided, on("/output/messages/6", 3, kind="text-moved"), subject="calls"))) == 2


def test_what_is_said_besides_is_one_defect_whoever_says_it() -> None:
    texts = [on(f"/output/messages/{n}", n, kind="said-added", about=f"text of {who}") for n, who in enumerate("ab")]
    image = on("/output/messages/7", 7, kind="said-added", about="image of a")
    assert sorted(element.inputs for element in of(request("ASK-10", *texts, image, subject="added"))) == [1, 2]


def test_refusals_that_are_lost_are_one_defect_of_two_rules() -> None:
    one = request("OUT-7", on("/input/0/content", 1, kind="refusal-lost"), subject="refusals")
    other = request("OUT-9", on("/input/1/content", 2, kind="refusal-lost"), subject="refusals")
    citation = request("OUT-10", on("/input/2", 3, kind="citation-lost"), subject="refusals")
    assert sorted(found.inputs for found in of(one, other, citation)) == [1, 2]


def test_counts_that_the_api_never_sends_so_are_one_defect() -> None:
    null = [on(f"/output/usage/{name}", n, kind="refused: schema", about="type") for n, name in enumerate(("a", "b"))]
    text = on("/output/model", 9, kind="refused: schema", about="type")
    assert sorted(element.inputs for element in of(request("API-1", *null, text))) == [1, 2]


def test_what_a_part_has_is_lost_with_the_part_and_is_no_member_of_a_tool() -> None:
    part = on("/input/messages/0/content/0", 1, 2, about="search result")
    name = on("/input/messages/0/content/0", 1, about="source")
    elsewhere = [on("/input/messages/0/content/1", 2, about="name"), on("/input/tools/0", 2, about="strict")]
    found = of(request("ASK-15", part, name, *elsewhere))
    assert sorted(map(sorted, reasons(found))) == [[], [], ["of a part that is left out"]]


def test_an_error_is_not_one_with_an_ending_that_changed() -> None:
    changed = request("END-1", on("/output/choices/0/finish_reason", 1, kind="end"), subject="ending")
    assert len(of(changed, request("END-1", refused(2, "no such ending"), subject="ending"))) == 2


def test_what_becomes_of_entries_that_nobody_sends_is_one_defect_and_of_real_ones_is_not() -> None:
    passed = [on("/output/0/a", 1, kind="passed")], [on("/output/1/b", 2, kind="passed")]

    def found(**more: Any) -> int:
        return len(of(*(failing(rule, *own, **more) for rule, own in zip(("TR-5", "ERR-2"), passed, strict=True))))

    assert found(standing=MALFORMED, sets=("robust",)) == 1
    assert found() == 2


def test_what_tools_lack_is_one_defect_of_its_rule() -> None:
    lacking = [on("/output/0", 1, kind="lacks-name"), on("/output/1", 2, kind="lacks-parameters")]
    assert len(of(failing("INV-2", *lacking), failing("INV-3", on("/output/2", 3, kind="lacks-type")))) == 2


def test_members_of_one_object_that_one_rule_finds_wrong_are_one_defect() -> None:
    name = on("/output/tools/0/name", 1, 2, 3, kind="name-changed")
    format_ = on("/output/tools/0/format", 1, 2, kind="format-changed")
    elsewhere = on("/output/tools/1/format", 1, 2, kind="format-changed")
    assert reasons(of(request("API-6", name, format_))) == [["the same object"]]
    assert len(of(request("API-6", name, elsewhere))) == 2
    assert len(of(request("API-6", name), request("API-7", format_))) == 2


def test_nearly_each_place_is_enough_for_what_the_api_refuses_there() -> None:
    by_rule = request("API-2", on("/output/messages/3/role", *range(9), kind="refused: anthropic-role"))
    most = on("/output/messages/3/role", *range(1, 10), kind="refused: schema", about="value")
    some = on("/output/messages/3/role", *range(5, 14), kind="refused: schema", about="value")
    assert reasons(of(by_rule, request("API-1", most))) == [["the same place of the same inputs"]]
    assert len(of(by_rule, request("API-1", some))) == 2


def test_a_tool_of_another_name_is_one_defect_with_its_members_and_the_list_that_lacks_it() -> None:
    lost = request(
        "ASK-11",
        on("/input/tools/0", 1, 2, kind="tool-lost"),
        on("/input/functions/1", 3, kind="tool-lost"),
        subject="tools",
    )
    empty = request("API-2", on("/output/tools", 1, kind="refused: tools-empty"))
    silent = request("ASK-15", on("/input/tools/0", 2, about="strict"), subject="reported")
    other = request("ASK-10", on("/output/tools/0", 1, 2, 3, 4, kind="tool-invented"), subject="added")
    assert sorted(reasons(of(lost, empty, silent, other))[0]) == [
        "a tool of another name", "no tool is left", "of a tool that is left out", "the same rule, in the same way",
    ]  # fmt: skip
    elsewhere = request("ASK-15", on("/input/tools/0", 9, about="strict"), subject="reported")
    assert len(of(lost, elsewhere)) == 2


def test_what_is_in_another_place_is_one_defect_where_another_rule_says_so_too() -> None:
    texts = request("ASK-3", on("/output/messages/2/content", 1, 2, 3, 4, kind="text-moved"), subject="text")
    results = request("ASK-6", on("/output/messages/5", 1, 2, 3, kind="result-apart"), subject="results")
    assert reasons(of(texts, results)) == [["the same order"]]
    few = request("ASK-6", on("/output/messages/5", 1, 2, 5, kind="result-apart"), subject="results")
    assert len(of(texts, few)) == 2


def test_a_usage_that_is_lost_is_missing_in_the_answer() -> None:
    lost = [on("/input/usage", 1, 2, 3, kind="usage-lost")]
    missing = [on("/output/usage", 1, 2, 3, 4, kind="refused: schema", about="missing")]
    entries = [failing(rule, *own, operation=ANSWER) for rule, own in (("USE-1", lost), ("API-1", missing))]
    assert reasons(of(*entries)) == [["counts of one usage"]]


def test_the_texts_that_lost_results_became_are_no_defect_of_their_own_unless_by_chance() -> None:
    results = request("ASK-6", on("/input/messages/2", *range(40), kind="result-lost"), subject="results")
    added = request("ASK-10", on("/output/messages/2/content/0", 1, 2, 3, kind="said-added"), subject="added")
    added.cases_run = 200
    assert reasons(of(results, added)) == [["only where this fails"]]
    added.cases_run = 50  # of which most lose a result
    assert len(of(results, added)) == 2


def test_a_member_that_is_missing_is_what_a_rule_finds_absent_in_the_same_inputs() -> None:
    rule = failing("KEEP-2", on("/output/content/0", 1, 2, kind="arguments"), operation=ANSWER)
    missing = on("/output/content/0/input", 1, 2, kind="refused: schema", about="missing")
    assert reasons(of(rule, failing("API-1", missing, operation=ANSWER))) == [["the same place of the same inputs"]]
    further = on("/output/content/0/input", 1, 2, 3, kind="refused: schema", about="missing")
    assert len(of(rule, failing("API-1", further, operation=ANSWER))) == 2


def test_a_text_that_changed_where_another_rule_says_so_is_the_same() -> None:
    names = failing("KEEP-2", on("/output/output/1", *range(9), kind="name"), operation=ANSWER)
    texts = failing("ALL-4", on("/output/output/1", 1, 2, kind="text-changed"), operation=ANSWER)
    assert reasons(of(names, texts)) == [["the same place of the same inputs"]]
    elsewhere = failing("ALL-4", on("/output/output/2", 1, 2, kind="text-changed"), operation=ANSWER)
    assert len(of(names, elsewhere)) == 2
