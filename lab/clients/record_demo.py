"""Records docs/images/demo.json: what the real Claude Code sends for two prompts, without and with the memory.

`python3 lab/clients/record_demo.py`, then `python tools/draw_demo.py`. Offline; the model is a script on the loopback, and
nothing that it says is recorded.
"""

import json
import os
import pathlib
import re
import sys
import tempfile

import clients
from mock_api import MockModel
from model_requests import main_request
from projects import make_project
from run import ROOT, notices, run

NOW = "2026-11-15T09:00:00Z"  # the example project's today
PROMPTS = (
    "add a retry to the weather client so a failed forecast is fetched again",
    "run the tests again",
)
OUTPUT = ROOT / "docs" / "images" / "demo.json"
BRIEF = re.compile(r"<memory-brief.*?</memory-brief>", re.S)
BLOCK = re.compile(r"<memory-context.*?</memory-context>", re.S)


def main():
    version = os.environ.get("CLAUDE_CODE_VERSION", clients.SETTLED[0])
    [binary] = clients.claude(clients.cache(), version)
    plugin = ["--plugin-dir", str(ROOT / "plugin")]
    asked = [
        {"prompt": p, "without": ask(binary, p, []), "with": ask(binary, p, plugin)}
        for p in PROMPTS
    ]
    recording = {"client": "Claude Code " + version, "asked": asked}
    OUTPUT.write_text(json.dumps(recording, indent=1) + "\n", encoding="utf-8")
    print("%s: written" % OUTPUT.relative_to(ROOT))


def ask(binary, prompt, more):
    """What the client sent that is the prompt or ours, and the lines of ours that it showed."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(os.path.realpath(folder))
        project, home = make_project(folder / "trailhead"), folder / "home"
        (home / ".claude").mkdir(parents=True)
        with MockModel() as model:
            env = {**clients.claude_environment(home, model.url), "MEMORIES_NOW": NOW}
            form = ["--output-format", "stream-json", "--verbose"]
            words = [binary, "-p", prompt, *more, *form, "--include-hook-events"]
            code, out, _ = run(words, env, project)
        if code:
            sys.exit("the client ended with %s" % code)
        events = [json.loads(line) for line in out.splitlines() if line[:1] == "{"]
        sent = list(texts(main_request(model)))
        return {
            "sent": [text for text in sent if text.strip() == prompt],
            "brief": sum(len(found) for text in sent for found in BRIEF.findall(text)),
            "added": [found for text in sent for found in BLOCK.findall(text)],
            "shown": notices(events),
        }


def texts(request):
    """All texts of a request's messages."""
    for message in request["messages"]:
        content = message["content"]
        blocks = [{"text": content}] if isinstance(content, str) else content
        yield from [block.get("text") or "" for block in blocks]


if __name__ == "__main__":
    main()
