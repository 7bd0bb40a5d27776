"""Prints what the command costs, as ratios of CPU time taken in one interleaved run.

    python benchmarks/run.py            three rounds
    python benchmarks/run.py --rounds 5

Every round measures everything once, and each ratio is taken within its round, so that a machine that changes its speed
changes both sides. Shown: the median, the lowest and the highest round. Exit status 1 if a median is above its limit.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

OPERATION = "mcp-tool-to-chat-tool"
# Without compiled bytecode every start would measure the compiler.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
_STARTS = 5  # bare starts and --help are short: measured several times and averaged
_SUBJECTS = '''
from conformance.reference import mcp_tool_to_chat_tool as sound


def broken(tool):
    """Drop the description, rename the tool, leave the defaults, lose every required list, share the schema."""
    schema = tool["inputSchema"]
    schema.pop("required", None)
    return {"type": "function", "function": {"name": tool["name"].upper(), "parameters": schema}, "strict": None}
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """One figure: the CPU time of `of` divided by that of `to`. limit: the highest acceptable median."""

    name: str
    of: str
    to: str
    limit: float


RATIOS = (
    Ratio(name="conformance --help, in bare starts of Python", of="help", to="bare", limit=3),
    Ratio(name="certify the reference, all operations, in bare starts", of="first", to="bare", limit=250),
    Ratio(name="the second run of that, over the first", of="second", to="first", limit=1.15),
    Ratio(name="a subject with many defects, over a sound one", of="broken", to="sound", limit=3),
)


def _cpu(arguments: list[str], folder: str, cache: str, times: int = 1) -> float:
    """Return the CPU seconds of one Python process and its children. Raises if it could not do its work."""
    environment = {**_ENVIRONMENT, "XDG_CACHE_HOME": cache, "PYTHONPATH": folder}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, check=False
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{arguments} ended with {done.returncode}: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / times


def measure_round() -> dict[str, float]:
    """Return the CPU seconds of each command, each run measured once with a cache folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "converters.py").write_text(_SUBJECTS, "utf-8")
        command = ["-m", "conformance", "certify", "--seed", "1"]
        caches = [f"{folder}/cache-{name}" for name in ("help", "reference", "sound", "broken")]
        seconds = {
            "bare": _cpu(["-c", "pass"], folder, caches[0], _STARTS),
            "help": _cpu(["-m", "conformance", "--help"], folder, caches[0], _STARTS),
            "first": _cpu([*command, "reference"], folder, caches[1]),
            "second": _cpu([*command, "reference"], folder, caches[1]),
        }
        for cache, name in zip(caches[2:], ("sound", "broken"), strict=True):
            seconds[name] = _cpu([*command, "--bind", f"{OPERATION}=converters:{name}"], folder, cache)
        return seconds


def main() -> int:
    """Measure, print the table, return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    measure_round()  # compiles bytecode
    measured = [measure_round() for _ in range(rounds)]
    print(f"a bare start of Python: {statistics.median(element['bare'] for element in measured) * 1000:.0f} ms CPU")
    too_slow = False
    for ratio in RATIOS:
        values = sorted(element[ratio.of] / element[ratio.to] for element in measured)
        middle = statistics.median(values)
        too_slow |= middle > ratio.limit
        verdict = "  TOO SLOW" if middle > ratio.limit else ""
        print(
            f"{ratio.name:55} {middle:7.2f}   ({values[0]:.2f} to {values[-1]:.2f})  at most {ratio.limit:g}{verdict}"
        )
    return int(too_slow)


if __name__ == "__main__":
    sys.exit(main())
