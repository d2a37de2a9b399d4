"""Dockerfile and docker-compose.yml, read as text: no container engine is needed or used."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from agents.sandbox import roots
from tournaments import settings
from tournaments.machinery.processes import programs
from tournaments.machinery.setup import environment

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "kauri"}
VARIABLES = {variable.name: variable for variable in environment.VARIABLES}
WORKERS = {"setup", "worker", "background", "casual", "tick"}
SECRETS = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "KAURI_SECRET_KEY"}


def _instructions():
    """The Dockerfile's instructions: pairs of a keyword and its arguments, lines joined."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


def _arguments(keyword):
    return [arguments for one, arguments in _instructions() if one == keyword]


def _image_environment():
    parts = [part for text in _arguments("ENV") for part in shlex.split(text)]
    return dict(part.split("=", 1) for part in parts)


def _copied():
    return {source for text in _arguments("COPY") for source in text.split()[:-1]}


def _commands(service):
    """Every `manage.py` call of a service: the command and its arguments."""
    words = service.get("command", [])
    text = words[2] if words[:2] == ["sh", "-c"] else shlex.join(words)
    calls = [shlex.split(call) for call in text.split("&&")]
    return [call[call.index("manage.py") + 1 :] for call in calls if "manage.py" in call]


def _queues(service):
    return [
        word
        for name, *arguments in _commands(service)
        if name == "worker"
        for word in arguments[: _first_option(arguments)]
    ]


def _first_option(arguments):
    return next((n for n, one in enumerate(arguments) if one.startswith("--")), len(arguments))


def test_the_image_is_built_from_what_exists():
    assert {source for source in _copied() if not (ROOT / source).exists()} == set()


def test_the_builder_is_sent_exactly_what_the_image_copies():
    lines = (ROOT / ".dockerignore").read_text().splitlines()

    assert {line[1:] for line in lines if line.startswith("!")} == {
        source.removeprefix("./") for source in _copied()
    }


def test_the_image_holds_every_package_and_the_templates():
    assert {"engine", "agents", "tournaments", "templates", "manage.py"} <= _copied()


def test_the_image_holds_what_the_kit_is_built_of():
    script = (ROOT / "tools/build-kit").read_text()
    sources = re.search(r"^sources\(\) \{\n(.*?)^\}", script, re.DOTALL | re.MULTILINE).group(1)
    named = set(re.findall(r"\b(?:tests|examples|docs|kauri|tournaments)/\w+", sources))
    named |= {"engine", "agents", "LICENSE", "NOTICE", "licenses"}

    copied = _copied()
    assert {name for name in named if not {name, name.partition("/")[0]} & copied} == set()


def test_the_image_names_its_licence_and_holds_the_papers():
    (label,) = _arguments("LABEL")

    assert 'org.opencontainers.image.licenses="Apache-2.0"' in label
    assert {"LICENSE", "NOTICE", "licenses"} <= _copied()


def test_the_image_installs_only_what_the_lock_names():
    installs = [text for text in _arguments("RUN") if "pip install" in text]

    assert len(installs) == 2
    assert "--require-hashes --requirement requirements-s3.txt" in installs[0]
    assert "--no-deps --no-build-isolation" in installs[1]


def test_the_image_does_not_run_as_root():
    keywords = [keyword for keyword, _arguments in _instructions()]

    assert _arguments("USER") == ["kauri"]
    assert "RUN" not in keywords[keywords.index("USER") :]


def test_the_image_has_the_python_that_the_project_asks_for():
    assert _arguments("FROM") == ["${BASE}"]
    assert _arguments("ARG")[0].startswith("BASE=python:3.11-")


@pytest.mark.parametrize("name", [name for name in _image_environment() if "KAURI" in name])
def test_the_settings_of_the_image_can_be_read(name):
    assert environment.read({name: _image_environment()[name]})[name]


def test_what_the_file_decides_is_what_the_image_says():
    image = {name: text for name, text in _image_environment().items() if name in VARIABLES}

    assert all(image.items() <= service["environment"].items() for service in OURS.values())


@pytest.mark.parametrize("service", OURS)
def test_every_setting_of_a_service_exists(service):
    assert set(OURS[service]["environment"]) <= set(VARIABLES)


def test_there_are_services_of_our_own():
    assert set(OURS) == {"setup", "web", "worker", "casual", "background", "tick", "beat"}


@pytest.mark.parametrize("service", OURS)
def test_every_command_of_a_service_exists(service):
    names = [name for name, *_arguments in _commands(OURS[service])]

    assert names
    assert set(names) <= set(get_commands())


def test_workers_together_serve_every_queue_once():
    served = [queue for service in OURS.values() for queue in _queues(service)]

    assert sorted(served) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


def test_run_and_containers_share_out_the_queues_alike():
    assert tuple(_queues(SERVICES["worker"])) == programs.PLAY
    assert tuple(_queues(SERVICES["casual"])) == programs.CASUAL
    assert tuple(_queues(SERVICES["background"])) == programs.BACKGROUND
    assert tuple(_queues(SERVICES["tick"])) == programs.TICK


