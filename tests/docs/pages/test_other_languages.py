"""docs/other-languages.md shows what `conformance init` prints, and tells what it writes."""

import os
import re
import shlex
from pathlib import Path

from conformance.cli.arguments.init import LANGUAGES
from tests.command import run_here

PAGE = Path(__file__).parents[3] / "docs" / "other-languages.md"


def test_the_page_shows_what_is_printed(tmp_path):
    shown = re.search(r"^    \$ conformance (.+)\n((?:    .*\n)+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert shown is not None
    done = run_here(tmp_path, tuple(shlex.split(shown[1])), os.environ)
    assert done.out.splitlines() == [line[4:] for line in shown[2].splitlines()]


def test_each_language_is_in_the_table():
    rows = re.findall(r"^\| ([\w#]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    names = [row.lower().replace("c#", "csharp") for row in rows]
    assert names == 2 * ["language", *LANGUAGES]
