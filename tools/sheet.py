"""One sheet of all screenshots: a row for each page, with its looks side by side.

`make sheet` takes the pictures first. The sheet is var/test/screenshots/sheet.html.
"""

import sys
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

LOOKS = (
    "desktop-light", "desktop-dark", "2560-dark", "phone-light", "phone-dark", "320-dark",
    "german-light", "german-dark",
)  # fmt: skip
STYLE = (
    "body { font: 14px sans-serif; margin: 2rem; background: #888 }"
    "td { vertical-align: top; padding: 4px } th { text-align: left; padding-top: 2rem }"
    "img { width: 7vw } img.desktop { width: 20vw } img[alt|='2560'] { width: 20vw }"
)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """The kinds of site and the names of their pages that have been pictured."""
    taken = {
        (picture.parent.name, picture.stem.removesuffix(f"-{look}"))
        for look in LOOKS
        for picture in folder.glob(f"*/*-{look}.png")
    }
    yield from sorted(taken)


def row(kind: str, page: str) -> str:
    """The looks of a page, which lie beside the sheet."""
    cells = "".join(
        f'<td><img class="{look.partition("-")[0]}" loading="lazy" alt="{look}"'
        f' src="{escape(f"{kind}/{page}-{look}.png")}"></td>'
        for look in LOOKS
    )
    return f'<tr><th colspan="8">{escape(kind)}: {escape(page)}</th></tr><tr>{cells}</tr>'


def sheet(folder: Path) -> str:
    """The sheet as HTML."""
    parts = [
        f"<h1>{escape(kind)}</h1><table>{''.join(row(*one) for one in found)}</table>"
        for kind, found in groupby(pages(folder), key=lambda one: one[0])
    ]
    return (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>All pages</title>'
        f"<style>{STYLE}</style>{''.join(parts)}</html>"
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "sheet.html").write_text(sheet(folder), encoding="utf-8")
    print(folder / "sheet.html")
