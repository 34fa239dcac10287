"""The words of the hooks' command line: which events there are, and which hosts send them."""

EVENTS = (
    "prompt",
    "session-start",
    "subagent-start",
    "stop",
    "pre-compact",
    "pre-tool",
    "after-tool",
    "allow-save",
    "session-end",
)
HOSTS = ("claude", "codex", "gemini", "cursor", "vscode")
