"""Never stops to think."""

OUTCOME = "cpu"


def attempt(call):
    while True:
        pass
