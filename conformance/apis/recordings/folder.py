"""The files of a folder, and nothing outside it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from conformance.apis.recordings.model import DAMAGED, FOREIGN, Skipped
from conformance.base.errors import UsageError

LARGEST = 64 * 1024 * 1024  # bytes of one file
MOST_FILES = 20_000
# What may hold a recording, by how its name ends.
ENDINGS = (".yaml", ".yml", ".json", ".jsonl", ".txt", ".sse", ".har", ".httprr", ".gz", ".zz")


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
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            count += 1
            if count > MOST_FILES:
                raise UsageError(f"{folder} holds more than {MOST_FILES} files.", "Name the folder of the recordings.")
            path = os.path.join(base, name)
            inside = os.path.relpath(path, root)
            content = _content(path, root)
            yield (inside, content) if isinstance(content, bytes) else Skipped(inside, None, *content)
    yield from left_out


def _content(path: str, root: str) -> bytes | tuple[str, str]:
    """Return what a file holds, or why it was not read."""
    if not path.lower().endswith(ENDINGS):
        return FOREIGN, f"no recording ends so (known: {' '.join(ENDINGS)})"
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
            return file.read(LARGEST + 1)
    except OSError as error:
        return DAMAGED, f"it cannot be read: {error.strerror}"
