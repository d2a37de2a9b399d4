"""An S3-compatible server of moto's, on a free port of this machine; it forgets all at its end."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any

import boto3

from tests import reserved
from tournaments.machinery.setup import environment

START_SECONDS = 60.0
KEYS = {"KAURI_S3_ACCESS_KEY": "kauri", "KAURI_S3_SECRET_KEY": "not-checked"}


@contextlib.contextmanager
def object_server() -> Iterator[str]:
    """Its address, as long as the context lasts."""
    port = reserved.port()
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "--host", "127.0.0.1", "--port", str(port)],
        env={**os.environ, "MOTO_PORT": str(port)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(address := f"http://127.0.0.1:{port}", process)
        yield address
    finally:
        process.terminate()
        process.wait()


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address}/moto-api/").close()
        except urllib.error.URLError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def bucket(address: str) -> dict[str, str]:
    """A new bucket there: the settings that lead to it."""
    name = f"kauri-{uuid.uuid4().hex}"
    client = boto3.client(
        "s3",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id=KEYS["KAURI_S3_ACCESS_KEY"],
        aws_secret_access_key=KEYS["KAURI_S3_SECRET_KEY"],
    )
    client.create_bucket(Bucket=name)
    client.close()
    return {"KAURI_S3_BUCKET": name, "KAURI_S3_ENDPOINT": address, **KEYS}


NOWHERE = {"KAURI_S3_BUCKET": "none", "KAURI_S3_ENDPOINT": "http://127.0.0.1:1", **KEYS}


def lead_to(settings: Any, **given: str) -> None:
    """Let Django's settings lead to a bucket; to one that does not answer, unless `given` says."""
    values = environment.read(NOWHERE | given)
    bucket = {name: value for name, value in values.items() if name.startswith("KAURI_S3_")}
    settings.ENVIRONMENT = settings.ENVIRONMENT | bucket
    settings.STORAGES = settings.STORAGES | {"default": environment.archives(values)}
