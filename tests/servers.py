"""`python -m tests.servers COMMAND...`: run a command with PostgreSQL and Redis of its own.

With `--small-disk` before the command it is PostgreSQL alone, with its data on a disk of its own
that can be filled; the disk's folder comes as the command's last argument.

Both servers listen on free ports of 127.0.0.1 and keep their files in a temporary folder; the
command finds them in DATABASE_URL and REDIS_URL. When it ends, or this program is told to, the
servers are stopped and their files removed.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis

from tests import reserved, small_disk

START_SECONDS = 60.0
STOP_SECONDS = 20.0
SMALL_DISK_BYTES = 192 * 2**20

_COPY = 'cp -a "$1/." "$2" && shift 2 && exec "$@"'


@dataclass
class Server:
    """A server that has begun to answer, and can be begun again."""

    url: str
    command: Sequence[str]
    log: Path
    answers: Callable[[], bool]
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it and wait until it answers. It is stopped when the calling thread ends."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                _as_unprivileged(["setpriv", "--pdeathsig", "INT", "--", *self.command]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        _wait_for(self.process, self.answers, self.log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it, if it runs; at SIGINT both shut down at once, without waiting for clients."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def restart(self, how: signal.Signals) -> None:
        """End it by a signal, as a crash would, and start it with what it has kept."""
        self.stop(how)
        self.start()


@dataclass(frozen=True)
class Pair:
    """The two servers."""

    postgresql: Server
    redis: Server

    def pids(self) -> set[int]:
        """The processes that were started for them, without those that these have started."""
        servers = (self.postgresql.process, self.redis.process)
        return {process.pid for process in servers if process is not None}

    def environment(self) -> dict[str, str]:
        """What leads to them."""
        return {"DATABASE_URL": self.postgresql.url, "REDIS_URL": self.redis.url}


@contextlib.contextmanager
def servers(*, durable: bool = False) -> Iterator[Pair]:
    """The two servers, running; a `durable` PostgreSQL keeps what is committed when it is ended."""
    with _folder() as folder, contextlib.ExitStack() as stack:
        postgresql = stack.enter_context(_running(_postgresql(folder, durable=durable)))
        yield Pair(postgresql, stack.enter_context(_running(_redis(folder))))


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="kauri-servers-") as name:
        folder = Path(name)
        owner = _unprivileged_user()
        if owner:
            shutil.chown(folder, user=owner)
        yield folder


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root; its package brings the user to run it as."""
    return pwd.getpwnam("postgres").pw_name if os.geteuid() == 0 else None


@contextlib.contextmanager
def postgresql_on_a_small_disk() -> Iterator[tuple[Server, Path]]:
    """A started PostgreSQL alone, with all its data on a disk of its own, and that disk."""
    with _folder() as folder:
        server = _postgresql(folder, durable=True)
        data, disk = folder / "postgresql", folder / "disk"
        disk.mkdir()
        shutil.chown(disk, user=data.owner())
        moved = [str(disk) if part == str(data) else part for part in server.command]
        copy = ["sh", "-c", _COPY, "copy", str(data), str(disk)]
        server.command = small_disk.command(
            disk, size=SMALL_DISK_BYTES, as_root=False, then=[*copy, *moved]
        )
        with _running(server):
            yield server, Path(f"/proc/{server.process.pid}/root{disk}")


def _postgresql(folder: Path, *, durable: bool) -> Server:
    programs = _postgresql_programs()
    data, password, port = folder / "postgresql", secrets.token_hex(16), reserved.port()
    password_file = folder / "password"
    password_file.write_text(password)
    password_file.chmod(0o644 if _unprivileged_user() else 0o600)
    _run(
        [str(programs / "initdb"), "--pgdata", str(data), "--username", "kauri", "--no-sync",
         "--auth", "scram-sha-256", "--pwfile", str(password_file),
         "--encoding", "UTF8", "--locale", "C.UTF-8"]
    )  # fmt: skip
    # The data of most tests are gone in a minute, and nothing needs to reach the disk.
    kept = "on" if durable else "off"
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": kept,
        "synchronous_commit": kept,
        "full_page_writes": kept,
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    url = f"postgresql://kauri:{password}@127.0.0.1:{port}/postgres"
    command = [str(programs / "postgres"), "-D", str(data), *options]
    return Server(url, command, folder / "postgresql.log", lambda: _postgresql_answers(url))


def _postgresql_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    if not found:
        raise SystemExit("PostgreSQL is missing: tools/system-packages test")
    return found[-1]


def _postgresql_answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextlib.contextmanager
def pooler(postgresql: Server) -> Iterator[Server]:
    """A started PgBouncer before that PostgreSQL, with which each transaction takes a connection.

    It has two of them, and each forgets all that a transaction has left behind.
    """
    address, port = urlsplit(postgresql.url), reserved.port()
    with _folder() as folder:
        (folder / "users.txt").write_text(f'"{address.username}" "{address.password}"\n')
        (folder / "pgbouncer.ini").write_text(
            f"""[databases]
* = host=127.0.0.1 port={address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 2
server_reset_query_always = 1
"""
        )
        url = postgresql.url.replace(f":{address.port}/", f":{port}/")
        command = ["/usr/sbin/pgbouncer", str(folder / "pgbouncer.ini")]
        with _running(
            Server(url, command, folder / "pgbouncer.log", lambda: _postgresql_answers(url))
        ) as server:
            yield server


def _redis(folder: Path) -> Server:
    port, password = reserved.port(), secrets.token_hex(16)
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    command = [
        "redis-server", "--port", str(port), "--bind", "127.0.0.1", "--requirepass", password,
        "--dir", str(folder), "--save", "", "--appendonly", "no",
    ]  # fmt: skip
    return Server(url, command, folder / "redis.log", lambda: _redis_answers(url))


@contextlib.contextmanager
def redis_server() -> Iterator[Server]:
    """A started Redis alone, for tests in which it is to vanish; it keeps nothing."""
    with _folder() as folder, _running(_redis(folder)) as server:
        yield server


def _redis_answers(url: str) -> bool:
    with contextlib.closing(redis.Redis.from_url(url)) as client:
        try:
            return client.ping()
        except redis.ConnectionError:
            return False


@contextlib.contextmanager
def _running(server: Server) -> Iterator[Server]:
    """Stopped at the end, and when this process is killed."""
    try:
        server.start()
        yield server
    finally:
        server.stop()


def _wait_for(process: "subprocess.Popen[bytes]", answers: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not answers():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"{process.args} does not answer:\n{log.read_text()}")
        time.sleep(0.05)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(_as_unprivileged(command), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")


def _as_unprivileged(command: Sequence[str]) -> list[str]:
    user = _unprivileged_user()
    if user is None:
        return list(command)
    entry = pwd.getpwnam(user)
    identity = [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
    return ["setpriv", *identity, "--", *command]


def main(command: Sequence[str]) -> int:
    """Run `command` with the servers and return its exit status."""
    if not command:
        raise SystemExit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if command[0] == "--small-disk":
        with postgresql_on_a_small_disk() as (server, disk):
            return _status([*command[1:], str(disk)], {"DATABASE_URL": server.url})
    with servers() as pair:
        return _status(command, pair.environment())


def _status(command: Sequence[str], environment: dict[str, str]) -> int:
    process = subprocess.Popen(command, env={**os.environ, **environment})
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
