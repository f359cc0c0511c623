"""Runs the job on two local workers, kills an executor and then the driver, and compares the tables with `pith batch`.

    trial.py ARCHIVES SCRATCH --pith PITH

Prints what it checked; ends with 1 where a page is lost, doubled or another.
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

HERE = Path(__file__).parent
# Most seconds that are waited for a sign of the job.
PATIENCE = 1200


def submit(script: Path, arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """Returns how a script is run on a cluster of two workers with one core each."""
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


def start(archives: Path, output: Path, files_in_wave: int) -> subprocess.Popen[bytes]:
    """Starts the job, in a group of processes of its own."""
    arguments = [f"{archives}/*.warc.gz", str(output), "--buckets", "8", "--files-in-wave", str(files_in_wave)]
    command, environment = submit(HERE / "corpus.py", arguments)
    return subprocess.Popen(command, env=environment, start_new_session=True)


def executors(job: subprocess.Popen[bytes]) -> dict[int, psutil.Process]:
    """Returns the executors of a job by their process ids."""
    found = {}
    for process in psutil.Process(job.pid).children(recursive=True):
        try:
            if any("CoarseGrainedExecutorBackend" in word for word in process.cmdline()):
                found[process.pid] = process
        except psutil.NoSuchProcess:
            continue
    return found


def until(job: subprocess.Popen[bytes], what: str, holds) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        if job.poll() is not None:
            sys.exit(f"the job ended with {job.returncode} before {what}")
        if time.monotonic() > end:
            sys.exit(f"{what} did not come in {PATIENCE} s")
        time.sleep(0.1)


def committed(output: Path, wave: int) -> int:
    """Returns the tasks of a wave that wrote rows and ended."""
    folder = output / f"staged/wave={wave}"
    return len(list(folder.glob("_temporary/0/task_*"))) + len(list(folder.glob("part-*")))


def rows(output: Path, table: str) -> list[dict]:
    columns = ["id", "url", "text"] if table == "articles" else ["id", "url", "error"]
    found = []
    for file in sorted((output / table).rglob("*.parquet")):
        found += pq.ParquetFile(file).read(columns=columns).to_pylist()
    return found


def compare(output: Path, batch: Path) -> None:
    wanted = [json.loads(line) for line in batch.open()]
    articles, bad = rows(output, "articles"), rows(output, "bad")
    texts = {row["id"]: row["text"] for row in wanted if "error" not in row}
    errors = Counter((row["id"], row["url"]) for row in wanted if "error" in row)
    doubled = [id for id, times in Counter(row["id"] for row in articles).items() if times > 1]
    lost = texts.keys() - {row["id"] for row in articles}
    other = [row["id"] for row in articles if texts.get(row["id"]) != row["text"]]
    is_same = Counter((row["id"], row["url"] or None) for row in bad) == errors
    print(f"articles: {len(articles)} of {len(texts)}, {len(doubled)} doubled, {len(lost)} lost, {len(other)} others")
    print(f"bad records: {len(bad)} of {sum(errors.values())}{'' if is_same else ', and not the same'}")
    for kind, count in Counter(row["error"].split(":")[0] for row in bad).items():
        print(f"  {count} {kind}")
    if doubled or lost or other or not is_same:
        sys.exit("the tables are not what pith batch writes")


def stamps(output: Path) -> dict[str, int]:
    return {str(file): file.stat().st_mtime_ns for file in output.rglob("*.parquet")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--pith", type=Path, required=True)
    parser.add_argument("--files-in-wave", type=int, default=13)
    given = parser.parse_args()
    archives, scratch = given.archives.resolve(), given.scratch.resolve()
    output, batch = scratch / "corpus", scratch / "batch.jsonl"
    files = sorted(archives.glob("*.warc.gz"))
    command = [given.pith, "batch", "--warc", "--format", "text", "--timeout", "60", "--out", batch, *files]
    subprocess.run(command, check=True)

    begin = time.monotonic()
    job = start(archives, output, given.files_in_wave)
    until(job, "two executors", lambda: len(executors(job)) == 2)
    first = executors(job)
    until(job, "a task that ended", lambda: committed(output, 0) >= 2)
    killed = next(iter(first.values()))
    killed.send_signal(signal.SIGKILL)
    print(f"killed an executor after {time.monotonic() - begin:.0f} s")
    until(job, "an executor in its place", lambda: len(executors(job).keys() - first.keys()) >= 1)
    until(job, "the first wave", lambda: (output / "bad/wave=0/_SUCCESS").exists())
    until(job, "a task of the second wave", lambda: committed(output, 1) >= 1)
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    print(f"killed the driver after {time.monotonic() - begin:.0f} s")
    kept = stamps(output / "articles/wave=0")
    for process in first.values():
        process.wait(60)

    job = start(archives, output, given.files_in_wave)
    if job.wait() != 0:
        sys.exit("the job that goes on failed")
    print(f"went on and ended after {time.monotonic() - begin:.0f} s")
    if stamps(output / "articles/wave=0") != kept:
        sys.exit("what was done was done again")
    compare(output, batch)
    before = stamps(output)
    if start(archives, output, given.files_in_wave).wait() != 0:
        sys.exit("the job that has nothing to do failed")
    if stamps(output) != before:
        sys.exit("a run that has nothing to do wrote files")
    print("a further run wrote nothing")


if __name__ == "__main__":
    main()
