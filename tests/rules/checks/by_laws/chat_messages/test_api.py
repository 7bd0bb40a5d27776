"""What Chat Completions refuses of converted messages, and what the items bring themselves."""

from __future__ import annotations

from tests.rules.checks.by_laws.chat_messages.samples import HELLO, call, calls, charged, output, tool


def test_a_tool_message_before_its_call_is_refused() -> None:
    given = [HELLO, call(), output()]
    assert not charged(given, [HELLO, calls("a"), tool()]) & {"API-1", "API-2"}
    assert "API-2" in charged(given, [HELLO, tool(), calls("a")])


def test_a_message_of_another_form_breaks_the_schema() -> None:
    assert "API-1" in charged([HELLO], [{"role": "user", "content": 1}])


def test_a_call_without_its_result_is_of_the_source() -> None:
    given = [HELLO, call()]
    assert not charged(given, [HELLO, calls("a")]) & {"API-1", "API-2"}


def test_a_call_that_came_of_a_search_needs_a_result() -> None:
    given = [HELLO, {"type": "web_search_call", "id": "ws_1", "status": "completed"}]
    assert "API-2" in charged(given, [HELLO, calls("ws_1")])
    assert not charged(given, [HELLO, calls("ws_1"), tool("ws_1")]) & {"API-1", "API-2"}
    waiting = [HELLO, {"type": "local_shell_call", "call_id": "a", "status": "completed"}]
    assert not charged(waiting, [HELLO, calls("a")]) & {"API-1", "API-2"}


def test_an_image_of_a_system_message_is_the_source_s_matter() -> None:
    image = {"type": "input_image", "image_url": "https://example.org/a.png"}
    shown = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    assert not charged(
        [{"role": "system", "content": [image]}, HELLO], [{"role": "system", "content": [shown]}, HELLO]
    ) & {"API-2"}
    assert "API-2" in charged([HELLO, call(), output()], [HELLO, calls("a"), tool(content=[shown])])


def test_an_unknown_member_where_the_api_takes_none_is_charged_if_the_source_has_none_of_its_name() -> None:
    given = {"type": "input_image", "image_url": "https://example.org/a.png", "mime": "image/png"}
    sent = {"type": "image_url", "image_url": {"url": "https://example.org/a.png", "mime": "image/png"}}
    without = {key: value for key, value in given.items() if key != "mime"}
    assert "API-1" not in charged([{"role": "user", "content": [given]}], [{"role": "user", "content": [sent]}])
    assert "API-1" in charged([{"role": "user", "content": [without]}], [{"role": "user", "content": [sent]}])


def test_an_unknown_member_of_a_message_or_a_part_is_taken() -> None:
    noted = {"role": "user", "content": [{"type": "text", "text": "Hi", "note": 1}], "note": 2}
    assert "API-1" not in charged([{"role": "user", "content": "Hi"}], [noted])
