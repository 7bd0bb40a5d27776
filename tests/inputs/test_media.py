from __future__ import annotations

import io
import re
import struct
import wave
import zlib
from base64 import b64decode

import pytest

from conformance.base.values import JSON
from conformance.inputs import media
from conformance.rules.contracts import load_specifications

# Each kind of media, by what its data begin with.
READABLE = {
    "image/png": media.PNG,
    "image/jpeg": media.JPEG,
    "image/gif": media.GIF,
    "image/webp": media.WEBP,
    "image/svg+xml": media.SVG,
    "audio/wav": media.WAV,
    "application/pdf": media.PDF,
}
_URL = re.compile(r"data:([a-z+/-]+);base64,(.*)")


def test_the_data_of_the_large_image_are_long_and_begin_with_the_image() -> None:
    assert len(media.LARGE_PNG) > 4096
    assert b64decode(media.LARGE_PNG).startswith(b64decode(media.PNG))


def test_the_chunks_of_the_png_are_whole() -> None:
    data = b64decode(media.PNG)
    at, kinds = 8, []
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        chunk = data[at + 4 : at + 8 + length]
        assert zlib.crc32(chunk) == struct.unpack_from(">I", data, at + 8 + length)[0]
        kinds.append(chunk[:4])
        at += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"IEND"]


def test_the_wave_has_frames() -> None:
    with wave.open(io.BytesIO(b64decode(media.WAV))) as held:
        assert held.getnframes() == 2


@pytest.mark.parametrize(
    ("held", "begins", "ends"),
    [(media.JPEG, b"\xff\xd8\xff", b"\xff\xd9"), (media.GIF, b"GIF87a", b";"), (media.PDF, b"%PDF-1.4", b"%%EOF")],
    ids=["jpeg", "gif", "pdf"],
)
def test_a_medium_begins_and_ends_as_its_kind_does(held: str, begins: bytes, ends: bytes) -> None:
    data = b64decode(held)
    assert (data[: len(begins)], data[-len(ends) :]) == (begins, ends)


def test_the_sizes_that_webp_and_bmp_state_are_theirs() -> None:
    webp, bmp = b64decode(media.WEBP), b64decode(media.BMP)
    assert struct.unpack_from("<I", webp, 4)[0] == len(webp) - 8
    assert struct.unpack_from("<I", bmp, 2)[0] == len(bmp)


STANDARD = str.maketrans("-_", "+/")  # clients of Gemini write the alphabet of URLs


def test_media_of_cases_can_be_read() -> None:
    cases = [(name, case) for name, contract in load_specifications().contracts.items() for case in contract.cases]
    odd = [
        f"{name} {case.id}"
        for name, case in cases
        if case.standing is None  # a document prints one that is cut
        for kind, data in _media(case.input)
        if kind in READABLE and data.translate(STANDARD) != READABLE[kind]
    ]
    assert odd == []


def _media(value: JSON) -> list[tuple[str, str]]:
    """Return type and data of every medium in a value."""
    if isinstance(value, str):
        found = _URL.fullmatch(value)
        return [(found[1], found[2])] if found else []
    if isinstance(value, list):
        return [medium for inner in value for medium in _media(inner)]
    if not isinstance(value, dict):
        return []
    kind, data = value.get("mimeType"), value.get("data", value.get("blob"))
    own = [(kind, data)] if isinstance(kind, str) and isinstance(data, str) else []
    return [*own, *(medium for inner in value.values() for medium in _media(inner))]
