"""What `memories doctor` says of plugins that the real clients have installed, and whether its mending holds.

Each check that a broken state is named has its other half: what the client itself does in that state.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("src", "hooks", "bin", "skills", "agents", "integrations", ".claude-plugin", ".codex-plugin", ".mcp.json")
PARTS += (".mcp.codex.json", "README.md", "LICENSE")
PATIENCE = 120  # seconds


class Checkout:
    """A copy of the product that can be moved, and `memories` from it in the environment of a client."""

    def __init__(self, folder, binary, env, project):
        self.root, self.project = folder, project
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            folder.mkdir(parents=True, exist_ok=True)
            copy(ROOT / part, folder / part)
        programs = folder.parent / "programs"
        programs.mkdir(exist_ok=True)
        for name, path in binary.items():
            (programs / name).symlink_to(path)
        self.env = {**env, "PATH": "%s:%s" % (programs, env["PATH"])}

    def move(self, target):
        self.root = Path(shutil.move(self.root, target))

    def memories(self, *words):
        command = [sys.executable, str(self.root / "bin" / "memories"), *words]
        return subprocess.run(
            command, env=self.env, cwd=self.project, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def doctor(self, host, *words):
        """{name: level} of what is said of a host and is not ok."""
        done = self.memories("doctor", "--format", "json", *words)
        checks = json.loads(done.stdout)["checks"]
        return {c["name"]: c["level"] for c in checks if c.get("host") == host and c["level"] != "ok"}
