"""Pins what the installed packages say of the APIs: `python -m conformance.apis.oracles.pin` writes specs/api/.

One file a kind, one definition a line, so that a difference between two versions reads by definition.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from conformance.apis.oracles.derive import SOURCES, derive
from conformance.base.errors import UsageError
from conformance.base.files import API_FOLDER, api_folder, write_whole

# What a pinned file holds: package, version, types, digest, schema.
Pin = dict[str, Any]


def pin_of(derived: Mapping[str, Any]) -> Pin:
    """Return the pin of what `derive` found of one kind. The digest is over the schema alone, keys sorted."""
    return {
        "package": derived["package"],
        "version": derived["version"],
        "types": derived["types"],
        "digest": schema_digest(derived["schema"]),
        "schema": derived["schema"],
    }


def schema_digest(schema: Any) -> str:
    """Return the digest of a schema, whatever the order of its keys."""
    return "sha256:" + str(sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest())


def text_of_pin(pin: Pin) -> str:
    """Return the text of a pinned file: what it is, then each definition on a line of its own."""
    about = {key: value for key, value in pin.items() if key != "schema"}
    schema = {key: value for key, value in pin["schema"].items() if key != "$defs"}
    definitions = ",\n".join(
        f"{json.dumps(name)}:{_compact(value)}" for name, value in sorted(pin["schema"].get("$defs", {}).items())
    )
    head = json.dumps(about)[:-1]
    whole = _compact(schema)[:-1]
    joined = "," if schema else ""
    return f'{head},\n"schema":{whole}{joined}"$defs":{{\n{definitions}\n}}}}}}\n'


def write_pins(derived: Mapping[str, Mapping[str, Any]], folder: str) -> list[str]:
    """Write the pinned files of the kinds that were found; return their names. Raises UsageError."""
    names = []
    for kind, found in derived.items():
        if "schema" not in found:
            raise UsageError(
                f"{found['package']} says nothing of {kind}: {found['absent']}.", "Install it, then repeat."
            )
        try:
            write_whole(os.path.join(folder, f"{kind}.json"), text_of_pin(pin_of(found)).encode())
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {error.strerror}.", "Check the folder.") from None
        names.append(f"{API_FOLDER}/{kind}.json")
    return names


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def main() -> int:
    """Derive every kind from the packages of this interpreter and write the files."""
    try:
        names = write_pins({kind: derive(kind) for kind in SOURCES}, api_folder())
    except UsageError as error:
        sys.stderr.write(f"pin: {error}\n")
        return 2
    sys.stdout.write("\n".join(names) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
