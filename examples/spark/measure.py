"""Measures pages per CPU second, and memory: `pith batch`, Spark with Pith, and Spark with trafilatura.

    measure.py ARCHIVES SCRATCH --pith PITH

ARCHIVES is written by archives.py. Each setup has two cores. Times are CPU times of all its processes, so that other
work on the machine matters less. The wall-clock time is also printed.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
from trial import HERE, submit


def by_trafilatura(pages):
    """Finds the articles of pages with trafilatura, in order."""
    import trafilatura

    for page in pages:
        try:
            found = trafilatura.bare_extraction(page.html, url=page.url, with_metadata=True)
        except Exception as error:  # Every exception becomes a row.
            yield {"error": f"{type(error).__name__}: {error}"}
            continue
        found = found.as_dict() if found else {}
        yield {"title": found.get("title"), "text": found.get("text") or "", "words": len((found.get("text") or "").split())}


class Watch(threading.Thread):
    """Measures a process and its descendants: CPU seconds, and the peak memory of a Python worker and of an executor in
    MiB. Workers are killed without being waited for, so the system doesn't add their CPU time to their parents'."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.root = psutil.Process(pid)
        self.seconds: dict[psutil.Process, float] = {}
        self.peak = {"python": 0, "executor": 0}

    def run(self) -> None:
        while self.root.is_running():
            try:
                processes = [self.root, *self.root.children(recursive=True)]
            except psutil.Error:
                return
            for process in processes:
                try:
                    times = process.cpu_times()
                    self.seconds[process] = times.user + times.system
                    words = " ".join(process.cmdline())
                    kind = "python" if "pyspark.daemon" in words else "executor" if "CoarseGrained" in words else None
                    if kind:
                        self.peak[kind] = max(self.peak[kind], process.memory_info().rss >> 20)
                except psutil.Error:
                    continue
            time.sleep(0.2)


def measured(name: str, pages: int, command: list, environment: dict[str, str] | None = None) -> None:
    load = os.getloadavg()[0]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(command, env=environment)
    watch = Watch(process.pid)
    watch.start()
    if process.wait() != 0:
        sys.exit(f"{name} failed")
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    waited_for = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # The last sample is taken up to 0.2 s before the end.
    cpu = max(waited_for, sum(watch.seconds.values()))
    print(
        f"| {name} | {cpu:.1f} | {pages / cpu:.1f} | {wall:.1f} | {pages / wall:.1f} | "
        f"{watch.peak['python'] or '–'} | {watch.peak['executor'] or '–'} | {load:.1f} |",
        flush=True,
    )


def job(args: argparse.Namespace) -> None:
    """Runs the Spark driver."""
    import corpus
    from pyspark.sql import SparkSession

    extract = {"pith": corpus.by_pith, "trafilatura": by_trafilatura}.get(args.job)
    spark = SparkSession.builder.appName("measure").getOrCreate()
    spark.sparkContext.addPyFile(str(HERE / "corpus.py"))
    spark.sparkContext.addPyFile(str(HERE / "trial.py"))
    spark.sparkContext.addPyFile(str(HERE / "measure.py"))
    if extract:
        tables = corpus.Corpus(spark, str(args.scratch / args.job), 8, 1000)
        tables.run(f"{args.archives}/*.warc.gz", extract)
    spark.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--pith", type=Path)
    parser.add_argument("--job", choices=["pith", "trafilatura", "nothing"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.archives, args.scratch = args.archives.resolve(), args.scratch.resolve()
    if args.job:
        return job(args)
    shutil.rmtree(args.scratch, ignore_errors=True)
    args.scratch.mkdir(parents=True)
    batch = args.scratch / "batch.jsonl"
    files = sorted(args.archives.glob("*.warc.gz"))
    command = [args.pith, "batch", "--warc", "--jobs", "2", "--format", "text", "--out", batch, *files]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    pages = sum("error" not in json.loads(line) for line in batch.open())
    batch.unlink()
    print(f"{pages} pages\n")
    print("| setup | CPU s | pages per CPU second | wall s | pages/s | Python worker, MiB | executor, MiB | load |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    measured("pith batch", pages, command)
    for name, title in [("nothing", "Spark without a page"), ("pith", "Spark with Pith"), ("trafilatura", "Spark with trafilatura")]:
        arguments = [str(args.archives), str(args.scratch), "--job", name]
        measured(title, pages, *submit(HERE / "measure.py", arguments))


if __name__ == "__main__":
    main()
