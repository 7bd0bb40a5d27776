"""Which rule a defect of a list of messages is charged to, and what the rules leave free."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.by_laws.chat_messages.samples import (
    CUSTOM,
    HELLO,
    IMAGE,
    REASONING,
    SHOWN,
    call,
    calls,
    charged,
    custom,
    failed,
    output,
    reported,
    said,
    system,
    tool,
    user,
)


def test_calls_of_one_turn_in_two_messages() -> None:
    given = [call("a"), call("b"), output("a"), output("b")]
    assert charged(given, [calls("a", "b"), tool("a"), tool("b")]) == set()
    assert charged(given, [calls("a"), calls("b"), tool("a"), tool("b")]) == {"INP-1", "API-2"}
    assert charged(given, [calls("a"), tool("a"), calls("b"), tool("b")]) == {"INP-1", "INP-4"}
    assert charged(given, [calls("b", "a"), tool("a"), tool("b")]) == {"INP-1", "INP-4"}


def test_results_keep_the_order_of_calls_or_of_outputs() -> None:
    given = [call("a"), call("b"), output("b", "B"), output("a")]
    assert charged(given, [calls("a", "b"), tool("a"), tool("b", "B")]) == set()
    assert charged(given, [calls("a", "b"), tool("b", "B"), tool("a")]) == set()
    assert charged(given, [calls("a", "b"), tool("a", "B"), tool("b")]) == {"INP-2"}


def test_the_text_beside_calls() -> None:
    given = [said("One."), said("Two."), call(), output()]
    assert charged(given, [reported("One."), calls("a", content="Two."), tool()]) == set()
    assert charged(given, [calls("a", content="One.\n\nTwo."), tool()]) == set()
    assert charged(given, [reported("One."), reported("Two."), calls("a"), tool()]) == {"INP-1"}
    assert charged(given, [reported("One."), calls("a", content=""), tool()]) == {"INP-3", "INP-4"}


def test_two_rounds_are_no_turn() -> None:
    given = [call("a"), output("a"), call("b"), output("b")]
    assert charged(given, [calls("a"), tool("a"), calls("b"), tool("b")]) == set()
    assert charged(given, [calls("a", "b"), tool("a"), tool("b")]) == {"INP-4"}


def test_who_speaks_between_a_call_and_its_output() -> None:
    given = [call(), HELLO, output()]
    assert charged(given, [calls("a"), tool(), HELLO]) == set()
    assert charged(given, [calls("a"), HELLO, tool()]) == {"INP-2", "API-2"}
    given = [HELLO, call(), system("Be kind."), output()]
    for result in ([HELLO, calls("a"), tool(), system("Be kind.")], [system("Be kind."), HELLO, calls("a"), tool()]):
        assert charged(given, result) == set()
    assert charged(given, [HELLO, system("Be kind."), calls("a"), tool()]) == set()


def test_an_unanswered_call_may_stay_go_or_get_a_result() -> None:
    given = [HELLO, call(), HELLO]
    for result in ([HELLO, calls("a"), HELLO], [HELLO, HELLO], [HELLO, calls("a"), tool(content="(none)"), HELLO]):
        assert charged(given, result) == set()
    assert charged(given, failed("no output for call a")) == set()


def test_an_output_without_a_call_may_go() -> None:
    given = [output("x"), HELLO]
    assert charged(given, [HELLO]) == charged(given, [tool("x"), HELLO]) == charged(given, failed("x")) == set()


def test_arguments_keep_their_value_and_to_the_letter_their_text() -> None:
    given = [call(arguments='{"a": 1}'), output()]
    assert charged(given, [calls("a", arguments='{"a":1}'), tool()]) == {"ALL-4"}
    assert charged(given, [calls("a", arguments='{"a":2}'), tool()]) >= {"INP-1a"}
    assert charged(given, [calls("a", arguments='"{\\"a\\": 1}"'), tool()]) >= {"INP-1a"}


@pytest.mark.parametrize(
    ("name", "rules"), [("f", set()), ("crm__f", set()), ("crm-f", set()), ("__f", {"INP-1a"}), ("f__crm", {"INP-1a"})]
)
def test_the_name_of_a_call_may_have_its_namespace_before_it(name: str, rules: set[str]) -> None:
    given = [call() | {"namespace": "crm"}, output()]
    made = calls("a")
    made["tool_calls"][0]["function"]["name"] = name
    assert charged(given, [made, tool()]) == rules
    if name != "f":
        assert charged([call(), output()], [made, tool()]) == {"INP-1a"}


@pytest.mark.parametrize("content", ["AB", "A\nB", "A\n\nB", "A B", [{"type": "text", "text": t} for t in "AB"]])
def test_texts_of_a_message_may_be_joined(content: Any) -> None:
    assert charged([said("A", "B", role="user")], [{"role": "user", "content": content}]) == set()
    assert charged([said("A", "B")], [{"role": "assistant", "content": content}]) == set()


def test_texts_of_two_messages_of_the_user_may_not() -> None:
    given = [said("A", role="user"), said("B", role="user")]
    assert charged(given, [{"role": "user", "content": "A\nB"}]) == {"INP-4"}


def test_a_text_that_is_gone_changed_or_another_roles() -> None:
    given = [HELLO, said("Hi!")]
    assert charged(given, [HELLO]) == {"INP-3", "INP-4"}
    assert charged(given, [HELLO, reported("Hi")]) == {"INP-3", "ALL-4"}
    assert charged(given, [HELLO, {"role": "user", "content": "Hi!"}]) == {"INP-3", "INP-4"}
    assert charged(given, [HELLO, reported("Hi!"), reported("What else?")]) == {"INP-4"}


def test_details_of_images() -> None:
    given = [{"role": "user", "content": [IMAGE | {"detail": "low"}, IMAGE]}]
    low, auto = (SHOWN | {"image_url": SHOWN["image_url"] | {"detail": detail}} for detail in ("low", "auto"))
    assert charged(given, [{"role": "user", "content": [low, auto]}]) == set()
    assert charged(given, [{"role": "user", "content": [SHOWN, SHOWN]}]) == {"INP-3"}
    assert charged(given, [{"role": "user", "content": [IMAGE | {"detail": "low"}, IMAGE]}]) == {"API-1"}


def test_a_refusal_may_be_text() -> None:
    given = [{"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}, HELLO]
    for message in (
        reported("No."),
        reported("") | {"refusal": "No."},
        {"role": "assistant", "content": None, "refusal": "No."},
    ):
        assert charged(given, [message, HELLO]) == set()
    assert charged(given, [reported(""), HELLO]) == {"INP-3a", "INP-4"}


def test_a_part_without_a_twin_may_be_named_refused_or_dropped() -> None:
    given = [
        {"role": "user", "content": [{"type": "input_text", "text": "A"}, {"type": "input_image", "file_id": "f"}]}
    ]
    for content in ("A", "A\n[image f]", [{"type": "text", "text": "A"}, {"type": "text", "text": "[image]"}]):
        assert charged(given, [{"role": "user", "content": content}]) == set()
    assert charged(given, failed("file_id")) == set()
    assert charged(given, [{"role": "user", "content": "[image f]"}]) == {"INP-3"}


def test_a_file_of_an_output_may_be_named_but_no_file_part_is_empty() -> None:
    file = {"filename": "a.csv", "file_data": "data:text/csv;base64,YQ=="}
    given = [call("a"), output("a", [{"type": "input_file"} | file])]
    named = [calls("a"), tool("a", "[file a.csv]")]
    assert charged(given, named) == set()
    for part, rules in ((file, set()), ({"filename": "a.csv"}, {"INP-3b"}), ({}, {"INP-3b"})):
        moved = {"role": "user", "content": [{"type": "file", "file": part}]}
        assert charged(given, [*named, moved]) == rules


def test_an_assistants_silence_may_go() -> None:
    given = [HELLO, said(""), HELLO]
    assert charged(given, [HELLO, HELLO]) == charged(given, [HELLO, reported(""), HELLO]) == set()
    assert charged(given, [HELLO, {"role": "assistant", "content": None}, HELLO]) == {"API-2"}


def test_reasoning() -> None:
    given = [HELLO, REASONING, call(), output()]
    assert charged(given, [HELLO, calls("a"), tool()]) == set()
    assert charged(given, [HELLO, calls("a") | {"reasoning_content": "Hm."}, tool()]) == set()
    assert charged(given, [HELLO, calls("a", content="Hm."), tool()]) == {"INP-5"}
    assert charged(given, [HELLO, {"role": "user", "content": "Hm."}, calls("a"), tool()]) == {"INP-5"}
    nothing = {"role": "assistant", "content": None}
    assert charged(given, [HELLO, nothing, calls("a"), tool()]) == {"INP-5", "API-2"}
    assert charged(given, failed("summary")) == {"CONV-1"}
    assert charged(given, [HELLO, HELLO, calls("a"), tool()]) == {"INP-4"}
    assert charged([HELLO, REASONING, HELLO], [HELLO, REASONING | {"role": "user", "content": "Hello"}]) == set()


def test_hosted_calls_may_be_refused_by_name_or_kept_on_the_assistants_side() -> None:
    given = [HELLO, {"type": "web_search_call", "id": "ws_1"}, said("Found.")]
    for result in ([HELLO, reported("Found.")], [HELLO, reported("[searched]"), reported("Found.")]):
        assert charged(given, result) == set()
    assert charged(given, failed("web_search_call is not supported")) == set()
    assert charged(given, failed("KeyError: 'role'")) == {"INP-5"}


def test_a_custom_call_that_is_a_call_has_its_input() -> None:
    assert charged(CUSTOM, []) == charged(CUSTOM, failed("custom_tool_call")) == set()
    assert charged(CUSTOM, [custom("*** Begin\n+ é"), tool("c", "ran")]) == set()
    for arguments in ('{"input": "*** Begin\\n+ \\u00e9"}', '["x", {"patch": "*** Begin\\n+ é"}]', "*** Begin\n+ é"):
        assert charged(CUSTOM, [calls("c", name="patch", arguments=arguments), tool("c", "ran")]) == set()
    for input_ in ("", "null", "*** Begin"):
        assert charged(CUSTOM, [custom(input_), tool("c", "ran")]) == {"INP-5"}
    assert charged(CUSTOM, [calls("c", name="patch"), tool("c", "ran")]) == {"INP-5"}
    assert charged(CUSTOM, [calls("c", arguments="*** Begin\n+ é"), tool("c", "ran")]) == {"INP-5"}


def test_a_custom_call_whose_input_is_json_may_have_it_written_anew() -> None:
    given = [CUSTOM[0] | {"input": '{"a": 1}'}, CUSTOM[1]]
    assert charged(given, [calls("c", name="patch", arguments='{"a":1}'), tool("c", "ran")]) == set()
    assert charged(given, [calls("c", name="patch", arguments='{"input": {"a": 1}}'), tool("c", "ran")]) == set()
    assert charged(given, [calls("c", name="patch", arguments='{"a": 2}'), tool("c", "ran")]) == {"INP-5"}


def test_two_custom_calls_of_one_id_are_not_compared() -> None:
    given = [*CUSTOM, CUSTOM[0] | {"input": "B"}, CUSTOM[1]]
    assert charged(given, [custom("B"), tool("c", "ran")]) == set()
    assert charged([call("c"), output("c"), *CUSTOM], [calls("c"), tool("c")]) == set()


def test_instructions_may_be_joined_and_move_to_the_front() -> None:
    given = {"instructions": "A", "input": [HELLO, system("B", "developer"), HELLO]}
    for result in (
        [system("A"), HELLO, system("B"), HELLO],
        [system("A\n\nB"), HELLO, HELLO],
        [system("A", "developer"), system("B", "developer"), HELLO, HELLO],
    ):
        assert charged(given, result) == set()
    assert charged(given, [HELLO, system("B"), HELLO]) == {"INP-6"}
    assert charged(given, [system("B\n\nA"), HELLO, HELLO]) == {"INP-6"}
    assert charged(given, [system("A"), HELLO, HELLO, system("B")]) == {"INP-6"}
    assert charged(given, [system("A"), HELLO, {"role": "user", "content": "B"}, HELLO]) >= {"INP-6"}


def test_a_text_that_names_a_lost_file_is_no_message_of_its_own() -> None:
    file = {"type": "input_file", "file_id": "file-1"}
    given = [REASONING, {"role": "user", "content": [{"type": "input_text", "text": "Hi"}, file]}]
    named = {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "[File ID: file-1]"}]}
    assert "INP-5" not in charged(given, [named])
    named["content"][1]["text"] = "Hm."
    assert "INP-5" in charged(given, [named])


def test_a_call_that_was_moved_does_not_move_the_instructions() -> None:
    given = [call(), output(), HELLO, system("B"), said("Hm.")]
    late = calls("a", content="Hm.")
    assert charged(given, [tool(), HELLO, system("B"), late]).isdisjoint({"INP-6"})
    assert "INP-6" in charged(given, [tool(), system("B"), HELLO, late])


def test_an_id_may_be_another_one_that_no_other_call_has_and_its_results_name() -> None:
    given = [call("a"), output("a"), call("b", "[1]"), output("b", "B")]

    def made(first: str, second: str, *answers: str) -> list[Any]:
        return [calls(first), tool(answers[0]), calls(second, arguments="[1]"), tool(answers[1], "B")]

    assert charged(given[:2], [calls("x"), tool("x")]) == set()
    assert charged(given, made("x", "y", "x", "y")) == set()
    assert charged(given, made("b", "a", "b", "a")) == set()
    assert "INP-1a" in charged(given, made("x", "x", "x", "x"))
    assert "INP-1a" in charged(given, made("b", "b", "b", "b"))
    assert {"INP-1a", "INP-2"} <= charged(given, made("x", "y", "a", "b"))


def test_a_call_of_a_custom_tool_may_have_another_id_too() -> None:
    kept = custom(CUSTOM[0]["input"])
    kept["tool_calls"][0]["id"] = "x"
    assert charged(CUSTOM, [kept, tool("x", "ran")]) == set()


def test_an_error_about_another_part_is_not_about_the_item_that_chat_has_no_form_for() -> None:
    hosted = {"type": "mcp_call", "id": "mcp_1", "server_label": "a", "name": "b", "arguments": "{}"}
    given = [said("A"), hosted]
    assert "INP-5" in charged(given, failed("cannot read this"))
    assert "INP-5" not in charged(given, failed("Unknown content: {'type': 'output_text', 'text': 'A'}"))


def test_an_image_that_a_user_and_a_tool_sent_is_the_users_if_one_arrives() -> None:
    url = "https://example.org/plot.png"

    def image(detail: str) -> dict[str, Any]:
        return {"type": "input_image", "image_url": url, "detail": detail}

    def shown(*details: str) -> dict[str, Any]:
        parts = [{"type": "image_url", "image_url": {"url": url, "detail": detail}} for detail in details]
        return {"role": "user", "content": parts}

    given = [{"role": "user", "content": [image("high")]}, call("a"), output("a", [image("low")])]
    assert charged(given, [shown("high"), calls("a"), tool("a", "(image omitted)")]) == set()
    assert charged(given, [shown("high"), calls("a"), tool("a", "(image follows)"), shown("low")]) == set()
    assert charged(given, [shown("low"), calls("a"), tool("a", "(image omitted)")]) == {"INP-3"}


@pytest.mark.parametrize("kind", ["refusal", "output_text"])
def test_what_joins_texts_of_nothing_is_nothing_that_was_made_up(kind: str) -> None:
    part = {"type": kind, "refusal" if kind == "refusal" else "text": ""}
    given = [HELLO, REASONING, {"role": "assistant", "content": [part, part]}]
    key = "refusal" if kind == "refusal" else "content"
    message = {"role": "assistant", "content": None}
    assert "INP-5" not in charged(given, [HELLO, message | {key: "\n"}])
    assert "INP-5" in charged(given, [HELLO, message | {key: "\nNo."}])
    assert "INP-5" in charged([HELLO, REASONING], [HELLO, message | {key: "\n"}])


def test_a_file_may_get_a_name_and_keeps_the_one_that_it_has() -> None:
    data = "data:text/csv;base64,YQ=="
    nameless, named = {"file_data": data}, {"file_data": data, "filename": "a.csv"}

    def judged(source: Any, came: Any) -> set[str]:
        given = [{"role": "user", "content": [{"type": "input_file", **source}]}]
        return charged(given, [user({"type": "file", "file": came})])

    assert judged(nameless, named) == set()
    assert judged(named, named) == set()
    assert judged(named, {**named, "filename": "b.csv"}) != set()


def test_an_empty_message_says_nothing_of_the_place_of_an_instruction() -> None:
    told = {"role": "system", "content": "Be kind."}
    video = {"role": "user", "content": [{"type": "input_video", "url": "https://example.org/a.mp4"}]}
    given = [said(""), told, video, HELLO]
    assert "INP-6" not in charged(given, [user(), told, HELLO])
