"""How the site is built: `tox -e docs`. Nothing is fetched, and every warning is an error."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

from conformance import __version__  # noqa: E402

project = "conformance"
version = release = __version__
language = "en"

extensions = ["myst_parser", "repository_pages", "rule_reference", "generated_text", "counts"]
exclude_patterns = ["_ext", "samples"]

myst_enable_extensions = ["attrs_inline", "attrs_block"]  # [MUST]{.must}; a class for a table
myst_heading_anchors = 3  # links such as gate.md#in-ci
myst_heading_slug_func = "rule_reference.anchor"
smartquotes = False  # what an API says is quoted as it says it
highlight_language = "text"  # of blocks that name no language: commands, and what they print

html_theme = "furo"
html_title = f"conformance {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["formats.js"]
html_search_scorer = str(HERE / "_ext" / "search.js")
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
