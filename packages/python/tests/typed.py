"""Type tests of the stubs, checked by mypy and never run."""

from typing import assert_type

import pith_reader
from pith_reader import Article, BrokenRecord, ExtractionError, WarcPage, extract, extract_many, read_warc

article = extract(b"<p>", "https://news.example/", level="notes")
assert_type(article, Article)
assert_type(article.title, str | None)
assert_type(article.doi, str | None)
assert_type(article.ends_early, bool)
assert_type([part.reason for part in article.removed], list[str])
for answer in extract_many([("<p>", None), b"<p>"], threads=2):
    assert_type(answer, Article | ExtractionError)
for whole in extract_many(["<p>"], errors="raise"):
    assert_type(whole, Article)
for record in read_warc("crawl.warc.gz"):
    assert_type(record, WarcPage | BrokenRecord)
pages = (record for record in read_warc("crawl.warc.gz") if isinstance(record, WarcPage))
extract_many(pages)
extract(7)  # type: ignore[arg-type]
extract("<p>", level="most")  # type: ignore[arg-type]
assert_type(pith_reader.__version__, str)
