"""conformance verify: what still holds of a certificate, and a line for each reason why it does not."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def tamper(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the statement in a file, in its envelope too where it has one."""
    reported = json.loads(path.read_text("utf-8"))
    statement = json.loads(base64.b64decode(reported["payload"])) if "payload" in reported else reported
    change(statement)
    if "payload" in reported:
        reported["payload"] = base64.b64encode(json.dumps(statement).encode()).decode()
    path.write_text(json.dumps(reported), "utf-8")


def refused(done, *topics: str) -> None:
    """Hold a run to have refused these topics and no others."""
    assert (done.status, done.err) == (1, "")
    assert done.out.endswith(f"Refused: {', '.join(topics)}.\n")
    assert [
        line.split(":")[0].split(maxsplit=1)[1] for line in done.out.splitlines() if line.startswith("refused")
    ] == list(topics)


@pytest.mark.expensive("certifies, and checks the certificate")
def test_all_that_can_be_checked_holds(verify):
    report = ("--report", "reports/report.json")
    done = verify("plain.json", *SUBJECT, *report, "--rerun")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "plain.json: PASSED, acme:convert 1.2.3"
    assert lines[1] == f"  requirements all-2026-11; 1 operation: {SINGLE}"
    assert lines[2] == "  whole scope"
    assert "seed 9, 3 examples an operation" in lines[3]
    assert lines[4] == "  what arrives: all contents"
    verdicts = {line.split(":")[0].split(maxsplit=1)[1]: line.split()[0] for line in lines[5:-1]}
    assert verdicts == {
        "signature": "open",
        **dict.fromkeys(("contents", "report", "specifications", "requirements", "rules", "api schemas"), "ok"),
        **dict.fromkeys(("subject", "rerun", "result"), "ok"),
    }
    assert lines[-1] == "Accepted."


@pytest.mark.expensive("certifies a converter")
def test_a_signature_is_held_against_a_key(verify):
    done = verify("signed.json", "--key", "key.pub.pem")
    assert done.status == 0
    assert "ok       signature: signed with the key of key.pub.pem" in done.out
    assert "open     signature: it is signed; --key checks by whom" in verify("signed.json").out


def test_another_key_is_refused(verify):
    done = verify("signed.json", "--key", "other.pub.pem")
    refused(done, "signature")
    assert "refused  signature: it was signed with another key (" in done.out


def test_an_unsigned_one_is_refused_where_a_key_is_demanded(verify):
    done = verify("plain.json", "--key", "key.pub.pem")
    refused(done, "signature")
    assert "refused  signature: it is not signed" in done.out


def test_a_signed_one_that_was_changed_is_refused(verify, here):
    tamper(here / "signed.json", lambda reported: reported["predicate"]["passedTests"].pop())
    done = verify("signed.json", "--key", "key.pub.pem")
    refused(done, "signature", "rules")
    assert "refused  signature: tampered: the content is not what was signed" in done.out


def test_a_signature_that_is_cut_is_refused(verify, here):
    reported = json.loads((here / "signed.json").read_text("utf-8"))
    reported["signatures"][0]["sig"] = "!"
    (here / "signed.json").write_text(json.dumps(reported), "utf-8")
    refused(verify("signed.json", "--key", "key.pub.pem"), "signature")
    reported["signatures"] = []
    (here / "signed.json").write_text(json.dumps(reported), "utf-8")
    assert "signature: it is not signed" in verify("signed.json", "--key", "key.pub.pem").out


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (lambda reported: reported["predicate"].update(result="WARNED"), "its result is not what"),
        (lambda reported: reported["predicate"]["passedTests"].pop(), "its passedTests is not what"),
        (
            lambda reported: reported["predicate"]["configuration"][1]["digest"].update(sha256="0" * 64),
            "its configuration is not",
        ),
    ],
    ids=["result", "tests", "specifications"],
)
def test_what_the_report_does_not_say_is_tampering(verify, here, change, reported):
    tamper(here / "plain.json", change)
    done = verify("plain.json", "--report", "reports/report.json")
    assert done.status == 1
    assert f"refused  report: tampered: {reported}" in done.out


