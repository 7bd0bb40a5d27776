"""The files of a folder, and nothing outside it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from typing import Final

from conformance.apis.recordings.model import DAMAGED, FOREIGN, Skipped
from conformance.base.errors import UsageError

LARGEST = 64 * 1024 * 1024  # bytes of one file
MOST_FILES = 20_000
# What may hold a recording, by how its name ends.
ENDINGS = (".yaml", ".yml", ".json", ".jsonl", ".txt", ".sse", ".har", ".httprr", ".gz", ".zz")

# How a cassette of vcrpy or Ruby's VCR begins; its name need not have an ending.
CASSETTE: Final = re.compile(rb"(---\s*)?(http_)?interactions:\s")
_OTHER_ENDING: Final = FOREIGN, f"no recording ends so (known: {' '.join(ENDINGS)})"
_MAPPINGS, _BODIES = "mappings", "__files"  # of WireMock: its recordings, and the bodies that they name


def files_of(folder: str) -> Iterator[tuple[str, bytes] | Skipped]:
    """Yield the path inside the folder and the content of each file, in the order of their names; or why not.

    Folders whose name begins with a dot are passed over; a link is followed only to a file inside. Raises UsageError
    for a folder that cannot be read, and for one with more than MOST_FILES files.
    """
    root = os.path.realpath(folder)
    if not os.path.isdir(root):
        what = "is not a folder" if os.path.lexists(folder) else "is not there"
        raise UsageError(f"The folder of recordings {folder} {what}.", "Name a folder.")
    count = 0

    def unreadable(error: OSError) -> None:
        if os.path.realpath(str(error.filename)) == root:
            raise UsageError(f"The folder {folder} cannot be read: {error.strerror}.", "Change its permissions.")
        left_out.append(Skipped(os.path.relpath(error.filename, root), None, DAMAGED, f"{error.strerror}"))

    left_out: list[Skipped] = []
    for base, folders, names in os.walk(root, onerror=unreadable):
        yield from left_out
        left_out.clear()
        for name in sorted(folders):
            if os.path.islink(os.path.join(base, name)):
                yield Skipped(os.path.relpath(os.path.join(base, name), root), None, FOREIGN, "a link to a folder")
        bodies = _BODIES if _MAPPINGS in folders else ""
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != bodies)
        for name in sorted(names):
            count += 1
            if count > MOST_FILES:
                raise UsageError(f"{folder} holds more than {MOST_FILES} files.", "Name the folder of the recordings.")
            path = os.path.join(base, name)
            inside = os.path.relpath(path, root)
            content = _content(path, root, is_recording=True)
            yield (inside, content) if isinstance(content, bytes) else Skipped(inside, None, *content)
    yield from left_out


def body_beside(folder: str, recording: str, name: str) -> bytes | None:
    """Return what a file holds that a recording names as a body; None where it cannot be read.

    recording: the path inside the folder. It is beside the recording; of WireMock, beside the mappings' folder.
    """
    root, base = os.path.realpath(folder), os.path.dirname(recording)
    above, found, _below = f"/{base}/".rpartition(f"/{_MAPPINGS}/")
    holders = (os.path.join(above.strip("/"), _BODIES) if found else _BODIES, base)
    held = (_content(os.path.join(root, holder, name), root, is_recording=False) for holder in holders)
    return next((content for content in held if isinstance(content, bytes)), None)


def _content(path: str, root: str, *, is_recording: bool) -> bytes | tuple[str, str]:
    """Return what a file holds, or why it was not read. is_recording: or else a body, of any name."""
    name = os.path.basename(path).lower()
    is_named = name.endswith(ENDINGS) or not is_recording
    if not is_named and "." in name:
        return _OTHER_ENDING
    if os.path.commonpath([os.path.realpath(path), root]) != root:
        return FOREIGN, "a link that leads out of the folder"
    try:
        # Opening a pipe would wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return FOREIGN, "no regular file"
            if status.st_size > LARGEST:
                return DAMAGED, f"larger than {LARGEST // 1024 // 1024} MiB"
            if not is_named and not CASSETTE.match(file.peek()):
                return _OTHER_ENDING
            return file.read(LARGEST + 1)
    except OSError as error:
        return DAMAGED, f"it cannot be read: {error.strerror}"
