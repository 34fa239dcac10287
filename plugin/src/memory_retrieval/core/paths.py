"""Where this checkout or installation is."""

import os

SOURCE = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
)  # the folder to put on sys.path
PLUGIN_FOLDER = os.path.dirname(
    SOURCE
)  # with hooks, bin and skills; meaningless when installed as a wheel
INSTALLED = os.path.join(
    SOURCE, "memory_retrieval", "plugin"
)  # what an installed package has of PLUGIN_FOLDER
CHECKOUT = os.path.dirname(PLUGIN_FOLDER)  # where the plugin is that of a checkout


def companions() -> str:
    """The folder of a checkout with the packages that a plugin has not; "" in a copy, and when installed as a wheel."""
    source = os.path.join(CHECKOUT, "src")
    return source if os.path.isfile(os.path.join(CHECKOUT, "pyproject.toml")) else ""
