"""OpenCode's plugin keeps the transcripts that it hands to hooks where nobody else may read them, and not for long."""

import os
import shutil
import subprocess

import pytest

from conftest import REPOSITORY

SCRIPT = """
const { Memories } = await import(process.argv[1])
const messages = [{ info: { role: "user", time: { created: 1 } }, parts: [{ type: "text", text: "hello" }] }]
const session = { get: async () => ({ data: {} }), messages: async () => ({ data: messages }) }
const plugin = await Memories({ client: { session }, directory: process.argv[2] })
await plugin["experimental.session.compacting"]({ sessionID: "../s1" })
if (process.argv[3]) await plugin.dispose()
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize("given", ["state", "shop/state"])
def test_transcripts_are_private_and_what_a_killed_client_left_goes(
    given, project, tmp_path, home
):
    state = tmp_path / given if given == "state" else home / ".local" / "state"
    folder = state / "memory-retrieval" / "opencode"
    env = {
        **os.environ,
        "XDG_STATE_HOME": str(tmp_path / given),
        "TMPDIR": str(tmp_path / "tmp"),
    }
    plugin = str(REPOSITORY / "plugin" / "integrations" / "opencode" / "memories.js")

    def play(*more):
        words = [
            "node",
            "--input-type=module",
            "-e",
            SCRIPT,
            plugin,
            str(project.root),
            *more,
        ]
        subprocess.run(words, env=env, cwd=project.root, check=True, timeout=60)
        return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}

    folder.mkdir(parents=True)
    folder.chmod(0o755)
    (folder / "old.jsonl").write_text("x")
    os.utime(folder / "old.jsonl", (1, 1))
    assert play() == {"s1.jsonl": 0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert play("dispose") == {}
    assert not (tmp_path / "tmp").exists() and not (project.root / "state").exists()
