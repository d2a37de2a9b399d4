"""usage: python -m tools.try_containers [--base IMAGE] [--keep]

Builds the image and runs everything that docker-compose.yml describes, as it describes it, without
Docker and without any registry of images: podman and runc stand in for the engine, a base made by
debootstrap for the official Python image, and images of Debian's PostgreSQL and Redis for theirs.
Then it plays a tournament there, stops everything, and says what it measured.

It needs root on Debian, half an hour the first time, and: apt-get install podman runc catatonit
iptables netavark aardvark-dns debootstrap. With --base another image is taken as the base.
`--keep` leaves everything running. The exit status is 1 if anything was not as it should be.
"""

import argparse
import contextlib
import os
import resource
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools import compose
from tools.trial import (
    PATIENCE,
    ROOT,
    Site,
    fetch_kit,
    hold,
    hold_casual,
    playing,
    say,
    until,
    upload,
)

PROJECT = "kauri-trial"
BASE = "localhost/kauri-base"
STAND_INS = {"postgres": "kauri-postgres", "redis": "kauri-redis"}
PACKAGES = "python3,python3-pip,python3-dev,ca-certificates"
OURS = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")
PODMAN = ("podman", "--runtime", "runc")
PROGRAMS = ("podman", "runc", "debootstrap")
DEBS = "podman runc catatonit iptables netavark aardvark-dns debootstrap"
# Podman's own timers for health checks need systemd.
ENVIRONMENT = {**os.environ, "DISABLE_HC_SYSTEMD": "true"}


Done = subprocess.CompletedProcess[str]


def run(*command: str, timeout: float | None = None) -> Done:
    """A command that has ended, with what it said, errors and all."""
    return subprocess.run(  # noqa: S603 - our own commands
        command,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=timeout,
    )


def must(*command: str, timeout: float | None = None) -> str:
    """What a command says. Raises SystemExit if it fails."""
    done = run(*command, timeout=timeout)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout.strip()


def podman(*arguments: str, timeout: float | None = None) -> str:
    """What a command of podman says. Raises SystemExit if it fails."""
    return must(*PODMAN, *arguments, timeout=timeout)


# Images.


def make_base() -> None:
    """A Debian with Python, as the official image has one, unless it was made before."""
    if run(*PODMAN, "image", "exists", BASE).returncode == 0:
        return
    with tempfile.TemporaryDirectory(prefix="kauri-base-", dir="/var/tmp") as folder:
        root, packed = f"{folder}/root", f"{folder}/root.tar"
        must("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", root)
        must("chroot", root, "apt-get", "clean")
        # The official image has a plain `python`, and lets pip install for all.
        must("rm", f"{root}/usr/lib/python3.11/EXTERNALLY-MANAGED")
        must("ln", "--symbolic", "python3", f"{root}/usr/bin/python")
        must("tar", "--directory", root, "--create", "--file", packed, ".")
        podman("import", packed, BASE)


def build(base: str) -> None:
    """The project's image, and the two that stand in for the servers' own."""
    folder = ROOT / "tools/containers"
    build_image("kauri", ROOT, ROOT / "Dockerfile", base)
    for name, image in STAND_INS.items():
        build_image(image, folder, folder / f"{name}.Dockerfile", base)


def build_image(image: str, context: Path, dockerfile: Path, base: str, *options: str) -> None:
    """Build an image of that name with podman's options."""
    # What this machine trusts, and what its pip is told, hold for the build as well.
    mounts = [f"--volume={path}:{path}:ro" for path in OURS if Path(path).exists()]
    begun = time.monotonic()
    podman("build", "--network", "host", "--isolation", "chroot", *mounts,
           "--build-arg", f"BASE={base}", "--tag", image, "--file", str(dockerfile), *options,
           str(context))  # fmt: skip
    size = int(podman("image", "inspect", image, "--format", "{{.Size}}"))
    say(f"image {image}", f"{size / 1e6:.0f} MB, built in {time.monotonic() - begun:.0f} s")


# Containers.


def container(name: str) -> str:
    """The container of a service."""
    return f"{PROJECT}-{name}"


@contextlib.contextmanager
def everything(known: Mapping[str, compose.Service], *, keep: bool) -> Iterator[None]:
    """All services, started in their order; each when what it waits for is as it is to be."""
    remove(known)
    podman("network", "create", PROJECT)
    try:
        for name in compose.order(known):
            start(name, known[name])
        yield
    finally:
        if not keep:
            remove(known)


def start(name: str, service: compose.Service) -> None:
    """Start one service. It may have as many descriptors and processes as this program."""
    for other, wait in service.get("depends_on", {}).items():
        WAITS[wait["condition"]](other)
    image = STAND_INS.get(name, service["image"])
    podman("run", "--detach", *limits(),
           *compose.run(PROJECT, name, service, image=f"localhost/{image}"))  # fmt: skip


def limits() -> list[str]:
    """Podman's own may be above what runc may grant here; these are enough."""
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return [f"--ulimit=nofile={min(files, 20000)}", "--ulimit=nproc=4096"]


def _wait_until_well(name: str) -> None:
    until(f"{name} is well", lambda: is_well(name))


def is_well(name: str) -> bool:
    """Whether the health check of the compose file passes."""
    return run(*PODMAN, "healthcheck", "run", container(name)).returncode == 0


def _wait_until_done(name: str) -> None:
    status = podman("wait", container(name), timeout=PATIENCE)
    if status != "0":
        raise SystemExit(f"{name} ended with {status}:\n{log(name)}")


WAITS = {
    "service_healthy": _wait_until_well,
    "service_completed_successfully": _wait_until_done,
}


