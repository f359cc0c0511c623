"""Runs the job on two local workers, kills a worker of Pith, an executor, and the driver, and compares the tables with
`pith batch`.

The workers of Pith crash, hang, or run out of memory on pages with certain URLs
(`packages/python/tests/faulty_worker.py`).

    trial.py ARCHIVES SCRATCH --pith PITH

Prints the results. Exits with status 1 if any other page, except that of the killed worker, is lost, duplicated, or
different.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pyspark

HERE = Path(__file__).resolve().parent
FAULTY_WORKER = HERE.parents[1] / "packages/python/tests/faulty_worker.py"
# Start of the expected error for each fault of archives.py.
FAULTS = {
    "crash": "PageLimitError: its process ended: signal: 6",
    "hang": "PageTimeoutError: it took more than",
    "grow": "PageLimitError: it exceeded the memory limit",
}
FAULTY_SITE = "https://fault.test/"
KILLED = "PageLimitError: its process ended: signal: 9"
# Maximum seconds to wait for each event.
TIMEOUT = 1200
BUCKETS = 8


def submit(script: Path, arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """Returns the command and environment to run a script on a cluster of two workers with one core each."""
    home = Path(pyspark.__file__).parent
    options = {
        "spark.master": "local-cluster[2,1,1536]",
        "spark.executor.memory": "1g",
        "spark.driver.memory": "1g",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "8",
        "spark.log.level": "ERROR",
    }
    configured = [f"--conf={name}={value}" for name, value in options.items()]
    local = {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    return [str(home / "bin/spark-submit"), *configured, str(script), *arguments], os.environ | local


def start(args: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Starts the job with faulty workers, in a separate process group."""
    arguments = [str(args.archives), str(args.scratch), "--files-in-wave", str(args.files_in_wave), "--job"]
    command, environment = submit(HERE / "trial.py", arguments)
    return subprocess.Popen(command, env=environment, start_new_session=True)


def job(args: argparse.Namespace) -> None:
    """Runs the Spark driver."""
    import corpus
    from pyspark.sql import SparkSession

    interpreter = str(args.scratch / "interpreter")

    def extract(pages):
        # pith_reader starts its workers with this program.
        sys.executable = interpreter
        return corpus.by_pith(pages)

    spark = SparkSession.builder.appName("trial").getOrCreate()
    spark.sparkContext.addPyFile(str(HERE / "corpus.py"))
    tables = corpus.Corpus(spark, str(args.scratch / "corpus"), BUCKETS, args.files_in_wave)
    tables.run(f"{args.archives}/*.warc.gz", extract)
    spark.stop()


def write_interpreter(file: Path) -> None:
    """Writes the program that starts faulty workers of Pith."""
    file.write_text(f'#!/bin/sh\nPITH_INTERPRETER="{sys.executable}" exec "{sys.executable}" "{FAULTY_WORKER}" "$@"\n')
    file.chmod(0o755)


def processes(job: subprocess.Popen[bytes], name: str) -> dict[int, psutil.Process]:
    """Returns the processes of a job whose command line contains a name, by ID."""
    found = {}
    for process in psutil.Process(job.pid).children(recursive=True):
        try:
            if any(name in word for word in process.cmdline()):
                found[process.pid] = process
        except psutil.NoSuchProcess:
            continue
    return found


def until(job: subprocess.Popen[bytes], what: str, condition) -> None:
    end = time.monotonic() + TIMEOUT
    while not condition():
        if job.poll() is not None:
            sys.exit(f"the job exited with {job.returncode} while waiting for {what}")
        if time.monotonic() > end:
            sys.exit(f"timed out after {TIMEOUT} s while waiting for {what}")
        time.sleep(0.1)


def committed(output: Path, wave: int) -> int:
    """Returns the number of finished tasks of a wave that wrote rows."""
    folder = output / f"staged/wave={wave}"
    return len(list(folder.glob("_temporary/0/task_*"))) + len(list(folder.glob("part-*")))


def executors(job: subprocess.Popen[bytes]) -> dict[int, psutil.Process]:
    return processes(job, "CoarseGrainedExecutorBackend")


def workers(job: subprocess.Popen[bytes]) -> dict[int, psutil.Process]:
    """Returns the workers of Pith."""
    return processes(job, FAULTY_WORKER.name)


def rows(output: Path, table: str) -> list[dict]:
    columns = ["id", "url", "text"] if table == "articles" else ["id", "url", "error"]
    found = []
    for file in sorted((output / table).rglob("*.parquet")):
        found += pq.ParquetFile(file).read(columns=columns).to_pylist()
    return found


