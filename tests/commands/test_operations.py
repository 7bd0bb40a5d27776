"""conformance operations: which conversions there are."""

from __future__ import annotations

import pytest

from conformance.commands.operations import listing
from conformance.formats.operations import operations
from tests.command import Ran


def names(done: Ran) -> list[str]:
    return [line.strip() for line in done.out.splitlines() if line.startswith("  ") and not line.startswith("    ")]


def test_every_operation_is_listed_once_with_what_it_converts(run):
    done = run("operations")
    assert (done.status, sorted(names(done))) == (0, sorted(operations()))
    assert "    An MCP tool becomes a Chat Completions tool\n" in done.out


def test_a_family_and_a_whole_name_of_a_format_choose(run):
    done = run("operations", "--from", "anthropic")
    assert names(done) == sorted(
        name for name, operation in operations().items() if operation.source.startswith("anthropic-")
    )
    assert done.out.startswith("from anthropic\n")
    assert names(run("operations", "--from", "mcp-tool")) == ["mcp-tool-to-chat-tool"]
    assert names(run("operations", "--from", "anthropic", "--to", "tool-calls")) == [
        "anthropic-response-to-tool-calls", "anthropic-stream-to-tool-calls",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "antropic"), "--from: unknown format 'antropic'. Did you mean anthropic or "),
        (("--to", "pdf"), "--to: unknown format 'pdf'."),
        (("--from", "mcp", "--to", "tool-calls"), "No operation converts from mcp to tool-calls."),
    ],
)
def test_a_format_that_no_operation_has_is_one_line(run, words, said):
    done = run("operations", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_families_are_in_order():
    heads = [line for line in listing(operations().values()) if not line.startswith(" ")]
    assert heads == sorted(set(heads))
