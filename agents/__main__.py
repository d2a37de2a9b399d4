"""`python -m agents`: play bots against each other, or check one, without a server."""

import sys

from agents.desk.cli import main

sys.exit(main())
