"""What counts as printed, and which lines of a page are a command, what it prints, and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.commands import Command, File, parts_of, unclaimed
from tests.docs.printed import difference

OUT = "D1 a\n    input  {}\n\nacme conforms: 3 (seed 1, 0.8 s)\nReports: r.json\n"


@pytest.mark.parametrize(
    "claimed",
    [
        OUT.splitlines(),
        ["D1 a", "..."],
        ["...", "Reports: r.json"],
        ["D1 a", "...", "acme conforms: 3", "   (seed 99, 12.0 s)", "..."],
        ["..."],
    ],
)
def test_what_was_printed_is_accepted(claimed: list[str]) -> None:
    assert difference(claimed, OUT) is None


@pytest.mark.parametrize(
    ("claimed", "out"),
    [
        (
            "Limits: 1 of 40 operations, 2 rules are not observable.",
            "Limits: 1 of 41 operations, 3 rules are not observable.",
        ),
        ("acme conforms: 25 MUST rules pass, 0 fail", "acme conforms: 26 MUST rules pass, 0 fail"),
        ("safe: conforms, 15 rules", "safe: conforms, 16 rules"),
        ("documents: 2 of 15 rules fail, 1 defect", "documents: 2 of 16 rules fail, 1 defect"),
    ],
)
def test_a_new_operation_or_rule_changes_no_page(claimed: str, out: str) -> None:
    assert difference([claimed], out) is None


@pytest.mark.parametrize(
    ("claimed", "out"),
    [
        ("Limits: 1 of 40 operations.", "Limits: 2 of 40 operations."),
        ("acme conforms: 25 MUST rules pass, 0 fail", "acme conforms: 25 MUST rules pass, 1 fail"),
        ("documents: 2 of 15 rules fail, 1 defect", "documents: 3 of 15 rules fail, 1 defect"),
    ],
)
def test_what_the_subject_of_a_page_does_is_compared(claimed: str, out: str) -> None:
    assert difference([claimed], out) is not None


@pytest.mark.parametrize(
    ("claimed", "reported"),
    [
        (["D1 a", "    input  {}"], "not on the page: acme conforms: 3 (SEED, SECONDS) Reports: r.json "),
        (["D1 b", "..."], "not printed next: D1 b ; what is left: D1 a "),
        (["D1", "b", "..."], "not printed next: D1 b ; what is left: D1 a "),
        (["...", "Reports: r.json", "D1 a"], "not printed: Reports: r.json D1 a ; what is left: D1 a "),
        (["...", "Reports: r"], "not printed: Reports: r ; what is left: D1 a "),
        (["...", "acme", "...", "D1 a", "..."], "not printed: D1 a ; what is left: conforms: "),
        (["...", "acme conforms: 4 (seed 1, 0.8 s)", "..."], "not printed: acme conforms: 4 (SEED, SECONDS) ; what "),
        ([*OUT.splitlines(), "more"], "not printed next: D1 a "),
        ([], "not on the page: D1 a "),
    ],
)
def test_what_was_not_printed_so_is_named(claimed: list[str], reported: str) -> None:
    found = difference(claimed, OUT)
    assert found is not None
    assert found.startswith(reported), found


PAGE = """
A `conformance rules --json -` in a sentence.

    $ conformance certify a
    D1 a
      conformance repeat D1

      end
    $ conformance verify b

    conformance diff c d

```toml
# conformance.toml
seed = 1
```

```diff
# acme/tools.py
-a
+b
```

    what no command prints
"""


def test_a_page_is_read_in_its_order(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, "utf-8")
    parts = parts_of(page)
    commands = [(part.text, part.shown, part.claimed) for part in parts if isinstance(part, Command)]
    assert commands == [
        ("conformance rules --json -", False, ()),
        # Where the first line has a prompt, others are what is printed, though they look like commands.
        ("conformance certify a", True, ("D1 a", "  conformance repeat D1", "", "  end")),
        ("conformance verify b", True, ("conformance diff c d",)),
    ]
    assert [(part.name, part.changes) for part in parts if isinstance(part, File)] == [
        ("conformance.toml", False),
        ("acme/tools.py", True),
    ]
    assert unclaimed(page) == ["what no command prints"]
