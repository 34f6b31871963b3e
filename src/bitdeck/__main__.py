"""`python -m bitdeck`."""

from bitdeck.cli import main

raise SystemExit(main())
