"""Compares pith_reader with other Python packages on labeled pages: accuracy, and CPU time for a page.

    compare.py DATA [--every N] [--sets NAME,NAME]

DATA contains a folder for each set, with `pages/ID.html.gz` and `truth.jsonl.gz`, which has `id`, `url`, and `text`.
Without DATA, the comparison is skipped with a message. Pith was trained on these pages, so its accuracy on them doesn't
apply to unseen pages.

Accuracy is the F1 of the longest common subsequence of words, averaged over the pages of a set. Time is the CPU time
from bytes to text on one thread, without one-time initialization.
"""

import argparse
import gzip
import json
import os
import platform
import re
import statistics
import sys
import time
import unicodedata
from importlib.metadata import version
from pathlib import Path

from rapidfuzz.distance import LCSseq

SETS = [
    "fundus_news", "magic_html_article", "magic_html_forum", "wcxb_dev", "postlight_fixtures", "l3s_gn1", "dragnet",
    "cleanportaleval", "chinese_wce",
]  # fmt: skip
CJK = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\uff66-\uff9f\U00020000-\U0003ffff"
WORD = re.compile(f"[{CJK}]|[^\\W{CJK}]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def words(text: str) -> list[str]:
    return WORD.findall(INVISIBLE.sub("", unicodedata.normalize("NFC", text)).lower())


def f1(truth: str, text: str) -> float:
    expected, found = words(truth), words(text)
    if not expected or not found:
        return float(expected == found)
    numbers: dict[str, int] = {}
    a, b = ([numbers.setdefault(word, len(numbers)) for word in side] for side in (expected, found))
    return 2 * LCSseq.similarity(a, b) / (len(a) + len(b))


def by_pith(html: bytes, url: str | None) -> str:
    return pith_reader.extract(html, url).text


def by_trafilatura(html: bytes, url: str | None) -> str:
    return trafilatura.extract(html, url=url) or ""


def by_readability(html: bytes, url: str | None) -> str:
    summary = readability.Document(html, url=url).summary()
    return "\n".join(lxml.html.fromstring(summary).itertext())


def by_resiliparse(html: bytes, url: str | None) -> str:
    tree = HTMLTree.parse_from_bytes(html, detect_encoding(html))
    return extract_plain_text(tree, main_content=True)


def pages(folder: Path, every: int):
    with gzip.open(folder / "truth.jsonl.gz", "rt") as rows:
        for number, line in enumerate(rows):
            row = json.loads(line)
            if number % every == 0 and row.get("text"):
                yield row, gzip.decompress((folder / "pages" / f"{row['id']}.html.gz").read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=1, help="use only every Nth page")
    parser.add_argument("--sets", default=",".join(SETS))
    args = parser.parse_args()
    if not args.data.is_dir():
        sys.exit(f"skipped: no labeled pages in {args.data}")
    packages = {
        "pith-reader": by_pith,
        "trafilatura": by_trafilatura,
        "readability-lxml": by_readability,
        "resiliparse": by_resiliparse,
    }
    load = os.getloadavg()[0]
    took: dict[str, list[float]] = {name: [] for name in packages}
    errors = dict.fromkeys(packages, 0)
    size = 0
    print("| set | pages | " + " | ".join(packages) + " |\n| --- | --: |" + " --: |" * len(packages))
    for name in args.sets.split(","):
        scores: dict[str, list[float]] = {package: [] for package in packages}
        for row, html in pages(args.data / name, args.every):
            size += len(html)
            for package, extract in packages.items():
                begin = time.process_time()
                try:
                    text = extract(html, row.get("url"))
                except Exception:  # Each package has its own errors. All count as an empty text.
                    text = ""
                    errors[package] += 1
                took[package].append(1000 * (time.process_time() - begin))
                scores[package].append(f1(row["text"], text))
        means = [f"{statistics.fmean(values):.3f}" for values in scores.values()]
        print(f"| {name} | {len(scores['pith-reader'])} | " + " | ".join(means) + " |", flush=True)
    total = len(took["pith-reader"])
    print("\n| package | version | median ms | mean ms | 99 % below | worst | errors |")
    print("| --- | --- | --: | --: | --: | --: | --: |")
    for package, times in took.items():
        times.sort()
        figures = [statistics.median(times), statistics.fmean(times), times[int(0.99 * total)], times[-1]]
        print(f"| {package} | {version(package)} | " + " | ".join(f"{ms:.1f}" for ms in figures) + f" | {errors[package]} |")
    print(
        f"\n{total} pages of {size / total / 1000:.0f} kB on average; {platform.python_implementation()} "
        f"{platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start."
    )


if __name__ == "__main__":
    import lxml.html
    import pith_reader
    import readability
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    main()
