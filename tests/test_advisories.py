"""Known weaknesses of what the locks pin, by advisories in OSV's format."""

import json
import zipfile

import pytest

from tools.release import advisories, locks

DJANGO = locks.Package("PyPI", "django", "5.2.4", True, "BSD-3-Clause")
EDITOR = locks.Package("npm", "@codemirror/view", "6.0.0-beta.10", True, "MIT")
LINTER = locks.Package("PyPI", "ruff", "0.14", False, "MIT")


def advisory(package=DJANGO, *, events=(), versions=(), kind="ECOSYSTEM", **more):
    affected = {
        "package": {"ecosystem": package.ecosystem, "name": package.name.capitalize()},
        "ranges": [{"type": kind, "events": list(events)}],
        "versions": list(versions),
    }
    return {"id": "GHSA-1", "summary": "It leaks.", "affected": [affected], **more}


def is_hit(package, **about):
    return bool(advisories.hits([package], [advisory(package, **about)]))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([{"introduced": "0"}], True),
        ([{"introduced": "0"}, {"fixed": "5.2.5"}], True),
        ([{"introduced": "0"}, {"fixed": "5.2.4"}], False),
        ([{"introduced": "5.2.5"}], False),
        ([{"introduced": "5.2"}, {"last_affected": "5.2.4"}], True),
        ([{"introduced": "5.2"}, {"last_affected": "5.2.3"}], False),
        ([{"fixed": "4.2.9"}, {"introduced": "5.0"}, {"introduced": "4.0"}], True),
        ([{"introduced": "4.0", "fixed": "4.2"}, {"introduced": "5.3"}], False),
        ([{"introduced": "5.2.4rc1"}, {"fixed": "5.2.10"}], True),
        ([{"introduced": "first"}], True),
    ],
)
def test_a_version_is_in_a_range_or_not(events, expected):
    assert is_hit(DJANGO, events=events) == expected


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([{"introduced": "0"}, {"fixed": "6.0.0"}], True),
        ([{"introduced": "0"}, {"fixed": "6.0.0-beta.9"}], False),
        ([{"introduced": "6.0.0-alpha.20"}], True),
        ([{"introduced": "6.0.0-beta.x"}], False),
    ],
)
def test_versions_of_npm_have_the_order_of_semantic_versions(events, expected):
    assert is_hit(EDITOR, events=events, kind="SEMVER") == expected


def test_a_version_that_is_named_is_affected():
    assert is_hit(DJANGO, versions=["5.2.4"])
    assert not is_hit(DJANGO, versions=["5.2.3"])


def test_what_is_withdrawn_or_about_commits_or_others_says_nothing():
    everything = [{"introduced": "0"}]
    assert not is_hit(DJANGO, events=everything, withdrawn="2026-01-02T00:00:00Z")
    assert not is_hit(DJANGO, events=everything, kind="GIT")
    assert not advisories.hits([DJANGO], [advisory(EDITOR, events=everything)])


def test_a_hit_says_what_and_where_and_which_release_repairs_it():
    (hit,) = advisories.hits(
        [LINTER, DJANGO],
        [advisory(LINTER, events=[{"introduced": "0"}, {"fixed": "0.15"}], aliases=["CVE-1"])],
    )

    assert str(hit) == ("ruff 0.14 (PyPI, for tests only): GHSA-1 CVE-1: It leaks. Fixed in 0.15.")


@pytest.fixture
def written(tmp_path):
    """A folder with an advisory about the pinned Django, and one about an older one."""
    pinned = next(one for one in locks.packages() if one.name == "django")
    for name, event in (("hit", pinned.version), ("miss", "999")):
        text = json.dumps(advisory(pinned, events=[{"introduced": event}]))
        (tmp_path / f"{name}.json").write_text(text)
    return tmp_path


def test_files_folders_and_zips_are_read_alike(written, capsys):
    packed = written / "all.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.write(written / "hit.json", "hit.json")
        file.write(written / "miss.json", "miss.json")

    for path in (written, packed, written / "hit.json"):
        assert advisories.main([str(path)]) == 1
        assert "django" in capsys.readouterr().out
    assert advisories.main([str(written / "miss.json")]) == 0
    assert capsys.readouterr().out.endswith(" packages, 1 advisories, 0 hits\n")


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"{}", b'{"id": 1}', b"\xff", b'{"id": "1", "affected": [1]}',
     b'{"id": "1", "affected": [{"ranges": [{"type": "ECOSYSTEM", "events": [{"fixed": 1}]}]}]}',
     b"PK\x03\x04"],
)  # fmt: skip
def test_what_is_no_advisory_is_named(tmp_path, capsys, text):
    (tmp_path / "bad.json").write_bytes(text)

    assert advisories.main([str(tmp_path / "bad.json")]) == 2
    assert f"{tmp_path}/bad.json is no advisory in OSV's format" in capsys.readouterr().err


def test_a_place_without_advisories_is_named(tmp_path, capsys):
    assert advisories.main([str(tmp_path)]) == 2
    assert advisories.main([str(tmp_path / "none")]) == 2
    assert advisories.main([]) == 2

    said = capsys.readouterr().err
    assert f"{tmp_path} has no file *.json." in said
    assert f"There is no file or folder {tmp_path}/none." in said
