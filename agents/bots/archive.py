"""An upload, checked and rewritten as a canonical zip. Nothing is unpacked to a disk here.

The canonical zip holds the files in the order of their names, stored without compression, with
fixed dates and modes: the same files give the same bytes and so the same SHA-256 on every machine.
"""

import fnmatch
import hashlib
import io
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from agents.inside import protocol
from agents.sizes import MIB
from agents.terms.limits import Limits
from agents.words import CodedError

UPLOAD_BYTES = Limits().upload_bytes
"""The largest upload in bytes, unless the operator sets another."""
MOST_UPLOAD_BYTES = 64 * MIB
"""The most that an operator can set."""
UNPACKED_MORE = 22 * MIB
"""How many more bytes the files of a zip may hold together than an upload has."""
FILE_MORE = 6 * MIB
"""How many more bytes a single file of a zip may have than an upload."""
ENTRIES = 1000
"""The most files in a zip."""
NAME_BYTES = 200
"""The longest name of a file with its folders, in bytes of UTF-8."""
DEPTH = 8
"""The most folders around a file."""
MAIN = "bot.py"
"""The file that holds the bot."""
MODULE = protocol.MODULE
"""The file that holds a bot without it: a WebAssembly module."""
IGNORED = ".kauriignore"
"""The file that names what of a folder is not part of the bot."""
RESERVED = ("agents", "engine", "kauri", "librt", "mypy_extensions", "numpy", "wasmtime")
"""Names of the modules that every bot can import besides the standard library."""

