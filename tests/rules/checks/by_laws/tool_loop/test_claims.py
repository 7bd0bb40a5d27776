from conformance.rules.checks.by_laws.tool_loop.claims import claims
from conformance.rules.checks.by_laws.tool_loop.script import MALFORMED, READABLE, PlannedCall


def made(id_: str, name: str = "ping", n: int = 1, state: str = READABLE) -> PlannedCall:
    return PlannedCall(id=id_, name=name, sent="{}", arguments={"n": n}, state=state)


def entry(id_: str, name: str = "ping", n: int = 1) -> dict[str, object]:
    return {"id": id_, "name": name, "arguments": {"n": n}}


def test_calls_are_paired_by_id_and_name_whatever_their_order() -> None:
    found = claims([made("a"), made("b")], [entry("b"), entry("a")])
    assert (set(found.pairs), found.extra, found.missing) == ({(0, 1), (1, 0)}, (), ())


def test_what_no_call_claims_is_extra_and_what_no_entry_lists_is_missing() -> None:
    found = claims([made("a"), made("b")], [entry("a", "pong"), entry("b"), {"id": 7}])
    assert (found.pairs, found.extra, found.missing) == (((1, 1),), (0, 2), (0,))


def test_of_calls_that_share_id_and_name_the_optional_one_is_left_out() -> None:
    calls = [made("a", state=MALFORMED), made("a", n=2)]
    assert claims(calls, [entry("a", n=2)], optional=[0]).pairs == ((0, 1),)
