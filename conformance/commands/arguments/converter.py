"""The arguments of the commands to check a converter."""

from __future__ import annotations

import argparse

from conformance.base.errors import did_you_mean
from conformance.commands.arguments.common import (
    add_destination,
    add_environment,
    add_examples,
    add_examples_drawn,
    add_input,
    add_limits_group,
    add_model,
    add_name_values,
    add_operations,
    add_profile,
    add_requirements,
    add_subject_group,
    jobs,
    memory,
    seconds,
)

LIVE_RESULTS = 20
_FIRST = (
    "--bind", "--command", "--url", "--wire", "--gateway",
    "--operation", "--rule", "--input", "--max-examples",
    "--requirements", "--expected-failures", "--baseline",
    "--report-dir", "--certificate", "--verbose",
)  # fmt: skip
# By command: the flags that --help shows, of those that have many.
SHOWN_FIRST = {"certify": _FIRST, "live": ("--dry-run", "--base-url", "--max-requests", "--model", *_FIRST[:9])}


def demo(parser: argparse.ArgumentParser) -> None:
    """Give demo its arguments: it has none."""
    parser.description = (
        "Judge a sample converter with one bug, then the built-in reference, and write both reports and the "
        "reference's certificate. Nothing but this folder's reports/ is touched."
    )
    add_examples(parser, "conformance demo")


def certify(parser: argparse.ArgumentParser) -> None:
    """Give certify its arguments."""
    parser.description = (
        "Check a converter by every rule of the operations that it offers, and write the reports. Without a subject: "
        "those of the project, whose file says the flags that are not given (`conformance config` shows all). Without "
        "such a file and without any argument: the built-in reference."
    )
    _add_run(parser)
    add_examples(
        parser,
        "conformance certify --bind mcp-tool-to-chat-tool=package.module:function",
        "conformance certify package.module:object --max-examples 1000",
        'conformance certify --command "node subject.mjs"',
        "conformance certify --url http://127.0.0.1:8000 --operation tool-loop",
        "conformance certify reference --rule MCP-2 --seed 7",
    )


