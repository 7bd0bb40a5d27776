"""How vcrpy records and plays these conversations: what is compared, what is redacted, and where it is kept."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.files import write_whole
from conformance.base.values import ABSENT, JSON
from conformance.commands.roundtrips.meaning import MeaningDifference, differences
from conformance.commands.roundtrips.redaction import before_record_request, before_record_response

if TYPE_CHECKING:
    from vcr import VCR
    from vcr.cassette import Cassette
    from vcr.request import Request

MATCH_ON = ("method", "path", "meaning")
ABOUT = "tool-conformance"  # the member of a cassette's metadata that is ours
LOCAL_API = "the local API of tool-conformance"


class NotAsRecorded(Exception):
    """A request that the recording has not: what it holds instead, and how far the two differ in meaning.

    number: which request of the conversation it is, from 0. differences: None where the recording has no more.
    """

    def __init__(self, number: int, found: tuple[MeaningDifference, ...] | None) -> None:
        super().__init__(f"request {number} is not as recorded")
        self.number = number
        self.differences = found


def library(**options: Any) -> VCR:
    """Return vcrpy, set up for these conversations. options: replace settings. Raises UsageError: it is missing."""
    try:
        import vcr
    except ImportError:
        raise UsageError(
            "Recordings need vcrpy, which is missing.", f"Install it: {install_command('recordings')}"
        ) from None
    return set_up(vcr.VCR(**{**settings(), **options}))


def settings() -> dict[str, Any]:
    """Return the settings of vcrpy that any use of it takes: also pytest-recording's `vcr_config`."""
    return {
        "match_on": MATCH_ON,
        "before_record_request": before_record_request,
        "before_record_response": before_record_response,
        "decode_compressed_response": True,
        "record_on_exception": False,
    }


def set_up(vcr: VCR) -> VCR:
    """Teach vcrpy what a request means, and to keep its files whole."""
    vcr.register_matcher("meaning", same_meaning)
    vcr.register_persister(Persister)
    return vcr


def same_meaning(sent: Request, recorded: Request) -> None:
    """Compare two requests. Raises AssertionError, which vcrpy shows, with what sets them apart."""
    found = request_differences(sent, recorded)
    if found:
        raise AssertionError("\n".join(difference_lines(found)))


def request_differences(sent: Request, recorded: Request) -> tuple[MeaningDifference, ...]:
    """Return where the bodies of two requests differ in meaning."""
    api = "chat" if recorded.path.endswith("/chat/completions") else "responses"
    return differences(api, _body(recorded), _body(sent))


def _body(request: Request) -> JSON:
    try:
        return json.loads(request.body or b"null")
    except ValueError:
        return (request.body or b"").decode("utf-8", "replace")


def difference_lines(found: tuple[MeaningDifference, ...]) -> list[str]:
    """Return differences, a line each."""
    return [f"{difference.at or '(the whole)'} {difference.kind}: {_sides(difference)}" for difference in found]


def _sides(difference: MeaningDifference) -> str:
    sides = [("recorded", difference.recorded), ("now", difference.sent)]
    return ", ".join(f"{label} {_repr_without_keys(value)}" for label, value in sides)


def _repr_without_keys(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}…"


class Persister:
    """Reads and writes cassettes; a file is written whole or not at all."""

    @classmethod
    def load_cassette(cls, cassette_path: Any, serializer: Any) -> Any:
        """Return what a cassette holds, as vcrpy wants it."""
        from vcr.persisters.filesystem import FilesystemPersister

        return FilesystemPersister.load_cassette(cassette_path, serializer)

    @staticmethod
    def save_cassette(cassette_path: Any, cassette_dict: Any, serializer: Any) -> None:
        """Write a cassette."""
        from vcr.serialize import serialize

        folder = os.path.dirname(os.path.abspath(cassette_path))
        os.makedirs(folder, exist_ok=True)
        write_whole(os.fspath(cassette_path), serialize(cassette_dict, serializer).encode())


@contextmanager
def as_differences(cassette: Cassette) -> Iterator[None]:
    """Turn vcrpy's miss into NotAsRecorded, with what sets the request apart from the one that was recorded."""
    from vcr.errors import CannotOverwriteExistingCassetteException

    try:
        yield
    except CannotOverwriteExistingCassetteException as error:
        number = cassette.play_count
        left = [request for index, request in enumerate(cassette.requests) if not cassette.play_counts[index]]
        if not left:
            raise NotAsRecorded(number, None) from None
        sent = cassette.filter_request(error.failed_request)
        raise NotAsRecorded(number, request_differences(sent, left[0])) from None
