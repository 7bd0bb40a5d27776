"""The digest of the pinned API schemas, for a certificate."""

from __future__ import annotations

import os
from hashlib import sha256

from conformance.base.errors import UsageError
from conformance.base.files import specs_folder

FOLDER = "api"


def api_digest() -> str | None:
    """Return "sha256:..." over the names and contents of the files in specs/api; None where there is none.

    Raises UsageError for a file that cannot be read.
    """
    base = os.path.join(specs_folder(), FOLDER)
    lines = []
    for folder, inner, names in os.walk(base):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            try:
                with open(path, "rb") as file:
                    digest = sha256(file.read()).hexdigest()
            except OSError as error:
                what = f"{os.path.relpath(path, specs_folder())} cannot be read: {error.strerror}."
                raise UsageError(what, "Check the specs folder.") from None
            lines.append(f"{digest}  {os.path.relpath(path, base).replace(os.sep, '/')}\n")
    return f"sha256:{sha256(''.join(lines).encode()).hexdigest()}" if lines else None
