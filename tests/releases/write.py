"""`python -m tests.releases.write VERSION`: write the site of a release, for each database.

The folder VERSION gets a backup of a site with everything in it from SQLite and from PostgreSQL,
and the pages that each shows. `test_upgrades` restores them ever after. It also gets the names
that the release promises.
"""

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django

from tests.servers import servers
from tools.release import migrations

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def main(version: str) -> None:
    """Write the folder of the release."""
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    _write(folder, "sqlite", {})
    with servers() as pair:
        _write(folder, "postgresql", pair.environment())
    (folder / "migrations.sha256").write_text(migrations.listing())
    write_names(folder)


def write_names(folder: Path) -> None:
    """Write what the release promises."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    django.setup()
    # It imports the API, for which Django must be set up.
    names = importlib.import_module("tests.releases.names").names()
    (folder / "names.txt").write_text("".join(f"{name}\n" for name in names))


def _write(folder: Path, database: str, where: dict[str, str]) -> None:
    file = folder / f"{database}.tar.gz"
    file.unlink(missing_ok=True)
    settings = {"KAURI_LOG_LEVEL": "ERROR", **where}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KAURI_")}
    with tempfile.TemporaryDirectory() as var:
        pages = subprocess.check_output(
            [sys.executable, "-m", "tests.releases.world", str(file)],
            cwd=ROOT, text=True, env=environment | settings | {"KAURI_VAR": var},
        )  # fmt: skip
    file.chmod(0o644)
    (folder / f"{database}.json").write_text(pages)


if __name__ == "__main__":
    main(sys.argv[1])
