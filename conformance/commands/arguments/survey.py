"""The arguments of conformance survey."""

from __future__ import annotations

import argparse

from conformance.commands.arguments.common import add_examples, count, jobs


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
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