def test_there_is_one_scheduler():
    names = [name for one in OURS.values() for name, *_arguments in _commands(one)]

    assert names.count("beat") == 1
    assert "deploy" not in SERVICES["beat"]


@pytest.mark.parametrize("secret", sorted(SECRETS))
def test_no_secret_has_a_default(secret):
    uses = re.findall(rf"\$\{{{secret}(.)", (ROOT / "docker-compose.yml").read_text())

    assert uses
    assert set(uses) == {":"}
    assert not re.search(rf"\$\{{{secret}:[^?]", (ROOT / "docker-compose.yml").read_text())


@pytest.mark.parametrize("service", sorted(set(OURS) - {"setup"}))
def test_everything_waits_for_the_tables(service):
    condition = OURS[service]["depends_on"]["setup"]["condition"]

    assert condition == "service_completed_successfully"


@pytest.mark.parametrize("service", ["postgres", "redis", "web"])
def test_what_others_rely_on_says_whether_it_is_well(service):
    assert SERVICES[service]["healthcheck"]["test"]


def test_setup_waits_for_both_servers_to_be_well():
    waits = SERVICES["setup"]["depends_on"]

    assert {name: one["condition"] for name, one in waits.items()} == {
        "postgres": "service_healthy",
        "redis": "service_healthy",
    }


@pytest.mark.parametrize("service", OURS)
def test_nothing_of_ours_has_privileges(service):
    one = OURS[service]

    assert one["cap_drop"] == ["ALL"]
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert not one.get("privileged")


@pytest.mark.parametrize("service", sorted(set(OURS) - WORKERS))
def test_what_runs_no_bots_is_not_root_and_can_do_nothing_special(service):
    assert {"user", "cap_add"}.isdisjoint(OURS[service])


@pytest.mark.parametrize("service", sorted(WORKERS))
def test_what_runs_bots_has_just_what_a_root_folder_for_each_takes(service):
    one = OURS[service]

    assert one["user"] == "0:0"
    assert set(one["cap_add"]) == {*roots.CAPABILITIES.values(), "MKNOD"}


@pytest.mark.parametrize("service", sorted(WORKERS))
def test_what_bots_share_lies_in_memory_from_which_programs_and_devices_work(service):
    (place,) = OURS[service]["tmpfs"]
    folder, _, options = place.partition(":")

    assert folder == _image_environment()["KAURI_RUNTIME_DIR"]
    assert {"exec", "dev", "mode=755"} == set(options.split(","))


def test_what_setup_makes_belongs_to_the_others_afterwards():
    assert SERVICES["setup"]["command"][-1].endswith("&& chown --recursive kauri: /data")


def test_the_page_shows_what_workers_are_granted_and_why():
    page = (ROOT / "docs/50-running-it.md").read_text()

    for capability in SERVICES["worker"]["cap_add"]:
        assert re.search(rf"^\|[^|]*`{capability}`[^|]*\| [^|]+ \|$", page, re.MULTILINE), (
            capability
        )


def test_the_page_shows_how_to_run_the_same_services_in_namespaces():
    page = (ROOT / "docs/50-running-it.md").read_text()
    text = re.search(r"```yaml\n(# docker-compose\.override\.yml.*?)```", page, re.DOTALL)[1]
    other = yaml.safe_load(re.sub(r"!(override|reset)", "", text))

    assert set(other["services"]) == WORKERS
    assert all(
        one["user"] == "1000:1000" and not one["cap_add"] for one in other["services"].values()
    )


def test_every_volume_that_is_used_is_declared():
    used = {text.split(":")[0] for one in SERVICES.values() for text in one.get("volumes", [])}

    assert used == set(COMPOSE["volumes"])


def test_what_must_survive_lies_on_the_volume():
    folder = _image_environment()["KAURI_VAR"]

    assert _arguments("VOLUME") == [folder]
    assert all(f"data:{folder}" in one["volumes"] for one in OURS.values())


def test_the_published_port_is_the_one_that_the_site_listens_on():
    port = _image_environment()["KAURI_PORT"]

    assert _arguments("EXPOSE") == [port]
    assert SERVICES["web"]["ports"] == [f"127.0.0.1:{port}:{port}"]


@pytest.mark.parametrize("service", ["worker", "background", "tick", "setup"])
def test_workers_have_time_to_hand_their_match_back(service):
    assert OURS[service]["stop_grace_period"] == "60s"


def test_nothing_keeps_workers_from_being_many():
    worker = SERVICES["worker"]

    assert {"container_name", "hostname", "ports"}.isdisjoint(worker)


def test_the_health_check_asks_what_is_answered_to_any_name():
    assert "http://127.0.0.1:8000/healthz" in SERVICES["web"]["healthcheck"]["test"][-1]


def test_the_image_has_what_a_backup_needs():
    installed = " ".join(text for text in _arguments("RUN") if "apt-get install" in text)

    assert "postgresql-client" in installed
