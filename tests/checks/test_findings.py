from conformance.checks.findings import NOT_OBSERVABLE, OK, brief, input_at, output_at


def test_what_a_check_returns_without_failures_is_distinguished() -> None:
    assert OK == ()
    assert NOT_OBSERVABLE is not None
    assert NOT_OBSERVABLE != OK


def test_places_are_pointers_into_input_and_output() -> None:
    assert output_at() == "/output"
    assert output_at(0, "a/b~c") == "/output/0/a~1b~0c"
    assert input_at("tools", 2) == "/input/tools/2"


def test_a_value_is_shown_as_json_and_cut() -> None:
    assert brief({"a": "\u00e9"}) == '{"a": "\u00e9"}'
    assert brief("x" * 100) == '"' + "x" * 76 + "..."
    assert brief({1, 2}) == "{1, 2}"