def no_rules(reported):
    reported["predicate"]["passedTests"] = []


def one_rule_less(reported):
    reported["predicate"]["passedTests"].remove(f"{SINGLE} MCP-2")


def one_rule_not_run(reported):
    one_rule_less(reported)
    run_of(reported)["undecided"][f"{SINGLE} MCP-2"] = "not-run"


def no_operations(reported):
    run_of(reported)["operations"] = []


def run_of(reported):
    return next(element for element in reported["predicate"]["configuration"] if element["name"] == "run")[
        "annotations"
    ]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (no_rules, "it lists no rule that passed, so it certifies nothing"),
        (one_rule_less, f"tampered: it lacks rules that all-2026-11 demands: {SINGLE} MCP-2"),
        (one_rule_not_run, f"tampered: it lacks rules that all-2026-11 demands: {SINGLE} MCP-2"),
        (no_operations, f"tampered: {SINGLE} ALL-1, "),
    ],
)
def test_one_with_fewer_rules_than_its_set_demands_is_refused(verify, here, change, text):
    """Nobody names a report: the set that it names is enough."""
    tamper(here / "plain.json", change)
    done = verify("plain.json")
    refused(done, "rules")
    assert f"refused  rules: {text}" in done.out


def test_a_rule_that_nothing_reached_is_accounted_for(run):
    """Of some operations the reference reaches no MUST rule about answers that it does not take."""
    operation = "chat-messages-to-responses-input"
    run("certify", "reference", "--operation", operation, "--max-examples", "0", "--certificate", "c.json")
    done = run("verify", "c.json")
    assert done.status == 0
    assert f"accounted for; these decided nothing: {operation} MSG-5" in done.out


def test_another_report_is_refused(verify, here):
    report = here / "reports" / "report.json"
    report.write_text(report.read_text("utf-8") + "\n", "utf-8")
    done = verify("plain.json", "--report", "reports/report.json")
    refused(done, "report")
    assert "tampered: reports/report.json is not the report that it was made from" in done.out


def test_changed_details_of_the_subject_are_tampering(verify, here):
    tamper(here / "plain.json", lambda reported: reported["subject"][0]["annotations"].update(version="9.9"))
    done = verify("plain.json")
    refused(done, "contents")
    assert "refused  contents: tampered: the subject's digest is not that of its details" in done.out


def test_a_result_that_its_tests_contradict_is_tampering(verify, here):
    tamper(
        here / "plain.json",
        lambda reported: reported["predicate"]["warnedTests"].append(reported["predicate"]["passedTests"].pop()),
    )
    done = verify("plain.json")
    refused(done, "contents")
    assert "refused  contents: tampered: its tests give WARNED, and it says PASSED" in done.out


def test_a_failed_one_is_refused(verify, here):
    tamper(here / "plain.json", lambda reported: reported["predicate"].update(result="FAILED"))
    done = verify("plain.json")
    refused(done, "result")
    assert "refused  result: FAILED: it does not conform" in done.out


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


def test_a_set_that_is_gone_makes_it_stale(verify, here, certified, run):
    tamper(
        here / "plain.json",
        lambda reported: reported["predicate"]["configuration"][2]["annotations"].update(set="all-2020-01"),
    )
    done = verify("plain.json")
    refused(done, "requirements")
    assert "refused  requirements: stale: there is no set all-2020-01 here" in done.out


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


def test_changed_code_makes_it_stale(verify, here):
    (here / "acme.py").write_text(ACME + "\n# changed\n", "utf-8")
    done = verify("plain.json", *SUBJECT)
    refused(done, "subject")
    assert "refused  subject: stale: its code is not what it was, changed: acme" in done.out


