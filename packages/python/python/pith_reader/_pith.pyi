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
    """A page with what is known of it. `charset` is what the server named."""

    @property
    def html(self) -> Html: ...
    @property
    def url(self) -> str | None: ...
    @property
    def charset(self) -> str | None: ...

Page: TypeAlias = Html | tuple[Html, str | None] | HasHtml

class Article:
    """The article of a page. Facts that the page does not state are None. It is false where nothing was found."""

    @property
    def title(self) -> str | None:
        """The title, without the site's name."""
    @property
    def byline(self) -> str | None:
        """The authors' names, joined by a comma and a space."""
    @property
    def date(self) -> str | None:
        """The date of publication, or else of the last change, ISO 8601."""
    @property
    def published(self) -> str | None:
        """The date of publication, ISO 8601: a date, or a date with time and offset."""
    @property
    def modified(self) -> str | None:
        """The date of the last change, in the same form."""
    @property
    def site(self) -> str | None:
        """The site's name; its host where it has none."""
    @property
    def language(self) -> str | None:
        """The language as a BCP 47 tag."""
    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """The direction of the text."""
    @property
    def excerpt(self) -> str | None:
        """The page's own summary."""
    @property
    def image(self) -> str | None:
        """The lead picture's address."""
    @property
    def canonical(self) -> str | None:
        """The address under which the page wants to be known."""
    @property
    def doi(self) -> str | None:
        """The digital object identifier that the page states for itself, from "10." on."""
    @property
    def url(self) -> str | None:
        """The address that was given."""
    @property
    def word_count(self) -> int:
        """The number of words in the body."""
    @property
    def reading_minutes(self) -> int:
        """The minutes that it takes to read."""
    @property
    def confidence(self) -> Confidence:
        """How surely this is the article."""
    @property
    def ends_early(self) -> bool:
        """True where the page shows only the beginning of its text; false also where that is not sure."""
    @property
    def text(self) -> str:
        """The body as plain text, an empty line between paragraphs."""
    @property
    def markdown(self) -> str:
        """The body as Markdown."""
    @property
    def html(self) -> str:
        """The body as clean HTML, without scripts and styles."""
    @property
    def removed(self) -> list[Removed]:
        """The parts of the page that are not in the article, in document order."""
    def to_dict(self) -> dict[str, Any]:
        """All of the above by name, ready for JSON."""
    def __bool__(self) -> bool: ...

class Removed:
    """A part of the page that is not in the article."""

    @property
    def reason(self) -> str:
        """Why it was removed: "navigation", "advert", "related", "comments" and the like."""
    @property
    def grounds(self) -> str | None:
        """The kind of evidence that weighed most against it; None where none was weighed."""
    @property
    def by(self) -> str | None:
        """The rule or step that decided about it."""
    @property
    def text(self) -> str:
        """Its visible text on one line."""
    @property
    def node(self) -> int:
        """The rank of its first node in document order."""

_Answer = TypeVar("_Answer", covariant=True)

class Articles(Iterator[_Answer]):
    """Answers to pages, in their order; see extract_many."""

    def __iter__(self) -> Articles[_Answer]: ...
    def __next__(self) -> _Answer: ...

class WarcPage:
    """An HTML response out of a WARC file."""

    @property
    def html(self) -> bytes:
        """The page's bytes, without transfer and content coding."""
    @property
    def url(self) -> str: ...
    @property
    def charset(self) -> str | None:
        """The encoding that the response names, where the web knows one of this name."""
    @property
    def id(self) -> str:
        """The record's identifier, without angle brackets."""
    @property
    def date(self) -> str:
        """When it was fetched, ISO 8601."""
    @property
    def status(self) -> int: ...
    @property
    def is_cut(self) -> bool:
        """True where the crawler says that it cut the page."""
    @property
    def place(self) -> int:
        """Where the record, or its packed member, begins in the file, in bytes."""

class BrokenRecord:
    """A record of a WARC file of which nothing can be made. Printed, it is a sentence."""

    @property
    def number(self) -> int:
        """Its rank in the file, from 1."""
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
        """What was seen so far: records, pages, cut, no_response, other_status, no_html, broken."""
    def __iter__(self) -> WarcReader: ...
    def __next__(self) -> WarcPage | BrokenRecord: ...

class ExtractionError(ValueError):
    """No article can be made of a page. The base of all below."""

class NotHtmlError(ExtractionError):
    """It is empty, binary, or text without a tag."""

class CharsetError(ExtractionError):
    """No encoding has the name that was given."""

class LimitError(ExtractionError):
    """It has more than a million nodes, 64 MiB of text, or 100,000 levels."""

class PageLimitError(ExtractionError):
    """It needs more than `memory`, or ended the process that worked on it. The base of both below."""

class PageTimeoutError(PageLimitError):
    """It took longer than `timeout`."""

class FaultError(PageLimitError):
    """Pith has a fault, which this page shows; please report it."""

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

    `url` is where the page is from: links are resolved against it. `charset` is the encoding that the server named
    for bytes; else it is found as browsers do. `level` says how much of the column is kept. `with_title` puts the title
    before the body. A process of its own works on the page: one that takes more than `timeout` seconds or `memory` MiB,
    or crashes, raises PageLimitError. Raises ExtractionError, and ValueError for an option that there is not.
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
    """Finds the articles of many pages in several processes, without the interpreter's lock.

    A page is HTML, a pair of HTML and address, or an object with `html`, `url` and `charset`. The answers come in the
    order of the pages. Pages are taken as answers are: at most four per thread are ahead. `threads` is one per
    processor unless given; each has a process. A page that takes more than `timeout` seconds (None waits for ever) or
    `memory` MiB, or crashes, is an error.
    With `errors="return"` the error of a page stands in its place, with "raise" it is raised there, and the next
    call goes on behind it.
    """

def read_warc(file: str | bytes | os.PathLike[str] | Any) -> WarcReader:
    """Reads the HTML responses of a WARC file, plain, gzipped or packed by zstd: a path or an object with `read`.

    What is cut or damaged is a BrokenRecord in its place, and reading goes on at the next record.
    Raises OSError where the file cannot be opened or read.
    """
