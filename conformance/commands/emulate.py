"""conformance emulate: the scripted local API, until a signal ends it."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from conformance.apis.emulator.acceptance import Acceptance
from conformance.apis.emulator.captures import Captured
from conformance.apis.emulator.model import ModelApi
from conformance.apis.emulator.running import running_api
from conformance.apis.emulator.scripts import DEFAULT, SCRIPTS, Script, named_script, script_of
from conformance.base.errors import UsageError
from conformance.base.files import check_nesting, open_anew, read_file, read_json
from conformance.base.redact import Redactor
from conformance.rules.contracts.yaml_core import read_yaml

_FILES = (".yaml", ".yml", ".json")


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises UsageError."""
    if parsed.scripts:
        width = max(map(len, SCRIPTS))
        for name, script in SCRIPTS.items():
            print(f"{name:{width}}  {script['title']}")
        return 0
    if parsed.model and parsed.script:
        raise UsageError("--model and --script say both what is answered.", "Give one of them.")
    script = _script(parsed.script or DEFAULT)
    model = ModelApi(tuple(parsed.model), Acceptance(profile=parsed.profile)) if parsed.model else None

    with _capturing(parsed.capture) as captured:
        try:
            with running_api(
                script,
                host=parsed.host,
                port=parsed.port,
                hosts=parsed.allow_host,
                captured=captured,
                profile=parsed.profile,
                api=model,
                key=parsed.key,
            ) as api:
                print(f"Listening on {api.base_url}", flush=True)
                api.wait()
        except KeyboardInterrupt:
            pass  # the way to end it
    return 0


def _script(named: str) -> Script:
    if not named.endswith(_FILES) and os.sep not in named:
        return named_script(named)
    if named.endswith(".json"):
        return script_of(read_json(named, named, "Check --script."), named)
    try:
        text = read_file(named, named, "Check --script.").decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{named} is not UTF-8.", "Save the file as UTF-8.") from None
    script = read_yaml(text, named)
    check_nesting(script, named)
    return script_of(script, named)


@contextmanager
def _capturing(path: str | None) -> Iterator[Callable[[Captured], None] | None]:
    """Give what writes a line for each request: whole, and at once, so that an end in between loses nothing."""
    if path is None:
        yield None
        return
    try:
        file = io.TextIOWrapper(open_anew(path), encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}.", "Choose another place with --capture."
        ) from None

    redactor = Redactor()

    def write(captured: Captured) -> None:
        try:
            file.write(json.dumps(redactor.value(captured.interaction()), ensure_ascii=False) + "\n")
            file.flush()
        except OSError as error:
            print(f"conformance: {path} cannot be written: {error.strerror}.", file=sys.stderr)

    with file:
        yield write
