"""The checks that any operation may have, by the names that contracts give them."""

from conformance.checks import conduct
from conformance.checks.family import Check

SHARED: dict[str, Check] = {
    "converts": conduct.converts,
    "result-is-json": conduct.result_is_json,
    "pure": conduct.pure,
    "deep-copy": conduct.deep_copy,
    "input-kept": conduct.input_kept,
    "same-again": conduct.same_again,
    "deep-and-wide": conduct.deep_and_wide,
    "wrong-shape": conduct.wrong_shape,
}
