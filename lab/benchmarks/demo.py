"""The prompt hook on the example project: what it adds to each prompt, how long it took, and why."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "trailhead"
NOW = "2026-11-15T09:00:00Z"  # the example project's today


def main() -> int:
    colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    def paint(text: str, code: str) -> str:
        return "\033[%sm%s\033[0m" % (code, text) if colours else text

    prompts = [
        json.loads(line)
        for line in (EXAMPLE / "demo.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    with tempfile.TemporaryDirectory() as home:
        project = pathlib.Path(home) / "trailhead"
        shutil.copytree(EXAMPLE, project)
        env = environment(home)
        print(
            "The project is an invented hiking-route planner with %d memories."
            % _count(project)
        )
        print(
            "Below each prompt: what the hook adds for the agent, the time it took, and why.\n"
        )
        hook(project, "warm up the index", env, "")
        for number, entry in enumerate(prompts, 1):
            started = time.perf_counter()
            transcript = (
                str(project / "transcript.jsonl") if entry.get("transcript") else ""
            )
            if transcript:
                print(
                    paint(
                        "   (the prompt before was: %s)" % _last_prompt(transcript), "2"
                    )
                )
            answer = hook(project, entry["prompt"], env, transcript)
            ms = (time.perf_counter() - started) * 1000
            print(
                paint(
                    "%d. > %s" % (number, entry["prompt"].replace("\n", "\n     ")), "1"
                )
            )
            context = (
                json.loads(answer)["hookSpecificOutput"]["additionalContext"]
                if answer
                else ""
            )
            print(
                "\n".join("     " + paint(line, "36") for line in context.splitlines())
                if context
                else paint("     (nothing)", "2")
            )
            print(
                paint(
                    "     %.0f ms | %s"
                    % (ms, _reason(project, entry["prompt"], env, transcript)),
                    "2",
                )
            )
            print()
        bare = _bare(env)
    print("A bare `python3 -I -S -c pass` takes %.0f ms here." % bare, end=" ")
    print("Try your own: bin/memories why --root examples/trailhead 'YOUR PROMPT'")
    return 0


def environment(home: str) -> "dict[str, str]":
    keep = {
        k: v
        for k, v in os.environ.items()
        if k in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYENV_VERSION", "PYENV_ROOT")
    }
    folders = {
        "XDG_%s_HOME" % name: str(pathlib.Path(home) / name.lower())
        for name in ("CACHE", "STATE", "DATA", "CONFIG")
    }
    return {**keep, **folders, "HOME": home, "MEMORIES_NOW": NOW, "PYTHONUTF8": "1"}


def _count(project: pathlib.Path) -> int:
    return len(list(project.glob(".claude/memory/*/*.json"))) + len(
        list(project.glob(".memories/**/*.json"))
    )


def hook(
    project: pathlib.Path, prompt: str, env: "dict[str, str]", transcript: str
) -> str:
    """What the hook prints for a prompt; a hook that fails would be seen by its exit code."""
    payload = {
        "session_id": "",
        "transcript_path": transcript,
        "cwd": str(project),
        "prompt": prompt,
    }
    payload["hook_event_name"] = "UserPromptSubmit"
    command = [
        sys.executable,
        "-I",
        "-S",
        str(ROOT / "plugin" / "hooks" / "memory_hook.py"),
        "prompt",
    ]
    done = subprocess.run(
        command,
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        env=env,
        cwd=project,
        check=True,
    )
    return done.stdout


def _last_prompt(transcript: str) -> str:
    """What the user typed last in the session."""
    lines = map(
        json.loads, pathlib.Path(transcript).read_text(encoding="utf-8").splitlines()
    )
    typed = [line["message"]["content"] for line in lines if line.get("type") == "user"]
    return [text for text in typed if isinstance(text, str)][-1]


def _reason(
    project: pathlib.Path, prompt: str, env: "dict[str, str]", transcript: str
) -> str:
    """One line on the decision, from the trace that `memories why` prints."""
    command = [
        sys.executable,
        str(ROOT / "bin" / "memories"),
        "why",
        "--format",
        "json",
        prompt,
    ]
    command += ["--transcript", transcript] if transcript else []
    trace = json.loads(
        subprocess.run(
            command, capture_output=True, text=True, env=env, cwd=project, check=True
        ).stdout
    )
    if not trace["candidates"]:
        return "no memory shares a word or a meaning with it"
    best = trace["candidates"][0]
    words = (
        ", ".join(
            "%s (%s)" % (t["term"], "+".join(t["fields"])) for t in best["terms"][:3]
        )
        or "meaning alone"
    )
    sign = ">=" if trace["injected"] else "<"
    return "best score %.2f %s %.2f by %s%s" % (
        best["score"],
        sign,
        trace["threshold"],
        words,
        "; earlier turns were added" if trace["enriched"] else "",
    )


def _bare(env: "dict[str, str]") -> float:
    times = []
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True, env=env)
        times.append((time.perf_counter() - started) * 1000)
    return sorted(times)[2]


if __name__ == "__main__":
    sys.exit(main())
