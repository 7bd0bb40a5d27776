"""Prints what finding defects costs: all rules against one, judging against drawing, and making evidence small.

    python benchmarks/detection.py

Exit status 1 where a figure misses its limit. Ratios are of CPU time in one interleaved run; the median of five rounds.
"""

from __future__ import annotations

import copy
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import hypothesis

from conformance.base.observation import Description
from conformance.inputs import draw, inputs
from conformance.reference import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools
from conformance.rules.contracts import load_specifications
from conformance.running.engine import Concluding, Event, Options
from conformance.running.engine.events import Shrinking
from conformance.running.run import certify
from conformance.running.subjects.in_process import InProcessSubject

SINGLE, LISTS = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools"
ROUNDS = 5
SEEDS = range(1, 11)


def run(
    function: Callable[[Any], Any], operation: str, listener: Callable[[Event], None] | None = None, **more: Any
) -> Any:
    """Certify one function in this process."""
    description = Description(
        name="subject",
        version=None,
        language=None,
        adapter="in-process",
        operations=(operation,),
        choices={},
        exact_numbers=True,
    )
    subject = InProcessSubject({operation: function}, description)
    return certify(load_specifications([operation]), subject, Options(**more), [listener] if listener else [])


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def judged_examples() -> list[float]:
    """Asking and judging 300 lists by every rule, over drawing them."""
    ratios = []
    for seed in range(ROUNDS):
        drawn = cpu(lambda seed=seed: draw(LISTS, 300, seed))
        given = {LISTS: tuple(draw(LISTS, 300, seed))}
        options = {"inputs": given, "only_inputs": True, "max_examples": 0, "repeat": False}
        run(mcp_tools_to_chat_tools, LISTS, **options)
        ratios.append(cpu(lambda options=options: run(mcp_tools_to_chat_tools, LISTS, **options)) / drawn)
    return ratios


def every_rule(generate: Callable[[int, int], list[Any]]) -> list[float]:
    """Generating 100 examples and judging them by every rule, over generating them and judging them by one."""
    ratios = []
    for seed in range(ROUNDS):
        examples: list[Any] = []
        generated = cpu(lambda seed=seed, examples=examples: examples.extend(generate(100, seed)))
        given = {"inputs": {LISTS: tuple(examples)}, "only_inputs": True, "max_examples": 0}
        _judged_run(given, None)  # the first run imports modules, which is not measured
        ratios.append((generated + _judged_run(given, None)) / (generated + _judged_run(given, ("MCP-3",))))
    return ratios


def _judged_run(given: dict[str, Any], rules: tuple[str, ...] | None) -> float:
    return min(cpu(lambda: run(mcp_tools_to_chat_tools, LISTS, rules=rules, **given)) for _ in range(3))


def by_hypothesis(count: int, seed: int) -> list[Any]:
    """Examples of the public strategies, generated as a test of one's own does."""
    examples: list[Any] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(max_examples=count, database=None, deadline=None, phases=[hypothesis.Phase.generate],
                         suppress_health_check=list(hypothesis.HealthCheck))  # fmt: skip
    @hypothesis.given(value=inputs(LISTS))
    def generate(value: Any) -> None:
        examples.append(value)

    generate()
    return examples


def by_seed(count: int, seed: int) -> list[Any]:
    """Examples as a run of the command draws them."""
    return list(draw(LISTS, count, seed))


def planted(tool: Any) -> Any:
    """The reference, but for a default that it leaves inside anyOf inside items."""
    result = mcp_tool_to_chat_tool(tool)
    result["function"]["parameters"] = _left(tool["inputSchema"], result["function"]["parameters"], ())
    return result


def _left(source: Any, target: Any, path: tuple[str, ...]) -> Any:
    if isinstance(source, dict) and isinstance(target, dict):
        target = {key: _left(source[key], member, (*path, key)) if key in source else member
                  for key, member in target.items()}  # fmt: skip
        # Where `items` is the keyword, and no name of a property or of a definition.
        named = path[-6:-5] in (("properties",), ("$defs",), ("definitions",))
        if path[-5:-1] == ("items", "anyOf", "*", "properties") and not named:
            target |= {"default": copy.deepcopy(source["default"])} if "default" in source else {}
        return target
    if isinstance(source, list) and isinstance(target, list):
        return [_left(element, other, (*path, "*")) for element, other in zip(source, target, strict=True)]
    return target


def reductions() -> list[tuple[float, int, str]]:
    """For each seed: milliseconds to make the planted defect's evidence small, its bytes, and itself."""
    found = []
    for seed in SEEDS:
        moments: dict[str, float] = {}

        def note(event: Event, moments: dict[str, float] = moments) -> None:
            if isinstance(event, Shrinking):
                moments.setdefault("begun", time.process_time())
            elif isinstance(event, Concluding):
                moments["ended"] = time.process_time()

        result = run(planted, SINGLE, note, rules=("MCP-2",), max_examples=1500, seed=seed)
        (rule,) = (entry for entry in result.rules if entry.rule.id == "MCP-2")
        shown = [shown for shown in rule.evidence if shown.case is None and shown.kind == "default-in-property"]
        if shown:
            text = json.dumps(shown[0].input, ensure_ascii=False, sort_keys=True)  # their order means nothing
            found.append(((moments["ended"] - moments["begun"]) * 1000, len(text.encode()), text))
    return found


def main() -> int:
    """Print the table; return the exit status."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        missed = False
        for name, measure, limit in (
            ("every rule, over one rule, with generating", lambda: every_rule(by_hypothesis), 1.1),
            ("the same, if examples are drawn by seed", lambda: every_rule(by_seed), None),
            ("asking and judging examples, over drawing them", judged_examples, None),
        ):
            ratios = measure()
            middle = statistics.median(ratios)
            verdict = "" if limit is None else f"at most {limit:g}" + ("" if middle <= limit else "  MISSED")
            missed |= limit is not None and middle > limit
            print(f"{name:46} {middle:7.4f} x   ({min(ratios):.4f} to {max(ratios):.4f})  {verdict}")
        small = reductions()
    sizes = [size for _ms, size, _text in small]
    same = max((sum(text == other for _m, _s, other in small) for _m2, _s2, text in small), default=0)
    middle = statistics.median(ms for ms, _size, _text in small)
    print(f"a planted default, found from {len(small)} of {len(SEEDS)} seeds: {min(sizes)} to {max(sizes)} bytes,")
    print(f"  the same from {same} of them, reduced in {middle:.0f} ms (median)")
    print(f"  {small[0][2]}")
    missed |= max(sizes) > 160 or same < 0.9 * len(small) or middle > 50
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
