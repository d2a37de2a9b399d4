"""One module under two names, so that a bot runs with the kit and on a site as it stands.

The kit has everything in one package: `kauri.sdk`, `kauri.engine`. In the platform's repository the
same modules are `agents.sdk` and `engine`, each in a package of its own.
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType


class Alias:
    """Finds the modules of one package under a second name.

    It is a finder and a loader without their base classes, which take longer to import than a bot.
    """

    def __init__(self, name: str, package: str) -> None:
        """`name` is the second name of the package."""
        self.name, self.package = name, package

    def find_spec(self, fullname: str, *_place: object) -> ModuleSpec | None:
        """What the import system asks of a finder."""
        if f"{fullname}.".startswith(f"{self.name}.") and not fullname.endswith(".__main__"):
            return ModuleSpec(fullname, self)  # type: ignore[arg-type] # it behaves as a loader
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module itself."""
        module = import_module(self.package + spec.name.removeprefix(self.name))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give it back the specification of its own name; it has run already."""
        assert module.__spec__
        module.__spec__ = module.__spec__.loader_state


def alias(name: str, package: str) -> None:
    """Let `name` and all below it stand for a package: every module is loaded once."""
    if name != package:
        sys.meta_path.insert(0, Alias(name, package))
