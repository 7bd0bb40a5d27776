"""The Node.js of this machine."""

from __future__ import annotations

import shutil
import subprocess


def newest_node() -> str | None:
    """Return the path of Node.js, if it is new enough to have hooks of its imports."""
    node = shutil.which("node")
    if node is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return node if tuple(map(int, version.strip("v\n").split(".")[:2])) >= (22, 15) else None
