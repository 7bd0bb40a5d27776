"""The service that docs/certify-a-service.md links to, as code that tests may spoil."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "docs" / "samples" / "service.py"


def code() -> str:
    """The whole service."""
    return FILE.read_text("utf-8")


def spoiled(*changes: tuple[str, str]) -> str:
    """The code with texts replaced; each stands there once."""
    text = code()
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
        text = text.replace(old, new)
    return text


@contextmanager
def served(text: str) -> Iterator[str]:
    """Serve it in this process; gives the URL."""
    names: dict[str, Any] = {"__name__": "small_service"}
    exec(compile(text, str(FILE), "exec"), names)
    server = _Quiet(("127.0.0.1", 0), names["Handler"])
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: some of what is served here fails on purpose."""


Serve = Callable[[str], Any]
