"""`python -m interlinea` is the same program as `interlinea`."""

import sys

from interlinea.command import main

sys.exit(main())