def compare(output: Path, batch: Path) -> None:
    expected = [json.loads(line) for line in batch.open()]
    articles, bad = rows(output, "articles"), rows(output, "bad")
    faulty = {row["id"]: row["url"].split("/")[3] for row in expected if (row["url"] or "").startswith(FAULTY_SITE)}
    limited = {row["id"]: row["error"] for row in bad if row["id"] in faulty}
    killed = {row["id"] for row in bad if row["error"].startswith(KILLED)}
    special = faulty.keys() | killed
    bad = [row for row in bad if row["id"] not in special]
    expected = [row for row in expected if row["id"] not in special]
    texts = {row["id"]: row["text"] for row in expected if "error" not in row}
    errors = Counter((row["id"], row["url"]) for row in expected if "error" in row)
    duplicated = [id for id, times in Counter(row["id"] for row in articles).items() if times > 1]
    lost = texts.keys() - {row["id"] for row in articles}
    different = [row["id"] for row in articles if texts.get(row["id"]) != row["text"]]
    is_same = Counter((row["id"], row["url"] or None) for row in bad) == errors
    counts = f"{len(duplicated)} duplicated, {len(lost)} lost, {len(different)} different"
    print(f"articles: {len(articles)} of {len(texts)}, {counts}")
    print(f"bad records: {len(bad)} of {sum(errors.values())}{'' if is_same else ', with differences'}")
    for kind, count in Counter(row["error"].split(":")[0] for row in bad).items():
        print(f"  {count} {kind}")
    are_limited = all(limited.get(id, "").startswith(FAULTS[kind]) for id, kind in faulty.items())
    print(f"faulty pages: {len(limited)} of {len(faulty)}{'' if are_limited else ', with unexpected errors'}")
    print(f"pages of the killed worker: {len(killed)}")
    if not are_limited or len(killed) > 1:
        sys.exit("a faulty page or a killed worker affected other pages")
    if duplicated or lost or different or not is_same:
        sys.exit("the tables differ from the output of pith batch")


def stamps(output: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in output.rglob("*.parquet")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--pith", type=Path)
    parser.add_argument("--files-in-wave", type=int, default=13)
    parser.add_argument("--job", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.archives, args.scratch = args.archives.resolve(), args.scratch.resolve()
    if args.job:
        return job(args)
    if args.pith is None:
        parser.error("--pith is required")
    output, batch = args.scratch / "corpus", args.scratch / "batch.jsonl"
    files = sorted(args.archives.glob("*.warc.gz"))
    command = [args.pith, "batch", "--warc", "--format", "text", "--timeout", "60", "--out", batch, *files]
    subprocess.run(command, check=True)
    write_interpreter(args.scratch / "interpreter")
    run_with_kills(args, output)
    compare(output, batch)
    before = stamps(output)
    if start(args).wait() != 0:
        sys.exit("the repeated job failed")
    if stamps(output) != before:
        sys.exit("the repeated job wrote files")
    print("the repeated job wrote nothing")


def run_with_kills(args: argparse.Namespace, output: Path) -> None:
    """Runs the job while killing its processes, and then again to completion."""
    begin = time.monotonic()
    job = start(args)
    until(job, "two executors", lambda: len(executors(job)) == 2)
    first = executors(job)
    until(job, "a worker of Pith", lambda: workers(job))
    next(iter(workers(job).values())).send_signal(signal.SIGKILL)
    print(f"killed a worker of Pith after {time.monotonic() - begin:.0f} s")
    until(job, "a finished task", lambda: committed(output, 0) >= 2)
    killed = next(iter(first.values()))
    killed.send_signal(signal.SIGKILL)
    print(f"killed an executor after {time.monotonic() - begin:.0f} s")
    until(job, "a new executor", lambda: len(executors(job).keys() - first.keys()) >= 1)
    until(job, "the first wave", lambda: (output / "bad/wave=0/_SUCCESS").exists())
    until(job, "a task of the second wave", lambda: committed(output, 1) >= 1)
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    print(f"killed the driver after {time.monotonic() - begin:.0f} s")
    kept = stamps(output / "articles/wave=0")
    for process in first.values():
        process.wait(60)

    job = start(args)
    if job.wait() != 0:
        sys.exit("the resumed job failed")
    print(f"finished the resumed job after {time.monotonic() - begin:.0f} s")
    if stamps(output / "articles/wave=0") != kept:
        sys.exit("a finished wave was repeated")


if __name__ == "__main__":
    main()
