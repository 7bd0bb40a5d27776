"""The changes that mutmut makes to a module.

mutmut's own runner chooses a mutant by an environment variable and judges by pytest. Here only its operators are used:
each change is written into the module's text, and that text takes the module's place in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import libcst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

import conformance
from tests.mutation.change import PACKAGE, Change

# Where a change stands whose statement is too long to be reported from its neighbours.
_COMPOUND = (libcst.FunctionDef, libcst.ClassDef, libcst.If, libcst.For, libcst.While, libcst.With, libcst.Try)


class Changed:
    """A module and all its changes. package: the one it is in, the reference's if none is named."""

    def __init__(self, module: str, package: str = PACKAGE) -> None:
        self.module = module
        self.name = f"{package}.{module}"
        # By its path: looking a module up imports the packages that it is in.
        file = Path(conformance.__file__).parents[1] / f"{self.name.replace('.', '/')}.py"
        if not file.is_file():
            raise ValueError(f"there is no module {self.name}")
        self._text = file.read_text(encoding="utf-8")
        wrapper = MetadataWrapper(libcst.parse_module(self._text))
        visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
        self._tree = wrapper.visit(visitor)
        self._mutations = [mutation for mutation in visitor.mutations if self._differs(mutation)]
        self.changes = tuple(self._described())

    def text(self, change: Change | None) -> str:
        """Return the module's text with a change in it, or as it is."""
        if change is None:
            return self._text
        mutation = self._mutations[change.number]
        tree = deep_replace(self._tree, mutation.original_node, mutation.mutated_node)
        assert isinstance(tree, libcst.Module)
        return tree.code

    def _differs(self, mutation: Mutation) -> bool:
        return self._code(mutation.original_node) != self._code(mutation.mutated_node)

    def _described(self) -> Iterator[Change]:
        above = {child: node for node in _all(self._tree) for child in node.children}
        positions = MetadataWrapper(self._tree, unsafe_skip_copy=True).resolve(PositionProvider)
        lines = self._text.splitlines()
        for number, mutation in enumerate(self._mutations):
            way = [mutation.original_node]
            while way[-1] in above:
                way.append(above[way[-1]])
            names = [node.name.value for node in way if isinstance(node, libcst.FunctionDef | libcst.ClassDef)]
            at = next(positions[node].start.line for node in way if node in positions)
            # An operator says nothing without what it stands between.
            shown = mutation.original_node
            if not isinstance(shown, libcst.BaseExpression | libcst.BaseSmallStatement | libcst.ComparisonTarget):
                shown = above[shown]
            changed = deep_replace(shown, mutation.original_node, mutation.mutated_node)
            assert isinstance(changed, libcst.CSTNode)
            yield Change(
                self.module,
                number,
                ".".join(reversed(names)),
                at,
                lines[at - 1].strip(),
                self._statement(way),
                self._code(shown),
                self._code(changed),
                *self._run_before(way, positions),
            )

    def _run_before(self, way: list[libcst.CSTNode], positions: Mapping[libcst.CSTNode, CodeRange]) -> tuple[int, int]:
        """Return the lines of the statement; those of the whole function for its head, whose defaults are its own."""
        if not any(isinstance(node, libcst.FunctionDef) for node in way):
            return 0, 0
        inner = next(node for node in way if isinstance(node, libcst.BaseStatement) and node in positions)
        first, last = positions[inner].start.line, positions[inner].end.line
        if isinstance(inner, _COMPOUND) and not isinstance(inner, libcst.FunctionDef):
            last = max(first, positions[inner.body].start.line)
        return first, last

    def _statement(self, way: list[libcst.CSTNode]) -> str:
        for node in way:
            if isinstance(node, _COMPOUND):
                bare = node.with_changes(leading_lines=(), body=libcst.SimpleStatementSuite([libcst.Pass()]))
                return self._code(bare.with_changes(orelse=None) if isinstance(node, libcst.If) else bare)
            if isinstance(node, libcst.SimpleStatementLine):
                return self._code(node.with_changes(leading_lines=()))
        return ""

    def _code(self, node: libcst.CSTNode) -> str:
        return " ".join(self._tree.code_for_node(node).split())


def _all(node: libcst.CSTNode) -> Iterator[libcst.CSTNode]:
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)
