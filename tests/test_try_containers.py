"""tools/compose.py: what is tried is what docker-compose.yml says, and all of it."""

import itertools
import re
from pathlib import Path

import pytest

from tools import compose, try_containers, try_systemd
from tournaments.machinery.setup import environment

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docker-compose.yml"
SET = {name: f"the-{name.lower()}" for name in compose.required(FILE)}
SERVICES = compose.services(FILE, SET)
OURS = {name for name, one in SERVICES.items() if one["image"] == "kauri"}
FIXED = {
    "DATABASE_URL", "REDIS_URL", "KAURI_VAR", "KAURI_RUNTIME_DIR", "KAURI_ADDRESS", "KAURI_PORT",
}  # fmt: skip
SECRETS = {"KAURI_EMAIL_PASSWORD": {"web", "background"}, "KAURI_METRICS_TOKEN": {"web"}}
SECRETS |= {f"KAURI_OPENID_{part}": {"web"} for part in ("NAMES", "SERVERS", "CLIENTS", "SECRETS")}


def arguments(name):
    return compose.run("trial", name, SERVICES[name], image="image")


def pairs(name):
    return set(itertools.pairwise(arguments(name)))


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_can_be_run(name):
    assert arguments(name)[-len(SERVICES[name].get("command", [])) - 1] == "image"


@pytest.mark.parametrize("name", ["setup", "worker", "background", "tick"])
def test_a_worker_is_granted_what_the_file_grants_and_no_more(name):
    granted = {value for flag, value in pairs(name) if flag == "--cap-add"}

    assert granted == set(SERVICES[name]["cap_add"])
    assert {
        ("--cap-drop", "ALL"),
        ("--user", "0:0"),
        ("--security-opt", "no-new-privileges"),
        ("--tmpfs", "/runtime:exec,dev,mode=755"),
        ("--stop-timeout", "60"),
        ("--volume", "trial-data:/data"),
    } <= pairs(name)
    assert "--privileged" not in arguments(name)


def test_the_site_is_asked_for_its_health_as_the_file_says():
    commands = [value for flag, value in pairs("web") if flag == "--health-cmd"]

    assert len(commands) == 1
    assert "/healthz" in commands[0]


def test_what_waits_for_another_is_started_after_it():
    names = compose.order(SERVICES)

    assert names.index("setup") > max(names.index("postgres"), names.index("redis"))
    assert all(names.index(name) > names.index("setup") for name in ("web", "worker", "beat"))


def test_every_condition_is_waited_for():
    conditions = {
        wait["condition"]
        for one in SERVICES.values()
        for wait in one.get("depends_on", {}).values()
    }

    assert conditions <= set(try_containers.WAITS)


def test_every_image_but_ours_has_one_that_stands_in_for_it():
    others = {name for name, one in SERVICES.items() if one["image"] != "kauri"}

    assert others == set(try_containers.STAND_INS)
    assert all((ROOT / f"tools/containers/{name}.Dockerfile").exists() for name in others)


def test_what_must_be_set_is_asked_for():
    with pytest.raises(ValueError, match=r"_PASSWORD: set it in \.env"):
        compose.services(FILE, {})


def test_what_is_set_takes_the_place_of_the_default():
    given = compose.services(FILE, SET | {"KAURI_HTTPS": "0"})

    assert SERVICES["worker"]["environment"]["KAURI_HTTPS"] == "1"
    assert given["worker"]["environment"]["KAURI_HTTPS"] == "0"


def test_every_setting_of_the_file_reaches_the_services_and_no_other_secret_does():
    chosen = {one.name: f"the-{one.name.lower()}" for one in environment.VARIABLES}
    given = compose.services(FILE, SET | chosen)

    assert {name for name, one in given.items() if "KAURI_SECRET_KEY" in one["environment"]} == OURS
    for name in OURS:
        ours = given[name]["environment"]
        kept_from_it = {secret for secret, services in SECRETS.items() if name not in services}
        assert {key for key in chosen if ours[key] != chosen[key]} == FIXED | kept_from_it
        assert {ours[key] for key in kept_from_it} <= {""}


def test_another_file_of_settings_is_refused(tmp_path):
    path = tmp_path / "docker-compose.yml"
    path.write_text("services: {web: {env_file: [other.env]}}")

    with pytest.raises(ValueError, match=r"web has env_file \['other.env'\]"):
        compose.services(path, {})


def test_a_key_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="web has 'privileged'"):
        compose.run("trial", "web", {"image": "kauri", "privileged": True}, image="image")


def test_a_part_of_the_file_that_is_not_known_is_refused(tmp_path):
    path = tmp_path / "docker-compose.yml"
    path.write_text("networks: {}\nservices: {}")

    with pytest.raises(ValueError, match="has 'networks'"):
        compose.services(path, {})


def test_services_that_wait_for_each_other_are_refused():
    with pytest.raises(ValueError, match="in a circle"):
        compose.order({"a": {"depends_on": {"b": {}}}, "b": {"depends_on": {"a": {}}}})


@pytest.mark.parametrize("path", [ROOT / "Dockerfile", *(ROOT / "tools/containers").iterdir()])
def test_no_file_names_a_registry(path):
    assert not re.search(r"\b[\w-]+\.(io|com|org)/", path.read_text())


def test_the_base_can_be_another():
    text = (ROOT / "Dockerfile").read_text()

    assert "ARG BASE=python:3.11-slim" in text
    assert "FROM ${BASE}" in text


@pytest.mark.parametrize("trial", [try_containers, try_systemd])
@pytest.mark.parametrize(
    ("user", "programs", "said"),
    [
        (1000, {"podman", "runc", "debootstrap"}, "Only root"),
        (0, {"runc"}, r"Missing programs: podman, debootstrap\. Debian: apt-get install podman "),
    ],
)
def test_a_host_that_cannot_do_it_is_told_what_is_missing(trial, user, programs, said, monkeypatch):
    monkeypatch.setattr(try_containers.os, "geteuid", lambda: user)
    monkeypatch.setattr(try_containers.shutil, "which", lambda name: name in programs)
    monkeypatch.setattr("sys.argv", ["trial"])

    with pytest.raises(SystemExit, match=said):
        trial.main()


def test_what_a_trial_asks_for_is_what_its_page_installs():
    assert (
        f"apt-get install {try_containers.DEBS}\n" in (ROOT / "docs/50-running-it.md").read_text()
    )
