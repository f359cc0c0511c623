"""Many pages on several threads."""

import itertools
import threading
import time
from types import SimpleNamespace

import pith_reader
import pytest
from conftest import page
from pith_reader import ExtractionError, extract, extract_many


def test_answers_come_in_the_order_of_the_pages():
    filler = "<p>filler <b>words</b></p>" * 5_000
    pages = [page(f"Title {n}") + (filler if n % 7 == 0 else "") for n in range(40)]
    for threads in [1, 2, 4]:
        titles = [article.title for article in extract_many(pages, threads=threads)]
        assert titles == [f"Title {n}" for n in range(40)]
    assert list(extract_many([])) == []


def test_it_finds_what_extract_finds():
    html = page()
    (article,) = extract_many([(html, "https://news.example/a")], level="notes", with_title=True)
    assert article.to_dict() == extract(html, "https://news.example/a", level="notes", with_title=True).to_dict()


def test_pages_are_given_in_several_forms():
    html = page()
    latin = "<title>café</title><p>".encode("latin-1")
    latin_page = SimpleNamespace(html=latin, url="https://news.example/d", charset="latin1")
    articles = list(extract_many([html, html.encode(), (html, "https://news.example/c"), (html, None), latin_page]))
    assert [article.url for article in articles] == [None, None, "https://news.example/c", None, "https://news.example/d"]
    assert articles[4].title == "café"


def test_pages_are_taken_as_answers_are():
    numbers = itertools.count()
    last = 0

    def endless():
        nonlocal last
        for last in numbers:
            yield page(f"Title {last}")

    answers = extract_many(endless(), threads=2)
    assert last == 0, "no page is read before a result is requested"
    for n in range(20):
        assert next(answers).title == f"Title {n}"
        assert last <= n + 8
    del answers


def test_the_error_of_a_page_stands_in_its_place():
    pages = [page("a"), "", b"%PDF-1.4", page("b"), ("words", None)]
    answers = list(extract_many(pages, threads=2))
    assert [type(answer).__name__ for answer in answers] == [
        "Article", "NotHtmlError", "NotHtmlError", "Article", "NotHtmlError",
    ]  # fmt: skip
    assert isinstance(answers[1], ExtractionError)
    raising = extract_many(pages, threads=2, errors="raise")
    assert next(raising).title == "a"
    for said in ["it is empty", "PDF"]:
        with pytest.raises(ExtractionError, match=said):
            next(raising)
    assert next(raising).title == "b", "iteration continues after an error"


def test_what_the_pages_raise_comes_in_its_place():
    def pages():
        yield page("a")
        yield page("b")
        raise KeyError("the shelf is empty")

    answers = extract_many(pages(), threads=2)
    assert [next(answers).title, next(answers).title] == ["a", "b"]
    with pytest.raises(KeyError, match="the shelf is empty"):
        next(answers)
    assert list(answers) == []
    wrong = extract_many([page("a"), 7])
    assert next(wrong).title == "a"
    with pytest.raises(TypeError, match="HTML must be str or bytes"):
        next(wrong)
    for item in [(page(),), (page(), 7), (page(), "u", "utf-8")]:
        with pytest.raises(TypeError, match="a tuple must be"):
            next(extract_many([item]))


def test_a_page_that_takes_too_long_is_an_error_and_the_others_go_on():
    slow = page() + "<p>filler <b>words</b></p>" * 30_000
    answers = list(extract_many([page("a"), slow, page("b")], threads=1, timeout=0.02))
    # A busy machine may be too slow even for a small page.
    assert isinstance(answers[1], pith_reader.PageTimeoutError) and "more than 0.02 s" in str(answers[1])
    assert len(answers) == 3
    unlimited = list(extract_many([page("a"), slow, page("b")], threads=1, timeout=None))
    assert [bool(article) for article in unlimited] == [True] * 3


def test_options_are_checked_at_once():
    for wrong in [{"threads": 0}, {"timeout": 0}, {"timeout": -1}, {"errors": "ignore"}, {"method": "magic"}]:
        with pytest.raises(ValueError):
            extract_many([], **wrong)
    with pytest.raises(TypeError):
        extract_many(7)


def test_the_interpreter_is_free_meanwhile():
    slow = page() + "<p>filler <b>words</b></p>" * 30_000
    counted = 0
    is_done = threading.Event()

    def count():
        nonlocal counted
        while not is_done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    extract(slow)
    list(extract_many([slow] * 2, threads=2))
    is_done.set()
    counter.join()
    assert counted - before > 3, "another thread ran"


def test_two_threads_do_not_wait_for_the_same_answer():
    slow = page() + "<p>filler <b>words</b></p>" * 30_000
    answers = extract_many([slow] * 3, threads=1, timeout=None)
    received = []

    def receive():
        while True:
            try:
                received.append(next(answers))
            except StopIteration:
                return
            except RuntimeError as error:
                assert "another thread is waiting" in str(error)
                time.sleep(0.01)

    threads = [threading.Thread(target=receive) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(received) == 3
