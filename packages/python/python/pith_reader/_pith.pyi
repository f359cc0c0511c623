import os
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, overload

__version__: Final[str]

Confidence: TypeAlias = Literal["strong", "weak", "none"]
Level: TypeAlias = Literal["strict", "found", "notes", "column"]
Method: TypeAlias = Literal[
    "hybrid", "cetd-ds", "cectd-ds", "cectd-s", "cehtd-ds", "qread", "far-sw", "fsp"
]
Html: TypeAlias = str | bytes | bytearray | memoryview

class HasHtml(Protocol):
    """A page with its URL. `charset` is the encoding declared by the server."""

    @property
    def html(self) -> Html: ...
    @property
    def url(self) -> str | None: ...
    @property
    def charset(self) -> str | None: ...

Page: TypeAlias = Html | tuple[Html, str | None] | HasHtml

class Article:
    """The article of a page. Unknown values are None. Falsy if no article was found."""

    @property
    def title(self) -> str | None:
        """The title, without the site's name."""
    @property
    def byline(self) -> str | None:
        """The authors' names, separated by a comma and a space."""
    @property
    def date(self) -> str | None:
        """The publication date, or else the date of the last change, in ISO 8601."""
    @property
    def published(self) -> str | None:
        """The publication date in ISO 8601: a date, or a date with time and offset."""
    @property
    def modified(self) -> str | None:
        """The date of the last change, in the same format."""
    @property
    def site(self) -> str | None:
        """The site's name, or its host if it has none."""
    @property
    def language(self) -> str | None:
        """The language as a BCP 47 tag."""
    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """The text direction."""
    @property
    def excerpt(self) -> str | None:
        """The page's own summary."""
    @property
    def image(self) -> str | None:
        """The URL of the lead image."""
    @property
    def canonical(self) -> str | None:
        """The canonical URL declared by the page."""
    @property
    def doi(self) -> str | None:
        """The digital object identifier that the page declares for itself, starting with "10."."""
    @property
    def url(self) -> str | None:
        """The URL passed to `extract`."""
    @property
    def word_count(self) -> int:
        """The number of words in the body."""
    @property
    def reading_minutes(self) -> int:
        """The reading time in minutes."""
    @property
    def confidence(self) -> Confidence:
        """The confidence that this is the article."""
    @property
    def ends_early(self) -> bool:
        """True if the page shows only the beginning of its text; false if uncertain."""
    @property
    def text(self) -> str:
        """The body as plain text, with an empty line between paragraphs."""
    @property
    def markdown(self) -> str:
        """The body as Markdown."""
    @property
    def html(self) -> str:
        """The body as clean HTML, without scripts and styles."""
    @property
    def removed(self) -> list[Removed]:
        """The removed parts of the page, in document order."""
    def to_dict(self) -> dict[str, Any]:
        """Returns all of the above by name, ready for JSON."""
    def __bool__(self) -> bool: ...

class Removed:
    """A removed part of the page."""

    @property
    def reason(self) -> str:
        """Why it was removed, such as "navigation", "advert", "related", or "comments"."""
    @property
    def grounds(self) -> str | None:
        """The kind of the strongest evidence against it; None if no evidence was used."""
    @property
    def by(self) -> str | None:
        """The rule or step that removed it."""
    @property
    def text(self) -> str:
        """Its visible text on one line."""
    @property
    def node(self) -> int:
        """The index of its first node in document order."""

_Answer = TypeVar("_Answer", covariant=True)

class Articles(Iterator[_Answer]):
    """Results in the order of the pages; see extract_many."""

    def __iter__(self) -> Articles[_Answer]: ...
    def __next__(self) -> _Answer: ...

