"""Folders of recordings, as recorders write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.apis.recordings import Recordings, read_folder

URL = "https://api.openai.com/v1/responses"
REQUEST = {"model": "m", "input": "Hi"}
ANSWER: dict[str, Any] = {"id": "resp_1", "object": "response", "status": "completed", "output": []}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to put recordings into."""
    path = tmp_path / "recordings"
    path.mkdir()
    return path


@pytest.fixture
def read(folder: Path) -> Callable[..., Recordings]:
    """Reads that folder."""
    return lambda hosts=(): read_folder(str(folder), hosts)


def cassette(**changes: Any) -> dict[str, Any]:
    """Return a cassette of one exchange as vcrpy writes it. changes: to the request (`request_...`) and the answer."""
    request = {"method": "POST", "uri": URL, "headers": {}, "body": json.dumps(REQUEST)}
    answer = {
        "status": {"code": 200, "message": "OK"},
        "headers": {"Content-Type": ["application/json"]},
        "body": {"string": json.dumps(ANSWER)},
    }
    for key, value in changes.items():
        holder, key = (request, key.removeprefix("request_")) if key.startswith("request_") else (answer, key)
        if value is None:
            holder.pop(key, None)
        else:
            holder[key] = value
    return {"version": 1, "interactions": [{"request": request, "response": answer}]}


def as_yaml(document: Any) -> str:
    """Return a document as PyYAML writes it, bytes and all."""
    return yaml.dump(document)
