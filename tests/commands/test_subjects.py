"""conformance subjects: what has a name, and how it is run."""

from __future__ import annotations

from conformance.running.subjects.named import library_names, library_programs


def test_the_built_in_ones_are_listed_with_how_to_run_them(run):
    done = run("subjects")
    assert (done.status, done.err) == (0, "")
    assert "  reference\n" in done.out
    for name in library_names():
        assert f"  {name}\n" in done.out
        by = "\n" if library_programs(name)[0].endswith(".mjs") else " --python "
        assert f"conformance certify {name}{by}" in done.out
    assert "Of this project" not in done.out


def test_a_library_of_an_outsider_that_is_wrong_is_one_line(run, here, monkeypatch):
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(here / "libraries"))  # CONFORMANCE_LIBRARIES
    (here / "libraries" / "acme").mkdir(parents=True)
    (here / "libraries" / "acme" / "adapter.py").write_text('"""Nothing."""', "utf-8")
    for table, said in (
        (None, "library.toml cannot be read: No such file or directory."),
        ("[operation]\nx = 1\n", "library.toml has the unknown key 'operation'. Did you mean operations?"),
    ):
        if table is not None:
            (here / "libraries" / "acme" / "library.toml").write_text(table, "utf-8")
        for words in (("subjects",), ("certify", "acme"), ("survey", "acme", "--versions", "pinned")):
            done = run(*words)
            assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), words
            assert said in done.err
