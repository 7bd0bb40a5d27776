"""A script is taken apart around its input."""

from __future__ import annotations

from conformance.field.board.scripts import script_of
from tests.field.board.building import ANSWER, REQUEST, make_script
from tests.field.pages.building import make_defect

BEFORE = "import json\nfrom acorn import convert\n\n"


def test_a_script_is_what_stands_before_and_after_its_input() -> None:
    script = script_of(REQUEST, [make_script(REQUEST, {"a": "given = 1\n", "b": [1, {"c": None}]})])
    assert script == ("python", BEFORE, "print(json.dumps(convert(given), indent=1))\n")


def test_a_script_of_node_is_taken_apart_too() -> None:
    text = 'import f from "f";\n\nconst given = {\n "a": "b; c"\n};\nconsole.log(f(given));\n'
    script = script_of(REQUEST, [make_defect("ASK-2", REQUEST, script=text, language="node")])
    assert script == ("node", 'import f from "f";\n\n', "console.log(f(given));\n")


def test_of_several_the_one_that_calls_the_function_of_the_operation_is_taken() -> None:
    name = REQUEST.replace("-", "_")
    text = f"{BEFORE}given = 1\nprint({name}(given))\n"
    defects = [make_script(REQUEST), make_script(REQUEST), make_defect("ASK-2", REQUEST, script=text)]
    script = script_of(REQUEST, defects)
    assert script is not None and script.after == f"print({name}(given))\n"


def test_other_operations_and_texts_that_are_no_python_give_none() -> None:
    assert script_of(ANSWER, [make_script(REQUEST)]) is None
    assert script_of(REQUEST, [make_defect("ASK-2", REQUEST, script="given = (")]) is None
    assert script_of(REQUEST, [make_defect("ASK-2", REQUEST, script="print(1)\n")]) is None
    assert script_of(REQUEST, [make_defect("ASK-2", REQUEST, script=None)]) is None
