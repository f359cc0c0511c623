"""Writes WARC files with varied copies of Pith's own test pages: the same arguments give the same bytes.

They contain the difficulties of a real crawl: half of the pages are from one host, one page has 50 MB, some responses
aren't HTML or have an error status, and some pages don't declare their encoding. One archive is empty, one has only
good pages, one is truncated, and one has a damaged member. One page in a thousand, and at least one of each kind, has a URL
that makes the workers of the trial crash, hang, or run out of memory.
"""

import argparse
import gzip
import random
import re
from pathlib import Path

# Excluded pages: framesets, and pages that are hostile or empty by design, have no text to vary.
EXCLUDED = {"frame.html", "frameset.html", "frame-inner.html", "hostile.html", "nothing.html"}
WORDS = "harbour ferry council quay divers timber museum gallery lens islanders winter letter garden station".split()
LARGE = 50 << 20
FAULTS = ["crash", "hang", "grow"]
RECORDS_FOR_A_FAULT = 1000
# A page that needs more memory than the trial allows a worker.
GROWING = "<title>Huge</title>" + "<p>Words that are <i>many</i>." * 100_000


def response(url: str, number: int, content_type: str | None, body: bytes, status: str = "200 OK") -> bytes:
    head = f"HTTP/1.1 {status}\r\n"
    if content_type:
        head += f"Content-Type: {content_type}\r\n"
    block = head.encode() + b"\r\n" + body
    return record("response", url, number, block)


def record(kind: str, url: str, number: int, block: bytes) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012x}>\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2026-03-14T09:26:53Z\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", compresslevel=1, mtime=0)


def varied(html: str, chance: random.Random, number: int) -> str:
    """Returns a page with another title, some paragraphs removed, and some words replaced."""
    html = re.sub(r"</title>", f" {number}</title>", html, count=1, flags=re.I)
    html = re.sub(r"<p>.{80,}?</p>", lambda p: "" if chance.random() < 0.15 else p[0], html, flags=re.S)

    def other(word: re.Match[str]) -> str:
        return chance.choice(WORDS) if chance.random() < 0.05 else word[0]

    # Only words in running text: tags and scripts are unchanged.
    return re.sub(r"(?<=[a-z,] )[a-z]{4,12}(?= [a-z])", other, html)


def large(chance: random.Random) -> bytes:
    paragraph = "<p>" + " ".join(chance.choice(WORDS) for _ in range(60)) + ".</p>\n"
    return b"<!doctype html><title>Large</title><main>" + paragraph.encode() * (LARGE // len(paragraph)) + b"</main>"


def faulty(number: int, count: int) -> str | None:
    """Returns the fault of page `number` of `count`, or None."""
    interval = min(RECORDS_FOR_A_FAULT, count // len(FAULTS))
    place, rest = divmod(number, interval)
    return FAULTS[place % len(FAULTS)] if rest == interval // 2 else None


def write(folder: Path, pages: Path, count: int, files: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sources = [path.read_text() for path in sorted(pages.glob("*.html")) if path.name not in EXCLUDED]
    for at in range(files):
        chance = random.Random(at)
        members = []
        for number in range(at * count // files, (at + 1) * count // files):
            host = "large.example" if number % 2 else f"site-{number % 997}.example"
            url = f"https://{host}/{number}"
            html = varied(sources[number % len(sources)], chance, number)
            body = html.encode()
            if fault := faulty(number, count):
                body = GROWING.encode() if fault == "grow" else body
                members.append(response(f"https://fault.test/{fault}/{number}", number, "text/html; charset=utf-8", body))
                continue
            match number % 50:
                case 7:
                    members.append(response(url, number, "image/png", b"\x89PNG\r\n\x1a\n" * 50))
                case 17:
                    members.append(response(url, number, "text/html", b"<p>Gone.", "404 Not Found"))
                case 27:
                    members.append(record("request", url, number, b"GET / HTTP/1.1\r\n\r\n"))
                case 37:
                    members.append(response(url, number, "text/html", b"%PDF-1.7 is no page"))
                case 3 | 13:
                    # Neither the server nor the page declares the encoding.
                    bare = re.sub(r"<meta charset=[^>]*>", "", html).encode("latin-1", "xmlcharrefreplace")
                    members.append(response(url, number, "text/html" if number % 2 else None, bare))
                case _:
                    members.append(response(url, number, "text/html; charset=utf-8", body))
        if at == 1:
            members.append(response("https://large.example/page", count, "text/html", large(chance)))
        if at == 2:
            damaged = bytearray(members[3])
            damaged[len(damaged) // 2] ^= 0x55
            members[3] = bytes(damaged)
        archive = b"".join(members)
        if at == 3:
            archive = archive[:-40]
        (folder / f"crawl-{at:05}.warc.gz").write_bytes(archive)
    good = []
    for number in range(count + 1, count + 21):
        html = varied(sources[number % len(sources)], random.Random(number), number)
        good.append(response(f"https://good.example/{number}", number, "text/html; charset=utf-8", html.encode()))
    (folder / "crawl-good.warc.gz").write_bytes(b"".join(good))
    (folder / "crawl-empty.warc.gz").write_bytes(b"")


def write_labeled(folder: Path, data: Path, every: int, files: int) -> None:
    """Writes every n-th labeled page (DATA/SET/pages/ID.html.gz) unchanged, for benchmarks."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = sorted(data.glob("*/pages/*.html.gz"))[::every]
    for at in range(files):
        members = []
        for number in range(at, len(pages), files):
            url = f"https://site-{number % 997}.example/{number}"
            members.append(response(url, number, "text/html", gzip.decompress(pages[number].read_bytes())))
        (folder / f"labeled-{at:05}.warc.gz").write_bytes(b"".join(members))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=Path, default=Path(__file__).parents[2] / "tests/pages")
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=24)
    parser.add_argument("--data", type=Path, help="use unchanged labeled pages from this folder instead")
    parser.add_argument("--every", type=int, default=10, help="use only every n-th labeled page")
    args = parser.parse_args()
    if args.data:
        write_labeled(args.folder, args.data, args.every, args.files)
    else:
        write(args.folder, args.pages, args.records, args.files)


if __name__ == "__main__":
    main()
