"""A page that crashes, hangs, or exhausts the memory loses only its own result."""

import os
import stat
import sys
from multiprocessing import get_context
from pathlib import Path

import pith_reader
import pytest
from conftest import page
from pith_reader import extract, extract_many

# A process with 64 MiB can read the small pages, but not this one.
SMALL = 64
HUGE = "<title>Huge</title>" + "<p>Words that are <i>many</i>." * 100_000


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    """Makes workers fail on pages with certain URLs."""
    program = tmp_path / "python"
    script = Path(__file__).with_name("faulty_worker.py")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PITH_INTERPRETER", sys.executable)
    monkeypatch.setattr(sys, "executable", str(program))


def test_a_page_that_crashes_or_hangs_is_an_error_and_the_interpreter_goes_on(faulty):
    html = page()
    with pytest.raises(pith_reader.PageLimitError, match="its process ended: signal: 6"):
        extract(html, "https://fault.test/crash")
    with pytest.raises(pith_reader.PageTimeoutError, match="more than 2 s") as raised:
        extract(html, "https://fault.test/hang", timeout=2)
    assert isinstance(raised.value, pith_reader.PageLimitError)
    assert extract(html).title == "The harbour opens again"


def test_a_page_that_grows_is_an_error_and_the_interpreter_goes_on():
    with pytest.raises(pith_reader.PageLimitError, match="memory limit; increase memory="):
        extract(HUGE, memory=SMALL)
    assert extract(page(), memory=SMALL).title == "The harbour opens again"
    assert extract(HUGE).title == "Huge"


def test_bad_pages_among_many_are_the_only_ones_lost(faulty):
    bad = {100 * n + 7: name for n, name in enumerate(["crash", "hang", "grow"] * 3)}

    def pages():
        for number in range(1000):
            name = bad.get(number)
            yield HUGE if name == "grow" else page(f"Title {number}"), f"https://fault.test/{name}"

    answers = list(extract_many(pages(), threads=2, timeout=10, memory=SMALL))
    lost = {number for number, answer in enumerate(answers) if isinstance(answer, pith_reader.ExtractionError)}
    assert lost == bad.keys() and len(answers) == 1000
    assert all(isinstance(answers[number], pith_reader.PageLimitError) for number in bad)
    assert all(answers[number].title == f"Title {number}" for number in range(1000) if number not in bad)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_has_workers_of_its_own(html):
    assert extract(html)
    with get_context("fork").Pool(2) as pool:
        assert pool.map(extract, [page(f"Title {n}") for n in range(20)])[7].title == "Title 7"
    assert extract(html)


def test_limits_are_checked_at_once(html):
    for wrong in [{"timeout": 0}, {"timeout": -1}, {"memory": 0}]:
        with pytest.raises(ValueError):
            extract(html, **wrong)
        with pytest.raises(ValueError):
            extract_many([], **wrong)
