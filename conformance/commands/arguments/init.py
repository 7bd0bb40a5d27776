"""The arguments of conformance init."""

from __future__ import annotations

import argparse

from conformance.base.errors import did_you_mean
from conformance.commands.arguments.common import add_examples

LANGUAGES = ("python", "javascript", "typescript", "java", "csharp", "go", "rust", "php", "ruby")
ALIASES = {"node": "javascript", "js": "javascript", "ts": "typescript", "py": "python", "c#": "csharp", "golang": "go"}


def fill(parser: argparse.ArgumentParser) -> None:
    """Give the subcommand its arguments."""
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
