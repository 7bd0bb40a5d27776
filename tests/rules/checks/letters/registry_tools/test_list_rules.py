from __future__ import annotations

from conformance.base.observation import Outcome
from tests.rules.checks.letters.registry_tools.samples import (
    NAMELESS,
    SHELL,
    SHELL_TOOL,
    SILENT,
    UNKNOWN,
    as_custom,
    charged,
    custom,
    failed,
    tool,
)


def test_neighbours_do_not_matter() -> None:
    given, one = [custom(), tool()], {"type": "object", "properties": {"input": {"type": "string"}}}
    alone = (Outcome(output=[as_custom(one)]), Outcome(output=[tool()]))
    assert charged(given, [as_custom(one), tool()], alone=alone) == set()
    assert charged(given, [as_custom(one | {"description": "Before a."}), tool()], alone=alone) == {"LAW-6"}
    # What fails or is lost together is charged to the rule that says it arrives.
    assert charged(given, [as_custom(one)], alone=alone) == charged(given, failed(), alone=alone) == {"REG-1"}


def test_what_is_left_out_is_charged_where_it_arrives() -> None:
    assert charged([UNKNOWN, tool()], [tool()]) == set()
    assert charged([UNKNOWN, tool()], [tool()], reported=SILENT) == {"REG-6a"}
    assert charged([UNKNOWN], [UNKNOWN]) == {"REG-6"}
    assert charged([None, tool()], [None, tool()]) >= {"REG-6"}
    assert charged([NAMELESS], [NAMELESS]) == {"REG-6b"}
    assert charged([tool(5)], [tool("5")]) == {"REG-6b"}
    assert charged(["search"], [tool("search")]) == {"REG-6b"}


def test_the_entry_that_fails_alone_is_to_blame() -> None:
    alone = (Outcome(output=[tool()]), failed(), Outcome(output=[]))
    assert charged([tool(), NAMELESS, UNKNOWN], failed(), alone=alone) == {"REG-6b"}
    alone = (Outcome(output=[tool()]), Outcome(output=[]), failed())
    assert charged([tool(), NAMELESS, UNKNOWN], failed(), alone=alone) == {"REG-6"}
    alone = (Outcome(output=[tool()]), Outcome(output=[tool()]))
    assert charged([tool(), tool()], failed("duplicate"), alone=alone) == {"REG-1"}


def test_a_tool_lost_beside_another_entry_is_that_entry_s_matter() -> None:
    alone = (Outcome(output=[]), Outcome(output=[tool()]))
    assert charged([NAMELESS, tool()], [], alone=alone) == {"REG-6b"}
    assert charged([UNKNOWN, tool()], [], alone=alone) == {"REG-6"}
    assert charged([tool(), tool()], [tool()], alone=(Outcome(output=[tool()]),) * 2) == {"REG-1"}


def test_order_and_count() -> None:
    given = [SHELL, tool(), tool("b")]
    assert charged(given, [tool(), SHELL_TOOL, tool("b")]) == {"REG-8"}
    assert charged(given, [SHELL_TOOL, tool(), tool("b"), tool("b")]) == {"REG-8"}
    assert charged([tool()], tool()) == {"REG-8"}
    assert charged([], None) == {"REG-8"}
    assert charged([], failed()) == {"CONV-1"}


def test_strict_that_is_kept_needs_no_report() -> None:
    given = [tool(strict=True)]
    assert "REG-11" not in charged(given, [tool(strict=True)], reported=SILENT)
    assert "REG-11" in charged(given, [tool()], reported=SILENT)
