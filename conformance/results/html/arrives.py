"""What arrives, on the page: a row for each content, the lost ones first, with links to the defects that cost facts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from conformance.results.arrives import Report, defects_by_content, incomplete, rows_of

MOST_DEFECTS = 8  # links of a content


def arriving(report: Report, shown: Collection[str]) -> dict[str, Any]:
    """Return what the template shows of the table. shown: ids of the defects that the page has."""
    rows = rows_of(report)
    gone = incomplete(rows)
    defects = defects_by_content(report, rows)
    table = [
        {
            "name": row.name,
            "percent": row.fates.percent,
            "kept": f"{row.fates.arrives + row.fates.reported:,} of {row.fates.facts:,}",
            "said": row.said,
            "tone": "bad" if row.fates.gone else "good",
            "defects": [(text, text in shown) for text in defects.get(row.content, ())[:MOST_DEFECTS]],
            "more": max(0, len(defects.get(row.content, ())) - MOST_DEFECTS),
        }
        for row in (*gone, *(row for row in rows if not row.fates.gone))
    ]
    return {"arrives": table, "arrives_gone": len(gone)}
