"""The accounts at sites: addresses and tokens, in a file that only its owner can read.

The environment comes first, for a CI job: KIT_SITE and KIT_TOKEN.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from agents.desk.contenders import Misuse
from tournaments.kit.client import Client


@dataclass(frozen=True)
class Account:
    """A site, a token for it, and the name of its player where it is known."""

    site: str
    token: str
    username: str = ""


def place(environment: Mapping[str, str] = os.environ) -> Path:
    """The path of the file."""
    base = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "kauri" / "account.json"


def client() -> Client:
    """A client of the player's own site. Raises Misuse if there is none."""
    account = known(place())
    return Client(account.site, account.token)


def keep(account: Account, path: Path) -> None:
    """Write the account, in place of the one before."""
    write(path, asdict(account))


def write(path: Path, document: object) -> None:
    """Write a file that only its owner can read, in place of the one before."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = path.with_name(f".{path.name}")
    made.unlink(missing_ok=True)
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(document, file)
    made.replace(path)


def known(path: Path, environment: Mapping[str, str] = os.environ) -> Account:
    """The account of the environment, or else of the file. Raises Misuse if there is none."""
    if {"KIT_SITE", "KIT_TOKEN"} <= environment.keys():
        return Account(environment["KIT_SITE"], environment["KIT_TOKEN"])
    try:
        written = json.loads(path.read_text())
        return Account(written["site"], written["token"], written.get("username", ""))
    except FileNotFoundError:
        raise Misuse("not-logged-in") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Misuse("unreadable", path=path, why=error) from None
