"""Arguments of a call that Vertex AI streams in pieces, each with the path of its place."""

import re
from typing import Any

from conformance.reference.gemini_grounding import list_or_empty
from conformance.reference.members import Object
from conformance.reference.responses_response import AnswerError

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[['\"]([^'\"]*)['\"]\]")
_VALUES = ("stringValue", "numberValue", "boolValue")
_MOST = 10_000  # entries of a list


class CallPieces:
    """A call while its pieces come."""

    def __init__(self) -> None:
        self._part: Object | None = None
        self._args: Object = {}

    @property
    def is_open(self) -> bool:
        """Whether more of a call is to come."""
        return self._part is not None

    def whole(self, part: Object) -> Object | None:
        """Take a part with a call, or with a piece of one; return the call when it is whole."""
        call = part["functionCall"]
        if "partialArgs" not in call and "willContinue" not in call and self._part is None:
            return part
        if call.get("name"):
            self._part, self._args = part, {}
        if self._part is None:
            raise AnswerError("a piece of a call comes, and no call has begun")
        for piece in list_or_empty(call.get("partialArgs")):
            self._put(piece)
        if call.get("willContinue"):
            return None
        begun, self._part = self._part, None
        held = {
            key: value for key, value in begun["functionCall"].items() if key not in ("partialArgs", "willContinue")
        }
        return {**begun, "functionCall": {**held, "args": {**(held.get("args") or {}), **self._args}}}

    def _put(self, piece: Any) -> None:
        path = str(piece.get("jsonPath")) if isinstance(piece, dict) else ""
        steps = [name or key or int(number or 0) for name, number, key in _STEP.findall(path[1:])]
        value = next((piece[name] for name in _VALUES if name in piece), None) if steps else None
        if not steps or any(isinstance(step, int) and step > _MOST for step in steps):
            raise AnswerError(f"{path!r} is no place among the arguments of a call")
        holder: Any = self._args
        for step, after in zip(steps, [*steps[1:], None], strict=True):
            if isinstance(holder, list) and isinstance(step, int):
                holder += [None] * (step + 1 - len(holder))
                before = holder[step]
            elif isinstance(holder, dict) and isinstance(step, str):
                before = holder.get(step)
            else:
                raise AnswerError(f"{path!r} leads through what is no object and no list")
            if after is None:
                holder[step] = before + value if isinstance(before, str) and isinstance(value, str) else value
            elif before is None:
                holder[step] = [] if isinstance(after, int) else {}
            holder = holder[step]
