"""usage: python -m tools.try_systemd [--base IMAGE] [--keep]

Follows docs/49-production.md on two hosts, and says what it measured. Each host is a container of
podman in which systemd runs and starts the units of deploy/systemd/ and of that page. Commands are
the page's own, and so are the addresses. Left out are the bucket, for which the hosts share a
folder, the mails and the proxy with TLS.

It needs what tools/try_containers.py needs, and half an hour. `--keep` leaves both hosts running.
The exit status is 1 if anything was not as it should be.
"""

import argparse
import contextlib
import re
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools import try_containers
from tools.trial import ROOT, Site, hold, hold_casual, playing, say, until, upload
from tools.try_containers import OURS, PODMAN, build_image, limits, must, podman

PROJECT = "kauri-systemd"
INSTALLED = f"{PROJECT}-installed"
FIRST, SECOND = HOSTS = ("first", "second")
ADDRESSES = {FIRST: "10.0.0.1", SECOND: "10.0.0.2"}
UNITS = {FIRST: ("web", "tick", "beat"), SECOND: ("worker", "casual", "background")}
SECRETS = ("POSTGRESQL_PASSWORD", "REDIS_PASSWORD", "METRICS_TOKEN")
# What the page leaves to a person.
OTHERWISE = {
    "https://git.example.org/kauri.git": "/trial/kauri.bundle",
    "runuser -u postgres -- createuser ": (
        "yes POSTGRESQL_PASSWORD | runuser -u postgres -- createuser "
    ),
    "manage createsuperuser": "manage createsuperuser --no-input --username=alice --email=",
    "=... ": "=METRICS_TOKEN#",
}
# In place of the bucket.
SHARED = """
install --directory --owner kauri --group kauri --mode 700 /srv/kauri/var /trial/uploads
install --directory --owner kauri --group kauri /srv/kauri/var/uploads
mount --bind /trial/uploads /srv/kauri/var/uploads
"""
OWN_SETTINGS = "KAURI_ADDRESS=0.0.0.0\nKAURI_HTTPS=0\nKAURI_HOSTS=10.0.0.1\n"


class Page:
    """The page's blocks of code, with this trial's secrets in them."""

    def __init__(self, text: str):
        self.secrets = {name: secrets.token_hex(24) for name in SECRETS}
        self.steps = re.split(r"^## \d+\. .*$", text, flags=re.MULTILINE)

    def blocks(self, step: int, kind: str) -> list[str]:
        """The blocks of one kind in a step."""
        found = re.findall(rf"^```{kind}\n(.*?)^```", self.steps[step], re.MULTILINE | re.DOTALL)
        return [self._filled(block) for block in found]

    def _filled(self, block: str) -> str:
        for text, instead in OTHERWISE.items():
            block = block.replace(text, instead)
        for name, value in self.secrets.items():
            block = re.sub(rf"\b{name}\b", value, block)
        return block

    def script(self, step: int) -> str:
        """All commands of a step."""
        return "".join(self.blocks(step, "sh"))

    def manage(self) -> str:
        """The line that defines `manage` for a shell."""
        return self.script(4).partition("manage migrate")[0]

    def settings(self) -> str:
        """/etc/kauri.env, with the settings of this trial at its end."""
        (lines,) = self.blocks(3, "text")
        kept = [
            line.split("#")[0] for line in lines.splitlines() if not re.search("_S3_|EMAIL", line)
        ]
        return "\n".join([*kept, OWN_SETTINGS])


# Hosts.


def run(host: str, *command: str) -> try_containers.Done:
    """A command on a host that has ended."""
    return try_containers.run(*PODMAN, "exec", f"{PROJECT}-{host}", *command)


def on(host: str, script: str, **environment: str) -> str:
    """What root's shell on a host says to a script. Raises SystemExit if a command fails."""
    given = [f"--env={name}={value}" for name, value in environment.items()]
    return podman("exec", *given, f"{PROJECT}-{host}", "sh", "-euc", script)


