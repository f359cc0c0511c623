"""Converts WARC files to a corpus of articles, on Spark.

    spark-submit corpus.py 'INPUT' OUTPUT

INPUT is a path with wildcards, on any file system supported by Spark and pyarrow. OUTPUT gets two Parquet tables:

    articles/   a row for each page that could be read, with or without an article; partitioned by wave and by bucket
                (hash of the host)
    bad/        a row for each page or record without a result, with the reason

The files are processed in waves. The pages of a wave are staged first, without a shuffle: one task reads one file and
has only a few pages in memory. Then the stage is written to both tables, and Spark splits the rows of large hosts. If a
task fails or its executor dies, Spark repeats the task; only the rows of finished tasks are committed. An interrupted
run continues with the first wave that isn't in both tables, and rewrites it, so nothing is lost or duplicated. Files
added since then become new waves.
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pandas as pd
import pith_reader
from pyarrow.fs import FileSystem
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

# Timeout. A page that takes longer becomes a bad record. The slowest good page takes far less.
SECONDS_FOR_A_PAGE = 60.0

# Limit in MiB. A page that needs more becomes a bad record. A page of 50 MB needs half of it.
MEMORY_FOR_A_PAGE = 1024

# Maximum rows of a batch for Spark, and approximate maximum characters, because a few large pages can fill the memory.
ROWS_AT_ONCE = 256
CHARACTERS_AT_ONCE = 8_000_000

PAGES = """
    id string, url string, host string, fetched string, file string, place bigint,
    title string, byline string, date string, language string, site string, doi string, confidence string,
    ends_early boolean, words int, text string, markdown string, error string
"""
COLUMNS = [column.split()[0] for column in PAGES.split(",")]


def origin(record: Any, file: str) -> dict[str, Any]:
    """Returns the columns taken from the archive."""
    url = record.url or ""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    return {"id": record.id, "url": url, "host": host, "file": file, "place": record.place}


def columns_of(answer: pith_reader.Article | pith_reader.ExtractionError) -> dict[str, Any]:
    """Returns the columns taken from the result of a page."""
    if isinstance(answer, pith_reader.ExtractionError):
        return {"error": f"{type(answer).__name__}: {answer}"}
    return {
        "title": answer.title,
        "byline": answer.byline,
        "date": answer.date,
        "language": answer.language,
        "site": answer.site,
        "doi": answer.doi,
        "confidence": answer.confidence,
        "ends_early": answer.ends_early,
        "words": answer.word_count,
        "text": answer.text,
        "markdown": answer.markdown,
    }


def by_pith(pages: Iterator[pith_reader.WarcPage]) -> Iterator[dict[str, Any]]:
    """Finds the articles of pages, in order."""
    # One thread per task, because Spark runs a task per core.
    limits = {"timeout": SECONDS_FOR_A_PAGE, "memory": MEMORY_FOR_A_PAGE}
    return map(columns_of, pith_reader.extract_many(pages, threads=1, **limits))


def rows_of(file: str, extract: Callable[[Any], Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """Reads a WARC file, and yields a row for each page and each broken record."""
    system, path = FileSystem.from_uri(file)
    pending: deque[dict[str, Any]] = deque()
    broken: deque[dict[str, Any]] = deque()

    def pages() -> Iterator[pith_reader.WarcPage]:
        # Raises if the file can't be read, so that Spark retries the task.
        for record in pith_reader.read_warc(stream):
            row = origin(record, file)
            if isinstance(record, pith_reader.BrokenRecord):
                broken.append(row | {"error": f"BrokenRecord: {record}"})
            else:
                pending.append(row | {"fetched": record.date})
                yield record

    with system.open_input_stream(path, compression=None) as stream:
        for answer in extract(pages()):
            yield pending.popleft() | answer
            while broken:
                yield broken.popleft()
        yield from broken


def as_frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Returns rows as a data frame."""
    # All columns have the type object: empty columns would be numeric, which Arrow can't convert to text.
    return pd.DataFrame([[row.get(column) for column in COLUMNS] for row in rows], columns=COLUMNS, dtype=object)


