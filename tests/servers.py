"""`python -m tests.servers COMMAND...`: run a command with PostgreSQL and Redis of its own.

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
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psycopg
import redis

START_SECONDS = 60.0
STOP_SECONDS = 20.0


@contextlib.contextmanager
def servers() -> Iterator[dict[str, str]]:
    """The two servers; gives the environment that leads to them."""
    with _folder() as folder, contextlib.ExitStack() as stack:
        database_url = stack.enter_context(_postgresql(folder))
        redis_url = stack.enter_context(_started_redis(folder)).url
        yield {"DATABASE_URL": database_url, "REDIS_URL": redis_url}


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
def _postgresql(folder: Path) -> Iterator[str]:
    programs = _postgresql_programs()
    data, password, port = folder / "postgresql", secrets.token_hex(16), _free_port()
    password_file = folder / "password"
    password_file.write_text(password)
    password_file.chmod(0o644 if _unprivileged_user() else 0o600)
    _run(
        [str(programs / "initdb"), "--pgdata", str(data), "--username", "kauri", "--no-sync",
         "--auth", "scram-sha-256", "--pwfile", str(password_file),
         "--encoding", "UTF8", "--locale", "C.UTF-8"]
    )  # fmt: skip
    # The data are gone in a minute, so nothing needs to reach the disk.
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    url = f"postgresql://kauri:{password}@127.0.0.1:{port}/postgres"
    command = [str(programs / "postgres"), "-D", str(data), *options]
    with _server(command, log=folder / "postgresql.log", answers=lambda: _postgresql_answers(url)):
        yield url


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


class Redis:
    """A Redis on a free port that can be stopped and started again. It keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port, self._password = folder, _free_port(), secrets.token_hex(16)
        self._running = contextlib.ExitStack()
        self.url = f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Return once it answers."""
        command = [
            "redis-server", "--port", str(self._port), "--bind", "127.0.0.1",
            "--requirepass", self._password,
            "--dir", str(self._folder), "--save", "", "--appendonly", "no",
        ]  # fmt: skip
        log = self._folder / "redis.log"
        server = _server(command, log=log, answers=lambda: _redis_answers(self.url))
        self._running.enter_context(server)

    def stop(self) -> None:
        """Return once it has ended; what it held is lost."""
        self._running.close()


@contextlib.contextmanager
def redis_server() -> Iterator[Redis]:
    """A started Redis alone, for tests in which it is to vanish."""
    with _folder() as folder, _started_redis(folder) as server:
        yield server


@contextlib.contextmanager
def _started_redis(folder: Path) -> Iterator[Redis]:
    server = Redis(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _redis_answers(url: str) -> bool:
    with contextlib.closing(redis.Redis.from_url(url)) as client:
        try:
            return client.ping()
        except redis.ConnectionError:
            return False


@contextlib.contextmanager
def _server(command: Sequence[str], *, log: Path, answers: Callable[[], bool]) -> Iterator[None]:
    """A server that has begun to answer; stopped at the end, and when this process is killed."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            _as_unprivileged(["setpriv", "--pdeathsig", "INT", "--", *command]),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _wait_for(process, answers, log)
        yield
    finally:
        # SIGINT: both shut down at once, without waiting for clients.
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main(command: Sequence[str]) -> int:
    """Run `command` with the servers and return its exit status."""
    if not command:
        raise SystemExit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with servers() as environment:
        process = subprocess.Popen(command, env={**os.environ, **environment})
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
