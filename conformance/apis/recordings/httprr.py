"""The traces of Go's httprr: each request and its answer as HTTP/1.1 writes them, behind their lengths in bytes."""

from __future__ import annotations

import re
from http.client import HTTPException, HTTPResponse, parse_headers
from io import BytesIO
from typing import Any

HEADER = b"httprr trace v1"
_LENGTHS = re.compile(rb"(\d{1,9}) (\d{1,9})\r?\n")


def httprr_document(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Return a trace as a cassette: {"interactions": [{"request", "response"}]}. Raises ValueError, with the place."""
    interactions = []
    at = data.find(b"\n") + 1 or len(data)
    while at < len(data):
        lengths = _LENGTHS.match(data, at)
        if lengths is None:
            raise ValueError(f"byte {at} of the trace: no lengths of a request and its answer")
        middle = lengths.end() + int(lengths[1])
        end = middle + int(lengths[2])
        if end > len(data):
            raise ValueError(f"byte {at} of the trace: the file ends {end - len(data)} bytes before the answer does")
        try:
            request, answer = _request(data[lengths.end() : middle]), _answer(data[middle:end])
        except (HTTPException, ValueError) as error:
            raise ValueError(f"byte {at} of the trace: it is not HTTP: {error!r}") from None
        interactions.append({"request": request, "response": answer})
        at = end
    return {"interactions": interactions}


def _request(data: bytes) -> dict[str, Any]:
    file = BytesIO(data)
    method, url, _version = file.readline().decode("latin-1").split()
    headers = parse_headers(file)
    return {"method": method, "url": url, "headers": headers.items(), "body": file.read()}


class _Socket:
    """What http.client reads an answer from."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> BytesIO:
        return BytesIO(self._data)


def _answer(data: bytes) -> dict[str, Any]:
    # The text is that of HTTP/1.1 whichever version the answer names, and http.client knows no other.
    response = HTTPResponse(_Socket(re.sub(rb"^HTTP/2(\.0)? ", b"HTTP/1.1 ", data)))  # type: ignore[arg-type]
    response.begin()
    return {"status": response.status, "headers": response.getheaders(), "body": response.read()}
