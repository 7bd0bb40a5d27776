from __future__ import annotations

import json

from conformance.commands.tool_check.lines import lines_of

TEXT = """{
  "tools": [
    {"name": "a", "a/b": {"~": [1,
      {"x": "{\\"no\\": [1,"}]}},

    {"name":
       "b", "empty": {}, "none": [], "after": 1}
  ],
  "k\\u00e9y": {
    "deep": null
  }
}
"""


def test_each_value_has_the_line_it_begins_on_and_each_member_that_of_its_key() -> None:
    wanted = {
        "": 1,
        "/tools": 2,
        "/tools/0": 3,
        "/tools/0/name": 3,
        "/tools/0/a~1b/~0/0": 3,
        "/tools/0/a~1b/~0/1": 4,
        "/tools/0/a~1b/~0/1/x": 4,
        "/tools/1": 6,
        "/tools/1/name": 6,
        "/tools/1/empty": 7,
        "/tools/1/none": 7,
        "/tools/1/after": 7,
        "/kéy": 9,
        "/kéy/deep": 10,
    }
    json.loads(TEXT)
    assert lines_of(TEXT, wanted) == wanted


def test_what_is_not_there_has_no_line() -> None:
    assert lines_of(TEXT, {"/tools/2", "/tools/0/name/x", "/nothing", "/tools/1/none/0"}) == {}


def test_a_document_that_is_one_value_begins_on_its_line() -> None:
    assert lines_of('\n\n  "text"', {""}) == {"": 3}
    assert lines_of("[[], [[1]],\n 2]", {"/2", "/1/0/0"}) == {"/1/0/0": 1, "/2": 2}
