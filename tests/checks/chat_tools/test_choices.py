from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.registry import family
from conformance.selftest.banks.bank import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS
from tests.checks.choice_samples import BARE, NO_NAME, OBJECT, REFUSED, flat, nested, read


@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("extra-function-fields", nested(x=1), flat(), "drop"),
        ("extra-function-fields", nested(x=1), flat(x=1), "lift"),
        ("extra-function-fields", nested(x=1, y=2), flat(x=1), None),
        ("extra-function-fields", nested(type="x", function={}), flat(), None),
        ("extra-function-fields", nested(x=1), REFUSED, None),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters=OBJECT), "keep"),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={**OBJECT, "properties": {}}), "add"),
        ("missing-properties", nested(parameters=OBJECT), flat(parameters={**OBJECT, "properties": None}), None),
        ("missing-properties", nested(), flat(), None),
        ("strict-when-absent", nested(), flat(strict=False), "false"),
        ("strict-when-absent", nested(), flat(), "omit"),
        ("strict-when-absent", nested(), flat(strict=None), None),
        ("strict-when-absent", nested(), flat(strict=True), None),
        ("strict-when-absent", nested(strict=None), flat(), "omit"),
        ("strict-when-absent", nested(strict=True), flat(strict=True), None),
        ("on-invalid", NO_NAME, [], "filter"),
        ("on-invalid", NO_NAME, REFUSED, "raise"),
        ("on-invalid", [None], [], "filter"),
        ("on-invalid", [None], REFUSED, "raise"),
        ("on-invalid", NO_NAME, None, None),
        ("on-invalid", nested(), REFUSED, None),
        ("parameters-when-absent", BARE, flat(parameters={**OBJECT, "properties": {}}), "empty-object"),
        ("parameters-when-absent", BARE, [], "reject"),
        ("parameters-when-absent", BARE, REFUSED, "reject"),
        ("parameters-when-absent", nested(), [], None),
        ("other-tool-types", [{"type": "local_shell"}], [{"type": "local_shell"}], "pass-through"),
        ("other-tool-types", [{"type": "web_search"}], [], "filter"),
        ("other-tool-types", [{"type": "local_shell"}, {"type": "web_search"}], [{"type": "web_search"}], None),
        ("other-tool-types", [{"type": "local_shell"}], REFUSED, None),
        ("other-tool-types", [{"type": "file_search"}], [], None),
    ],
)
def test_the_answers_of_flat_tools(choice: str, given: Any, output: Any, answer: str | None) -> None:
    assert read(choice, CHAT_TOOLS, given, output) == answer


def test_every_choice_of_these_operations_has_a_reader_that_is_tried() -> None:
    read_here = {*family(CHAT_TOOLS).readers, *family(MCP_TOOL).readers, *family(MCP_TOOLS).readers}
    assert read_here == {
        *("extra-function-fields", "missing-properties", "strict-when-absent", "on-invalid", "parameters-when-absent"),
        *("other-tool-types", "unsafe-names", "description-when-absent", "unusable-tool"),
    }
