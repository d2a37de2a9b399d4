"""Has the C library read a locale that it wrote itself."""

import locale
import os

OUTCOME = "ValueError"


def attempt(call):
    os.makedirs("/tmp/xx_XX.UTF-8/LC_MESSAGES")
    for name in ("LC_CTYPE", "LC_COLLATE", "LC_TIME", "LC_NUMERIC"):
        with open(f"/tmp/xx_XX.UTF-8/{name}", "wb") as file:
            file.write(b"\x20\x11\x03\x20" + b"\xff" * 4096)
    os.environ.update(LOCPATH="/tmp", LANGUAGE="../../etc", NLSPATH="/etc/%N")
    try:
        return locale.setlocale(locale.LC_ALL, "xx_XX.UTF-8")
    except locale.Error as error:
        raise ValueError(str(error)) from error
