"""Compiles the specifications into the wheel, so that an installed suite reads one JSON file and no YAML."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class CompileSpecifications(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `conformance/specs/compiled.json` to the wheel. An editable installation reads the YAML files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile specs/ into a temporary file and include it. Fails the build if a file of specs/ is wrong."""
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        from conformance.rules.contracts.files import (  # from this checkout, not an installation
            COMPILED,
            compile_documents,
        )

        self._folder = tempfile.TemporaryDirectory()
        compiled = Path(self._folder.name, COMPILED)
        compiled.write_bytes(compile_documents(str(ROOT / "specs")))
        build_data["force_include"][str(compiled)] = f"conformance/specs/{COMPILED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary file."""
        if version != "editable":
            self._folder.cleanup()
