"""What a log says of a start that failed: the line of the cause, not the last one."""

from __future__ import annotations

import pytest

from conformance.base.errors import SubjectError
from conformance.commands.failure import expected
from conformance.commands.parser import parse

NPX = """\
npm error npx canceled due to missing packages and no YES option: ["tsx@4.23.15"]
npm error A complete log of this run can be found in: /home/a/.npm/_logs/2026-11-30-debug-0.log"""
NOT_FOUND = """\
npm error code E404
npm error 404 Not Found - GET https://packages.example/acme-x
npm error 404
npm error A complete log of this run can be found in: /home/a/.npm/_logs/2026-11-30-debug-0.log"""
NO_SCRIPT = """\
npm ERR! code ENOENT
npm ERR! syscall open
npm ERR! path /acme/package.json
npm ERR! errno -2
npm ERR! enoent Could not read package.json
npm ERR! A complete log of this run can be found in: /home/a/.npm/_logs/2026-11-30-debug-0.log"""
NODE = """\
Error: Cannot find module '/acme/adapter.mjs'
    at Module._load (node:internal/modules/cjs/loader:1038:27)
Node.js v20.20.2"""


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (NPX, 'npm error npx canceled due to missing packages and no YES option: ["tsx@4.23.15"]'),
        (NOT_FOUND, "npm error 404 Not Found - GET https://packages.example/acme-x"),
        (NO_SCRIPT, "npm ERR! enoent Could not read package.json"),
        (NODE, "Error: Cannot find module '/acme/adapter.mjs'"),
        ("noise\ncannot find my licence", "cannot find my licence"),
    ],
)
def test_the_line_of_the_cause_is_shown(capsys, log, said):
    _parser, parsed = parse(["certify", "acme"])
    assert expected(SubjectError("It did not start.", "", tuple(log.splitlines())), parsed) == 2
    assert capsys.readouterr().err == f"conformance: It did not start. Its log ends: {said}\n"
