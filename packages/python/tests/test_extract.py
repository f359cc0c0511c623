"""Extraction from one page."""

import json
import pickle
import sys

import pith_reader
import pytest
from pith_reader import extract

URL = "https://news.example/2024/harbour.html"


def test_an_article_has_text_facts_and_reasons(html):
    article = extract(html, URL)
    assert article and article.confidence == "strong"
    assert article.title == "The harbour opens again"
    assert article.byline == "Ada Quay"
    assert article.date == article.published == "2024-05-04T10:00:00Z"
    assert article.modified is None
    assert (article.language, article.direction, article.site) == ("en", "ltr", "news.example")
    assert article.url == URL
    assert article.text.startswith("The harbour of the old town") and "Imprint" not in article.text
    assert "[the report](https://news.example/2024/report.html)" in article.markdown
    assert article.html.startswith("<p>The harbour")
    assert article.word_count > 100 and article.reading_minutes == 1
    removed = {part.text: part for part in article.removed}
    menu = removed["Home Politics Sport"]
    assert menu.reason == "navigation" and menu.node > 0 and menu.by
    assert repr(article).startswith("<Article title='The harbour opens again' words=")


def test_a_page_says_its_doi_and_a_wall_where_it_ends(html):
    article = extract(html, URL)
    assert article.doi is None and article.ends_early is False
    declared = html.replace("<head>", "<head><meta name=citation_doi content='https://doi.org/10.1000/xyz.123'>")
    assert extract(declared).doi == "10.1000/xyz.123"
    complete, _ = html.split("<p>More in")
    cut = "<p>The second winter was harder than the first one, because the boat that brought oil and letters came once …"
    paywall = "<div><h3>Subscribe to continue reading</h3><button>Subscribe</button></div>"
    assert extract(f"{complete}{cut}</p></article>{paywall}</main></body></html>").ends_early
    assert not extract(f"{complete}</article>{paywall}</main></body></html>").ends_early


def test_bytes_are_read_as_browsers_do():
    text = "港口关闭了十一年，第一批船才回来。" * 20
    page = f"<title>港口</title><p>{text}</p>"
    gbk = page.encode("gbk")
    for html, charset in [(page, None), (page, "gbk"), (gbk, "gbk"), (bytearray(gbk), "gbk"), (memoryview(gbk), "gbk")]:
        assert extract(html, charset=charset).title == "港口"
    assert extract(("<meta charset=gbk>" + page).encode("gbk")).title == "港口"
    # The encoding declared in a str is ignored.
    assert extract("<meta charset=gbk>" + page).title == "港口"
    assert "\ufffd" in extract("<title>a\udc80b</title><p>" + text).title


def test_options(html):
    assert extract(html, with_title=True).text.startswith("The harbour opens again\n\n")
    assert len(extract(html, level="column").text) >= len(extract(html, level="strict").text)
    assert "ribbon" in extract(html, method="qread").text
    for wrong in [{"method": "magic"}, {"method": "tsrec"}, {"level": "most"}]:
        with pytest.raises(ValueError, match="must be one of"):
            extract(html, **wrong)
    with pytest.raises(TypeError):
        extract(html, URL, "utf-8")


@pytest.mark.parametrize(
    ("html", "charset", "error", "said"),
    [
        ("", None, pith_reader.NotHtmlError, "it is empty"),
        (b"%PDF-1.4 and so on", None, pith_reader.NotHtmlError, "PDF"),
        ("just words", None, pith_reader.NotHtmlError, "without a single tag"),
        (b"<p>words", "utf-99", pith_reader.CharsetError, "utf-99"),
        ("<p>" + "x " * (33 << 20), None, pith_reader.LimitError, "more than 67108864 bytes"),
    ],
)
def test_what_is_no_page_is_an_error(html, charset, error, said):
    with pytest.raises(error, match=said) as raised:
        extract(html, charset=charset)
    assert isinstance(raised.value, pith_reader.ExtractionError) and isinstance(raised.value, ValueError)


def test_what_is_no_html_at_all_is_a_type_error():
    for html in [None, 7, ["<p>"], open]:
        with pytest.raises(TypeError, match="HTML must be str or bytes"):
            extract(html)


def test_a_page_without_an_article_is_false():
    article = extract("<p></p>")
    assert not article and article.confidence == "none"
    assert (article.text, article.markdown, article.html, article.title) == ("", "", "", None)


def test_to_dict_is_ready_for_json_and_for_pickle(html):
    article = extract(html, URL)
    record = article.to_dict()
    assert json.loads(json.dumps(record)) == record
    names = {name for name in dir(article) if not name.startswith("_")} - {"to_dict"}
    assert set(record) == names
    copy = pickle.loads(pickle.dumps(article))
    assert copy.to_dict() == record and copy
    assert not pickle.loads(pickle.dumps(extract("<p></p>")))


def test_hostile_pages_end():
    for html in ["<div>" * 50_000, "<table>" * 5_000 + "x", "<a href=" + "x" * 1_000_000 + ">y</a>", "\0" * 1000 + "<p>"]:
        try:
            extract(html)
        except pith_reader.ExtractionError:
            pass


def test_the_stub_names_what_there_is():
    stub = {name for name in pith_reader.__all__}
    native = {name for name in dir(sys.modules["pith_reader._pith"]) if not name.startswith("_")}
    assert native | {"__version__"} == stub
