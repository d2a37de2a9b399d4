"""Points the loader and the interpreter elsewhere, by the environment."""

import ctypes
import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    with open("/tmp/libkauri-mine.so", "wb") as file:
        file.write(b"\x7fELF")
    os.environ.update(LD_LIBRARY_PATH="/tmp", LD_PRELOAD="/tmp/libkauri-mine.so")
    try:
        return ctypes.CDLL("libkauri-mine.so")
    except OSError as error:
        raise FileNotFoundError(str(error)) from error
