from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.registry import family
from tests.rules.checks.choice_samples import BARE, NO_NAME, OBJECT, REFUSED, flat, nested, read, unlisted
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS

NULL_PROPERTIES = unlisted("absent properties became null")
SHELL = {"type": "local_shell"}
CHANGED_SHELL = unlisted('{"type": "local_shell"} became {"type": "local_shell", "name": "shell"}')
TEXT = 'the parameters {"type": "string"}'


def without_schema(got: str) -> IllegalAnswer:
    return unlisted(f"a tool without parameters arrived with {got}")


@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("extra-function-fields", nested(x=1), flat(), "drop"),
        ("extra-function-fields", nested(x=1), flat(x=1), "lift"),
        (
            "extra-function-fields",
            nested(x=1, y=2),
            flat(x=1),
            unlisted('of the fields ["x", "y"] of `function` a part arrived'),
        ),
        ("extra-function-fields", nested(type="x", function={}), flat(), None),
        ("extra-function-fields", nested(x=1), REFUSED, None),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters=OBJECT), "keep"),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={**OBJECT, "properties": {}}), "add"),
        (
            "missing-properties",
            nested(parameters=OBJECT),
            flat(parameters={**OBJECT, "properties": None}),
            NULL_PROPERTIES,
        ),
        ("missing-properties", nested(), flat(), None),
        ("strict-when-absent", nested(), flat(strict=False), "false"),
        ("strict-when-absent", nested(), flat(), "omit"),
        ("strict-when-absent", nested(), flat(strict=None), unlisted("strict became null")),
        ("strict-when-absent", nested(), flat(strict=True), unlisted("strict became true")),
        ("strict-when-absent", nested(strict=None), flat(), "omit"),
        ("strict-when-absent", nested(strict=True), flat(strict=True), None),
        ("on-invalid", NO_NAME, [], "filter"),
        ("on-invalid", NO_NAME, REFUSED, "raise"),
        ("on-invalid", [None], [], "filter"),
        ("on-invalid", [None], REFUSED, "raise"),
        ("on-invalid", NO_NAME, None, None),
        ("on-invalid", nested(), REFUSED, None),
        ("on-invalid", [*nested(), *NO_NAME], flat(), "filter"),
        ("on-invalid", [*nested(), *NO_NAME], [], None),
        ("on-invalid", [*nested(), None], [*flat(), None], unlisted("an entry that is no object (null) was converted")),
        ("on-invalid", NO_NAME, flat(name="unnamed", description="Other."), None),
        ("parameters-when-absent", BARE, flat(parameters={**OBJECT, "properties": {}}), "empty-object"),
        ("parameters-when-absent", BARE, [], "reject"),
        ("parameters-when-absent", BARE, REFUSED, "reject"),
        ("parameters-when-absent", nested(), [], None),
        ("parameters-when-absent", BARE, flat(parameters=None), without_schema("the parameters null")),
        ("parameters-when-absent", BARE, flat(parameters={"type": "string"}), without_schema(TEXT)),
        ("parameters-when-absent", [*nested(), *BARE], flat(), "reject"),
        ("parameters-when-absent", [*nested(name="b"), *BARE], [], None),
        ("other-tool-types", [{"type": "local_shell"}], [{"type": "local_shell"}], "pass-through"),
        ("other-tool-types", [{"type": "web_search"}], [], "filter"),
        ("other-tool-types", [{"type": "local_shell"}, {"type": "web_search"}], [{"type": "web_search"}], None),
        (
            "other-tool-types",
            [{"type": "local_shell"}],
            REFUSED,
            unlisted('the call failed on {"type": "local_shell"}'),
        ),
        ("other-tool-types", [{"type": "file_search"}], [], None),
        ("other-tool-types", [SHELL], [{**SHELL, "name": "shell"}], CHANGED_SHELL),
        ("other-tool-types", [*nested(), SHELL], [], None),
        ("extra-function-fields", nested(x=1), flat(x=2), unlisted('of the fields ["x"] of `function` a part arrived')),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={}), None),
    ],
)
def test_the_answers_of_flat_tools(choice: str, given: Any, output: Any, answer: Reading) -> None:
    assert read(choice, CHAT_TOOLS, given, output) == answer


def test_every_choice_of_these_operations_has_a_reader_that_is_tried() -> None:
    read_here = {*family(CHAT_TOOLS).readers, *family(MCP_TOOL).readers, *family(MCP_TOOLS).readers}
    assert read_here == {
        *("extra-function-fields", "missing-properties", "strict-when-absent", "on-invalid", "parameters-when-absent"),
        *("other-tool-types", "unsafe-names", "description-when-absent", "unusable-tool"),
    }