def live(parser: argparse.ArgumentParser) -> None:
    """Give live its arguments: those of certify, and what is sent where."""
    parser.description = (
        "Certify a converter, then send some of its results to the real API, and show the API's opinion beside the "
        "suite's. With --dry-run nothing is sent: the requests are listed, and about how many tokens they have. Exit "
        "status: that of certify, and 3 where the API and the suite disagree."
    )
    add_destination(
        parser.add_argument_group("the real API"),
        f"send no more results than this ({LIVE_RESULTS})",
    )
    _add_run(parser)
    add_examples(
        parser,
        "conformance live package.module:object --dry-run",
        "conformance live package.module:object --max-requests 5",
        "conformance live reference --base-url http://127.0.0.1:8080/v1",
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    """Add the subject, and everything about a run that judges it."""
    subject = add_subject_group(parser, in_process=True, apis=True, choices=True, without=True)
    add_model(subject, "the model that answers, or that a gateway is asked for")
    _add_selection(parser.add_argument_group("what is checked"))
    limits = add_limits_group(parser, whole_run=True)
    limits.add_argument(
        "--memory-limit",
        type=memory,
        default=memory("4G"),
        metavar="SIZE",
        help="memory that the subject's processes may hold together (4G; 0: no limit)",
    )
    limits.add_argument(
        "--jobs",
        type=jobs,
        metavar="N",
        help="processes, each with a subject of its own and some operations; they never change a verdict "
        "(one a core; 1 for what is reached over HTTP, and with --in-process)",
    )
    _add_gates(parser.add_argument_group("what decides"))
    _add_reports(parser.add_argument_group("reports"))


def _add_selection(flags: argparse._ArgumentGroup) -> None:
    add_operations(flags)
    flags.add_argument(
        "--rule", action="append", metavar="ID", help="only this rule, or the rules of a glob, 'MCP-*' (repeatable)"
    )
    flags.add_argument(
        "--not-rule", action="append", metavar="ID", help="all rules but this one, or those of a glob (repeatable)"
    )
    flags.add_argument(
        "--last-failed",
        action="store_true",
        help="only the rules and operations that failed in the last report of this subject, with its seed and the "
        "inputs given then that failed; everything, if nothing failed",
    )
    flags.add_argument(
        "--origin", action="append", choices=("document", "api", "field"), help="only rules of this origin (repeatable)"
    )
    flags.add_argument("--case", action="append", metavar="ID", help="only this case, or those of a glob (repeatable)")
    add_profile(flags, "whose API the results are for")
    add_input(flags, "only this input, judged and shown as it is")
    add_examples_drawn(flags, None, "100, with --wire 10; 0: cases only")
    flags.add_argument(
        "--no-earlier",
        action="store_true",
        help="without the inputs that failed in earlier runs in this project (.conformance/); a given seed, and a "
        "certificate, are without them too",
    )
    flags.add_argument(
        "--mcp-server",
        metavar="CMD",
        help="add the tools of this MCP server (stdio) to the inputs, and say how each fared",
    )
    flags.add_argument(
        "--cassettes", metavar="DIR", help="add the inputs that recorded traffic in this folder gives (VCR cassettes)"
    )


def _add_gates(flags: argparse._ArgumentGroup) -> None:
    add_requirements(flags)
    flags.add_argument(
        "--expected-failures", metavar="FILE", help="known failures, in TOML: [[failure]] operation, rule, reason"
    )
    flags.add_argument(
        "--update-expected",
        action="store_true",
        help="write the file of --expected-failures: add an entry for each defect that decides, with a reason for you "
        "to fill in, and delete what no longer fails",
    )
    flags.add_argument(
        "--baseline",
        metavar="REPORT.json",
        help="compare with an earlier report, as conformance diff does; a regression is status 1, and so is what does "
        "not conform, new or not",
    )


def _add_reports(flags: argparse._ArgumentGroup) -> None:
    flags.add_argument("--report-dir", metavar="DIR", help="where report.json, junit.xml and report.html go (reports)")
    flags.add_argument(
        "--json",
        metavar="FILE",
        help="write report.json here instead; -: also on standard output, with the lines for people on standard error",
    )
    flags.add_argument("--junit", metavar="FILE", help="write junit.xml here instead")
    flags.add_argument(
        "--markdown", metavar="FILE", help="also write the report as Markdown, for a comment; -: as --json -"
    )
    flags.add_argument("--sarif", metavar="FILE", help="also write the report as SARIF 2.1.0, for code scanning")
    flags.add_argument(
        "--github", action="store_true", help="in a job of GitHub Actions: print annotations, and add to its summary"
    )
    flags.add_argument(
        "--certificate", metavar="FILE", help="write a certificate of the run (an in-toto Statement), see verify"
    )
    flags.add_argument("--sign-key", metavar="FILE", help="sign the certificate with this Ed25519 key (PEM)")
    flags.add_argument(
        "--trace",
        action="store_true",
        help="print what each station of the run asked and found about each rule that fails; "
        "with one --rule and one --case, the path of that case first",
    )
    flags.add_argument(
        "--watch",
        action="store_true",
        help="judge again whenever a file of the subject changes: of a Python subject its package, of a command the "
        "files of this folder that git lists; Ctrl-C ends it with the last status",
    )
    flags.add_argument(
        "--watch-path", action="append", metavar="PATH", help="watch this file or folder instead (repeatable)"
    )
    said = flags.add_mutually_exclusive_group()
    said.add_argument("-q", "--quiet", action="store_true", help="print the verdict line only")
    said.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="print all that is known of each defect, of the operations and of the inputs; twice: each rule that fails "
        "with its evidence",
    )


def diff_subjects(parser: argparse.ArgumentParser) -> None:
    """Give diff-subjects its arguments."""
    parser.description = (
        "Give two converters the same inputs, and report where they differ, each difference as small as possible, "
        "with the rules or choices that decide it. Exit status: 0 they agree, 1 they differ."
    )
    subjects = parser.add_argument_group("the subjects")
    subjects.add_argument(
        "subjects",
        nargs="*",
        metavar="SUBJECT",
        help="A and B: names from `conformance subjects`, such as reference, or package.module:object",
    )
    for side in "ab":
        label = side.upper()
        subjects.add_argument(f"--{side}-command", metavar="CMD", help=f"{label} is a process that speaks the protocol")
        subjects.add_argument(f"--{side}-url", metavar="URL", help=f"{label} is a service that speaks it over HTTP")
        add_name_values(
            subjects, f"--{side}-bind", "OPERATION=PATH", f"{label} is one function, or several (repeatable)"
        )
        subjects.add_argument(f"--{side}-python", metavar="INTERPRETER", help=f"run {label} by this interpreter")
    add_environment(subjects, "the environment of both")
    compared = parser.add_argument_group("what is compared")
    add_operations(compared)
    add_input(compared)
    add_examples_drawn(compared, 100, "100; 0: cases only")
    add_limits_group(parser, subject="a subject", whole_run=True)
    parser.add_argument_group("reports").add_argument(
        "--json", metavar="FILE", help="write the differences as data; -: on standard output, alone"
    )
    add_examples(
        parser,
        "conformance diff-subjects package.module:object reference",
        "conformance diff-subjects reference --b-url http://127.0.0.1:8000",
    )


