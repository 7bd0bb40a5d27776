"""What docs/start.md says of a broken adapter is what its reader sees."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "start.md").read_text("utf-8")


def test_the_adapter_conforms_until_it_is_broken_as_the_page_says(tmp_path):
    def conformance(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "conformance", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert conformance("init", "--language", "python").returncode == 0
    adapter = tmp_path / "conformance_adapter.py"
    assert adapter.read_text("utf-8").count('"default"') == 1
    adapter.write_text(adapter.read_text("utf-8").replace('"default"', '"defaults"'), "utf-8")
    done = conformance("certify", "conformance_adapter.py", "--seed", "1", "--max-examples", "20")
    assert done.returncode == 1, done.stdout + done.stderr
    shown = re.search(r"^    FAIL .*\n(?:    .*\n)+", PAGE, re.MULTILINE)
    assert shown is not None
    assert [line for line in shown[0].splitlines() if line[4:] not in done.stdout.splitlines()] == []
