"""The real clients: found below a folder, or installed from npm into it.

And an environment of their own to run them in.
"""

import os
import pathlib
import platform
import shutil
import subprocess
import sys

CLAUDE, CODEX, GEMINI = (
    "@anthropic-ai/claude-code",
    "@openai/codex",
    "@google/gemini-cli",
)
SETTLED = (
    "2.1.330",
    "2.1.197",
    "0.169.0",
    "0.61.0",
)  # last seen to work: Claude Code (two), Codex, Gemini CLI


QWEN, COPILOT = "@qwen-code/qwen-code", "@github/copilot"
MORE = {
    "opencode": "1.18.33",
    "qwen": "0.24.4",
    "copilot": "1.0.102",
}  # last seen to work


class Missing(Exception):
    """The client cannot be had here; `str()` says why."""


def claude(folder, version):
    """The command of Claude Code: a native binary of its own, no node needed."""
    machine = {
        "x86_64": "x64",
        "amd64": "x64",
        "aarch64": "arm64",
        "arm64": "arm64",
    }.get(platform.machine().lower(), "x64")
    system = {"Linux": "linux", "Darwin": "darwin"}.get(platform.system(), "win32")
    package = "%s-%s-%s" % (CLAUDE, system, machine)
    home = folder / ("claude-code-" + version)
    return [
        str(
            _have(
                home,
                home / "node_modules" / package / "claude",
                "%s@%s" % (package, version),
            )
        )
    ]


def codex(folder, version):
    home = folder / ("codex-" + version)
    found = sorted(
        p
        for p in home.glob("node_modules/@openai/codex*/vendor/*/bin/codex")
        if p.is_file()
    )
    if not found:
        _install(home, "%s@%s" % (CODEX, version))
        found = sorted(
            p
            for p in home.glob("node_modules/@openai/codex*/vendor/*/bin/codex")
            if p.is_file()
        )
    if not found:
        raise Missing("no binary for this platform in " + CODEX)
    return [str(found[0])]


def gemini(folder, version):
    node = shutil.which("node")
    if node is None:
        raise Missing("node is not on the PATH")
    home = folder / ("gemini-cli-" + version)
    return [
        node,
        str(
            _have(
                home,
                home / "node_modules" / GEMINI / "bundle" / "gemini.js",
                "%s@%s" % (GEMINI, version),
            )
        ),
    ]


def opencode(folder, version):
    home = folder / ("opencode-" + version)
    machine = {
        "x86_64": "x64",
        "amd64": "x64",
        "aarch64": "arm64",
        "arm64": "arm64",
    }.get(platform.machine().lower())
    package = "opencode-%s-%s" % (platform.system().lower(), machine)
    return [
        str(
            _have(
                home,
                home / "node_modules" / package / "bin" / "opencode",
                "opencode-ai@" + version,
            )
        )
    ]


def opencode_plugin(folder, version, place):
    """Puts the package that OpenCode loads beside any plugin to its settings; without a network it tries a minute."""
    home = folder / ("opencode-plugin-" + version)
    _have(
        home,
        home / "node_modules" / "@opencode-ai" / "plugin" / "package.json",
        "@opencode-ai/plugin@" + version,
    )
    shutil.copytree(home, place, dirs_exist_ok=True, symlinks=True)


def qwen(folder, version):
    node = shutil.which("node")
    if node is None:
        raise Missing("node is not on the PATH")
    home = folder / ("qwen-code-" + version)
    return [
        node,
        str(
            _have(
                home,
                home / "node_modules" / QWEN / "cli-entry.js",
                "%s@%s" % (QWEN, version),
            )
        ),
    ]


def copilot(folder, version):
    home = folder / ("copilot-" + version)
    machine = {
        "x86_64": "x64",
        "amd64": "x64",
        "aarch64": "arm64",
        "arm64": "arm64",
    }.get(platform.machine().lower())
    package = "%s-%s-%s" % (COPILOT, platform.system().lower(), machine)
    return [
        str(
            _have(
                home,
                home / "node_modules" / package / "copilot",
                "%s@%s" % (COPILOT, version),
            )
        )
    ]


def environment(home, **more):
    """Nothing of ours is inherited but where programs lie; every way out but the loopback is closed."""
    nodes = [
        os.path.dirname(shutil.which(name))
        for name in ("node", "git", "python3")
        if shutil.which(name)
    ]
    path = os.pathsep.join(
        dict.fromkeys(
            [
                os.path.dirname(sys.executable),
                *nodes,
                "/usr/local/bin",
                "/usr/bin",
                "/bin",
            ]
        )
    )
    return {
        "HOME": str(home),
        "PATH": path,
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "TZ": "UTC",
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
        "no_proxy": "127.0.0.1,localhost",
        "NO_PROXY": "127.0.0.1,localhost",
        **more,
    }


def claude_environment(home, url):
    return environment(
        home,
        ANTHROPIC_BASE_URL=url,
        ANTHROPIC_API_KEY="none",
        DISABLE_AUTOUPDATER="1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
    )


def _have(home, path, package):
    if not path.exists():
        _install(home, package)
    if not path.exists():
        raise Missing("%s has no %s" % (package, path.name))
    return path


def _install(home, package):
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not on the PATH")
    home.mkdir(parents=True, exist_ok=True)
    command = [
        npm,
        "i",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        str(home),
        package,
    ]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=600,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing("%s: %s" % (package, error)) from None
    if done.returncode:
        raise Missing(
            "%s cannot be installed: %s"
            % (package, (done.stderr.strip().splitlines() or ["npm failed"])[-1][:200])
        )


def cache():
    """Where the clients are kept between runs."""
    base = os.environ.get("HOSTS_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
        "memory-retrieval",
        "clients",
    )
    return pathlib.Path(base)
