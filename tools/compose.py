"""docker-compose.yml as commands of podman, so that what is tried is what is shipped.

Every key of a service is translated or waited for. One that is not known here is refused, so that
nothing of the file is left out unseen.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")

Service = Mapping[str, Any]


def services(path: Path, dotenv: Mapping[str, str]) -> dict[str, Service]:
    """The services of a compose file, by name, with the variables of its .env put in.

    Raises ValueError for a variable that must be set, and for a part of the file that is unknown.
    """
    document = yaml.safe_load(path.read_text())
    unknown = {key for key in document if not key.startswith("x-")} - {"services", "volumes"}
    if unknown:
        raise ValueError(f"{path} has {min(unknown)!r}, which tools/compose.py does not know")
    return {
        name: _filled(_with_file(name, one, dotenv), dotenv)
        for name, one in document["services"].items()
    }


def required(path: Path) -> set[str]:
    """The variables that must be set for a compose file."""
    return {name for name, kind, _text in _VARIABLE.findall(path.read_text()) if kind == "?"}


def _with_file(name: str, service: Service, dotenv: Mapping[str, str]) -> Service:
    """The service with what its `env_file` sets, where its own environment does not."""
    files = service.get("env_file", [])
    if files not in ([], [".env"]):
        raise ValueError(f"{name} has env_file {files}, and tools/compose.py knows .env alone")
    given = dotenv if files else {}
    return service | {"environment": {**given, **service.get("environment", {})}}


def _filled(value: Any, environ: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, environ) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, environ) for one in value]
    if isinstance(value, str):
        return _VARIABLE.sub(lambda found: _value(found, environ), value)
    return value


def _value(found: re.Match[str], environ: Mapping[str, str]) -> str:
    name, kind, text = found.groups()
    if given := environ.get(name):
        return given
    if kind == "?":
        raise ValueError(f"{name}: {text}")
    return text or ""


def _flags(flag: str) -> Callable[[list[str], str], list[str]]:
    return lambda values, _project: [part for value in values for part in (flag, str(value))]


def _environment(values: Mapping[str, str], _project: str) -> list[str]:
    return [part for name, value in values.items() for part in ("--env", f"{name}={value}")]


def _volumes(values: list[str], project: str) -> list[str]:
    return [part for value in values for part in ("--volume", f"{project}-{value}")]


def _security(values: list[str], _project: str) -> list[str]:
    """Docker ends these names by `:true`."""
    names = [value.removesuffix(":true") for value in values]
    return [part for name in names for part in ("--security-opt", name)]


def _health(check: Mapping[str, Any], _project: str) -> list[str]:
    """Podman asks only when it is told to, since its own timers need systemd."""
    kind, *command = check["test"]
    if kind != "CMD":
        raise ValueError(f"a health check by {kind!r}, which tools/compose.py does not know")
    return ["--health-cmd", json.dumps(command), "--health-timeout", check["timeout"]]


_KEYS: dict[str, Callable[[Any, str], list[str]]] = {
    "cap_add": _flags("--cap-add"),
    "cap_drop": _flags("--cap-drop"),
    "environment": _environment,
    "healthcheck": _health,
    "init": lambda wanted, _project: ["--init"] if wanted else [],
    "ports": _flags("--publish"),
    "restart": lambda policy, _project: ["--restart", policy],
    "security_opt": _security,
    "stop_grace_period": lambda time, _project: ["--stop-timeout", time.removesuffix("s")],
    "tmpfs": _flags("--tmpfs"),
    "user": lambda user, _project: ["--user", user],
    "volumes": _volumes,
}
_ELSEWHERE = {"build", "command", "depends_on", "env_file", "image"}


def run(project: str, name: str, service: Service, *, image: str) -> list[str]:
    """The arguments of `podman run` for a service, whose host name is the service's.

    Containers, volumes and the network begin with the project's name. Raises ValueError for a key
    that is not known here.
    """
    unknown = service.keys() - _KEYS.keys() - _ELSEWHERE
    if unknown:
        raise ValueError(f"{name} has {min(unknown)!r}, which tools/compose.py does not know")
    words = ["--name", f"{project}-{name}", "--network", project, "--network-alias", name]
    for key, value in service.items():
        words += _KEYS[key](value, project) if key in _KEYS else []
    return [*words, image, *service.get("command", [])]


def order(known: Mapping[str, Service]) -> list[str]:
    """The services' names, each after those that it waits for."""
    sorted_: list[str] = []
    while len(sorted_) < len(known):
        ready = [
            name
            for name, one in known.items()
            if name not in sorted_ and set(one.get("depends_on", {})) <= set(sorted_)
        ]
        if not ready:
            raise ValueError("services wait for each other in a circle")
        sorted_ += ready
    return sorted_
