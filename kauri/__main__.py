"""`python -m kauri` is the command `kauri`."""

from tournaments.kit.main import main

main()
