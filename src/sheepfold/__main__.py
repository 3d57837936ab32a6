"""``python -m sheepfold`` is the ``sheepfold`` command."""

import sys

from sheepfold.cli import main

sys.exit(main())