def start(host: str, image: str, folder: str) -> None:
    """Start a host of that name: systemd, and nothing of Kauri yet."""
    mounts = [f"--volume={path}:{path}:ro" for path in OURS if Path(path).exists()]
    podman("run", "--detach", "--systemd=always", "--privileged", *limits(),
           "--name", f"{PROJECT}-{host}", "--hostname", host, "--network", PROJECT,
           "--ip", ADDRESSES[host], "--volume", f"{folder}:/trial", *mounts,
           f"localhost/{image}")  # fmt: skip
    until(f"{host} is up", lambda: state(host) == "running")


def state(host: str) -> str:
    """What systemd says of itself."""
    return run(host, "systemctl", "is-system-running").stdout.strip()


def remove() -> None:
    """Both hosts of an earlier trial, their network and the copy of the first."""
    for host in HOSTS:
        podman("rm", "--force", "--ignore", "--volumes", "--time", "5", f"{PROJECT}-{host}")
    try_containers.run(*PODMAN, "network", "rm", "--force", PROJECT)
    try_containers.run(*PODMAN, "image", "rm", "--force", INSTALLED)


@contextlib.contextmanager
def network(*, keep: bool) -> Iterator[str]:
    """The private network of the page, and a folder that both hosts share."""
    remove()
    podman("network", "create", "--subnet", "10.0.0.0/24", "--gateway", "10.0.0.254", PROJECT)
    with tempfile.TemporaryDirectory(prefix="kauri-systemd-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        try:
            yield folder
        finally:
            if not keep:
                remove()


# What is tried.


def install(page: Page, folder: str) -> None:
    """Step 1 on both hosts; the second begins as a copy of the first."""
    must("git", "-C", str(ROOT), "bundle", "create", "--quiet", f"{folder}/kauri.bundle", "HEAD")
    start(FIRST, "kauri-systemd", folder)
    begun = time.monotonic()
    on(FIRST, page.script(1))
    say("step 1: installed", f"after {time.monotonic() - begun:.0f} s")
    podman("commit", "--pause=false", f"{PROJECT}-{FIRST}", INSTALLED)
    start(SECOND, INSTALLED, folder)
    for host in HOSTS:
        on(host, SHARED)


def set_up(page: Page, password: str) -> None:
    """Steps 2 to 7: the servers, the settings, the site and its workers."""
    on(FIRST, page.script(2))
    for host in HOSTS:
        on(host, f"cat >/etc/kauri.env <<'END'\n{page.settings()}END\nchmod 600 /etc/kauri.env")
    on(FIRST, page.script(4), DJANGO_SUPERUSER_PASSWORD=password)
    begun = time.monotonic()
    on(FIRST, f"cd /srv/kauri\n{page.script(5)}")
    say("step 5: the site answers", f"{time.monotonic() - begun:.1f} s after it was started")
    told = on(SECOND, f"{page.manage()}cd /srv/kauri\n{page.script(7)}")
    say("step 7: doctor", told.splitlines()[-1])
    say("step 7: sandbox", re.findall(r"sandbox: (.*)", told)[-1])


def play(site: Site) -> None:
    """A tournament and a casual game, on bots that were checked on the second host."""
    entrants = upload(site)
    slug = hold(site, "Trial", [*entrants[:2], "greedy"], games=2)
    until("the round-robin is over", lambda: site.is_in(f"tournaments/{slug}/", "finished"))
    matches = site.ask(f"tournaments/{slug}/matches/")["results"]
    say("round-robin", f"over, under {', '.join({one['isolation'] for one in matches})}")
    say("casual game", f"over by the rules: {hold_casual(site)}")


def restart(host: str, part: str) -> None:
    """A part whose programs are killed is started again, as nice as its unit says."""
    before = show(host, part, "MainPID")
    begun = time.monotonic()
    on(host, f"systemctl kill --signal=KILL kauri-{part}")
    until(f"{part} is back", lambda: show(host, part, "MainPID") not in {before, "0"})
    took = time.monotonic() - begun
    nice = on(host, f"ps -o ni= -p {show(host, part, 'MainPID')}").strip()
    say(f"killed: {part}", f"started again after {took:.1f} s, niceness {nice}")
    if nice != show(host, part, "Nice"):
        raise SystemExit(f"{part} is not as nice as its unit says.")


def show(host: str, part: str, name: str) -> str:
    """What systemd knows of a part."""
    return on(host, f"systemctl show --value --property {name} kauri-{part}")


def hand_back(site: Site) -> None:
    """A worker that is stopped hands its match back, and goes on when it is started."""
    slug = hold(site, "Interrupted", ["my-slow", "greedy"], games=20)
    (match,) = until("a match is played", lambda: playing(site, slug))
    stop(SECOND, "worker")
    match = site.ask(f"matches/{match['id']}/")
    say("the match of the stopped worker", f"{match['status']}, {match['failures']} failures")
    if (match["status"], match["failures"]) != ("queued", 0):
        raise SystemExit("It was not handed back.")
    on(SECOND, "systemctl start kauri-worker")
    until("the match is played again", lambda: playing(site, slug))


def stop(host: str, part: str) -> None:
    """A part ends by itself when systemd stops it."""
    begun = time.monotonic()
    on(host, f"systemctl stop kauri-{part}")
    result, status = (show(host, part, name) for name in ("Result", "ExecMainStatus"))
    say(f"stopped: {part}", f"{result}, {status} after {time.monotonic() - begun:.1f} s")
    if result != "success":
        raise SystemExit(on(host, f"journalctl --no-pager --lines 50 --unit kauri-{part}"))


def watch(page: Page) -> None:
    """Steps 8 and 9: the backup and its proof by a timer's unit, and what programs may ask."""
    write(page.blocks(8, "ini"), "kauri-backup.service", "kauri-backup.timer")
    on(FIRST, page.manage() + page.script(8))
    on(FIRST, "systemctl daemon-reload; systemctl enable --now kauri-backup.timer")
    on(FIRST, "systemctl start kauri-backup")
    say("step 8: timer", on(FIRST, "systemctl list-timers --no-legend kauri-backup.timer"))
    say("step 9: lines of figures", on(FIRST, page.script(9)).count("\n"))


def write(units: list[str], *names: str) -> None:
    """The page's own units, on the first host."""
    for name, unit in zip(names, units, strict=True):
        on(FIRST, f"cat >/etc/systemd/system/{name} <<'END'\n{unit}END")


def upgrade(page: Page, folder: str) -> None:
    """Step 10: to a commit that differs in nothing but its tag."""
    must("git", "clone", "--quiet", f"{folder}/kauri.bundle", f"{folder}/next")
    must("git", "-C", f"{folder}/next", "tag", "v1.1.0")
    must("git", "-C", f"{folder}/next", "bundle", "create", "--quiet",
         f"{folder}/kauri.bundle", "HEAD", "v1.1.0")  # fmt: skip
    first, second = page.blocks(10, "sh")
    same = re.sub(r"^(manage|systemctl) .*\n", "", first, flags=re.MULTILINE)
    begun = time.monotonic()
    on(FIRST, page.manage() + first)
    on(SECOND, page.manage() + same + second)
    say("step 10: upgraded", f"both hosts after {time.monotonic() - begun:.0f} s")


def trial(page: Page, folder: str) -> None:
    """All steps, and then what systemd does when a part dies or is stopped."""
    password = secrets.token_hex(16)
    install(page, folder)
    set_up(page, password)
    site = Site(f"{ADDRESSES[FIRST]}:8000")
    site.log_in("alice", password)
    play(site)
    watch(page)
    parts = [(host, part) for host, names in UNITS.items() for part in names]
    for host, part in parts:
        restart(host, part)
    until("the site answers", site.answers)
    hand_back(site)
    upgrade(page, folder)
    until("the site answers", site.answers)
    for host, part in parts:
        stop(host, part)


def main() -> None:
    """Build, follow the page, stop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--base", default=try_containers.BASE)
    parser.add_argument("--keep", action="store_true")
    chosen = parser.parse_args()
    try_containers.check_host()
    if chosen.base == try_containers.BASE:
        try_containers.make_base()
    context = ROOT / "tools/containers"
    build_image("kauri-systemd", context, context / "systemd.Dockerfile", chosen.base)
    with network(keep=chosen.keep) as folder:
        trial(Page((ROOT / "docs/49-production.md").read_text()), folder)
    say("all", "as it should be")


if __name__ == "__main__":
    main()
