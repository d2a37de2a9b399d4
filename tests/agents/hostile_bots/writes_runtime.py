"""Changes the modules that the next bot will import."""

OUTCOME = "OSError: Read-only file system"


def attempt(call):
    with open("/kauri/agents/sdk.py", "w") as file:
        return file.write("raise SystemExit")
