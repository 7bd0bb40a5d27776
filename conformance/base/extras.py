"""The command that installs an extra of this distribution, or all that it depends on, from where it was installed.

Only a mistake needs it: what it imports is imported late.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing would take a part of the time that --help takes
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

DISTRIBUTION = "tool-conformance"


def install_command(extra: str = "") -> str:
    """Return the command, as a shell reads it, that installs an extra for the Python that runs this.

    extra: empty for the packages without which nothing is installed.
    """
    from shlex import join

    return join([*_installer(), *requirement(extra, _origin())])


def requirement(extra: str, origin: Mapping[str, Any] | None) -> list[str]:
    """Return the requirements that pip installs.

    origin: where the suite was installed from, as its direct_url.json says (PEP 610); None for an index. Where the
    folder or the file is no longer there, or an index gave it, the packages of the extra are named: pip finds those.
    """
    from urllib.parse import unquote, urlsplit

    suffix = f"[{extra}]" if extra else ""
    named = f"{DISTRIBUTION}{suffix}"
    if origin is None:
        return _packages(extra) or [named]
    url = origin["url"]
    path = unquote(urlsplit(url).path) if url.startswith("file:") else None
    if path is not None and not os.path.exists(path):
        return _packages(extra) or [named]
    if "dir_info" in origin and path is not None:
        folder = "." if os.path.samefile(path, os.curdir) else path
        return [*(["-e"] if origin["dir_info"].get("editable") else []), f"{folder}{suffix}"]
    if "vcs_info" in origin:
        return [f"{named} @ {origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"]
    return [f"{named} @ {url}"]


def _packages(extra: str) -> list[str]:
    """Return the packages of an extra, as the installed distribution lists them."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        listed = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        return []
    split = (text.partition(";") for text in listed)
    named = f"extra == '{extra}'"
    if not extra:
        return [package.strip() for package, _semicolon, marker in split if "extra ==" not in marker]
    return [package.strip() for package, _semicolon, marker in split if named in marker.replace('"', "'")]


def _origin() -> Mapping[str, Any] | None:
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution(DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:  # a checkout that is on the path
        checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        return {"url": f"file://{checkout}", "dir_info": {}}
    found: Mapping[str, Any] | None = json.loads(text) if text else None
    return found


def _installer() -> list[str]:
    """Return the words that install into the Python that runs this: the short ones if its own pip is on the PATH."""
    from importlib.util import find_spec
    from shutil import which

    if find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", sys.executable]
    found = which("pip")
    if found is not None and os.path.dirname(found) == os.path.dirname(sys.executable):
        return ["pip", "install"]
    return [sys.executable, "-m", "pip", "install"]
