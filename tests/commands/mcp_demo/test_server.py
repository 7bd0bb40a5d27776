"""The demonstration server in use: the official client on one end, the server's own process on the other."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp_types", reason="the server needs the mcp package, version 2")

import anyio
from mcp import Client, StdioServerParameters

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "conformance.mcp_demo"]
PATIENT = 60.0  # seconds; nothing here comes near it

CALLS = {
    "choose_room": {"default": "reading room"},
    "lend": {"document_id": 7, "borrower": {"name": "Ada"}},
    "store_outline": {"root": {"title": "A", "sections": [{"title": "B"}]}},
    "quote": {"part": {"kind": "pages", "first": 3}},
    "tag": {"documents": [1, 2]},
    "set_price": {"amount": 2.5, "code": "lower"},
}


@pytest.fixture(scope="module")
def session():
    """The tools, and the answer to each call of CALLS, of one session."""

    async def talk():
        server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env={"PYTHONPATH": str(ROOT)})
        async with Client(server, read_timeout_seconds=PATIENT) as client:
            tools = (await client.list_tools()).tools
            return tools, {name: await client.call_tool(name, arguments) for name, arguments in CALLS.items()}

    return anyio.run(talk)


@pytest.mark.expensive("starts a server for a client")
def test_the_official_client_reads_every_tool(session):
    tools, _answers = session
    assert len(tools) == 14
    assert len({tool.name for tool in tools}) == 14


def test_every_called_tool_is_one_it_offers(session):
    tools, answers = session
    assert set(answers) <= {tool.name for tool in tools}


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("choose_room", {"result": "reading room"}),
        ("tag", {"result": 4}),
        (
            "store_outline",
            {"title": "A", "text": "", "sections": [{"title": "B", "text": "", "sections": []}]},
        ),
    ],
)
def test_a_call_runs_with_the_defaults_of_its_schema(session, name, result):
    _tools, answers = session
    assert answers[name].structured_content == result


def test_a_nested_default_reaches_the_tool(session):
    _tools, answers = session
    borrower = answers["lend"].structured_content["borrower"]
    assert (borrower["grade"], borrower["notes"], borrower["address"]) == (2, [], None)


def test_a_union_is_distinguished_by_its_discriminator(session):
    _tools, answers = session
    assert answers["quote"].structured_content == {"result": '{"kind":"pages","first":3,"last":null}'}


def test_arguments_against_the_schema_are_refused(session):
    _tools, answers = session
    assert answers["set_price"].is_error
