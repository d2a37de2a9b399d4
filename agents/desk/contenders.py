"""The bots that are named on a command line: files, folders, zips, and samples by their names."""

from collections.abc import Callable, Sequence
from pathlib import Path

from agents import house
from agents.bots import archive
from agents.desk.series import Contender
from agents.words import CodedError


class Misuse(CodedError):
    """The arguments or files cannot be used; the sentence says why."""


def named(bots: Sequence[str], pack: Callable[[str], bytes] | None = None) -> list[Contender]:
    """Return these bots, each with a name of its own and the archive that `pack` makes of it.

    Raises Misuse for what is no bot.
    """
    contenders: list[Contender] = []
    for bot in bots:
        name = Path(bot).resolve().stem if Path(bot).exists() and not house.is_known(bot) else bot
        same = sum(contender.name.partition("#")[0] == name for contender in contenders)
        contenders.append(Contender(f"{name}#{same + 1}" if same else name, (pack or packed)(bot)))
    return contenders


def packed(bot: str, *, most: int = archive.MOST_UPLOAD_BYTES) -> bytes:
    """Return the canonical archive of a bot, which may be as large as `most` bytes as an upload.

    Raises Misuse for what is no bot.
    """
    if house.is_known(bot):
        return house.read(bot)
    path = Path(bot)
    try:
        if path.is_dir():
            return archive.pack_folder(path, most=most).data
        return archive.pack(bot, path.read_bytes(), most=most).data
    except archive.ArchiveError as error:
        raise Misuse("about-option", option=bot, why=error) from None
    except OSError as error:
        raise Misuse("no-bot", bot=bot, why=error.strerror, known=house.NAMES) from None
