"""Prints what the page of a large report costs: to write, on disk, and in the browser that opens and searches it.

    python benchmarks/report_page.py                100,000 rules
    python benchmarks/report_page.py --rules 1000

Needs playwright and chromium. Script time is what the browser's own account says it spent running script until all is
ready; the median of five openings. Exit status 1 where a figure misses its limit.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from conformance.results.html import render  # noqa: E402
from tests.results.building import make_large_report  # noqa: E402

CHROMIUM = "/usr/bin/chromium"
OPENINGS = 5
MEGABYTES, SECONDS = 1.0, 1.0  # at most: of the page, of script until it is ready
SEARCH = "schema"


def metrics(session: Any) -> dict[str, float]:
    """Return what the browser counted for its page so far: seconds, and bytes."""
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


def opening(browser: Browser, address: str) -> tuple[float, float, float, float]:
    """Open the page; return seconds of script, of all work, of script for a search, and megabytes of its heap."""
    page: Page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(address)
    page.wait_for_selector("html.ready")
    ready = metrics(session)
    before = page.locator("[role=status]").inner_text()
    page.fill("#find", SEARCH)
    page.wait_for_function("before => document.querySelector('[role=status]').textContent !== before", arg=before)
    found = metrics(session)
    page.close()
    searching = found["ScriptDuration"] - ready["ScriptDuration"]
    return ready["ScriptDuration"], ready["TaskDuration"], searching, ready["JSHeapUsedSize"] / 1e6


def main() -> int:
    """Measure, print, return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", type=int, default=100_000)
    rules = parser.parse_args().rules
    report = make_large_report(rules)
    begun = time.process_time()
    page = render(report).encode()
    writing = time.process_time() - begun
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        path = Path(folder) / "report.html"
        path.write_bytes(page)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        openings = [opening(browser, path.as_uri()) for _ in range(OPENINGS)]
        browser.close()
    script, work, searching, heap = (statistics.median(column) for column in zip(*openings, strict=True))
    size = len(page) / 1e6
    print(f"{rules:,} rules; report.json {len(json.dumps(report)) / 1e6:.1f} MB")
    print(f"the page on disk            {size:8.2f} MB   at most {MEGABYTES:g}")
    print(f"rendering it                {writing:8.2f} s")
    print(f"script until it is ready    {script:8.3f} s    at most {SECONDS:g}")
    print(f"all work until it is ready  {work:8.3f} s")
    print(f"script of a search          {searching:8.3f} s")
    print(f"heap                        {heap:8.1f} MB")
    return int(size > MEGABYTES or script > SECONDS)


if __name__ == "__main__":
    sys.exit(main())
