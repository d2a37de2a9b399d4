"""Compiles the engine's modules with mypyc when a wheel is built; pyproject.toml has the rest.

Where that cannot be done, for want of a C compiler for instance, the sources are installed alone:
they are the same engine, only slower.
"""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LinkError

# What runs in the inner loops of searching bots, and of the games' folders all but what is read now
# and then. `engine.builds` decides which build is imported, `engine.machine` stands in for mypyc's
# types, and modules that are run with `python -m` must stay sources.
SHARED = (
    *("bits", "blossoms", "counting", "game", "matching", "past", "planes", "position"),
    *("state", "values", "vector"),
)
SELDOM = {"__init__", "facts", "picture", "text", "words"}
# In the kit the engine lies in the kit's one package (tools/kit/rename.py).
ENGINE = Path("kauri/engine" if Path("kauri/engine/state.py").is_file() else "engine")


def modules():
    """Return the paths of the modules that are compiled."""
    games = sorted(ENGINE.glob("games/*/*.py"))
    shared = [str(ENGINE / f"{name}.py") for name in SHARED]
    return shared + [str(path) for path in games if path.stem not in SELDOM]


def translated():
    """The modules as C; none, where mypyc is missing or refuses them."""
    if "--inplace" in sys.argv:
        raise SystemExit("Compiled modules beside edited sources go stale: use tools/build-engine.")
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - it may be missing

        group = ".".join((*ENGINE.parts, "compiled"))
        extensions = mypycify(modules(), group_name=group, debug_level="0")
    except (ImportError, SystemExit) as error:
        complain(error)
        return []
    for extension in extensions:
        # Functions that nobody outside can replace may be inlined.
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return extensions


class AllOrNone(build_ext):
    """Leaves no compiled module behind when one of them cannot be made."""

    def run(self):
        """Compile, or say why not."""
        try:
            super().run()
        except (BaseError, CompileError, LinkError) as error:
            complain(error)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def complain(error):
    """Say what was in the way."""
    print(f"The engine is not compiled, its sources run as they are: {error}", file=sys.stderr)


if __name__ == "__main__":
    building = {"bdist_wheel", "build_ext"} & set(sys.argv)
    setup(ext_modules=translated() if building else [], cmdclass={"build_ext": AllOrNone})