def check_tools(parser: argparse.ArgumentParser) -> None:
    """Give check-tools its arguments."""
    parser.description = (
        "Report what an API would answer to tools, without sending them. MCP tools are converted first; all others "
        "are checked as they are."
    )
    parser.epilog = "Exit status: 0 all are taken, 1 some are refused, 2 the tools could not be read."
    parser.add_argument(
        "files",
        nargs="*",
        default=[],
        metavar="FILE",
        help="JSON: a tool, a list of tools, an answer to tools/list, or a request; a folder or a quoted pattern: its "
        "files that hold tools; -: standard input",
    )
    parser.add_argument("--mcp-server", metavar="CMD", help="ask this MCP server (stdio) for its tools")
    parser.add_argument(
        "--target",
        required=True,
        choices=("openai-chat", "openai-responses", "anthropic", "google"),
        help="the API they are for",
    )
    parser.add_argument(
        "--skip-others", action="store_true", help="leave out files that hold no tools, though they are named"
    )
    add_profile(parser, "whose API it is, of OpenAI's two")
    parser.add_argument("--json", metavar="FILE", help="write what was found as JSON; -: on standard output, alone")
    parser.add_argument("--sarif", metavar="FILE", help="write what was found as SARIF, for code scanning")
    add_environment(parser, "the MCP server's environment")
    parser.add_argument(
        "--start-timeout", type=seconds, default=30.0, metavar="S", help="seconds for all of the server's answers (30)"
    )
    add_examples(
        parser,
        "conformance check-tools tools.json --target openai-responses",
        "conformance check-tools tools/ --target google --sarif tools.sarif",
        'conformance check-tools --mcp-server "python -m server" --target anthropic',
    )


LANGUAGES = ("python", "javascript", "typescript", "java", "csharp", "go", "rust", "php", "ruby")
ALIASES = {"node": "javascript", "js": "javascript", "ts": "typescript", "py": "python", "c#": "csharp", "golang": "go"}


def init(parser: argparse.ArgumentParser) -> None:
    """Give init its arguments."""
    parser.description = (
        "Write a minimal adapter for a converter in another language, with a sample conversion that conforms, and "
        "print how to run it. Or write the file of a project, which says what `conformance certify` judges."
    )
    written = parser.add_mutually_exclusive_group(required=True)
    written.add_argument(
        "--language",
        type=_language,
        choices=LANGUAGES,
        help="the language of the converter (node, js, ts and py are names too)",
    )
    what = "write conformance.toml instead, with a subject in Python"
    written.add_argument("--config", action="store_true", help=what)
    parser.add_argument("--dir", default=".", metavar="DIR", help="the folder it is written into (default: this one)")
    parser.add_argument(
        "--operation",
        action="append",
        metavar="OPERATION",
        help="what the converter does (repeatable; default: mcp-tool-to-chat-tool, which has the sample)",
    )
    parser.add_argument(
        "--wire",
        action="store_true",
        help="write a driver for `certify --wire` instead, which leads conversations with an SDK (python, javascript)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    add_examples(
        parser,
        "conformance init --language go",
        "conformance init --language javascript --dir adapter --operation tool-loop",
        "conformance init --language python --wire",
        "conformance init --config --operation mcp-tools-to-chat-tools",
    )


def _language(text: str) -> str:
    """Return the name of a language, which may be written as people call it."""
    name = text.casefold()
    if name not in LANGUAGES and name not in ALIASES:
        raise argparse.ArgumentTypeError(f"unknown language {text!r}. {did_you_mean(name, (*LANGUAGES, *ALIASES))}")
    return ALIASES.get(name, name)


def config(parser: argparse.ArgumentParser) -> None:
    """Give config its arguments."""
    parser.description = (
        "Show every setting in force here, its value, and where it comes from: the file of the project "
        "(conformance.toml, or [tool.conformance] of pyproject.toml, from this folder upwards), a variable of the "
        "environment, or a default. A flag overrides all of them."
    )
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--json", metavar="FILE", help="write the same as data; - for standard output")
    written.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of conformance.toml, for an editor"
    )
    add_examples(parser, "conformance config", "conformance config --json -")
