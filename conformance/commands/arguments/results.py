"""The arguments of the commands to use the results."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import (
    add_examples,
    add_limits_group,
    add_model,
    add_subject_group,
    count,
    jobs,
)


def repeat(parser: argparse.ArgumentParser) -> None:
    """Give repeat its arguments."""
    parser.description = (
        "Repeat a defect of a report: run the command that its evidence has. The command is printed first; it starts "
        "the subject as the run of the report did, so repeat only what you trust. The exit status is that of the run: "
        "1 while the defect is there."
    )
    parser.add_argument("defect", metavar="DEFECT", help="its id in the report, such as D3")
    parser.add_argument(
        "--report", metavar="FILE", default="reports/report.json", help="the report (reports/report.json)"
    )
    parser.add_argument(
        "-v", "--verbose", action="count", default=0, help="print all that is known of the defect; see certify"
    )
    parser.add_argument("--show", action="store_true", help="print the command, and run nothing")
    add_examples(parser, "conformance repeat D3", "conformance repeat D1 --report other/report.json --show")


def issue(parser: argparse.ArgumentParser) -> None:
    """Give issue its arguments."""
    parser.description = (
        "Write a defect of a report as Markdown for a library's tracker, with a script that shows it without this "
        "suite. For Python subjects: functions of modules and of .py files; and for libraries with an adapter in "
        "JavaScript. The script is run first, and its output is part of the text; where it has more than 25 lines (40 "
        "in JavaScript) or does not show the defect, nothing is written. The script imports the converter: use only "
        "reports that you trust."
    )
    parser.add_argument("defect", metavar="DEFECT", help="its id in the report, such as D3")
    parser.add_argument(
        "--report", metavar="FILE", default="reports/report.json", help="the report (reports/report.json)"
    )
    parser.add_argument("--output", metavar="FILE", help="write it here instead of to standard output")
    add_examples(parser, "conformance issue D3", "conformance issue D1 --output issue.md")


def diff(parser: argparse.ArgumentParser) -> None:
    """Give diff its arguments."""
    parser.description = (
        "Compare two reports of a subject: what newly fails, newly passes, fails in another way; which choices it "
        "answers differently; what changed in the suite. Exit status: 0 no regression, 1 a regression: a MUST rule "
        "that did not prevent conformance before fails or was not run, or one that passed is no longer checked or "
        "observable, or a narrower scope (--without). A rule that the old report does not have is not a regression."
    )
    parser.add_argument("old", metavar="OLD.json", help="the report.json to compare with")
    parser.add_argument("new", metavar="NEW.json", help="the report.json of the newer run")
    parser.add_argument(
        "--markdown",
        metavar="FILE",
        help="write the comparison as Markdown, for a comment; -: on standard output, alone",
    )
    parser.add_argument("--html", metavar="FILE", help="write the comparison as one HTML page")
    parser.add_argument("--json", metavar="FILE", help="write the comparison as data; -: on standard output, alone")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    add_examples(
        parser,
        "conformance diff old/report.json new/report.json",
        "conformance diff old.json new.json --markdown comment.md --quiet",
    )


def scoreboard(parser: argparse.ArgumentParser) -> None:
    """Give scoreboard its arguments."""
    parser.description = (
        "Put many reports on one page: subjects by operations, each cell links to its report, with the history of "
        "each subject and a badge for it. A file that is not a report is named and skipped."
    )
    parser.add_argument("reports", nargs="+", metavar="REPORT.json", help="reports that conformance certify wrote")
    parser.add_argument("--out", default="reports", metavar="DIR", help="where index.html and badges/ go (reports)")
    add_examples(parser, "conformance scoreboard results/*.json --out site")


def survey(parser: argparse.ArgumentParser) -> None:
    """Give survey its arguments."""
    parser.usage = (
        "conformance survey [LIBRARY ...] [--versions WHICH] [--out DIR] ...\n"
        "       conformance survey bisect LIBRARY DEFECT [--versions RANGE] [--out DIR] ..."
    )
    parser.description = (
        "Install the libraries of the catalogue, each version in an environment of its own, judge them, have each "
        "defect shown by a script without the suite, and write a site of the results. What has a result is not judged "
        "again: a survey that was interrupted goes on. With bisect: find the release that brought or repaired a "
        "defect of a library."
    )
    parser.add_argument(
        "libraries", nargs="*", metavar="LIBRARY", help="names from `conformance subjects` (every library)"
    )
    parser.add_argument(
        "--versions",
        default="latest",
        metavar="WHICH",
        help="latest, pinned (of library.toml), a number N: the newest and N-1 older ones at growing distances, or a "
        "range such as '>=1.2,<1.4' (latest)",
    )
    parser.add_argument(
        "--out", default="reports/field", metavar="DIR", help="where results and site go (reports/field)"
    )
    parser.add_argument(
        "--max-examples", type=count, default=100, metavar="N", help="generated examples per operation (100)"
    )
    machines = parser.add_argument_group("machines")
    machines.add_argument("--jobs", type=jobs, metavar="N", help="versions judged at the same time (one a core)")
    machines.add_argument("--dask", metavar="ADDRESS", help="judge on the Dask cluster with this scheduler")
    machines.add_argument(
        "--environments", metavar="DIR", help="where environments are kept (in the user's cache; may be deleted)"
    )
    parser.add_argument(
        "--site-only", action="store_true", help="judge nothing; write the site of the results there are"
    )
    add_examples(
        parser,
        "conformance survey",
        "conformance survey litellm langchain --versions 5",
        "conformance survey --dask tcp://127.0.0.1:8786",
        "conformance survey bisect litellm D3",
    )


def verify(parser: argparse.ArgumentParser) -> None:
    """Give verify its arguments."""
    parser.description = (
        "Check whether a certificate still holds: its signature, its digests, and whether the specifications or the "
        "subject changed since. Offline. Status 0: accepted, 1: refused, 2: it cannot be read."
    )
    certificate = parser.add_argument_group("the certificate")
    certificate.add_argument("certificate", metavar="FILE", help="what certify --certificate wrote")
    certificate.add_argument("--key", metavar="FILE", help="the public key (PEM) that must have signed it")
    certificate.add_argument("--report", metavar="REPORT.json", help="the report that it was made from")
    certificate.add_argument(
        "--rerun", action="store_true", help="run again with its seed and compare; needs the subject"
    )
    add_subject_group(parser, apis=True)
    add_model(parser, "the model that a gateway is asked for")
    add_limits_group(parser, whole_run=True)
    add_examples(
        parser,
        "conformance verify certificate.json --key key.pub.pem",
        "conformance verify certificate.json package.module:object --rerun",
    )
