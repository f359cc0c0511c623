"""Test pages shared by the tests."""

import pytest

PARAGRAPHS = [
    "The harbour of the old town was closed for eleven years before the first boats returned, and hardly anyone "
    "had expected to see them again, least of all the people who had sold their moorings.",
    "Work on the quay took longer than the council had planned, because the divers found timber from the "
    "seventeenth century below the silt, and every piece of it had to be drawn, numbered and brought to the museum.",
    "On Saturday the mayor cut a ribbon in the rain. There was a band, there were speeches, and there was a queue "
    "for coffee that reached as far as the customs house, where an exhibition shows what the divers brought up.",
]


def page(title: str = "The harbour opens again") -> str:
    body = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title><meta name=author content='Ada Quay'>"
        "<meta property='article:published_time' content='2024-05-04T10:00:00Z'></head><body>"
        "<nav><ul><li><a href=/a>Home</a><li><a href=/b>Politics</a><li><a href=/c>Sport</a></ul></nav>"
        f"<main><article><h1>{title}</h1>{body}<p>More in <a href=report.html>the report</a> of the council, which "
        "names every piece of timber and says where it was found.</p></article></main>"
        "<footer><p>Contact</p><a href=/imprint>Imprint</a></footer></body></html>"
    )


@pytest.fixture
def html() -> str:
    return page()
