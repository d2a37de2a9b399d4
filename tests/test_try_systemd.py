"""tools/try_systemd.py: what is tried is what docs/49-production.md says, and each of its units."""

from pathlib import Path

from tools.try_systemd import HOSTS, OTHERWISE, UNITS, Page

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/49-production.md").read_text()


def test_each_unit_is_tried_on_one_host():
    names = [f"kauri-{part}.service" for host in HOSTS for part in UNITS[host]]
    units = {path.name for path in (ROOT / "deploy/systemd").glob("kauri-*.service")}

    assert len(names) == len(units)
    assert set(names) == units


def test_what_the_trial_says_otherwise_stands_on_the_page():
    assert [text for text in OTHERWISE if text not in TEXT] == []


def test_a_step_is_tried_with_the_secrets_of_the_trial():
    page = Page(TEXT)
    scripts = "".join(page.script(step) for step in (1, 2, 4, 5, 7, 8, 9, 10))

    assert not [name for name in page.secrets if f" {name}" in scripts]
    assert page.manage().startswith("manage() {")


def test_the_settings_name_no_server_that_the_trial_lacks():
    page = Page(TEXT)
    settings = page.settings()

    assert f"KAURI_METRICS_TOKEN={page.secrets['METRICS_TOKEN']}\n" in settings
    assert "example.org" not in settings.replace("kauri.example.org", "")
    assert " " not in settings
