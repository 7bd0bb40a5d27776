"""How pages of the survey word the verdicts of sets and rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.field.pages.site import Site
from conformance.field.rows import SetResult, SurveyRow
from conformance.results.html.tally import Tally, cell
from conformance.results.text import counted, one_line
from conformance.rules.contracts import SETS
from conformance.running.engine.sets import ALL, CONFORMS, FAILS

LEVEL = "MUST"  # of a rule that the specifications no longer have


def set_names(rows: Iterable[SurveyRow]) -> list[str]:
    """Return the sets that any row has; the set of all rules is left out, since the operations show the same."""
    found = {name for row in rows for name in row.sets} - {ALL}
    return [*(name for name in SETS if name in found), *sorted(found.difference(SETS))]


def set_cell(result: SetResult | None) -> dict[str, Any]:
    """Return the sign, the words and the order of a set's verdict. order: the worse, the larger; -1 for none."""
    if result is None:
        return _cell("none", "·", "not judged", "", -1)
    rules = counted(result.rules, "rule")
    if result.verdict == CONFORMS:
        return _cell("good", "✓", "conforms", rules, 0)
    if result.verdict == FAILS:
        return _cell("bad", "✗", f"{len(result.failed)} of {result.rules}", "rules fail", len(result.failed))
    return _cell("soft", "○", one_line(result.verdict.replace("-", " "), 40), rules, 0)


def _cell(tone: str, sign: str, word: str, remark: str, order: int) -> dict[str, Any]:
    text = f"{word} {remark}" if tone == "bad" else ", ".join(filter(None, (word, remark)))
    return {"tone": tone, "sign": sign, "word": word, "remark": remark, "text": text, "order": order}


def operation_cell(site: Site, row: SurveyRow, operation: str) -> dict[str, Any] | None:
    """Return how many rules of an operation hold in a version, as words and as a bar; None where it has no rule."""
    tally: Tally = {}
    for rule, verdict in row.rules[operation].items():
        known = site.rule(operation, rule)
        seen = verdict, known.level if known else LEVEL
        tally[seen] = tally.get(seen, 0) + 1
    return cell(tally)