_CHUNK = 64 * 1024
_CANONICAL_BYTES = MOST_UPLOAD_BYTES + UNPACKED_MORE + ENTRIES * (2 * NAME_BYTES + 200)
"""No canonical zip is larger: its files, and twice the name and some numbers for each."""
_DIRECTORY_ENTRY = b"PK\x01\x02"
_MODULE = b"\0asm\1\0\0\0"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_LITTER = ("__MACOSX/", "__pycache__/")
# By what they begin with: programs and libraries of Linux, macOS (in both orders of bytes, and
# several in one file) and Windows.
_NATIVE = {
    b"\x7fELF": "ELF",
    **dict.fromkeys((b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf"), "Mach-O"),
    **dict.fromkeys((b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"), "Mach-O"),
}
_NATIVE_SUFFIXES = (".so", ".pyd", ".dll", ".dylib", ".exe")
_BYTE_CODE_SUFFIXES = (".pyc", ".pyo")
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class TornArchive(CodedError):
    """A stored archive differs from what was stored: the storage's fault, not a bot's."""


class ArchiveError(CodedError):
    """The upload cannot be a bot; the sentence explains why to its author."""


@dataclass(frozen=True)
class Archive:
    """A bot ready to run: `data` the canonical zip, `sha256` of it in hex, `names` of its files."""

    data: bytes
    sha256: str
    names: tuple[str, ...]


def pack(filename: str, data: bytes, *, most: int = UPLOAD_BYTES) -> Archive:
    """Check an upload, and make it canonical: a bot.py, a bot.wasm, or a zip with one at its root.

    `filename` is the name on the author's machine; it only decides which of these a broken file
    was meant to be. What systems add by themselves (__MACOSX, __pycache__, .DS_Store) is left out.
    `most` is the largest upload. Raises ArchiveError.
    """
    if not data:
        raise ArchiveError("file-empty")
    if len(data) > most:
        raise ArchiveError("file-too-large", most=most)
    zipped = data.startswith(_ZIP) or filename.lower().endswith(".zip")
    is_module = data.startswith(_MODULE) or filename.lower().endswith(".wasm")
    files = _read_zip(data, most) if zipped else {MODULE if is_module else MAIN: data}
    if MAIN in files or MODULE not in files:
        _check_main(files, zipped=zipped)
    elif not files[MODULE].startswith(_MODULE):
        raise ArchiveError("not-wasm")
    for name, content in files.items():
        _check_source(name, content)
        _check_reserved(name)
    canonical = _write(files)
    return Archive(canonical, hashlib.sha256(canonical).hexdigest(), tuple(sorted(files)))


def pack_folder(folder: Path, *, most: int = UPLOAD_BYTES) -> Archive:
    """Make the files of a folder canonical, as `pack` does those of a zip.

    What is hidden, and what a line of its `.kauriignore` names, is left out: a file, a folder, or a
    pattern such as `*.txt` or `notes/*`. Raises ArchiveError, and OSError.
    """
    ignored = folder / IGNORED
    lines = ignored.read_text("utf-8").split() if ignored.exists() else []
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    return pack_files(
        {
            name: path.read_bytes()
            for name, path in paths.items()
            if path.is_file() and not _is_ignored(name, lines)
        },
        most=most,
    )


def pack_files(files: Mapping[str, bytes], *, most: int = UPLOAD_BYTES) -> Archive:
    """Make files canonical by their names, as `pack` does those of a zip. Raises ArchiveError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in files.items():
            target.writestr(zipfile.ZipInfo(name), content)
    return pack("bot.zip", packed.getvalue(), most=most)


def _is_ignored(name: str, lines: Iterable[str]) -> bool:
    parts = name.split("/")
    places = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    named = [place for line in lines for place in fnmatch.filter(places, line.rstrip("/"))]
    return bool(named) or any(part.startswith(".") for part in parts)


def is_canonical(data: bytes) -> bool:
    """Return whether these bytes are a canonical zip, as `pack` makes them."""
    try:
        return _write(_read_zip(data, MOST_UPLOAD_BYTES)) == data
    except ArchiveError:
        return False


def compress(data: bytes) -> bytes:
    """Return a canonical zip compressed for storage, to about a tenth; `restore` undoes it."""
    return zlib.compress(data)


def restore(stored: bytes, *, sha256: str) -> bytes:
    """Return the canonical zip that was stored; `sha256` is its hash in hex.

    Raises TornArchive if these are not its bytes.
    """
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(stored, _CANONICAL_BYTES)
    except zlib.error as error:
        raise TornArchive("archive-undone", why=error) from None
    if not unpacking.eof:
        raise TornArchive("archive-cut")
    if hashlib.sha256(data).hexdigest() != sha256:
        raise TornArchive("archive-other")
    return data


def _check_main(files: dict[str, bytes], *, zipped: bool) -> None:
    if MAIN not in files:
        raise _no_main(files)
    what = MAIN if zipped else "The file"
    text = files[MAIN]
    if b"\0" in text:
        raise ArchiveError("not-python", what=what)
    try:
        empty = not text.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise ArchiveError("not-utf8", what=what, line=line) from None
    if empty:
        raise ArchiveError("source-empty", what=what)


def _check_source(name: str, content: bytes) -> None:
    """Refuse compiled code: it runs on some machines only, and people cannot read it."""
    lower = name.lower()
    if lower.endswith(_BYTE_CODE_SUFFIXES):
        raise ArchiveError("byte-code", name=name)
    kind = next((kind for begin, kind in _NATIVE.items() if content.startswith(begin)), "")
    if _is_windows_program(content):
        kind = "PE"
    if kind or lower.endswith(_NATIVE_SUFFIXES) or ".so." in lower.rpartition("/")[2]:
        raise ArchiveError("native-code", name=name, kind=kind)


def _is_windows_program(content: bytes) -> bool:
    at = int.from_bytes(content[60:64], "little")
    return content.startswith(b"MZ") and content[at : at + 4] == b"PE\0\0"


def _check_reserved(name: str) -> None:
    """Refuse a module that would shadow one of the platform, or be shadowed by it."""
    top = name.partition("/")[0].removesuffix(".py")
    if top in RESERVED:
        raise ArchiveError("reserved-name", name=name, module=top)


def _no_main(files: Iterable[str]) -> ArchiveError:
    nested = sorted(name for name in files if name.endswith("/" + MAIN))
    if nested:
        return ArchiveError("nested-main", found=nested[0], folder=nested[0].removesuffix(MAIN))
    return ArchiveError("no-main")


def _read_zip(data: bytes, most: int) -> dict[str, bytes]:
    # The library reads the whole directory on opening, so its size is checked first.
    if data.count(_DIRECTORY_ENTRY) > 20 * ENTRIES:
        raise ArchiveError("zip-lists-too-many", most=ENTRIES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = list(_wanted(archive.infolist()))
            _check_names([info.filename for info in infos])
            return _read_files(archive, infos, most)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as error:
        raise ArchiveError("zip-damaged", why=error) from None
    except (NotImplementedError, RuntimeError, OverflowError) as error:
        raise ArchiveError("zip-unreadable", why=error) from None


def _wanted(infos: list[zipfile.ZipInfo]) -> Iterator[zipfile.ZipInfo]:
    """Yield the files of the zip, each checked on its own; leave out folders and litter."""
    for info in infos:
        _check_entry(info)
        litter = any(part in f"{info.filename}/" for part in _LITTER)
        if not (info.is_dir() or litter or info.filename.endswith(".DS_Store")):
            yield info


def _check_entry(info: zipfile.ZipInfo) -> None:
    """Refuse what is not an ordinary file or folder with an ordinary name."""
    name = info.orig_filename
    quoted = ascii(name if len(name) <= NAME_BYTES else name[:NAME_BYTES] + "...")
    _check_name(name, quoted)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise ArchiveError("zip-link", shown=quoted)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ArchiveError("zip-special-file", shown=quoted)
    if info.flag_bits & 0x1:
        raise ArchiveError("zip-encrypted", shown=quoted)
    if info.compress_type not in _READABLE:
        raise ArchiveError("zip-method", shown=quoted)


def _check_name(name: str, quoted: str) -> None:
    parts = name.removesuffix("/").split("/")
    if "\\" in name:
        raise ArchiveError("zip-backslash", shown=quoted)
    if name.startswith("/") or (len(name) > 1 and name[1] == ":"):
        raise ArchiveError("zip-absolute", shown=quoted)
    if any(part in ("", ".", "..") for part in parts):
        raise ArchiveError("zip-odd-path", shown=quoted)
    if not name.isprintable():
        raise ArchiveError("zip-unprintable", shown=quoted)
    if len(name.encode()) > NAME_BYTES:
        raise ArchiveError("zip-long-name", shown=quoted, most=NAME_BYTES)
    if len(parts) > DEPTH + 1:
        raise ArchiveError("zip-too-deep", shown=quoted, most=DEPTH)


def _check_names(names: list[str]) -> None:
    """Refuse a set of names that could not exist together in one file system."""
    if len(names) > ENTRIES:
        raise ArchiveError("zip-too-many-files", count=len(names), most=ENTRIES)
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ArchiveError("zip-twice", name=name)
        seen.add(name)
    for name in names:
        parts = name.split("/")
        if any("/".join(parts[:end]) in seen for end in range(1, len(parts))):
            raise ArchiveError("zip-file-and-folder", name=name)


def _read_files(
    archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo], most: int
) -> dict[str, bytes]:
    if sum(info.file_size for info in infos) > most + UNPACKED_MORE:
        raise ArchiveError("zip-too-large", most=most + UNPACKED_MORE)
    for info in infos:
        if info.file_size > most + FILE_MORE:
            raise ArchiveError(
                "zip-file-too-large", name=info.filename, size=info.file_size, most=most + FILE_MORE
            )
    return {info.filename: _read_file(archive, info) for info in infos}


def _read_file(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    content = bytearray()
    # The declared size can lie, so what comes out is counted as well.
    with archive.open(info) as stream:
        while len(content) <= info.file_size and (chunk := stream.read(_CHUNK)):
            content += chunk
    if len(content) != info.file_size:
        raise ArchiveError("zip-ends-early", name=info.filename)
    return bytes(content)


def _write(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, files[name])
    return target.getvalue()
