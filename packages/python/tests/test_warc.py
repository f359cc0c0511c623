"""WARC files."""

import gzip
import io

import pytest
from conftest import page
from pith_reader import BrokenRecord, WarcPage, extract, extract_many, read_warc


def record(name: str, html: str) -> bytes:
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}".encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:test:{name}>\r\n"
        f"WARC-Target-URI: https://news.example/{name}\r\nWARC-Date: 2026-03-14T09:26:53Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


@pytest.fixture
def crawl() -> bytes:
    members = [gzip.compress(record(name, page(name))) for name in "abcd"]
    damaged = bytearray(members[1])
    damaged[40] ^= 0x55
    members[1] = bytes(damaged)
    return b"".join(members)[:-20]


def test_pages_and_broken_records_come_in_their_order(crawl, tmp_path):
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(crawl)
    for file in [path, str(path), path.open("rb"), io.BytesIO(crawl)]:
        reader = read_warc(file)
        records = list(reader)
        assert [type(record) for record in records] == [WarcPage, BrokenRecord, WarcPage, BrokenRecord]
        assert reader.counts == {
            "records": 4, "pages": 2, "cut": 0, "no_response": 0, "other_status": 0, "no_html": 0, "broken": 2,
        }  # fmt: skip
    first, damaged, _, cut = records
    assert (first.url, first.charset, first.status) == ("https://news.example/a", "utf-8", 200)
    assert (first.id, first.date, first.is_cut, first.place) == ("urn:test:a", "2026-03-14T09:26:53Z", False, 0)
    assert extract(first.html, first.url, charset=first.charset).title == "a"
    assert "damaged" in damaged.reason and damaged.number == 2
    assert str(cut).startswith("record 4 at byte") and "news.example/d" in str(cut)


def test_its_pages_are_pages_for_extract_many(crawl):
    pages = (record for record in read_warc(io.BytesIO(crawl)) if isinstance(record, WarcPage))
    assert [article.title for article in extract_many(pages)] == ["a", "c"]


def test_a_file_that_fails_while_it_is_read_raises(crawl):
    class Failing(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 0:
                raise OSError("the disk is gone")
            return super().read(min(size, 600))

    reader = read_warc(Failing(crawl))
    with pytest.raises(OSError, match="the disk is gone"):
        list(reader)


def test_files_that_are_not_there_or_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_warc(tmp_path / "none.warc")
    with pytest.raises(IsADirectoryError, match="is a directory"):
        read_warc(tmp_path)
    with pytest.raises(TypeError, match="binary mode"):
        read_warc(io.StringIO("WARC/1.0"))
    with pytest.raises(TypeError):
        read_warc(7)
    assert list(read_warc(io.BytesIO(b""))) == []
    (broken,) = read_warc(io.BytesIO(b"<html>no archive</html>"))
    assert "no WARC record" in broken.reason
