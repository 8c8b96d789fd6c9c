"""`python -m moot` is `moot`."""

import sys

from moot.cli import main

if __name__ == "__main__":
    sys.exit(main())
