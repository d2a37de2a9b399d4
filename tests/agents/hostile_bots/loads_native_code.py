"""Loads native code that it has written to /tmp, and opens a socket by it."""

import importlib.machinery
import importlib.util
import shutil
import socket
import sys

OUTCOME = "PermissionError"
SOURCE = sys.modules["_socket"].__file__


def attempt(call):
    copied = shutil.copyfile(SOURCE, "/tmp/_socket.so")
    loader = importlib.machinery.ExtensionFileLoader("_socket", copied)
    spec = importlib.util.spec_from_loader("_socket", loader)
    try:
        native = importlib.util.module_from_spec(spec)
        loader.exec_module(native)
    except ImportError:
        return "native code is not loaded"
    return native.socket(socket.AF_INET, socket.SOCK_STREAM)
