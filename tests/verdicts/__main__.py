"""What every converter is judged as, as data, and what a change of the suite changes in it.

    python -m tests.verdicts write before.json.gz                 all banks
    python -m tests.verdicts write after.json.gz --operation tool-loop
    python -m tests.verdicts compare before.json.gz after.json.gz
    python -m tests.verdicts store DIR litellm --python VENV/bin/python
    python -m tests.verdicts write before.json.gz --outcomes DIR  with what libraries answered

Written in two states of the suite, the files show which verdicts, kinds, pointers, sets, charges, expected outputs and
essences differ, of runs and of single trials. Exit status 1 where one differs; messages are counted apart.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from conformance.base.errors import ConformanceError
from conformance.base.files import write_whole
from conformance.rules.contracts import load_specifications
from conformance.running.run import certify
from conformance.running.subjects.lookup import config_of_name
from conformance.running.subjects.python import PythonConfig
from tests.mutation.forked import called
from tests.verdicts.comparison import compare, lines
from tests.verdicts.converters import converters
from tests.verdicts.stored import Stored, Storing, description_data, write_stored

_SECONDS = 120.0  # that one converter may compute
_EXAMPLES = 20


def main() -> int:
    """Run the command."""
    parsed = _arguments().parse_args()
    try:
        status: int = parsed.run(parsed)
        return status
    except ConformanceError as error:
        print(f"{error}", file=sys.stderr)
        return 2


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.verdicts", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    commands = parser.add_subparsers(required=True)
    write = commands.add_parser("write", help="judge every converter, and write the verdicts")
    write.add_argument("file", type=Path)
    write.add_argument("--operation", action="append", default=[], help="only this operation (repeatable)")
    write.add_argument("--max-examples", type=int, default=_EXAMPLES)
    write.add_argument("--outcomes", type=Path, help="the folder of the stored outcomes of libraries")
    write.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    write.set_defaults(run=_write)
    compared = commands.add_parser("compare", help="show what differs between two files")
    compared.add_argument("before", type=Path)
    compared.add_argument("after", type=Path)
    compared.add_argument("--show", type=int, default=20, help="classes of differences (20)")
    compared.set_defaults(run=_compare)
    store = commands.add_parser("store", help="keep what a library of the catalogue answers")
    store.add_argument("folder", type=Path)
    store.add_argument("library")
    store.add_argument("--python", help="the interpreter of the library's environment")
    store.add_argument("--operation", action="append", default=[], help="only this operation (repeatable)")
    store.add_argument("--max-examples", type=int, default=_EXAMPLES)
    store.set_defaults(run=_store)
    return parser


def _write(parsed: argparse.Namespace) -> int:
    begun = time.monotonic()
    specifications = load_specifications()
    found: dict[str, Any] = {}
    everything = list(converters(specifications, parsed.operation, parsed.max_examples, parsed.outcomes))
    gc.freeze()
    for name, data, ended in called(((element.name, element.judged) for element in everything), parsed.jobs, _SECONDS):
        found[name] = {"error": ended} if ended else data
    document = {"specifications": specifications.digest, "converters": dict(sorted(found.items()))}
    write_whole(str(parsed.file), gzip.compress(json.dumps(document, default=repr).encode(), 5, mtime=0))
    errors = [f"{name}: {element['error']}" for name, element in sorted(found.items()) if "error" in element]
    trials = sum(len(finding["trials"]) for finding in found.values() if "error" not in finding)
    print(f"{len(found)} converters, {trials} trials, {len(errors)} errors, {time.monotonic() - begun:.0f} s")
    for error in errors[:10]:
        print(f"  {error}")
    return 1 if errors else 0


def _compare(parsed: argparse.Namespace) -> int:
    before, after = (json.loads(gzip.decompress(path.read_bytes())) for path in (parsed.before, parsed.after))
    compared = compare(before["converters"], after["converters"])
    for line in lines(compared, parsed.show):
        print(line)
    return 1 if compared.differs else 0


def _store(parsed: argparse.Namespace) -> int:
    parsed.folder.mkdir(parents=True, exist_ok=True)
    specifications = load_specifications()
    config = config_of_name(
        parsed.library, PythonConfig(operations=tuple(specifications.contracts), interpreter=parsed.python)
    )
    offered = config.open().describe().operations
    for operation in parsed.operation or offered:
        subject = Storing(config.open())
        try:
            stored = Stored(name=parsed.library, operation=operation, seed=1, max_examples=parsed.max_examples,
                            description=description_data(subject.describe()), calls=subject.calls)  # fmt: skip
            certify(specifications, subject, stored.options)
        finally:
            subject.close()
        print(f"{write_stored(parsed.folder, stored)}: {len(subject.calls)} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
