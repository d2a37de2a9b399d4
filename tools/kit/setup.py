"""Builds a wheel of the kit: for this Python where compiled modules lie beside the sources."""

from pathlib import Path

from setuptools import Distribution, setup


class Kit(Distribution):
    """The kit, which belongs to one Python on one kind of machine if it has compiled modules."""

    def has_ext_modules(self) -> bool:
        """Tell whether compiled modules lie here."""
        return any(Path("kauri/engine").rglob("*.so"))


setup(distclass=Kit)
