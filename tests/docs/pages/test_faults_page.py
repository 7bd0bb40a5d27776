"""Each fault that docs/faults.md lists has a test that shows it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROCESS, LIMITS, WHOLE = (
    "tests/running/subjects/test_process.py",
    "tests/running/subjects/test_limits.py",
    "tests/commands/faults/test_faults.py",
)
FALSE_PASSES, FLOODS = "tests/commands/test_false_passes.py", "tests/running/subjects/test_floods.py"
LONE = "tests/running/engine/test_lone_hangs.py"
BOUNDS, TIME = "tests/commands/faults/test_bounds.py", "tests/commands/test_time_limit.py"
TESTS = {
    "silence while requests are out": (PROCESS, "test_a_hang_costs_its_own_case"),
    "silence at one input only, where others were answered": (
        LONE, "test_a_lone_hang_is_asked_once_more_after_all_others",
    ),
    "slow start": (LIMITS, "test_a_subject_may_take_its_time_to_start"),
    "exit, crash, kill by a signal": (PROCESS, "test_a_death_costs_its_own_case"),
    "half a line, then death": (PROCESS, "test_a_death_costs_its_own_case"),
    "closed standard input or output": (PROCESS, "test_a_subject_that_closes_its_output_has_ended"),
    "closed output at every request": (
        FLOODS, "test_a_subject_that_closes_its_output_at_every_request_is_not_waited_for_each_time",
    ),
    "death at every few requests": (WHOLE, "test_a_run_of_a_subject_that_dies_on_every_third_request_ends"),
    "too much time lost to silence and restarts (one minute and six timeouts)": (
        PROCESS, "test_patience_with_hangs_ends",
    ),
    "does not start again": (PROCESS, "test_a_subject_that_does_not_start_again_is_given_up"),
    "memory of all its processes over `--memory-limit` (4 GB)": (
        LIMITS, "test_memory_beyond_the_limit_costs_its_own_case",
    ),
    "children and grandchildren that left its group or session": (
        LIMITS, "test_close_ends_what_left_the_session_or_lost_its_parent_or_the_mark",
    ),
    "noise on standard output": (PROCESS, "test_a_subject_that_prints_at_every_call_is_not_started_again_each_time"),
    "flood on standard error": (PROCESS, "test_a_flood_on_standard_error_is_cut"),
    "invalid UTF-8, invalid JSON, another form": (
        PROCESS, "test_garbage_that_carries_its_id_costs_its_own_case_and_no_restart",
    ),
    "a line of over 16 MB, or one that never ends": (
        FLOODS, "test_a_line_of_100_mb_is_no_answer_and_is_not_kept",
    ),
    "an answer of over 250,000 values": (
        FLOODS, "test_an_answer_of_too_many_values_costs_its_own_case_and_no_restart",
    ),
    "answers that are too large together": (BOUNDS, "test_a_converter_whose_results_grow_with_every_call_ends"),
    "slow answers, over the whole run more than `--time-limit` (30 minutes)": (
        TIME, "test_a_run_of_slow_answers_ends_at_the_time_limit",
    ),
    "the same set-up error or exit at every input": (
        TIME, "test_a_subject_that_exits_at_every_request_is_refused_with_its_log",
    ),
    "outputs by the megabyte": (WHOLE, "test_a_flood_of_output_leaves_memory_and_reports_small"),
    "nested too deeply to be read": (PROCESS, "test_garbage_without_an_id_costs_its_own_case"),
    "NaN, Infinity, numbers beyond a double": (
        PROCESS, "test_a_number_that_json_does_not_have_makes_the_answer_no_json",
    ),
    "answers out of order": (PROCESS, "test_answers_may_come_in_any_order"),
    "an answer to an id that is not out": (PROCESS, "test_garbage_without_an_id_costs_its_own_case"),
    "a second answer, or bytes behind an answer over HTTP": (PROCESS, "test_the_first_of_two_answers_counts"),
    "-32601, 404 or 501 to an input of an offered operation": (
        FALSE_PASSES, "test_method_not_found_over_http_is_the_answer_to_that_input",
    ),
    "a fault when an input is asked again, or an entry of a list alone": (
        FALSE_PASSES, "test_a_fault_in_a_further_call_of_a_trial_counts",
    ),
    "control characters, markup, bidi marks anywhere": (WHOLE, "test_nothing_raw_reaches_a_pipe_or_a_page"),
}  # fmt: skip


def test_each_fault_of_the_page_has_a_test():
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8").partition("## Limits")[0]
    faults = re.findall(r"^\| ([^|]+?) \|", page, re.MULTILINE)
    assert faults == ["fault", *TESTS]
    for path, name in TESTS.values():
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")
