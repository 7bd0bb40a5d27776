"""Shows the defects of functions of an adapter in JavaScript."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conformance.base.values import JSON
from conformance.results.reproduction.looks import Look, look_of, shown_by
from conformance.results.reproduction.model import NotShown, Piece, ShownDefect
from conformance.results.reproduction.node_script import json_of, literal
from conformance.results.reproduction.node_source import source_of_adapter
from conformance.results.reproduction.python import see_dependence, text_of
from conformance.results.reproduction.running import Ran, Runner

_UNCAUGHT = re.compile(r"^\w*Error\b.*", re.MULTILINE)
_PRINT = "console.log(JSON.stringify(%s, null, 1));"
_EARLIER = """\
for (const one of earlier) {
  try {
    await %s(one);
  } catch {}
}"""
_FAILS = """\
try {
  await %s(given);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
  process.exitCode = 1;
}"""
_CHANGES = """\
try {
  await %s(given);
} catch {}
console.log(JSON.stringify(given, null, 1));"""
_AGAIN = """\
for (const one of [structuredClone(given), given]) {
  console.log(JSON.stringify(await %s(one)));
}"""


def show_adapter(evidence: Piece, program: str, operation: str, runner: Runner) -> ShownDefect:
    """Return a script that shows a defect of a function of an adapter.mjs. Raises NotShown."""
    look, function = look_of(evidence), operation.replace("-", "_")
    source = source_of_adapter(text_of(program), function)
    if source is None:
        raise NotShown(f"{function} is no function at the top level of {program}")
    after = _after(look, function, fails=evidence["error"] is not None)

    def ran(earlier: Sequence[JSON]) -> tuple[str, Ran]:
        values = {"given": evidence["input"], **({"earlier": list(earlier)} if earlier else {})}
        calls = [_EARLIER % function, after] if earlier else [after]
        for write in (literal, json_of):
            literals = [f"const {name} = {write(value)};" for name, value in values.items()]
            script = "\n".join([*source, "", *literals, *calls])
            if runner.most_lines is None or len(script.splitlines()) <= runner.most_lines:
                break
        return script, runner.run(script, ".mjs", beside=True)

    earlier = evidence.get("earlier", ())
    script, done = ran(earlier)
    output = shown_by(evidence, look, done, thrown)
    if earlier and look is Look.RESULT:
        see_dependence(evidence, ran(())[1], thrown)
    return ShownDefect(script=script, output=output, language="javascript")


def thrown(ran: Ran) -> str:
    """Return the error that a script printed before it failed, with its name; else the one that Node printed."""
    uncaught = _UNCAUGHT.search(ran.err)
    return ran.out.strip() or (uncaught[0] if uncaught else "")


def _after(look: Look, function: str, *, fails: bool) -> str:
    """Return the statements after the values. Raises NotShown."""
    if look is Look.RESULT:
        return _FAILS % function if fails else _PRINT % f"await {function}(given)"
    if look in (Look.INPUT, Look.INPUT_OF_FAILED):
        return _CHANGES % function
    if look is Look.AGAIN:
        return _AGAIN % function
    raise NotShown("there are no scripts in JavaScript of such defects yet")
