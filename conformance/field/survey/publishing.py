"""A defect is published after a script has shown it without the suite; until then the row says why it is not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from conformance.field.rows import FoundDefect
from conformance.field.survey.catalogue import Library
from conformance.field.survey.model import Environment
from conformance.results.defects import ReportedDefect
from conformance.results.reproduction.forking import Forking
from conformance.results.reproduction.model import NotShown
from conformance.results.reproduction.running import RunCommand, run
from conformance.results.reproduction.show import script_environment, show
from conformance.running.subjects.named import GATEWAYS

# Its script would have to be a client and an API, as the suite is.
OVER_HTTP = "a gateway is shown by the suite alone: `conformance repeat` asks it again"

Publish = Callable[[FoundDefect, ReportedDefect], FoundDefect]


@contextmanager
def publishing(library: Library, environment: Environment) -> Iterator[Publish]:
    """Yield a function that has a defect shown: it returns it with the script and what that printed, or with the reason
    why it has none.
    """
    if os.path.basename(library.program) in GATEWAYS:
        yield lambda found, _defect: replace(found, unpublished=OVER_HTTP)
        return
    if environment.interpreter is None:
        assert environment.path is not None
        yield partial(_published, library, environment, os.path.join(environment.path, "node"), run)
        return
    started = Forking(
        environment.interpreter, library.program, environment=script_environment(), folder=environment.folder
    )
    with started as forking:
        yield partial(_published, library, environment, environment.interpreter, forking.run)


def _published(
    library: Library,
    environment: Environment,
    interpreter: str,
    run: RunCommand,
    found: FoundDefect,
    defect: ReportedDefect,
) -> FoundDefect:
    try:
        shown = show(
            defect.evidence,
            program=library.program,
            operation=found.operation,
            interpreter=interpreter,
            folder=environment.folder,
            run=run,
        )
    except NotShown as error:
        return replace(found, unpublished=str(error))
    return replace(found, script=shown.script, output=shown.output)
