"""Finds the article in a web page: text, Markdown, HTML, metadata, and a reason for every part left out."""

from ._pith import (
    Article,
    Articles,
    BrokenRecord,
    CharsetError,
    ExtractionError,
    FaultError,
    LimitError,
    NotHtmlError,
    PageTimeoutError,
    Removed,
    WarcPage,
    WarcReader,
    __version__,
    extract,
    extract_many,
    read_warc,
)

__all__ = [
    "Article",
    "Articles",
    "BrokenRecord",
    "CharsetError",
    "ExtractionError",
    "FaultError",
    "LimitError",
    "NotHtmlError",
    "PageTimeoutError",
    "Removed",
    "WarcPage",
    "WarcReader",
    "__version__",
    "extract",
    "extract_many",
    "read_warc",
]