def test_another_version_makes_it_stale(verify, here):
    (here / "acme.py").write_text(ACME.replace("1.2.3", "1.3.0"), "utf-8")
    done = verify("plain.json", *SUBJECT)
    refused(done, "subject")
    assert "refused  subject: stale: its version was 1.2.3 and is 1.3.0; its code is not what it was" in done.out


def test_another_subject_is_refused(verify):
    done = verify("plain.json", "reference")
    refused(done, "subject")
    assert "refused  subject: for another subject: it is of acme:convert, and this is reference" in done.out


@pytest.mark.expensive("certifies a converter")
def test_another_run_with_another_result_is_refused(verify, here):
    (here / "acme.py").write_text(
        "from conformance.reference import mcp_tool_to_chat_tool\n\n__version__ = '1.2.3'\n\n"
        "def convert(tool):\n    return {**mcp_tool_to_chat_tool(tool), 'type': 'tool'}\n",
        "utf-8",
    )
    done = verify("plain.json", *SUBJECT, "--rerun")
    refused(done, "subject", "rerun")
    assert f"another run has other verdicts: {SINGLE} " in done.out
    assert "(pass then, fail now)" in done.out


def test_text_of_a_certificate_is_shown_not_obeyed(verify, here):
    tamper(
        here / "plain.json", lambda reported: reported["subject"][0].update(name="a\x1b[31m\nok       subject: fine")
    )
    done = verify("plain.json")
    assert "\x1b" not in done.out
    assert "\\x1b[31m\\nok       subject: fine" in done.out


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("nothing.json",), "nothing.json cannot be read: No such file or directory."),
        (("cut.json",), "cut.json is not JSON: "),
        (("reports/report.json",), "reports/report.json is not a certificate: "),
        (("emptied.json",), "emptied.json is an envelope whose payload is not JSON in base64."),
        (("plain.json", "--rerun"), "--rerun needs the subject."),
        (("plain.json", "--report", "acme.py"), "--report acme.py is not JSON: "),
        (("signed.json", "--key", "nothing.pem"), "--key nothing.pem cannot be read"),
        (("signed.json", "--key", "acme.py"), "--key acme.py holds no public key in PEM form."),
        (("signed.json", "--key", "key.pem"), "--key key.pem holds no public key in PEM form."),
        (("plain.json", "--bind", f"{SINGLE}=nowhere:convert"), "no module named 'nowhere'"),
    ],
    ids=lambda value: value[0] + (value[1] if len(value) > 1 else "") if isinstance(value, tuple) else "",
)
def test_what_cannot_be_read_is_one_line(verify, here, arguments, reported):
    text = (here / "signed.json").read_text("utf-8")
    (here / "cut.json").write_text(text[: len(text) // 2], "utf-8")
    (here / "emptied.json").write_text(json.dumps({**json.loads(text), "payload": "e30"}), "utf-8")
    done = verify(*arguments)
    assert done.status == 2
    assert reported in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("make", "reported"),
    [
        (None, "--sign-key secret.pem cannot be read"),
        (("genpkey", "-algorithm", "x25519"), "--sign-key secret.pem is not an Ed25519 key."),
        (("genpkey", "-algorithm", "ed25519", "-aes256", "-pass", "pass:word"), "--sign-key secret.pem is encrypted."),
    ],
    ids=["missing", "another-kind", "encrypted"],
)
def test_a_key_that_cannot_sign_is_reported_before_the_run(run, here, make, reported):
    if make:
        subprocess.run(["openssl", *make, "-out", str(here / "secret.pem")], check=True, capture_output=True)
    done = run("certify", "reference", "--max-examples", "0", "--certificate", "c.json", "--sign-key", "secret.pem")
    assert (done.status, done.out) == (2, "")
    assert reported in done.err
    assert len(done.err.splitlines()) == 1


def test_a_key_without_a_certificate_is_a_mistake(run):
    done = run("certify", "reference", "--sign-key", "key.pem")
    assert done.status == 2
    assert "--sign-key goes with --certificate." in done.err
