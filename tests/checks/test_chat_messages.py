"""responses-input-to-chat-messages: who is charged with what, and who is not."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.chat_messages.plausible import as_sound
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome, Refusal
from conformance.selftest.banks.chat_messages import ITEMS
from conformance.values import ABSENT
from tests.engine.certifying import specifications

HELLO = {"role": "user", "content": "Hello"}
REASONING = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}
IMAGE = {"type": "input_image", "image_url": "https://example.org/a.png"}
SHOWN = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}


def call(id_: str = "a", arguments: str = "{}") -> dict[str, Any]:
    return {"type": "function_call", "call_id": id_, "name": "f", "arguments": arguments}


def output(id_: str = "a", output: Any = "A") -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": id_, "output": output}


def said(*texts: str, role: str = "assistant") -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"role": role, "content": [{"type": kind, "text": text} for text in texts]}


def calls(*ids: str, content: Any = None, arguments: str = "{}") -> dict[str, Any]:
    function = {"name": "f", "arguments": arguments}
    found = [{"id": id_, "type": "function", "function": function} for id_ in ids]
    return {"role": "assistant", "content": content, "tool_calls": found}


def tool(id_: str = "a", content: Any = "A") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


def system(text: str, role: str = "system") -> dict[str, Any]:
    return {"role": role, "content": text}


def told(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def charged(given: Any, result: Any, **choices: str) -> set[str]:
    outcome = result if isinstance(result, Outcome) else Outcome(output=result)
    view = view_of(
        Trial(
            operation=ITEMS,
            input=given,
            outcome=outcome,
            choices={name.replace("_", "-"): answer for name, answer in choices.items()},
        )
    )
    found = set()
    for rule in specifications().contracts[ITEMS].rules:
        if isinstance(findings := family(ITEMS).checks[rule.check](view), tuple) and findings:
            found.add(rule.id)
    return found


def failed(message: str) -> Outcome:
    return Outcome(refusal=Refusal(message))


# Turns and results.


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
    assert charged(given, [told("One."), calls("a", content="Two."), tool()]) == set()
    assert charged(given, [calls("a", content="One.\n\nTwo."), tool()]) == set()
    assert charged(given, [told("One."), told("Two."), calls("a"), tool()]) == {"INP-1"}
    assert charged(given, [told("One."), calls("a", content=""), tool()]) == {"INP-3", "INP-4"}


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


def test_a_call_that_nobody_answered_may_stay_go_or_get_a_result() -> None:
    given = [HELLO, call(), HELLO]
    for result in ([HELLO, calls("a"), HELLO], [HELLO, HELLO], [HELLO, calls("a"), tool(content="(none)"), HELLO]):
        assert charged(given, result) == set()
    assert charged(given, failed("no output for call a")) == set()


def test_an_output_without_a_call_is_nobodys() -> None:
    given = [output("x"), HELLO]
    assert charged(given, [HELLO]) == charged(given, [tool("x"), HELLO]) == charged(given, failed("x")) == set()


def test_an_id_used_again() -> None:
    given = [call(), output(output="1"), HELLO, call(), output(output="2")]
    assert charged(given, [calls("a"), tool(content="1"), HELLO, calls("a"), tool(content="2")]) == set()
    assert charged(given, [calls("a"), tool(content="2"), HELLO, calls("a"), tool(content="2")]) == {"INP-2"}
    assert charged(given, [calls("a"), tool(content="1"), HELLO]) == {"INP-1a", "INP-2", "INP-4"}


def test_arguments_are_a_string_to_the_letter() -> None:
    given = [call(arguments='{"a": 1}'), output()]
    assert charged(given, [calls("a", arguments='{"a":1}'), tool()]) == {"INP-1a", "ALL-4"}
    assert charged(given, [calls("a", arguments='"{\\"a\\": 1}"'), tool()]) >= {"INP-1a"}


# What is said.


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
    assert charged(given, [HELLO, told("Hi")]) == {"INP-3", "ALL-4"}
    assert charged(given, [HELLO, {"role": "user", "content": "Hi!"}]) == {"INP-3", "INP-4"}
    assert charged(given, [HELLO, told("Hi!"), told("What else?")]) == {"INP-4"}


def test_details_of_images() -> None:
    given = [{"role": "user", "content": [IMAGE | {"detail": "low"}, IMAGE]}]
    low, auto = (SHOWN | {"image_url": SHOWN["image_url"] | {"detail": detail}} for detail in ("low", "auto"))
    assert charged(given, [{"role": "user", "content": [low, auto]}]) == set()
    assert charged(given, [{"role": "user", "content": [SHOWN, SHOWN]}]) == {"INP-3"}
    assert charged(given, [{"role": "user", "content": [IMAGE | {"detail": "low"}, IMAGE]}]) == {"API-1"}


def test_a_refusal_may_be_text() -> None:
    given = [{"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}, HELLO]
    for message in (
        told("No."),
        told("") | {"refusal": "No."},
        {"role": "assistant", "content": None, "refusal": "No."},
    ):
        assert charged(given, [message, HELLO]) == set()
    assert charged(given, [told(""), HELLO]) == {"INP-3a", "INP-4"}


def test_a_part_without_a_twin_may_be_named_refused_or_dropped() -> None:
    given = [
        {"role": "user", "content": [{"type": "input_text", "text": "A"}, {"type": "input_image", "file_id": "f"}]}
    ]
    for content in ("A", "A\n[image f]", [{"type": "text", "text": "A"}, {"type": "text", "text": "[image]"}]):
        assert charged(given, [{"role": "user", "content": content}]) == set()
    assert charged(given, failed("file_id")) == set()
    assert charged(given, [{"role": "user", "content": "[image f]"}]) == {"INP-3"}


def test_an_assistants_silence_may_go() -> None:
    given = [HELLO, said(""), HELLO]
    assert charged(given, [HELLO, HELLO]) == charged(given, [HELLO, told(""), HELLO]) == set()
    assert charged(given, [HELLO, {"role": "assistant", "content": None}, HELLO]) == {"API-2"}


# What Chat has no message for.


def test_reasoning() -> None:
    given = [HELLO, REASONING, call(), output()]
    assert charged(given, [HELLO, calls("a"), tool()]) == set()
    assert charged(given, [HELLO, calls("a") | {"reasoning_content": "Hm."}, tool()]) == set()
    assert charged(given, [HELLO, calls("a", content="Hm."), tool()]) == {"INP-5"}
    assert charged(given, [HELLO, {"role": "user", "content": "Hm."}, calls("a"), tool()]) == {"INP-5"}
    nothing = {"role": "assistant", "content": None}
    assert charged(given, [HELLO, nothing, calls("a"), tool()]) == {"INP-5", "API-2"}
    assert charged(given, failed("summary")) == {"INP-5"}
    assert charged(given, [HELLO, HELLO, calls("a"), tool()]) == {"INP-4"}
    assert charged([HELLO, REASONING, HELLO], [HELLO, REASONING | {"role": "user", "content": "Hello"}]) == set()


def test_hosted_calls_may_be_refused_by_name_or_kept_on_the_assistants_side() -> None:
    given = [HELLO, {"type": "web_search_call", "id": "ws_1"}, said("Found.")]
    for result in ([HELLO, told("Found.")], [HELLO, told("[searched]"), told("Found.")]):
        assert charged(given, result) == set()
    assert charged(given, failed("web_search_call is not supported")) == set()
    assert charged(given, failed("KeyError: 'role'")) == {"INP-5"}


CUSTOM = [
    {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "*** Begin\n+ é"},
    {"type": "custom_tool_call_output", "call_id": "c", "output": "ran"},
]


def custom(input_: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None,
            "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "patch", "input": input_}}]}  # fmt: skip


def test_a_custom_call_that_is_a_call_has_its_input() -> None:
    assert charged(CUSTOM, []) == charged(CUSTOM, failed("custom_tool_call")) == set()
    assert charged(CUSTOM, [custom("*** Begin\n+ é"), tool("c", "ran")]) == set()
    for arguments in ('{"input": "*** Begin\\n+ \\u00e9"}', '["x", {"patch": "*** Begin\\n+ é"}]', "*** Begin\n+ é"):
        assert charged(CUSTOM, [calls("c", arguments=arguments), tool("c", "ran")]) == set()
    for input_ in ("", "null", "*** Begin"):
        assert charged(CUSTOM, [custom(input_), tool("c", "ran")]) == {"INP-5"}
    assert charged(CUSTOM, [calls("c"), tool("c", "ran")]) == {"INP-5"}


def test_a_custom_call_whose_input_is_json_may_have_it_written_anew() -> None:
    given = [CUSTOM[0] | {"input": '{"a": 1}'}, CUSTOM[1]]
    assert charged(given, [calls("c", arguments='{"a":1}'), tool("c", "ran")]) == set()
    assert charged(given, [calls("c", arguments='{"input": {"a": 1}}'), tool("c", "ran")]) == set()
    assert charged(given, [calls("c", arguments='{"a": 2}'), tool("c", "ran")]) == {"INP-5"}


def test_of_two_custom_calls_of_one_id_nobody_knows_which_is_which() -> None:
    given = [*CUSTOM, CUSTOM[0] | {"input": "B"}, CUSTOM[1]]
    assert charged(given, [custom("B"), tool("c", "ran")]) == set()
    assert charged([call("c"), output("c"), *CUSTOM], [calls("c"), tool("c")]) == set()


def test_unknown_items_follow_the_answer() -> None:
    given = [HELLO, {"type": "memo"}]
    assert charged(given, [HELLO]) == charged(given, failed("memo?")) == set()
    assert charged(given, [HELLO], unknown_items="refuse") == {"INP-5"}
    assert charged(given, failed("memo?"), unknown_items="accept") == {"INP-5"}
    read = family(ITEMS).readers["unknown-items"]
    assert read(view_of(Trial(operation=ITEMS, input=given, outcome=Outcome(output=[HELLO])))) == "accept"
    assert read(view_of(Trial(operation=ITEMS, input=given, outcome=failed("memo?")))) == "refuse"
    assert read(view_of(Trial(operation=ITEMS, input=[HELLO], outcome=Outcome(output=[HELLO])))) is None


# Instructions.


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


# Outputs that are lists.


@pytest.mark.parametrize("content", ["A\n[image]", "A (see https://example.org/a.png)"])
def test_an_image_of_an_output_may_be_named(content: str) -> None:
    given = [call(), output(output=[{"type": "output_text", "text": "A"}, IMAGE])]
    assert charged(given, [calls("a"), tool(content=content)]) == set()


def test_an_image_of_an_output_may_move() -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}, IMAGE]), HELLO]
    text = {"type": "text", "text": "Hello"}
    assert charged(given, [calls("a"), tool(), {"role": "user", "content": [SHOWN]}, HELLO]) == set()
    assert charged(given, [calls("a"), tool(), {"role": "user", "content": [SHOWN, text]}]) == set()
    listed = tool(content=[{"type": "text", "text": "A"}, SHOWN])
    assert charged(given, [calls("a"), listed, HELLO]) == {"INP-7a", "API-1"}
    assert charged(given, [calls("a"), tool(), HELLO]) == {"INP-7"}


OTHER_IMAGE = {"type": "input_image", "image_url": "https://example.org/b.png"}
OTHER_SHOWN = {"type": "image_url", "image_url": {"url": "https://example.org/b.png"}}
NEXT = "[image: in the next message]"


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": p} if isinstance(p, str) else p for p in parts]}


def test_words_of_an_image_that_was_kept_name_no_other_one() -> None:
    given = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [OTHER_IMAGE])]
    start = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT)]
    assert charged(given, [*start, user(SHOWN, OTHER_SHOWN)]) == set()
    assert charged(given, [*start, user("By call_a:", SHOWN, "By call_b:", OTHER_SHOWN)]) == set()
    assert charged(given, [*start, user(OTHER_SHOWN)]) == {"INP-7"}
    assert charged(given, [*start, user("Attached by call_b:", OTHER_SHOWN)]) == {"INP-7"}


@pytest.mark.parametrize("told", ["[image omitted]", "Attached by call_a: nothing", "https://example.org/a.png"])
def test_an_image_beside_one_that_was_kept_may_be_named(told: str) -> None:
    given = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [OTHER_IMAGE])]
    named = [calls("call_a", "call_b"), tool("call_a", told), tool("call_b", NEXT), user(OTHER_SHOWN)]
    assert charged(given, named) == set()
    moved = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT), user(told, OTHER_SHOWN)]
    assert charged(given, moved) == set()
    nowhere = [calls("call_a", "call_b"), tool("call_a", "[image]"), tool("call_b", "[image]")]
    assert charged(given, nowhere) == set()


def test_images_that_are_one_or_differ_in_form_are_told_of_alone() -> None:
    start = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT)]
    same = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [IMAGE])]
    assert charged(same, [*start, user(SHOWN)]) == set()
    inline = {"type": "input_image", "image_url": "data:image/png;base64,UExPVA=="}
    forms = [call("call_a"), call("call_b"), output("call_a", [inline]), output("call_b", [IMAGE])]
    assert charged(forms, [*start, user(SHOWN)]) == set()


@pytest.mark.parametrize(
    "content", ["", "[{'type': 'input_text', 'text': 'A'}]", '[{"type": "input_text", "text": "A"}]']
)
def test_a_list_is_not_written_out(content: str) -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}])]
    assert charged(given, [calls("a"), tool(content=content)]) == {"INP-7"}


# Wrong shapes.


@pytest.mark.parametrize("given", [None, 7, {}, {"input": 7}], ids=repr)
def test_a_wrong_shape_gives_nothing_or_fails(given: Any) -> None:
    assert charged(given, []) == charged(given, failed("no list")) == set()
    assert charged(given, [HELLO]) == charged(given, "Hello") == {"ALL-7"}


def test_a_string_is_a_message_or_nothing() -> None:
    assert charged("Hello", [HELLO]) == charged("Hello", []) == charged("Hello", failed("no list")) == set()
    assert charged("Hello", [told("Hello")]) == {"ALL-7"}
    assert charged({"input": "Hello"}, [HELLO]) == set()
    assert charged({"input": "Hello"}, []) == {"INP-3", "INP-4"}


def test_what_is_no_item_says_nothing() -> None:
    assert charged([None, HELLO], [HELLO]) == charged([None, HELLO], failed("null")) == set()
    assert charged([None, HELLO], [{"role": "user", "content": "None"}, HELLO]) == {"ALL-7"}
    assert charged([HELLO], failed("no")) == {"INP-3"}


def test_a_made_up_input_holds_nothing_odder_than_the_one_before() -> None:
    given = [call(), output(), REASONING]
    assert as_sound([call(), output()], given)
    assert not as_sound([call()], given)
    assert not as_sound([output()], given)
    assert not as_sound(None, given)


def test_what_is_owed_can_be_named() -> None:
    given = {"instructions": "A", "input": [HELLO, call(), output(output=[IMAGE]), said("Hi!")]}
    view = view_of(Trial(operation=ITEMS, input=given, outcome=Outcome(output=[])))
    assert charged(given, view.expected()) == set()
    assert view_of(Trial(operation=ITEMS, input=None, outcome=Outcome(output=[]))).expected() is ABSENT


# Of two that look the same, one is lost or one is too many.


def test_a_lost_refusal_is_not_the_same_one_of_a_later_turn() -> None:
    def refusing(*ids: str) -> dict[str, Any]:
        return calls(*ids) | {"refusal": "No."}

    refused = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    given = [refused, call(), output(), refused, call("b"), output("b")]
    assert charged(given, [refusing("a"), tool(), refusing("b"), tool("b")]) == set()
    found = charged(given, [calls("a"), tool(), refusing("b"), tool("b")])
    assert "INP-3a" in found
    assert "INP-1" not in found


def test_an_instruction_that_says_something_else_is_the_same_message() -> None:
    given = [system("Be kind."), {"role": "user", "content": "Hello"}]
    found = charged(given, [system("Be very kind."), HELLO])
    assert "INP-6" in found
    assert "INP-4" not in found


def test_calls_under_other_ids_keep_their_places() -> None:
    given = [call("a", "[1]"), output("a"), system("Be kind."), call("b"), call("c", "[2]"), output("c"), output("b")]
    function = {"name": "f", "arguments": "[2]"}
    both = calls("b")
    both["tool_calls"].append({"id": "d", "type": "function", "function": function})
    # The first call has the id of the third, which has a new one.
    result = [calls("c", arguments="[1]"), tool("c"), system("Be kind."), both, tool("d"), tool("b")]
    found = charged(given, result)
    assert {"INP-1a", "INP-2"} <= found
    assert "INP-6" not in found
    lost = [*result[:1], *result[2:]]
    assert "INP-6" not in charged(given, lost)
    # A call of another kind beside them changes nothing.
    custom = {"id": "z", "type": "custom", "custom": {"name": "g", "input": "x"}}
    first = {"type": "custom_tool_call", "call_id": "z", "name": "g", "input": "x"}
    lost[0] = lost[0] | {"tool_calls": [custom, *lost[0]["tool_calls"]]}
    assert "INP-6" not in charged([first, *given], lost)


def test_an_image_that_was_repeated_is_not_another_one_of_its_url() -> None:
    shown = {"role": "user", "content": [IMAGE]}
    closely = {"role": "user", "content": [IMAGE | {"detail": "high"}]}
    given = [shown, said("Hm."), closely]
    first = {"role": "user", "content": [SHOWN]}
    url = {"url": "https://example.org/a.png", "detail": "high"}
    last = {"role": "user", "content": [{"type": "image_url", "image_url": url}]}
    assert charged(given, [first, told("Hm."), last]) == set()
    assert charged(given, [first, first, told("Hm."), last]) == {"INP-4"}
