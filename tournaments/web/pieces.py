"""A page in pieces: the text that all readers get, and holes for what is each reader's own.

The pieces are compressed once. For a reader only the holes are, and what comes of it is one file of
gzip (RFC 1952) all the same: each part ends at a byte, and refers to nothing before it.
So the size of a page tells nothing of a secret in a hole (BREACH).
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

TOKEN, CORNER = "token", "corner"
"""The holes: the token of a form, and the corner of a page, which names its reader."""

_HOLE = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")(?P<token>\w+)'
    rb'|(?<=<div class="corner">)(?P<corner>.*?)(?=</div>)',
    re.DOTALL,
)

_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_RAW = -zlib.MAX_WBITS


@dataclass(frozen=True)
class Hole:
    """Where a reader's own text goes, and what stood there when the page was made."""

    kind: str
    first: bytes


@dataclass(frozen=True)
class Pieces:
    """A text in pieces, with a hole after each but the last; `packed` has them compressed."""

    plain: list[bytes]
    packed: list[bytes]
    holes: list[Hole]

    @property
    def has_tokens(self) -> bool:
        """Whether there is a form with a token in it."""
        return any(hole.kind == TOKEN for hole in self.holes)

    def text(self, own: Mapping[str, bytes]) -> bytes:
        """The text with a reader's `own` in the holes, and what stood there where there is none."""
        return b"".join(part for part, _packed in self._parts(own))

    def gzip(self, own: Mapping[str, bytes]) -> bytes:
        """The same, compressed."""
        parts, check, size = [_GZIP_HEAD], 0, 0
        for part, packed in self._parts(own):
            parts.append(packed or _packed(part))
            check, size = zlib.crc32(part, check), size + len(part)
        end = zlib.compressobj(wbits=_RAW).flush()
        trailer = check.to_bytes(4, "little") + (size % 2**32).to_bytes(4, "little")
        return b"".join([*parts, end, trailer])

    def _parts(self, own: Mapping[str, bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Each part of the text, and the same compressed if it is for all."""
        yield self.plain[0], self.packed[0]
        for hole, plain, packed in zip(self.holes, self.plain[1:], self.packed[1:], strict=True):
            yield own.get(hole.kind, hole.first), b""
            yield plain, packed


def cut(text: bytes) -> Pieces:
    """Cut a page at the holes that it has."""
    plain, holes, end = [], [], 0
    for match in _HOLE.finditer(text):
        kind = str(match.lastgroup)
        plain.append(text[end : match.start()])
        holes.append(Hole(kind, match[kind]))
        end = match.end()
    plain.append(text[end:])
    return Pieces(plain, [_packed(piece) for piece in plain], holes)


def _packed(part: bytes) -> bytes:
    packer = zlib.compressobj(wbits=_RAW)
    return packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH)
