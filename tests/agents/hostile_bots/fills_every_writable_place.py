"""Looks for every place where it may write, to fill them all; there is one."""

import os

OUTCOME = "got ['/tmp']"


def attempt(call):
    found = []
    for folder, _, _ in os.walk("/"):
        try:
            with open(f"{folder}/fill", "wb") as file:
                file.write(bytes(4096))
        except OSError:
            continue
        found.append(folder)
    return found
