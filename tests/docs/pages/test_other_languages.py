"""docs/other-languages.md has a row for each language that `conformance init` writes."""

import re

from conformance.commands.arguments.converter import LANGUAGES
from tests.docs.commands import ROOT


def test_each_language_is_in_the_table():
    rows = re.findall(r"^\| ([\w#]+) \|", (ROOT / "docs" / "other-languages.md").read_text("utf-8"), re.MULTILINE)
    names = [row.lower().replace("c#", "csharp") for row in rows]
    assert names == 2 * ["language", *LANGUAGES]
