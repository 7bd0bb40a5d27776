"""The keys of a project's file and what each may hold: for the reader, the JSON Schema and the command's flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from conformance.running.project.forms import COUNT, NAMES, SWITCH, TABLE, TEXT, TEXTS, ValueForm

# As flags of certify take them.
HOSTS = ("openai", "azure", "compatible")
MOST_JOBS = 256
DEFAULT_SEED = 1  # of every run that is given none, so that it is the same run every time
LONGEST = 1e7  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectKey:
    """A key. text: what it says. is_path: of a file or folder, seen from the folder of the project's file.

    of_subject: whether it says something of the project's subjects, so that it is not true of others.
    """

    form: ValueForm
    text: str
    is_path: bool = False
    of_subject: bool = False


_JOBS = ValueForm(
    words=f"a number from 1 to {MOST_JOBS}", schema={"type": "integer", "minimum": 1, "maximum": MOST_JOBS}
)
_SECONDS = ValueForm(words="a number of seconds above 0",
                schema={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": LONGEST})  # fmt: skip
_MEMORY = ValueForm(words='an amount of memory such as "4G", "512M" or 0',
               schema={"type": ["string", "integer"], "pattern": r"^[0-9]{1,8}(\.[0-9]{1,8})?[BKMGbkmg]?$",
                       "minimum": 0, "exclusiveMaximum": 1 << 60})  # fmt: skip
_HOST = ValueForm(words=" or ".join(f'"{name}"' for name in HOSTS), schema={"type": "string", "enum": list(HOSTS)})

# What certify has a flag of the same name for; of those that are repeated the plural.
_OF_A_RUN = {
    "operations": ProjectKey(form=NAMES, text="only these operations", of_subject=True),
    "requirements": ProjectKey(form=TEXT, text="the requirement set that decides, or several with commas"),
    "host": ProjectKey(form=_HOST, text="whose API the results are for"),
    "max-examples": ProjectKey(form=COUNT, text="generated examples per operation"),
    "seed": ProjectKey(form=COUNT, text="what the examples are drawn from"),
    "cassettes": ProjectKey(form=TEXT, text="a folder of recorded traffic, whose inputs are added", is_path=True),
    "expected-failures": ProjectKey(form=TEXT, text="a TOML file of known failures", is_path=True, of_subject=True),
    "choices": ProjectKey(form=TABLE, text="the answers to choices, by choice", of_subject=True),
    "without": ProjectKey(form=TEXTS, text="what the subject does not have", of_subject=True),
    "timeout": ProjectKey(form=_SECONDS, text="seconds of silence while requests are out"),
    "start-timeout": ProjectKey(form=_SECONDS, text="seconds until the subject describes itself"),
    "time-limit": ProjectKey(form=_SECONDS, text="seconds after which nothing more is asked"),
    "memory-limit": ProjectKey(form=_MEMORY, text="memory that the subject's processes may hold together; 0: no limit"),
}
SETTINGS: Mapping[str, ProjectKey] = {
    "certify": ProjectKey(form=NAMES, text="the subjects that `conformance certify` judges where none is named"),
    **_OF_A_RUN,
    "report-dir": ProjectKey(
        form=TEXT, text="where the reports go; of several subjects a folder each in it", is_path=True
    ),
    "jobs": ProjectKey(form=_JOBS, text="processes that are run at the same time"),
}
KINDS = ("python", "javascript", "bind", "command", "url")
SUBJECT: Mapping[str, ProjectKey] = {
    "python": ProjectKey(form=TEXT, text="a module, a file, or package.module:object"),
    "javascript": ProjectKey(form=TEXT, text="a file whose exports are the functions, in JavaScript or TypeScript"),
    "bind": ProjectKey(form=TABLE, text="functions by operation, in Python or JavaScript"),
    "command": ProjectKey(form=TEXT, text="a process that speaks the protocol, run in the folder of this file"),
    "url": ProjectKey(form=TEXT, text="a service that speaks the protocol over HTTP"),
    "interpreter": ProjectKey(form=TEXT, text="the Python that runs the subject"),
    "env": ProjectKey(form=TEXTS, text="variables for its environment, NAME or NAME=VALUE"),
    "in-process": ProjectKey(form=SWITCH, text="whether a Python subject is run in the suite's own process"),
    **_OF_A_RUN,
}
SUBJECTS = "subjects"
