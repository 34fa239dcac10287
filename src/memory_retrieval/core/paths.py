"""Where this checkout or installation lies."""

import os

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # the folder to put on sys.path
REPOSITORY = os.path.dirname(
    SOURCE
)  # of a checkout, which is also the plugin's folder; meaningless when installed as a wheel