class WarcPage:
    """An HTML response from a WARC file."""

    @property
    def html(self) -> bytes:
        """The page's bytes, without transfer and content encoding."""
    @property
    def url(self) -> str: ...
    @property
    def charset(self) -> str | None:
        """The encoding declared by the response, if it's a known one."""
    @property
    def id(self) -> str:
        """The record ID, without angle brackets."""
    @property
    def date(self) -> str:
        """The time it was fetched, in ISO 8601."""
    @property
    def status(self) -> int: ...
    @property
    def is_cut(self) -> bool:
        """True if the crawler declares that it truncated the page."""
    @property
    def place(self) -> int:
        """Byte offset of the record, or of its compressed member, in the file."""

class BrokenRecord:
    """An unusable record of a WARC file. `str()` returns a message."""

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""
    @property
    def place(self) -> int: ...
    @property
    def id(self) -> str | None: ...
    @property
    def url(self) -> str | None: ...
    @property
    def reason(self) -> str: ...

class WarcReader(Iterator[WarcPage | BrokenRecord]):
    """The pages of a WARC file; see read_warc."""

    @property
    def counts(self) -> dict[str, int]:
        """Counts so far: records, pages, cut, no_response, other_status, no_html, broken."""
    def __iter__(self) -> WarcReader: ...
    def __next__(self) -> WarcPage | BrokenRecord: ...

class ExtractionError(ValueError):
    """Extraction failed. Base class of all errors below."""

class NotHtmlError(ExtractionError):
    """The input is empty, binary, or text without a tag."""

class CharsetError(ExtractionError):
    """The given encoding is unknown."""

class LimitError(ExtractionError):
    """The page has more than a million nodes, 64 MiB of text, or 100,000 levels."""

class PageLimitError(ExtractionError):
    """The page needed more than `memory`, or its process ended. Base class of both below."""

class PageTimeoutError(PageLimitError):
    """The page took longer than `timeout`."""

class FaultError(PageLimitError):
    """A bug in Pith; please report it with the page."""

def extract(
    html: Html,
    url: str | None = None,
    *,
    charset: str | None = None,
    timeout: float | None = 30.0,
    memory: int = 2048,
    method: Method = "hybrid",
    level: Level = "found",
    with_title: bool = False,
) -> Article:
    """Finds the article of a page.

    `url` is the URL of the page, to resolve links. `charset` is the encoding declared by the server, for bytes; by
    default it's detected as in browsers. `level` sets how much of the column to keep. `with_title` adds the title
    before the body. The page is processed in a separate process. If it takes more than `timeout` seconds or `memory`
    MiB, or crashes, PageLimitError is raised. Raises ExtractionError, and ValueError for an invalid option.
    """

@overload
def extract_many(
    pages: Iterable[Page],
    *,
    threads: int | None = None,
    timeout: float | None = 30.0,
    memory: int = 2048,
    errors: Literal["return"] = "return",
    method: Method = "hybrid",
    level: Level = "found",
    with_title: bool = False,
) -> Articles[Article | ExtractionError]: ...
@overload
def extract_many(
    pages: Iterable[Page],
    *,
    threads: int | None = None,
    timeout: float | None = 30.0,
    memory: int = 2048,
    errors: Literal["raise"],
    method: Method = "hybrid",
    level: Level = "found",
    with_title: bool = False,
) -> Articles[Article]:
    """Finds the articles of many pages in several processes, without holding the GIL.

    A page is HTML, an `(html, url)` pair, or an object with `html`, `url`, and `charset`. Results are in the order of
    the pages. Pages are read lazily, at most four per thread ahead. `threads` defaults to one per CPU; each has a
    process. A page that takes more than `timeout` seconds (None: no limit) or `memory` MiB, or crashes, is an error.
    With `errors="return"`, the result for a failed page is its error. With "raise", the error is raised, and the next
    call continues with the next page.
    """

def read_warc(file: str | bytes | os.PathLike[str] | Any) -> WarcReader:
    """Reads the HTML responses of a WARC file.

    `file` is a path or an object with `read`, optionally compressed with gzip or zstd. A truncated or damaged record
    is yielded as a BrokenRecord, and reading continues with the next one. Raises OSError if the file can't be opened or
    read.
    """
