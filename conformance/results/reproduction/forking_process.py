"""Runs scripts in forks of a Python that has imported a library: python forking_process.py PROGRAM.

PROGRAM is run once, for what it imports. Then each line of standard input is a JSON list: the path of a script, and
the files for what it prints and for its errors. The answer is a line with the process's number when the script starts,
and one with its status when it has ended.

Runs on Python 3.8 or newer, by itself: the suite is not installed where it runs.
"""

import json
import os
import runpy
import sys


def run(script: str, out: str, err: str) -> None:
    """Run a script as the interpreter would, in this process. Never returns."""
    for descriptor, path in ((1, out), (2, err)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, descriptor)
    sys.argv = [script]
    status = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            status = status or 1
    os._exit(status)


def main() -> None:
    """Answer each line."""
    # What the library prints when it is imported is no answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        runpy.run_path(sys.argv[1])
    except Exception:  # each script fails with it again
        pass
    for line in sys.stdin:
        script, out, err = json.loads(line)
        child = os.fork()
        if child == 0:
            run(script, out, err)
        answers.write("%d\n" % child)
        answers.flush()
        _, status = os.waitpid(child, 0)
        answers.write("%d\n" % (os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)))
        answers.flush()


main()
