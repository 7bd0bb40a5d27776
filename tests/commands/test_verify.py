"""conformance verify: what still holds of a certificate, and a line for each reason why it does not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SINGLE = "mcp-tool-to-chat-tool"
SUBJECT = ("--bind", f"{SINGLE}=acme:convert")
SPECS = Path(__file__).parents[2] / "specs"
ACME = """
from conformance.reference import mcp_tool_to_chat_tool as convert

__version__ = "1.2.3"
"""


@pytest.fixture(scope="module")
def specs(tmp_path_factory):
    """Specifications that a test may change, and has to put back."""
    folder = tmp_path_factory.mktemp("specs") / "specs"
    shutil.copytree(SPECS, folder)
    return folder


@pytest.fixture(scope="module")
def certified(run_in, tmp_path_factory):
    """A folder with a converter, its report and certificate, signed and not, and the keys."""
    folder = tmp_path_factory.mktemp("certified")
    (folder / "acme.py").write_text(ACME, "utf-8")
    for name in ("key", "other"):
        private = str(folder / f"{name}.pem")
        subprocess.run(
            ["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True, capture_output=True
        )
        public = str(folder / f"{name}.pub.pem")
        subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True, capture_output=True)
    command = ("certify", *SUBJECT, "--max-examples", "3", "--seed", "9", "--requirements", "all-2026-11")
    for arguments in (("signed.json", "--sign-key", "key.pem"), ("plain.json",)):
        done = run_in(folder, *command, "--certificate", *arguments)
        assert (done.status, done.err) == (0, "")
    return folder


@pytest.fixture
def verify(certified, here, run):
    """Verifies in a copy of that folder, which the test may change."""
    shutil.copytree(certified, here, dirs_exist_ok=True)

    def verify_here(*arguments: str, **variables: str):
        return run("verify", *arguments, **variables)

    return verify_here


@pytest.fixture
def changed(specs):
    """Changes a text in a file of other specifications for the length of a test; gives the variable that names them."""
    kept: dict[Path, bytes] = {}

    def change(name: str, old: str, new: str) -> dict[str, str]:
        path = specs / name
        kept.setdefault(path, path.read_bytes())
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        return {"CONFORMANCE_SPECS": str(specs)}

    yield change
    for path, data in kept.items():
        path.write_bytes(data)


def refused(done, *topics: str) -> None:
    """Hold a run to have refused these topics and no others."""
    assert (done.status, done.err) == (1, "")
    assert done.out.endswith(f"Refused: {', '.join(topics)}.\n")
    assert [
        line.split(":")[0].split(maxsplit=1)[1] for line in done.out.splitlines() if line.startswith("refused")
    ] == list(topics)


def test_a_signature_that_is_cut_is_refused(verify, here):
    reported = json.loads((here / "signed.json").read_text("utf-8"))
    reported["signatures"][0]["sig"] = "!"
    (here / "signed.json").write_text(json.dumps(reported), "utf-8")
    refused(verify("signed.json", "--key", "key.pub.pem"), "signature")
    reported["signatures"] = []
    (here / "signed.json").write_text(json.dumps(reported), "utf-8")
    assert "signature: it is not signed" in verify("signed.json", "--key", "key.pub.pem").out


def test_a_rule_that_nothing_reached_is_accounted_for(run):
    """Of some operations the reference reaches no MUST rule about answers that it does not take."""
    operation = "chat-messages-to-responses-input"
    run("certify", "reference", "--operation", operation, "--max-examples", "0", "--certificate", "c.json")
    done = run("verify", "c.json")
    assert done.status == 0
    assert f"accounted for; these decided nothing: {operation} MSG-5" in done.out


def test_what_changed_beside_a_frozen_set_is_open(verify, changed):
    done = verify("plain.json", **changed(f"{SINGLE}/contract.yaml", "title: ", "title: No longer "))
    assert (done.status, done.err) == (0, "")
    assert re.search(r"open +specifications: changed since, sha256:\w+ then and .* beside the frozen set", done.out)


@pytest.mark.expensive("certifies a converter")
def test_specifications_that_changed_make_one_of_a_draft_stale(verify, changed, run):
    draft = ("--requirements", "all", "--certificate", "draft.json")
    run("certify", *SUBJECT, "--max-examples", "0", *draft)
    done = verify("draft.json", **changed(f"{SINGLE}/contract.yaml", "title: ", "title: No longer "))
    assert done.status == 1
    assert "refused  specifications: stale: changed since, sha256:" in done.out


def test_changed_requirements_make_it_stale(verify, changed):
    done = verify("plain.json", **changed("requirements/all-2026-11.yaml", "MCP-2a, ", ""))
    refused(done, "requirements")
    assert "refused  requirements: stale: changed since (all-2026-11), sha256:" in done.out


def test_api_schemas_that_changed_beside_a_frozen_set_are_open(verify, specs):
    added = specs / "api" / "added.json"
    added.parent.mkdir(exist_ok=True)
    added.write_text("{}", "utf-8")
    try:
        done = verify("plain.json", CONFORMANCE_SPECS=str(specs))
    finally:
        added.unlink()
    assert done.status == 0
    assert "open     api schemas: changed since, " in done.out
