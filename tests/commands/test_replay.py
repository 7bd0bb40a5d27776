"""conformance replay, and certify --cassettes: recorded traffic."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.rules.contracts.files import read_schema

READ = "responses-output-to-tool-calls"
SHARED = Path(__file__).parents[2].parent / "shared" / "recordings"
OWN = Path(__file__).parent / "roundtrips" / "cassettes"

ANSWER = {
    "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "error": None, "model": "gpt-4.1",
    "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True, "temperature": 1.0,
    "tool_choice": "auto", "tools": [], "top_p": 1.0,
    "output": [
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": '{"a": 1}',
         "status": "completed"},
        {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "f", "arguments": '{"a": 2}',
         "status": "completed"},
    ],
}  # fmt: skip
TAKES_NOTHING = {"type": "object", "properties": {}}
TOOL = {"type": "function", "name": "f", "parameters": TAKES_NOTHING, "strict": False}
REQUEST = {"model": "gpt-4.1", "input": "Hi", "tools": [TOOL]}

FIRST_CALL_ONLY = """
from conformance.reference import responses_output_to_tool_calls

def read(response):
    reported = responses_output_to_tool_calls(response)
    return reported | {"tool_calls": reported["tool_calls"][:1]}
"""
LOSES_CALLS = ("--bind", f"{READ}=acme:read")


def exchange(request=REQUEST, answer=ANSWER, status=200):
    return {
        "request": {"method": "POST", "path": "/v1/responses", "json": request},
        "response": {"status": status, "json": answer},
    }


SOUND = (
    "Oracles: 1 recording, 2 requests, 2 responses, 0 stream events; 0 refused by the oracles, 0 refused by the API "
    "itself\n"
)


@pytest.fixture
def traffic(here):
    """A folder of recordings: traffic(*exchanges) writes them."""

    def write(*exchanges):
        (here / "traffic").mkdir(exist_ok=True)
        (here / "traffic" / "calls.json").write_text(json.dumps({"interactions": exchanges}), "utf-8")
        (here / "traffic" / "README.md").write_text("Calls", "utf-8")
        return "traffic"

    return write


@pytest.fixture
def loses_calls(here):
    (here / "acme.py").write_text(FIRST_CALL_ONLY, "utf-8")
    return LOSES_CALLS


def test_sound_traffic_and_a_sound_subject(run, here, traffic):
    done = run("replay", traffic(exchange(), exchange()), "reference", "--json", "out/replay.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(SOUND)
    assert "Recordings: traffic: 2 files, 1 used, 1 skipped, 2 interactions\n  skipped README.md: " in done.out
    assert "  left out 8: the same input a second time" in done.out
    assert done.out.endswith("Replay: nothing speaks against it\n")
    reported = json.loads((here / "out" / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    jsonschema_rs.validate(read_schema("report.schema.json"), reported["report"])
    assert (reported["good"], reported["oracles"]["requests"], reported["inputs"]["operations"][READ]) == (True, 2, 1)


def test_without_a_subject_the_oracles_answer_and_no_converter_is_judged(run, here, traffic):
    done = run("replay", traffic(exchange(), exchange()), "--json", "replay.json")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        f"{SOUND}"
        "  interactions by host: compatible 2\n"
        "Recordings: traffic: 2 files, 1 used, 1 skipped, 2 interactions\n"
        "Inputs: 8 (responses-input-to-chat-messages 1, responses-output-to-chat-message 1, "
        "responses-output-to-tool-calls 1, responses-request-to-anthropic-request 1, "
        "responses-request-to-chat-request 1, "
        "responses-response-to-anthropic-response 1, responses-response-to-chat-response 1, "
        "responses-tools-to-chat-tools 1)\n"
        "These inputs check a converter: conformance replay traffic SUBJECT. -v shows how the reference does.\n"
    )
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    assert (reported["good"], reported["report"]) == (True, None)


def test_the_file_of_a_project_does_not_ask_for_the_reference(run, here, traffic):
    (here / "conformance.toml").write_text('requirements = "safe"\n', "utf-8")
    done = run("replay", traffic(exchange(), exchange()))
    assert (done.status, "Subject: " in done.out) == (0, False)


def test_more_is_said_of_the_reference_where_that_is_asked(run, traffic):
    done = run("replay", traffic(exchange(), exchange()), "-v")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(SOUND)
    assert "Subject: reference" in done.out
    assert "  skipped README.md: " in done.out
    assert done.out.endswith("Replay: nothing speaks against it\n")


def test_what_the_oracle_refuses_is_shown_with_its_place(run, here, traffic):
    wrong = {**REQUEST, "tools": [{key: value for key, value in TOOL.items() if key != "name"}]}
    done = run("replay", traffic(exchange(), exchange(wrong)), "--json", "replay.json")
    assert (done.status, done.err) == (1, "")
    assert "REFUSED calls.json, interaction 1, request at /tools/0" in done.out
    assert "Missing required parameter: 'tools[0].name'." in done.out
    assert done.out.startswith(f"{SOUND.replace('0 refused by the oracles', '1 refused by the oracles')}REFUSED ")
    with_one = run("replay", "traffic", "reference")
    assert (with_one.status, with_one.out.endswith("Replay: 1 refused by the oracles\n")) == (1, True)
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    (refused,) = reported["oracles"]["refused"]
    assert (refused["file"], refused["number"], refused["part"]) == ("calls.json", 1, "request")


def test_a_request_that_the_api_refused_itself_is_no_fault(run, traffic):
    error = {"error": {"message": "Missing required parameter: 'input'.", "type": "invalid_request_error"}}
    done = run("replay", traffic(exchange({"model": "m", "input": 3}, error, 400)))
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0].endswith("; 0 refused by the oracles, 1 refused by the API itself")
    assert "  of the 1 request that the API refused itself the oracles refuse 1 too\n" in done.out


def test_a_refusal_that_no_oracle_foresaw_is_named_and_decides(run, here, traffic):
    error = {"error": {"message": "Unsupported value: 'input'.", "type": "invalid_request_error", "code": "bad_value"}}
    done = run("replay", traffic(exchange(), exchange(answer=error, status=400)), "--json", "replay.json")
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[0].endswith(
        "; 0 refused by the oracles, 1 refused by the API itself, 1 of these not foreseen"
    )
    assert (
        "NOT FORESEEN calls.json, interaction 1: the oracles accept the request, the API answers 400: "
        "Unsupported value: 'input'. (bad_value)\n"
    ) in done.out
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    assert (reported["good"], len(reported["oracles"]["unforeseen"])) == (False, 1)
    with_one = run("replay", "traffic", "reference")
    assert with_one.out.endswith("Replay: 1 refused by the API and not foreseen\n")


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        (400, "unsupported_value", "'temperature' does not support 0.5 with this model."),
        (404, None, "No."),
        (401, "invalid_api_key", "No."),
        (400, "model_not_found", "No."),
        (400, None, "This model's maximum context length is 1024 tokens."),
    ],
)
def test_a_refusal_for_another_reason_than_the_form_decides_nothing(run, traffic, status, code, message):
    error = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    done = run("replay", traffic(exchange(answer=error, status=status)))
    assert (done.status, "NOT FORESEEN" in done.out) == (0, False)


def test_refusals_for_the_model_are_counted_by_their_words_and_decide_nothing(run, here, traffic):
    lacks = [{"error": f"gpt-4.1 does not support {what}"} for what in ("tools", "images", "tools")]
    done = run("replay", traffic(*(exchange(answer=element, status=400) for element in lacks)), "--json", "replay.json")
    assert (done.status, done.err, "not foreseen" in done.out) == (0, "", False)
    assert (
        "  of the 3 requests that the API refused itself the oracles refuse 0 too\n"
        "  the model cannot do 2: gpt-4.1 does not support tools (first calls.json, interaction 0)\n"
        "  the model cannot do 1: gpt-4.1 does not support images (first calls.json, interaction 1)\n"
    ) in done.out
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    assert [element["number"] for element in reported["oracles"]["of_the_model"]] == [0, 1, 2]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"message": "Wrong."}, "Wrong."),
        ({"error": "Wrong."}, "Wrong."),
        ({"detail": [{"loc": ["body", "input"], "msg": "Field required"}]}, "body.input: Field required"),
    ],
)
def test_the_words_of_other_hosts_are_shown(body, words, run, traffic):
    done = run("replay", traffic(exchange(answer=body, status=400)))
    assert (done.status, f"the API answers 400: {words}\n" in done.out) == (1, True)


def test_events_of_unknown_types_are_named(run, traffic):
    sent = exchange()
    events = [{"type": "response.function_call_args.delta", "delta": "{}", "sequence_number": 0}] * 2
    sent["response"] = {"status": 200, "events": events}
    done = run("replay", traffic(sent))
    assert (done.status, done.err) == (0, "")
    assert "  events of types that the API's types do not have: response.function_call_args.delta 2\n" in done.out


def test_a_folder_of_which_more_could_not_be_read_than_was_says_why_and_does_not_end_with_0(run, here, traffic):
    folder = traffic(exchange())
    for number in range(2):
        (here / folder / f"cut-{number}.yaml").write_text(f"{'# a line' * number}\ninteractions: [", "utf-8")
    (here / folder / "log.json").write_text(json.dumps({"calls": [ANSWER]}), "utf-8")
    done = run("replay", folder, "--json", "replay.json")
    assert done.status == 2
    assert done.err == (
        "conformance: Of the recordings in traffic 3 could not be read, and 1 could. "
        "Repair or remove those: the lines `not read` have the reasons, -v names the files.\n"
    )
    lines = done.out.splitlines()
    at = lines.index("Recordings: traffic: 5 files, 1 used, 4 skipped, 1 interaction")
    reasons = [line.partition(":")[0] for line in lines[at + 1 : at + 4]]
    assert reasons == ["  not read 2", "  skipped 1", "  not read 1"]
    assert lines[at + 1].endswith("(first cut-0.yaml)")
    assert "  not read 1: it holds an answer of an API, in a form that is not known: " in done.out
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    assert (reported["good"], reported["read"]["unread"]) == (False, 3)
    assert run("replay", folder, "reference").status == 2


def test_what_speaks_against_the_oracles_decides_also_where_little_was_read(run, here, traffic):
    folder = traffic(exchange({**REQUEST, "tools": [{"type": "function"}]}))
    for number in range(2):
        (here / folder / f"cut-{number}.yaml").write_text("interactions: [", "utf-8")
    assert run("replay", folder).status == 1


def test_as_many_recordings_that_cannot_be_read_as_that_can_are_named_and_decide_nothing(run, here, traffic):
    folder = traffic(exchange())
    (here / folder / "cut.yaml").write_text("interactions: [", "utf-8")
    for name in ("package.json", "index.json", "tsconfig.json"):
        (here / folder / name).write_text("{}" if name == "index.json" else "{,}", "utf-8")
    done = run("replay", folder)
    assert (done.status, done.err) == (0, "")
    assert "(first cut.yaml)\n" in done.out
    assert "  skipped 2: it is not JSON: " in done.out  # of fewer than half of the files something was used


def test_a_host_that_is_not_known_is_named_where_it_has_most_of_the_recordings(run, here, traffic):
    folder = traffic(*[exchange()])
    other = exchange()
    other["request"]["url"] = "https://gateway.example/v1/responses"
    for number in range(2):
        (here / folder / f"{number}.json").write_text(json.dumps({"interactions": [other]}), "utf-8")
    done = run("replay", folder)
    assert (done.status, done.err) == (0, "")
    assert (
        "  left out 2: sent to gateway.example, which is not known (--host gateway.example reads it) "
        "(first 0.json, interaction 0)\n"
    ) in done.out


def test_what_the_api_sends_is_compared_with_earlier_recordings(run, here, traffic):
    traffic(exchange())
    (here / "later").mkdir()
    changed = {**ANSWER, "speed": {"tier": "fast"}, "output": ANSWER["output"][:1]}
    changed["output"] = [{**changed["output"][0], "status": "paused"}]
    (here / "later" / "calls.json").write_text(json.dumps({"interactions": [exchange(answer=changed)]}), "utf-8")
    done = run("replay", "later", "--since", "traffic", "--host", "compatible", "--json", "replay.json")
    lines = done.out.splitlines()
    at = lines.index("Compared with traffic: of what the API sends 2 new, 1 not seen any more")
    assert lines[at + 1 : at + 4] == [
        "  NEW Responses response at /output/*:function_call/status: paused (1 time; first calls.json, interaction 0)",
        "  NEW Responses response at /speed: object (1 time; first calls.json, interaction 0)",
        "  not seen Responses response at /output/*:function_call/status: completed (1 time; first calls.json, "
        "interaction 0)",
    ]
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    jsonschema_rs.validate(read_schema("replay.schema.json"), reported)
    assert [element["at"] for element in reported["compared"]["new"]] == ["/output/*:function_call/status", "/speed"]
    same = run("replay", "traffic", "--since", "traffic")
    assert "Compared with traffic: the API sends the same\n" in same.out
    (here / "nothing").mkdir()
    none = run("replay", "traffic", "--since", "nothing")
    assert (none.status, "Name earlier recordings after --since." in none.err) == (2, True)


def test_evidence_names_the_recording_and_repeats(run, traffic, loses_calls):
    import shlex

    done = run("replay", traffic(exchange()), *loses_calls)
    assert (done.status, done.err) == (1, "")
    lines = [line.strip() for line in done.out.splitlines()]
    assert "recorded  calls.json, interaction 0, response" in lines
    repeat = next(line for line in lines if line.startswith("repeat "))
    again = run(*shlex.split(repeat)[2:])
    assert again.status == 1
    assert "recorded  calls.json, interaction 0, response" in again.out


def test_what_no_recording_reaches_was_narrowed_by_no_user(run, here, traffic):
    done = run("replay", traffic(exchange()), "reference", "--json", "replay.json")
    report = (here / "replay.json").read_text("utf-8")
    assert (done.status, "narrowed" in done.out, "narrowed" in report) == (0, False, False)
    assert "left out: recorded inputs alone are asked (" in done.out
    assert "nothing recorded is an input of it" in report
    given = ("replay", "traffic", "reference", "--operation", READ, "--json", "replay.json")
    assert run(*given).status == 0
    report = (here / "replay.json").read_text("utf-8")
    assert "narrowed by the user (--operation)" in report


def test_certify_adds_recorded_inputs(run, here, traffic, loses_calls):
    arguments = ("--operation", READ, "--rule", "CALL-11", "--max-examples", "0", "--json", "report.json")
    assert run("certify", *loses_calls, *arguments, "--cassettes", traffic(exchange())).status == 1
    (rule,) = json.loads((here / "report.json").read_text("utf-8"))["rules"]
    assert (rule["id"], rule["examples_run"]) == ("CALL-11", 1)
    assert {evidence.get("recording") for evidence in rule["evidence"]} >= {"calls.json, interaction 0, response"}


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("replay", "missing"), "The folder of recordings missing is not there."),
        (("replay", "empty"), "empty holds no recorded call of the APIs."),
        (("replay", "traffic", "--operation", "tool-loop"), "traffic has no input for tool-loop."),
        (("replay", "traffic", "--json", "."), ". cannot be written: it is a folder."),
        (("certify", "reference", "--cassettes", "empty"), "empty gives no input."),
        (
            ("certify", "reference", "--cassettes", "traffic", "--case", "x"),
            "--cassettes cannot be combined with --input",
        ),
    ],
)
def test_a_mistake_is_one_line(arguments, reported, run, here, traffic):
    traffic(exchange())
    (here / "empty").mkdir()
    done = run(*arguments)
    assert done.status == 2
    assert reported in done.err
    assert done.err.count("\n") == 1


@pytest.mark.expensive("records the reference anew")
def test_our_own_recordings_are_as_they_were(run):
    done = run("replay", str(OWN), "reference")
    assert (done.status, done.err) == (0, "")
    assert "Conversations: 24 as recorded" in done.out


@pytest.mark.expensive("replays recordings twice")
def test_another_converters_recordings_may_be_said_otherwise(run, here):
    (here / "acme.py").write_text(
        "from conformance.reference import chat_messages_to_responses_input as f\n"
        'def convert(messages):\n    made = f(messages)\n    return {**made, "input": made["input"][:-1]}\n',
        "utf-8",
    )
    bind = ("--bind", "chat-messages-to-responses-input=acme:convert", "--choice", "tool-turns=items")
    done = run("replay", str(OWN), *bind)
    assert "differs responses-json-one-call-items.yaml (responses-json-one-call), recorded with reference:" in done.out
    assert "request 0: /input/0 removed: recorded " in done.out
    assert "recorded with tool-turns: parts; acme:convert answers items" in done.out
    assert "as recorded chat" not in done.out
    assert "conversations not as recorded" not in done.out


@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of other people's recordings is not there")
@pytest.mark.expensive("converts all recorded traffic")
def test_real_traffic_is_accepted_and_the_reference_conforms_on_it(run, here):
    done = run("replay", str(SHARED), "reference", "--json", "replay.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Replay: nothing speaks against it\n")
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    assert (reported["read"]["files"], reported["read"]["used"], reported["read"]["interactions"]) == (82, 80, 131)
    assert {skipped_file["file"] for skipped_file in reported["read"]["skipped"]} == {"README.md", "index.json"}
    oracles = reported["oracles"]
    assert (oracles["requests"], oracles["responses"], oracles["events"], oracles["refused"]) == (102, 81, 915, [])
    assert oracles["unforeseen"] == []
    assert (oracles["rejected"], len(oracles["of_the_model"])) == (9, 7)
    assert oracles["joined"] == 24  # responses that streams of chunks make
    assert sum(reported["inputs"]["operations"].values()) == 778
    assert reported["report"]["summary"]["conforms"] is True


def test_a_subject_with_other_operations_has_nothing_to_replay(run, traffic):
    done = run(
        "replay", traffic(exchange()), "--bind", "mcp-tool-to-chat-tool=conformance.reference:mcp_tool_to_chat_tool"
    )
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "offers none of the operations that these are inputs of" in done.out


def test_an_empty_name_is_not_judged_as_the_reference(run, traffic):
    done = run("replay", traffic(exchange()), "")
    assert done.status == 2
    assert done.err.startswith("conformance: The SUBJECT argument is empty.")
    assert done.err.count("\n") == 1


def test_recordings_that_name_no_host_are_judged_by_the_profile_that_is_given(run, traffic):
    folder = traffic(exchange({**REQUEST, "top_k": 4}))
    assert "\n  interactions by host: compatible 1\n" in run("replay", folder).out
    done = run("replay", folder, "--host", "openai")
    assert (done.status, "Unknown parameter: 'top_k'." in done.out) == (1, True)
    assert "  interactions by host: openai 1\n" in done.out


def test_interactions_are_counted_by_the_profile_of_their_host(run, here, traffic):
    def at(host):
        asked = exchange()
        return {**asked, "request": {**asked["request"], "url": f"https://{host}/v1/responses"}}

    folder = traffic(exchange(), at("api.openai.com"), at("api.groq.com"))
    done = run("replay", folder, "--json", "replay.json")
    assert "  interactions by host: compatible 2, openai 1\n" in done.out
    reported = json.loads((here / "replay.json").read_text("utf-8"))
    assert reported["oracles"]["hosts"] == {"compatible": 2, "openai": 1}


def test_two_profiles_are_a_mistake(run, traffic):
    done = run("replay", traffic(exchange()), "--host", "openai", "--host", "azure")
    assert (done.status, "--host names two profiles: openai and azure." in done.err) == (2, True)
