"""What the papers of the project say is complete, valid, and so of every package it needs."""

import hashlib
import re
import shutil
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from setuptools import build_meta

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
KIT = tomllib.loads((ROOT / "tools/kit/pyproject.toml").read_text())["project"]
PAGE = (ROOT / "docs/90-dependencies.md").read_text()
PAPERS = {"LICENSE", "NOTICE", "licenses/mypyc.txt"}
LICENCES = re.findall(r"^\| `([\w-]+)` \| ([\w. -]+) \|", PAGE.split("## From npm")[0], re.M)
SHIPPED = set(
    re.findall(r"^([\w-]+)(?:\[.*\])?==", (ROOT / "requirements-s3.txt").read_text(), re.M)
)
COMPATIBLE = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause",
    "CC0-1.0", "ISC", "LGPL-3.0-only", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0", "Zlib",
}  # fmt: skip
FAMILIES = r"0BSD|Apache|\bBSD|CC0|\bISC|LGPL|\bGPL|MIT|MPL|PSF|Zlib"
# A class of licences that the classifiers name in full, and others by their initials.
NAMES = {
    "Apache Software License": "Apache",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL",
}
UNNAMED = {
    "axe-playwright-python": "MIT AND MPL-2.0",  # says nothing; axe-core in it is under the second
    "python-dateutil": "Apache-2.0 AND BSD-3-Clause",  # "Dual License"
    "qrcode": "BSD-3-Clause AND MIT",  # what it was made from is under the second
}


def _stated(package):
    """What a package says of its licence: an expression, or the families that it names."""
    about = metadata.metadata(package)
    if expression := about["License-Expression"]:
        return expression
    classifiers = [one for one in about.get_all("Classifier", []) if one.startswith("License ::")]
    texts = [one.rpartition(" :: ")[2] for one in classifiers] or [about["License"]]
    return set(re.findall(FAMILIES, " ".join(NAMES.get(text, text) for text in texts)))


@pytest.mark.parametrize(("package", "licence"), LICENCES)
def test_the_page_gives_the_licence_that_a_package_states(package, licence):
    stated = UNNAMED.get(package) or _stated(package)

    assert stated == (licence if isinstance(stated, str) else set(re.findall(FAMILIES, licence)))


def test_all_that_is_shipped_may_stand_beside_the_apache_licence():
    shipped = {package: licence for package, licence in LICENCES if package in SHIPPED}

    assert shipped.keys() == SHIPPED
    needed = {one for text in shipped.values() for one in re.split(r" (?:AND|OR) ", text)}
    assert needed <= COMPATIBLE


def test_the_licence_is_the_apache_licence_to_the_byte():
    digest = hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest()

    assert digest == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def test_the_licences_of_what_is_compiled_into_the_engine_are_those_of_its_compiler():
    (path,) = (one for one in metadata.files("mypy") if one.match("*.dist-info/licenses/LICENSE"))

    assert (ROOT / "licenses/mypyc.txt").read_text() == path.read_text()


def test_the_platforms_metadata_names_its_licence_and_holds_the_papers(tmp_path, monkeypatch):
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "licenses", tmp_path / "licenses")
    monkeypatch.chdir(tmp_path)

    described = tmp_path / build_meta.prepare_metadata_for_build_wheel(str(tmp_path))

    about = metadata.PathDistribution(described).metadata
    assert about["License-Expression"] == "Apache-2.0"
    assert set(about.get_all("License-File")) == PAPERS
    assert all(
        (described / "licenses" / name).read_bytes() == (ROOT / name).read_bytes()
        for name in PAPERS
    )


def test_the_kit_has_the_licence_of_the_platform():
    assert (KIT["license"], KIT["license-files"]) == (PROJECT["license"], PROJECT["license-files"])


def test_the_citation_is_of_this_version_and_licence():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())

    assert citation["cff-version"] == "1.2.0"
    assert {"authors", "message", "title"} <= citation.keys()
    assert (citation["version"], citation["license"]) == (PROJECT["version"], PROJECT["license"])


def test_a_public_forge_runs_what_continuous_integration_runs():
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    commands = [step.get("run") for step in workflow["jobs"]["test"]["steps"]]

    assert commands[-1] == ".ci/run"


@pytest.mark.parametrize("path", sorted((ROOT / ".github/ISSUE_TEMPLATE").iterdir()), ids=str)
def test_an_issue_template_has_a_name_and_says_what_it_is_about(path):
    _, heading, body = path.read_text().split("---\n")

    assert yaml.safe_load(heading).keys() == {"name", "about"}
    assert body.strip()
