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


def runs_typescript() -> bool:
    """Whether the Node of this machine runs TypeScript without a flag."""
    asked = ["node", "--print", "process.features.typescript"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip() in ("strip", "transform")
