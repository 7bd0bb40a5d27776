"""Freezes the requirement sets of a date: python -m tests.rules.contracts.freeze 2026-11 [--again].

Writes specs/requirements/DRAFT-DATE.yaml for every draft, and its digest into frozen.json beside this module, to which
the tests hold the files. A frozen set never changes; --again is for the time before it is released.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.requirements import FOLDER, RequirementSet, load_requirements, requirement_sets

SPECS = Path(__file__).parents[3] / "specs"
PINNED = Path(__file__).with_name("frozen.json")
LEVELS = ("MUST", "SHOULD")
WIDTH = 116

HEAD = """\
# Frozen: this file never changes. It was written by tests/rules/contracts/freeze.py.
set: {name}
title: {title}, as of {month}
text: >-
  The rules of the set `{draft}` and their levels as they stood on {date}. Rules that came later do not count.
status: frozen
date: "{date}"
rules:
"""


def frozen(draft: RequirementSet, month: str, date: str) -> str:
    """Return the text of the file that freezes a draft. month: 2026-11; date: the day, as the file tells it."""
    head = HEAD.format(name=f"{draft.name}-{month}", title=draft.title, month=month, draft=draft.name, date=date)
    lines = []
    for operation in sorted({operation for operation, _rule in draft.levels}):
        lines.append(f"  {operation}:")
        for level in LEVELS:
            rules = [rule for (of, rule), reported in draft.levels.items() if (of, reported) == (operation, level)]
            if rules:
                lines += _wrapped(f"    {level}: [", rules)
    return head + "\n".join(lines) + "\n"


def _wrapped(start: str, rules: list[str]) -> list[str]:
    lines = [start]
    for rule in rules:
        if len(lines[-1]) + len(rule) > WIDTH:
            lines.append("      ")
        lines[-1] += f"{rule}, "
    lines[-1] = lines[-1].removesuffix(", ") + "]"
    return [line.rstrip() for line in lines]


def pinned() -> Mapping[str, str]:
    """Return the digest of each frozen set by its name."""
    return json.loads(PINNED.read_text("utf-8")) if PINNED.exists() else {}


def freeze(month: str, date: str, specifications: Specifications, *, again: bool) -> list[str]:
    """Write the files; return their names."""
    digests = dict(pinned())
    drafts = [load_requirements(name, specifications) for name in requirement_sets() if "-" not in name]
    written = []
    for draft in drafts:
        name = f"{draft.name}-{month}"
        if name in digests and not again:
            raise SystemExit(f"{name} is frozen. Name another month, or give --again before it is released.")
        (SPECS / FOLDER / f"{name}.yaml").write_text(frozen(draft, month, date), "utf-8")
        digests[name] = load_requirements(name, specifications).digest
        written.append(name)
    PINNED.write_text(json.dumps(dict(sorted(digests.items())), indent=1) + "\n", "utf-8")
    return written


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--again"]
    if len(words) != 1:
        raise SystemExit(__doc__)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    print(*freeze(words[0], today, load_specifications(), again="--again" in sys.argv), sep="\n")
