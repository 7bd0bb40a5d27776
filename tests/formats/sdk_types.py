"""The types of an SDK, read from its source without importing it, and values of them."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from conformance.base.values import JSON

_PLAIN = {"str": "x", "int": 1, "float": 0.5, "bool": True, "bytes": "AAAA", "object": {}, "Any": "x", "None": None}
_LISTS = {"List", "list", "Iterable", "SequenceNotStr", "Sequence"}
_THROUGH = {"Required", "Optional", "Annotated", "NotRequired"}
DEEPEST = 3  # types within each other in one value: enough for all that a reader asks for


class Scope(NamedTuple):
    """The names of a module, which are its own, and those of all modules."""

    own: dict[str, ast.AST]
    shared: dict[str, tuple[ast.AST, dict[str, ast.AST]]]

    def find(self, name: str) -> tuple[ast.AST, Scope] | None:
        if name in self.own:
            return self.own[name], self
        if name not in self.shared:
            return None
        node, own = self.shared[name]
        return node, Scope(own, self.shared)


def folder_of(package: str, *inside: str) -> Path:
    """Return where a package is installed. Raises LookupError if it is not."""
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise LookupError(package)
    return Path(next(iter(spec.submodule_search_locations)), *inside)


def scope_of(files: list[Path]) -> Scope:
    """Return all classes and aliases of some modules."""
    shared: dict[str, tuple[ast.AST, dict[str, ast.AST]]] = {}
    for path in files:
        own: dict[str, ast.AST] = {}
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                own[node.name] = node
            elif isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                if isinstance(target, ast.Name):
                    own[target.id] = node.value
        for name, found in own.items():
            shared.setdefault(name, (found, own))
    return Scope({}, shared)


class Type(NamedTuple):
    """A class. members: the annotation of each. scope: what their names mean."""

    name: str
    members: dict[str, ast.AST]
    scope: Scope


def type_of(name: str, scope: Scope) -> Type | None:
    """Return a class that has members, with those that it inherits."""
    node, inner = scope.find(name) or (None, scope)
    if not isinstance(node, ast.ClassDef):
        return None
    members: dict[str, ast.AST] = {}
    for base in node.bases:
        inherited = type_of(base.id, inner) if isinstance(base, ast.Name) else None
        members |= inherited.members if inherited else {}
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id[0] != "_":
            members[line.target.id] = line.annotation
    return Type(name, members, inner) if members else None


def options(annotation: ast.AST, scope: Scope, is_list: bool = False) -> Iterator[tuple[ast.AST, Scope, bool]]:
    """Yield what an annotation allows: plain types and classes, and whether each is in a list."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Name):
        found = scope.find(annotation.id)
        if found is not None and not isinstance(found[0], ast.ClassDef):
            yield from options(found[0], found[1], is_list)
            return
    if isinstance(annotation, ast.BinOp):
        yield from options(annotation.left, scope, is_list)
        yield from options(annotation.right, scope, is_list)
        return
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.value, ast.Name):
        word, inner = annotation.value.id, annotation.slice
        parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
        if word in _LISTS:
            yield from options(inner, scope, True)
            return
        if word == "Union" or word in _THROUGH:
            for part in parts if word == "Union" else parts[:1]:
                yield from options(part, scope, is_list)
            return
    yield annotation, scope, is_list


class Sampler:
    """Makes values of types. spelled: how a member is written.

    beside: the members without which one says nothing, by "TYPE.MEMBER". instead: values of types, and of members,
    whose own annotation says too little.
    """

    def __init__(
        self,
        spelled: Callable[[str], str] = str,
        beside: Mapping[str, dict[str, JSON]] | None = None,
        instead: Mapping[str, JSON] | None = None,
    ) -> None:
        self.spelled, self.beside, self.instead = spelled, beside or {}, instead or {}

    def of(self, annotation: ast.AST, scope: Scope, depth: int = 0) -> JSON:
        """Return a value of the first thing that an annotation allows."""
        return self.one(*next(iter(options(annotation, scope))), depth)

    def one(self, option: ast.AST, scope: Scope, is_list: bool, depth: int = 0) -> JSON:
        value = self._plain(option, scope, depth)
        return [value] if is_list else value

    def _plain(self, option: ast.AST, scope: Scope, depth: int) -> JSON:
        if isinstance(option, ast.Name):
            held = type_of(option.id, scope)
            if held is not None:
                return self.full(held, depth + 1)
            return self._word(option.id, scope)
        if isinstance(option, ast.Subscript) and isinstance(option.value, ast.Name):
            if option.value.id == "Literal":
                first = option.slice.elts[0] if isinstance(option.slice, ast.Tuple) else option.slice
                return ast.literal_eval(first)
            return {"a": "x"}  # a map
        return "x" if isinstance(option, ast.Attribute) else None

    def _word(self, name: str, scope: Scope) -> JSON:
        """Return a value of a plain type; of an enumeration, its second word: the first is often UNSPECIFIED."""
        if name in _PLAIN:
            return _PLAIN[name]
        found = scope.find(name)
        body = found[0].body if found is not None and isinstance(found[0], ast.ClassDef) else []
        words = [ast.literal_eval(line.value) for line in body if isinstance(line, ast.Assign)]
        return (words[1:] or words or ["x"])[0]

    def full(self, held: Type, depth: int = 0) -> dict[str, JSON]:
        """Return a value of a class with all members, as deep as DEEPEST; below, those that it demands."""
        if held.name in self.instead:
            return dict(self.instead[held.name])
        return {
            self.spelled(name): self.of(member, held.scope, depth)
            for name, member in held.members.items()
            if depth < DEEPEST or is_demanded(member)
        }

    def least(self, held: Type, member: str) -> dict[str, JSON]:
        """Return a value of a class without a member: with what the class demands, and what this one needs."""
        demanded = {
            self.spelled(name): self.of(one, held.scope, DEEPEST)
            for name, one in held.members.items()
            if name != member and (is_demanded(one) or name == "type")
        }
        return demanded | self.beside.get(f"{held.name}.{member}", {})


def is_demanded(annotation: ast.AST) -> bool:
    """Whether a member has to be there."""
    text = ast.unparse(annotation)
    return text.startswith("Required") or not text.startswith(("Optional", "NotRequired"))
