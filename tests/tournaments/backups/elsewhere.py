"""Another installation, for what is restored."""

import os
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg

PROJECT = Path(__file__).parents[3]


class Elsewhere:
    """Another installation, empty, with a folder and a database of its own."""

    def __init__(self, folder):
        self.var = folder / "elsewhere"
        self.environment = {**os.environ, "KAURI_VAR": str(self.var), **_database()}

    def manage(self, *arguments):
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT, env=self.environment, capture_output=True, text=True, check=False,
            timeout=120,
        )  # fmt: skip


def _database():
    if "DATABASE_URL" not in os.environ:
        return {}
    name = f"restored_{uuid.uuid4().hex}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    return {"DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"}
