"""Why an upload, or an archive that was stored, is refused."""

from __future__ import annotations

_ROOT = "bot.py, or a zip with bot.py at its root"


def empty_file() -> str:
    """A file without a byte."""
    return "The file is empty."


def too_large_file(size: str, most: str) -> str:
    """A file above the limit."""
    return f"The file has {size}; an upload may have {most} at the most."


def not_python(what: str) -> str:
    """A bot.py that is binary."""
    return f"{what} is not Python text (it contains NUL bytes). Upload {_ROOT}."


def not_utf8(what: str, line: int) -> str:
    """A bot.py in another encoding."""
    return f"{what} is not UTF-8 text (line {line}). Save the source as UTF-8 and upload {_ROOT}."


def empty_source(what: str) -> str:
    """A bot.py without text."""
    return f"{what} is empty."


def byte_code(name: str) -> str:
    """A compiled module."""
    return (
        f"{name!r} in the zip is compiled Python, which fits one version of Python only; put "
        "the .py file there."
    )


def native_code(name: str, kind: str) -> str:
    """A library or program."""
    return (
        f"{name!r} in the zip is native code ({kind or 'by its name'}); an upload may hold "
        "Python source and data only. numpy is there already."
    )


def reserved_name(name: str, module: str) -> str:
    """A module with a name that the platform uses."""
    return (
        f"{name!r} in the zip has the name of a module that every bot has ({module}); choose "
        "another name."
    )


def nested_main(found: str, folder: str) -> str:
    """A zip of a folder in place of the files in it."""
    return (
        f"The zip has no bot.py at its root, but there is {found}. Zip what is inside {folder}, "
        "not the folder itself."
    )


def no_main() -> str:
    """A zip without a bot."""
    return "The zip has no bot.py at its root."


def too_many_entries(most: int) -> str:
    """A zip that lists too many files to read."""
    return f"The zip has too many files; {most} are allowed."


def too_many_files(count: int, most: int) -> str:
    """A zip of too many files."""
    return f"The zip has {count} files; {most} are allowed."


def damaged(reason: object) -> str:
    """A zip that cannot be read to its end."""
    return f"The zip is damaged: {reason}."


def unreadable(reason: object) -> str:
    """A zip of a kind that is not supported."""
    return f"The zip cannot be read: {reason}."


def link(shown: str) -> str:
    """A symbolic link."""
    return f"{shown} in the zip is a link; put the file itself there."


def special_file(shown: str) -> str:
    """Neither a file nor a folder."""
    return f"{shown} in the zip is a device or pipe; only files can be used."


def encrypted(shown: str) -> str:
    """A file behind a password."""
    return f"{shown} in the zip is encrypted; make the zip without a password."


def packed_otherwise(shown: str) -> str:
    """A file packed by a rare method."""
    return (
        f"{shown} in the zip is packed by a method that is not supported; use ordinary zip "
        "compression (deflate)."
    )


def backslash(shown: str) -> str:
    """A name as other systems write it."""
    return f"{shown} in the zip has a backslash in its name; folders need /."


def absolute_path(shown: str) -> str:
    """A name that leads out of the archive."""
    return f"{shown} in the zip is an absolute path; use one from the root."


def odd_path(shown: str) -> str:
    """A name with empty parts or dots."""
    return f"{shown} in the zip has an empty name, '.' or '..' in its path."


def unprintable(shown: str) -> str:
    """A name that cannot be shown."""
    return f"{shown} in the zip has characters in its name that cannot be printed."


def long_name(shown: str, most: int) -> str:
    """A name that is too long."""
    return f"{shown} in the zip: names may have {most} bytes at most."


def too_deep(shown: str, most: int) -> str:
    """A file in too many folders."""
    return f"{shown} in the zip lies more than {most} folders deep."


def twice(name: str) -> str:
    """Two files with one name."""
    return f"{name!r} is in the zip twice."


def file_and_folder(name: str) -> str:
    """A file inside a file."""
    return f"{name!r} in the zip lies in a folder that is also a file."


def too_large_inside(name: str, size: str, most: str) -> str:
    """A file of a zip above the limit."""
    return f"{name!r} in the zip unpacks to {size}; one file may have {most} at most."


def too_large_unpacked(most: str) -> str:
    """A zip that unpacks to too much."""
    return f"The zip unpacks to more than {most}, which is the most allowed."


def ends_early(name: str) -> str:
    """Why a zip is damaged: a file in it is short."""
    return f"{name!r} ends early"


def cannot_be_unpacked(reason: object) -> str:
    """A stored archive that is torn."""
    return f"it cannot be unpacked ({reason})"


def cut_short() -> str:
    """A stored archive without its end."""
    return "its end is missing"


def other_bytes() -> str:
    """A stored archive that is another one."""
    return "it has other bytes than were stored"