def mapper(extract: Callable[[Any], Iterator[dict[str, Any]]]) -> Callable[[Any], Iterator[pd.DataFrame]]:
    """Returns a function for `mapInPandas` from batches of file names to batches of rows."""

    def work(batches: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        rows: list[dict[str, Any]] = []
        characters = 0
        for batch in batches:
            for file in batch["file"]:
                for row in rows_of(file, extract):
                    rows.append(row)
                    characters += len(row.get("text") or "") + len(row.get("markdown") or "")
                    if len(rows) >= ROWS_AT_ONCE or characters >= CHARACTERS_AT_ONCE:
                        yield as_frame(rows)
                        rows, characters = [], 0
        # If there are no rows, no frame is yielded.
        if rows:
            yield as_frame(rows)

    return work


class Corpus:
    """The two tables in a folder, and the waves they're written in."""

    def __init__(self, spark: SparkSession, output: str, buckets: int, files_in_wave: int) -> None:
        self.spark = spark
        self.output = output.rstrip("/")
        self.buckets = buckets
        self.files_in_wave = files_in_wave

    def run(self, inputs: str, extract: Callable[[Any], Iterator[dict[str, Any]]] = by_pith) -> None:
        for wave in self.planned(inputs):
            if not self.is_done(wave):
                self.stage(wave, extract)
                self.lay_out(wave)

    def planned(self, inputs: str) -> list[int]:
        """Assigns new files to new waves, and returns the numbers of all waves."""
        plan = f"{self.output}/waves"
        waves: list[int] = []
        known: set[str] = set()
        if self.has_ended(plan):
            rows = self.spark.read.parquet(plan).collect()
            waves = sorted({row["wave"] for row in rows})
            known = {row["file"] for row in rows}
        listed = self.spark.read.format("binaryFile").load(inputs).select("path", "length").collect()
        # Largest first, so that no long task starts last.
        new = sorted((row for row in listed if row["path"] not in known), key=lambda row: (-row["length"], row["path"]))
        first = waves[-1] + 1 if waves else 0
        added = [(first + n // self.files_in_wave, row["path"], row["length"]) for n, row in enumerate(new)]
        if added:
            frame = self.spark.createDataFrame(added, "wave int, file string, length bigint")
            frame.coalesce(1).write.mode("append").parquet(plan)
        return waves + sorted({wave for wave, _, _ in added})

    def stage(self, wave: int, extract: Callable[[Any], Iterator[dict[str, Any]]]) -> None:
        """Extracts the pages of a wave: a task per file, and no shuffle, which one large host could unbalance."""
        staged = f"{self.output}/staged/wave={wave}"
        if self.has_ended(staged):
            return
        plan = self.spark.read.parquet(f"{self.output}/waves").where(F.col("wave") == wave)
        files = [(row["file"],) for row in plan.orderBy(F.desc("length"), "file").collect()]
        frame = self.spark.sparkContext.parallelize(files, len(files)).toDF("file string")
        frame.mapInPandas(mapper(extract), PAGES).write.mode("overwrite").parquet(staged)

    def lay_out(self, wave: int) -> None:
        """Writes a staged wave to both tables."""
        staged = f"{self.output}/staged/wave={wave}"
        rows = self.spark.read.schema(PAGES).parquet(staged)
        bucket = F.pmod(F.xxhash64("host"), F.lit(self.buckets)).cast("int")
        articles = rows.where(F.col("error").isNull()).drop("error").withColumn("bucket", bucket)
        # Rebalancing, unlike partitioning, divides the rows of a large host among tasks.
        articles = articles.hint("rebalance", F.col("bucket"))
        self.write(articles, "articles", wave, "bucket")
        bad = rows.where(F.col("error").isNotNull()).select("id", "url", "host", "file", "place", "error")
        self.write(bad.coalesce(1), "bad", wave)
        self.delete(staged)

    def write(self, frame: DataFrame, table: str, wave: int, *partitions: str) -> None:
        writer = frame.write.mode("overwrite")
        if partitions:
            writer = writer.partitionBy(*partitions)
        writer.parquet(f"{self.output}/{table}/wave={wave}")

    def is_done(self, wave: int) -> bool:
        return all(self.has_ended(f"{self.output}/{table}/wave={wave}") for table in ("articles", "bad"))

    def has_ended(self, folder: str) -> bool:
        """Returns whether the job that writes to a folder was committed."""
        path, system = self.path(f"{folder}/_SUCCESS")
        return bool(system.exists(path))

    def delete(self, folder: str) -> None:
        path, system = self.path(folder)
        system.delete(path, True)

    def path(self, name: str) -> tuple[Any, Any]:
        jvm: Any = self.spark.sparkContext._jvm
        path = jvm.org.apache.hadoop.fs.Path(name)
        return path, path.getFileSystem(self.spark.sparkContext._jsc.hadoopConfiguration())


def main() -> None:
    parser = argparse.ArgumentParser(description="Converts WARC files to a corpus of articles, on Spark.")
    parser.add_argument("input", help="path of the WARC files, with wildcards")
    parser.add_argument("output", help="output folder for the tables")
    parser.add_argument("--buckets", type=int, default=64, help="number of partitions of a wave, by hash of the host")
    parser.add_argument("--files-in-wave", type=int, default=1000, help="number of WARC files per commit")
    args = parser.parse_args()
    spark = SparkSession.builder.appName("articles").getOrCreate()
    Corpus(spark, args.output, args.buckets, args.files_in_wave).run(args.input)
    spark.stop()


if __name__ == "__main__":
    main()
