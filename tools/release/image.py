"""The image of a release: the same bytes for the same sources on the same base."""

import tarfile
import tempfile
from pathlib import Path

from tools import try_containers


def build(tree: Path, archive: Path, *, name: str, base: str, made_at: int) -> None:
    """Build the tree's image with files of that time, and write it as an OCI archive."""
    options = ["--no-cache", f"--timestamp={made_at}", f"--build-arg=SOURCE_DATE_EPOCH={made_at}"]
    try_containers.build_image(name, tree, tree / "Dockerfile", base, *options)
    with tempfile.TemporaryDirectory(prefix="kauri-image-", dir="/var/tmp") as place:
        try_containers.podman("save", "--format", "oci-dir", "--output", f"{place}/oci", name)
        pack(Path(place, "oci"), archive)


def pack(folder: Path, archive: Path) -> None:
    """A tar of a folder: files by name, without times and owners."""
    with tarfile.open(archive, "w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(folder.rglob("*")):
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            if path.is_file():
                member.size = path.stat().st_size
                with path.open("rb") as content:
                    tar.addfile(member, content)
