"""What docs/start.md says of a broken adapter is what its reader sees."""

import os
import re
from pathlib import Path

from tests.command import on_a_terminal, run_here

PAGE = (Path(__file__).parents[3] / "docs" / "start.md").read_text("utf-8")


def test_the_adapter_conforms_until_it_is_broken_as_the_page_says(tmp_path):
    assert run_here(tmp_path, ("init", "--language", "python"), os.environ).status == 0
    adapter = tmp_path / "conformance_adapter.py"
    assert adapter.read_text("utf-8").count('"default"') == 1
    adapter.write_text(adapter.read_text("utf-8").replace('"default"', '"defaults"'), "utf-8")
    arguments = ("certify", "conformance_adapter.py", "--seed", "1", "--max-examples", "20")
    status, drawn = on_a_terminal(tmp_path, {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}, *arguments)
    assert status == 1, drawn
    shown = re.search(r"^    D1 .*\n(?:    .*\n)+", PAGE, re.MULTILINE)
    assert shown is not None
    rows = [line[4:] for line in shown[0].splitlines() if " inputs of " not in line]  # the page's run has more
    assert len(rows) >= 5
    assert [row for row in rows if row not in drawn.split("\r\n")] == []
