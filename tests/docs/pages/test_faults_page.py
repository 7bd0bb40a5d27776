"""Each fault that docs/faults.md lists has a test that shows it: both are in docs/_ext/faults.yaml."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[3]


def test_each_fault_has_a_test() -> None:
    faults = yaml.safe_load((ROOT / "docs" / "_ext" / "faults.yaml").read_text("utf-8"))["faults"]
    assert len({fault["fault"] for fault in faults}) == len(faults) > 20
    for fault in faults:
        path, _colons, name = fault["test"].partition("::")
        assert f"def {name}(" in (ROOT / path).read_text("utf-8"), fault
        assert fault["does"] and fault["evidence"], fault
