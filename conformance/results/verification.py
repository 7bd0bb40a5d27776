"""What still holds of a certificate: each matter in one finding."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from conformance import __version__
from conformance.base.errors import UsageError
from conformance.results.arrives import TITLE, in_line
from conformance.results.certificate import (
    FAILED,
    PASSED,
    WARNED,
    Certificate,
    lacking_of,
    result_of,
    statement,
)
from conformance.results.read import read_report_file, report_of
from conformance.results.signing import load_public_key, objection
from conformance.results.text import counted, name_list, one_line
from conformance.rules.contracts import Specifications
from conformance.rules.contracts.pinned import api_digest
from conformance.rules.contracts.requirements import FROZEN, RequirementSet, named_requirements
from conformance.rules.scope.declared import in_words, lacking
from conformance.running.engine.result import EXPECTED_FAILURE, FAIL, NOT_APPLICABLE
from conformance.running.subjects.identity import Identity, digest_of

OK, REFUSED, OPEN = "ok", "refused", "open"
# Verdicts of demanded rules that decide nothing: nothing reached the rule, or its failure is advice.
_HARMLESS = (NOT_APPLICABLE, FAIL, EXPECTED_FAILURE)
NAMED = 3  # rules or packages that a line names


class VerifiedMatter(NamedTuple):
    """One matter. verdict: ok, refused, or open where nothing was given to compare it with."""

    verdict: str
    topic: str
    text: str


def of_result(certificate: Certificate) -> VerifiedMatter:
    """Whether it certifies conformance at all."""
    result, predicate = certificate.predicate["result"], certificate.predicate
    failed, warned = predicate["failedTests"], predicate["warnedTests"]
    if result == FAILED or failed:
        problem = f"it does not conform: {_some(failed)}" if failed else "it does not conform"
        return VerifiedMatter(REFUSED, "result", f"{result}: {problem}")
    if result == WARNED:
        but = f", but for {_some(warned)}" if warned else ""
        alone = "" if certificate.run["maxExamples"] else " in part (no generated examples)"
        return VerifiedMatter(OK, "result", f"{result}: it conforms{alone}{but}")
    return VerifiedMatter(OK, "result", f"{result}: {len(predicate['passedTests'])} rules pass")


def of_signature(certificate: Certificate, key_path: str | None) -> VerifiedMatter:
    """Whether the owner of a key signed it. Raises UsageError for a file that holds no public key."""
    if key_path is None:
        state = "it is signed; --key checks by whom" if certificate.envelope else "it is not signed"
        return VerifiedMatter(OPEN, "signature", state)

    key = load_public_key(key_path)
    problem = objection(certificate.envelope, key) if certificate.envelope else "it is not signed"
    if problem:
        return VerifiedMatter(REFUSED, "signature", problem)
    return VerifiedMatter(OK, "signature", f"signed with the key of {one_line(key_path)}")


def of_contents(certificate: Certificate) -> VerifiedMatter:
    """Whether its parts agree with each other."""
    if digest_of(certificate.subject) != certificate.statement["subject"][0]["digest"]["sha256"]:
        return VerifiedMatter(REFUSED, "contents", "tampered: the subject's digest is not that of its details")
    predicate = certificate.predicate
    examples = certificate.run["maxExamples"]
    result = result_of(bool(predicate["failedTests"]), bool(predicate["warnedTests"]), examples)
    if result != PASSED and predicate["result"] not in (result, FAILED):
        problem = f"tampered: its tests give {result}, and it says {predicate['result']}"
        return VerifiedMatter(REFUSED, "contents", problem)
    return VerifiedMatter(OK, "contents", "its parts agree with each other")


def of_report(certificate: Certificate, path: str | None) -> VerifiedMatter:
    """Whether a report is the one it was made from, and whether it says what that report says.

    Raises UsageError for a file that is not a report.
    """
    if path is None:
        return VerifiedMatter(OPEN, "report", "not checked; --report names it")
    data = read_report_file(path, "--report")
    report = report_of(data, path, "--report")
    digest = f"sha256:{sha256(data).hexdigest()}"
    if digest != certificate.digest("report.json"):
        return VerifiedMatter(REFUSED, "report", f"tampered: {one_line(path)} is not the report that it was made from")
    wanted = statement(report, certificate.basis)["predicate"]
    for name, value in wanted.items():
        if certificate.predicate[name] != value:
            return VerifiedMatter(REFUSED, "report", f"tampered: its {name} is not what {one_line(path)} says")
    if report["subject"]["name"] != certificate.subject["name"]:
        return VerifiedMatter(
            REFUSED, "report", f"tampered: {one_line(path)} is of {one_line(report['subject']['name'])}"
        )
    if report["subject"]["version"] != certificate.subject["version"]:
        return VerifiedMatter(REFUSED, "report", f"tampered: the subject's version is not what {one_line(path)} says")
    return VerifiedMatter(OK, "report", f"{one_line(path)} is the one, and says the same")


def of_specifications(certificate: Certificate, specifications: Specifications) -> Iterator[VerifiedMatter]:
    """Whether it was made by the specifications, the requirement set and the API schemas that are here.

    A frozen set that is here unchanged demands what it demanded. What changed beside it says nothing against the
    certificate: only another run can tell what it would find.
    """
    name = one_line(certificate.requirements)
    try:
        found = named_requirements(certificate.requirements, specifications)
    except UsageError:
        demanded, stays = [VerifiedMatter(REFUSED, "requirements", f"stale: there is no set {name} here")], False
    else:
        same = _current("requirements", certificate.digest("requirements"), found.digest, f" ({name})")
        stays = found.status == FROZEN and same.verdict == OK
        # Of another set it is not known what the certificate had to account for.
        scope_rules = {
            name: contract.scope_rule for name, contract in specifications.contracts.items() if contract.scope_rule
        }
        demanded = [same, _rules(certificate, found, scope_rules)] if same.verdict == OK else [same]
    yield _current("specifications", certificate.digest("specifications"), specifications.digest, stays=stays)
    yield from demanded
    pinned = api_digest()
    if certificate.digest("api-schemas") or pinned:
        yield _current("api schemas", certificate.digest("api-schemas"), pinned, stays=stays)


def _held_to(certificate: Certificate, scope_rules: Mapping[str, str]) -> set[str]:
    """Return the rules that a subject which says that it lacks something is held to under every set."""
    own = [name for names in lacking(certificate.without, certificate.run["operations"]).values() for name in names]
    return {f"{operation} {scope_rules[operation]}" for operation in own if operation in scope_rules}


def _rules(certificate: Certificate, required: RequirementSet, scope_rules: Mapping[str, str]) -> VerifiedMatter:
    """Whether it accounts for every rule that its requirement set demands of the operations it covers.

    scope_rules: by operation, the rule about what the subject says that it does not have.
    """
    predicate, operations = certificate.predicate, set(certificate.run["operations"])
    decided = {*predicate["passedTests"], *predicate["warnedTests"], *predicate["failedTests"]}
    undecided: Mapping[str, str] = certificate.run["undecided"]
    demanded = [f"{operation} {rule}" for (operation, rule), level in required.levels.items()
                if level == "MUST" and operation in operations]  # fmt: skip
    held_to = _held_to(certificate, scope_rules)
    demanded += sorted(held_to.difference(demanded))
    if not predicate["passedTests"]:
        return VerifiedMatter(REFUSED, "rules", "it lists no rule that passed, so it certifies nothing")
    foreign = sorted(decided - set(demanded) - set(predicate["failedTests"]))
    if foreign:
        return VerifiedMatter(REFUSED, "rules", f"tampered: {_some(foreign)}: not demanded of the operations it covers")
    # A rule that a run reached and that the set demands is decided; so the account of the others must be harmless.
    missing = [
        name for name in demanded if name not in decided and (name in held_to or undecided.get(name) not in _HARMLESS)
    ]
    if missing:
        return VerifiedMatter(
            REFUSED, "rules", f"tampered: it lacks rules that {one_line(required.name)} demands: {_some(missing)}"
        )
    left = [name for name in demanded if name not in decided]
    more = f"; these decided nothing: {_some(left)}" if left else ""
    return VerifiedMatter(OK, "rules", f"all {len(demanded)} that the set demands are accounted for{more}")


def _current(topic: str, then: str | None, now: str | None, more: str = "", *, stays: bool = False) -> VerifiedMatter:
    """Compare two digests. stays: whether another one says nothing against the certificate."""
    if then == now:
        return VerifiedMatter(OK, topic, f"the ones that are here{more}")
    changed = f"changed since{more}, {_short(then)} then and {_short(now)} now"
    if stays:
        return VerifiedMatter(
            OPEN, topic, f"{changed}, beside the frozen set; --rerun judges by the ones that are here"
        )
    return VerifiedMatter(REFUSED, topic, f"stale: {changed}")


def _short(digest: str | None) -> str:
    return digest[:19] if digest else "none"


def of_subject(certificate: Certificate, identity: Identity | None) -> VerifiedMatter:
    """Whether it is of this subject as it is now. identity: None where no subject is named."""
    if identity is None:
        return VerifiedMatter(OPEN, "subject", "not checked; name it as for certify")
    then, now = certificate.subject, identity.as_data()
    if then["name"] != now["name"]:
        problem = f"for another subject: it is of {one_line(then['name'])}, and this is {one_line(now['name'])}"
        return VerifiedMatter(REFUSED, "subject", problem)
    changes = list(_changes(then, now))
    if changes:
        return VerifiedMatter(REFUSED, "subject", f"stale: {'; '.join(changes)}")
    return VerifiedMatter(OK, "subject", f"{one_line(now['name'])} as it was, {_seen(identity)}")


def _seen(identity: Identity) -> str:
    if not identity.code:
        return "by what it says of itself: its code cannot be seen"
    return f"its code too: {_some([code.name for code in identity.code])}"


def _changes(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name in ("version", "language"):
        if then[name] != now[name]:
            yield f"its {name} was {one_line(str(then[name]))} and is {one_line(str(now[name]))}"
    if then["operations"] != now["operations"]:
        yield "it offers other operations"
    was, is_ = ({module_code["name"]: module_code for module_code in identity["code"]} for identity in (then, now))
    if then["code"] != now["code"]:
        changed = [_versions(was[name], is_[name]) for name in was if name in is_ and was[name] != is_[name]]
        groups = (("changed", changed), ("gone", sorted(was.keys() - is_)), ("new", sorted(is_.keys() - was)))
        yield "its code is not what it was, " + ", ".join(f"{word}: {_some(names)}" for word, names in groups if names)


def _versions(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    same = was["version"] == now["version"]
    return was["name"] if same else f"{was['name']} ({was['version']}, now {now['version']})"


def of_rerun(certificate: Certificate, again: Mapping[str, Any] | None, *, complete: bool = True) -> VerifiedMatter:
    """Whether another run has the same verdicts. again: its predicate; None if none was made. complete: of that run."""
    if again is None:
        return VerifiedMatter(OPEN, "rerun", "not run again; --rerun does")
    words = (("passedTests", "pass"), ("warnedTests", "warned"), ("failedTests", "fail"))
    then, now = (
        {name: word for tests, word in words for name in predicate[tests]}
        for predicate in (certificate.predicate, again)
    )
    differ = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    scope = lacking_of(again)
    if scope != certificate.without:
        return VerifiedMatter(REFUSED, "rerun", f"another run has another scope: {one_line(in_words(scope), 300)} now")
    if differ:
        changes = [f"{name} ({then.get(name, 'none')} then, {now.get(name, 'none')} now)" for name in differ]
        what = "another run has other verdicts" if complete else "another run was not completed"
        return VerifiedMatter(REFUSED, "rerun", f"{what}: {_some(changes)}")
    if again["result"] != certificate.predicate["result"]:
        result = f"the result of another run is {again['result']}, not {certificate.predicate['result']}"
        return VerifiedMatter(REFUSED, "rerun", result)
    return VerifiedMatter(OK, "rerun", f"another run has the same {len(then)} verdicts")


def _some(names: Sequence[str]) -> str:
    return name_list([one_line(name, 80) for name in names], NAMED)


def heading(certificate: Certificate, path: str) -> list[str]:
    """Return what the certificate is of, in lines."""
    subject, run = certificate.subject, certificate.run
    of = " ".join(one_line(text) for text in (subject["name"], subject["version"]) if text)
    offered, scope = len(subject["operations"]), len(set(run["operations"]) & set(subject["operations"]))
    part = f"{scope} of the {offered} operations it offers" if scope < offered else counted(scope, "operation")
    by = (
        one_line(certificate.suite)
        if certificate.suite == __version__
        else f"{one_line(certificate.suite)}, this is {__version__}"
    )
    arrives = in_line(run.get("arrives", {}))
    return [
        f"{one_line(os.path.normpath(path))}: {certificate.predicate['result']}, {of}",
        f"  requirements {one_line(certificate.requirements)}; {part}: {_some(run['operations'])}",
        f"  {one_line(in_words(certificate.without), 300)}",
        f"  run {one_line(run['started'])}, seed {run['seed']}, {run['maxExamples']} examples an operation, suite {by}",
        *([f"  {TITLE.lower()}: {arrives}"] if arrives else []),
    ]
