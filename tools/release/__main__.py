"""usage: python -m tools.release [--image BASE] FOLDER

Builds what a release consists of, from the commit that is checked out: the source tree, the wheels
of the kit, a bill of materials, and SHA256SUMS. `--image` adds the image for containers on the base
image BASE, by podman as root. The same commit makes the same bytes in any folder, with the same
Python, C compiler and base.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

from tools.release import bill, image, locks

ROOT = Path(__file__).parents[2]


def build(folder: Path, *, base: str = "") -> list[Path]:
    """Write all of it into an empty folder; the files. Raises SystemExit with a reason."""
    _refuse_changes()
    folder.mkdir(parents=True)
    made_at = int(_git("log", "-1", "--format=%ct"))
    name = f"kauri-{version()}"
    with tempfile.TemporaryDirectory(prefix="kauri-release-") as place:
        tree = _source(folder / f"{name}.tar.gz", Path(place), name)
        _wheels(tree, folder)
        text = bill.bill(version(), locks.packages(tree), made_at=made_at)
        (folder / f"{name}.cdx.json").write_text(text)
        if base:
            archive = folder / f"{name}-image.tar"
            image.build(tree, archive, name=f"kauri:{version()}", base=base, made_at=made_at)
    files = sorted(folder.iterdir())
    (folder / "SHA256SUMS").write_text("".join(map(_line, files)))
    return files


def version() -> str:
    """The version of the platform and the kit."""
    text = (ROOT / "pyproject.toml").read_text()
    return str(tomllib.loads(text)["project"]["version"])


def _refuse_changes() -> None:
    if changes := _git("status", "--porcelain", "--untracked-files=no"):
        raise SystemExit(f"A release is made of a commit, and these files differ:\n{changes}")


def _git(*arguments: str) -> str:
    return _run("git", *arguments).decode().strip()


def _source(archive: Path, place: Path, name: str) -> Path:
    """The source tree as an archive, and unpacked."""
    packed = _run("git", "archive", "--format=tar", f"--prefix={name}/", "HEAD")
    archive.write_bytes(gzip.compress(packed, mtime=0))
    with tarfile.open(archive) as tar:
        # "data" gives folders the modes of this shell's umask, and the image would hold them.
        tar.extractall(place, filter="tar")
    return place / name


def _wheels(tree: Path, folder: Path) -> None:
    built = tree / "dist" / "kit"
    _run(str(tree / "tools/build-kit"), sys.executable, str(built), cwd=tree)
    for wheel in built.glob("*.whl"):
        shutil.copyfile(wheel, folder / wheel.name)


def _run(*command: str, cwd: Path = ROOT) -> bytes:
    """What a program prints. Sets have one order in it, so that compilers see the same text."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "ENGINE_BUILD"}}
    environment["PYTHONHASHSEED"] = "0"
    done = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, check=True
    )
    return done.stdout


def _line(file: Path) -> str:
    with file.open("rb") as content:
        return f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {file.name}\n"


def main() -> None:
    """Build, and say what there is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--image", metavar="BASE", default="", help="the image to build on")
    chosen = parser.parse_args()
    if chosen.folder.exists():
        raise SystemExit(f"{chosen.folder} is there already.")
    if chosen.image and not shutil.which("podman"):
        raise SystemExit("An image is built by podman, which is missing: apt-get install podman")
    build(chosen.folder.resolve(), base=chosen.image)
    print((chosen.folder / "SHA256SUMS").read_text(), end="")


if __name__ == "__main__":
    main()
