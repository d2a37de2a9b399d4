"""What a test reads of the API's problem details."""


def told(problem):
    """The sentences by field; under `detail` the one of the whole, if no field is at fault."""
    return _by_field(problem, "detail")


def codes(problem):
    """The codes by field; under `detail` the one of the whole, if no field is at fault."""
    return _by_field(problem, "code")


def _by_field(problem, member):
    found = {}
    for error in problem["errors"]:
        found.setdefault(error["field"], []).append(error[member])
    return found or {"detail": problem[member]}
