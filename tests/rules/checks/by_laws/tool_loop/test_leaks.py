from tests.rules.checks.by_laws.tool_loop.samples import DONE, ONE, body, call, charged, loop, result

MARK = "canary-other-1"


def test_a_text_of_another_conversation_is_a_leak() -> None:
    assert charged(ONE, DONE, body(metadata={"note": MARK}), body(call(1), result(1))) == {"LOOP-8"}
    assert charged(ONE, DONE, body(metadata={MARK: "x"}), body(call(1), result(1))) == {"LOOP-8"}


def test_a_marked_text_of_the_conversation_itself_is_none() -> None:
    given = loop("Hi.", messages=[{"role": "user", "content": f"Say {MARK}."}])
    said = {"role": "user", "content": f"Say {MARK}."}
    assert charged(given, {"answer": "Hi.", "calls": []}, body() | {"input": [said]}) == set()