def log(name: str) -> str:
    """All that a container has said."""
    return run(*PODMAN, "logs", container(name)).stdout


def remove(known: Mapping[str, compose.Service]) -> None:
    """Everything of an earlier trial, but for the images."""
    for name in known:
        podman("rm", "--force", "--ignore", "--volumes", "--time", "1", container(name))
    volumes = podman("volume", "ls", "--quiet", "--filter", f"name=^{PROJECT}-").split()
    for volume in volumes:
        podman("volume", "rm", "--force", volume)
    run(*PODMAN, "network", "rm", "--force", PROJECT)


def inside(name: str, *command: str) -> str:
    """What a command says in a container."""
    return podman("exec", container(name), *command)


# What is tried.


def trial(known: Mapping[str, compose.Service], site: Site, password: str) -> None:
    """A tournament from an upload to its standings, and one that a stop interrupts."""
    say("setup", "migrated and furnished")
    begun = time.monotonic()
    until("the site answers", site.answers)
    say("first page", f"{time.monotonic() - begun:.1f} s after the last container was started")
    _wait_until_well("web")
    say("web", "well, by its health check")
    _try_sandbox()
    _measure(known)
    podman("exec", "--env", f"DJANGO_SUPERUSER_PASSWORD={password}", container("web"),
           "python", "manage.py", "createsuperuser", "--no-input", "--username=alice",
           "--email=")  # fmt: skip
    site.log_in("alice", password)
    _try_tournament(site)
    say("casual game", f"over by the rules: {hold_casual(site)}")
    _try_kit(site)
    say(
        "backup",
        inside("web", "python", "manage.py", "backup", "/data/trial.tar.gz").split("\n")[0],
    )
    _try_stop(known, site)


def _try_sandbox() -> None:
    for name in ("worker", "casual", "background", "tick"):
        told = inside(name, "python", "-m", "agents.sandbox.check")
        say(name, told.splitlines()[-1])
        if "tier C" not in told:
            raise SystemExit(f"{name} does not reach tier C:\n{told}")


def _measure(known: Mapping[str, compose.Service]) -> None:
    time.sleep(20)
    names = [container(name) for name in known if name != "setup"]
    stats = podman("stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}}", *names)
    for line in stats.splitlines():
        name, used, *_rest = line.split()
        say(f"idle: {name.removeprefix(PROJECT)[1:]}", used)


def _try_tournament(site: Site) -> None:
    begun = time.monotonic()
    entrants = upload(site)
    say("upload", f"three bots are accepted after {time.monotonic() - begun:.0f} s")
    begun = time.monotonic()
    slug = hold(site, "Trial", [*entrants[:2], "greedy"], games=2)
    until("the round-robin is over", lambda: site.is_in(f"tournaments/{slug}/", "finished"))
    lines = site.ask(f"tournaments/{slug}/standings/")["standings"]
    places = ", ".join(f"{one['version']['bot']} {one['points']}" for one in lines)
    say("round-robin", f"over after {time.monotonic() - begun:.0f} s: {places}")
    tiers = {one["isolation"] for one in site.ask(f"tournaments/{slug}/matches/")["results"]}
    say("its matches", f"played under {', '.join(tiers)}")
    if tiers != {"chroot"} or len(lines) != 3:
        raise SystemExit("The round-robin is not as it should be.")


def _try_kit(site: Site) -> None:
    kit = fetch_kit(site)
    say("kit", f"{len(kit)} files, {sum(kit.values()) / 1e6:.1f} MB: {', '.join(kit)}")
    if not kit:
        raise SystemExit("The image has no wheels of the kit.")


def _try_stop(known: Mapping[str, compose.Service], site: Site) -> None:
    """A worker that is stopped hands its match back; the others end by themselves too."""
    slug = hold(site, "Interrupted", ["my-slow", "greedy"], games=20)
    (match,) = until("a match is played", lambda: playing(site, slug))
    _stop("worker")
    match = site.ask(f"matches/{match['id']}/")
    say("the match of the stopped worker", f"{match['status']}, {match['failures']} failures")
    if (match["status"], match["failures"]) != ("queued", 0):
        raise SystemExit("It was not handed back.")
    podman("start", container("worker"))
    until("the match is played again", lambda: playing(site, slug))
    for name in reversed(compose.order(known)):
        if name != "setup":
            _stop(name)


def _stop(name: str) -> None:
    begun = time.monotonic()
    podman("stop", container(name))
    code = podman("inspect", container(name), "--format", "{{.State.ExitCode}}")
    say(f"stopped: {name}", f"exit status {code} after {time.monotonic() - begun:.1f} s")
    if code not in {"0", "143"}:
        raise SystemExit(f"{name} did not end by itself:\n{log(name)[-2000:]}")


def check_host() -> None:
    """End with a sentence if this host lacks what the trial needs."""
    if os.geteuid():
        raise SystemExit("Only root can make the base image and these containers.")
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing:
        raise SystemExit(f"Missing programs: {', '.join(missing)}. Debian: apt-get install {DEBS}")


def main() -> None:
    """Build, run, try, stop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--base", default=BASE)
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    check_host()
    if chosen.base == BASE:
        make_base()
    build(chosen.base)
    file = ROOT / "docker-compose.yml"
    random = {name: secrets.token_hex(24) for name in compose.required(file)}
    own = {"KAURI_HOSTS": "127.0.0.1", "KAURI_HTTPS": "0"}
    known = compose.services(file, random | own)
    address = known["web"]["ports"][0].rpartition(":")[0]
    site = Site(address)
    with everything(known, keep=chosen.keep):
        trial(known, site, secrets.token_hex(16))
    say("all", "as it should be")


if __name__ == "__main__":
    main()
