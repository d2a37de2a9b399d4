"""What `make release` writes is the same each time, and says what it holds."""

import hashlib
import json
import os
import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from tools.release import __main__ as release
from tools.release import bill, image, locks, migrations, number

ROOT = Path(__file__).parents[1]
MADE_AT = 1_795_000_000


@pytest.fixture
def packages():
    return locks.packages()


@pytest.fixture
def document(packages):
    return json.loads(bill.bill("1.0.0", packages, made_at=MADE_AT))


def test_a_bill_has_the_members_that_its_form_requires(document):
    """Those of CycloneDX 1.6; its own schema, strictly read, accepts the document."""
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    assert document["version"] == 1
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", document["serialNumber"]
    )
    assert document["metadata"]["timestamp"] == "2026-11-18T11:06:40Z"
    for component in [document["metadata"]["component"], *document["components"]]:
        assert component["type"] in {"application", "library"}
        assert all(component[member] for member in ("name", "version", "bom-ref", "licenses"))


def test_a_bill_names_each_shipped_package_once_with_its_licence(document, packages):
    listed = {one["purl"]: one for one in document["components"] if "purl" in one}
    shipped = {one.purl: one for one in packages if one.is_shipped}

    assert listed.keys() == shipped.keys()
    assert {"pkg:pypi/django@", "pkg:npm/pyodide@", "pkg:npm/%40codemirror/view@"} <= {
        purl.rpartition("@")[0] + "@" for purl in listed
    }
    assert not any("playwright" in purl or "biome" in purl for purl in listed)
    for purl, package in shipped.items():
        assert listed[purl]["licenses"] == [{"expression": package.licence}]
        assert package.licence


def test_what_a_bill_says_of_needs_are_components_of_it(document):
    own = {document["metadata"]["component"]["bom-ref"]}
    known = own | {one["bom-ref"] for one in document["components"]}

    assert len(known) == 1 + len(document["components"])
    for entry in document["dependencies"]:
        assert {entry["ref"], *entry["dependsOn"]} <= known


def test_packages_of_npm_have_the_hash_that_the_lock_pins(document):
    (pyodide,) = [one for one in document["components"] if one["name"] == "pyodide"]

    assert [(one["alg"], len(one["content"])) for one in pyodide["hashes"]] == [("SHA-512", 128)]


def test_the_source_tree_and_the_bill_are_the_same_in_any_folder(tmp_path, packages):
    digests = set()
    for name, umask in (("here", 0o022), ("further/away", 0o077)):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        before = os.umask(umask)
        tree = release._source(folder / "tree.tar.gz", folder, "kauri-1.0.0")
        os.umask(before)
        text = bill.bill("1.0.0", locks.packages(tree), made_at=MADE_AT)
        modes = tuple((path.name, path.stat().st_mode) for path in sorted(tree.rglob("*")))
        digests.add((hashlib.sha256((folder / "tree.tar.gz").read_bytes()).digest(), text, modes))

    assert len(digests) == 1
    assert (tree / "tools" / "build-kit").is_file()


def test_an_image_is_packed_alike_whenever_its_files_were_written(tmp_path):
    packed = set()
    for name in ("first", "second"):
        folder = tmp_path / name
        for file in ("index.json", "blobs/sha256/b", "blobs/sha256/a")[:: 1 if packed else -1]:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(file)
        image.pack(folder, tmp_path / f"{name}.tar")
        packed.add((tmp_path / f"{name}.tar").read_bytes())

    assert len(packed) == 1


@pytest.fixture
def tree(tmp_path):
    """What `number` writes to."""
    folder = tmp_path / "tournaments" / "migrations"
    for place in (*number.PLACES, "tournaments/migrations/0001_first.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
    (folder / migrations.RELEASED).touch()
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## Unreleased\n\nThe first version.\n")
    return tmp_path


def test_a_number_is_written_wherever_it_stands(tree):
    number.write("12.3.4", date(2026, 12, 1), tree)

    for place in number.PLACES:
        assert "12.3.4" in (tree / place).read_text()
    assert "## 12.3.4 - 2026-12-01\n" in (tree / "CHANGELOG.md").read_text()
    folder = tree / "tournaments" / "migrations"
    assert migrations.released(folder) == migrations.listing(folder) != ""


def test_no_number_is_written_where_the_changes_are_those_of_a_release(tree):
    number.write("12.3.4", date(2026, 12, 1), tree)

    with pytest.raises(SystemExit, match="no changes under “Unreleased”"):
        number.write("12.3.5", date(2026, 12, 2), tree)
    with pytest.raises(SystemExit, match=r"1\.0 is no version"):
        number.write("1.0", date(2026, 12, 2), tree)
    assert "12.3.5" not in (tree / "pyproject.toml").read_text()
