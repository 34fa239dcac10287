"""Guards with the examples that a writer needs."""

PASSES = [{"shell": "ls"}, {"file": "other.md", "text": "nothing"}]


def guarded(**guard):
    """A guard with two calls that break it and two that pass; of paths, commands or texts without alternatives."""
    if "command" in guard:
        program, _, rest = guard["command"].partition(" ")
        words = [f"{program} {rest}", f"{program} --other {rest}"]
        breaks = [{"shell": line} for line in words]
    else:
        path = guard.get("paths", ["a.py"])[0].replace("**", "x").replace("*", "a")
        text = guard.get("text", "x").partition(" OR ")[0]
        breaks = [{"file": path, "text": text}, {"shell": f"echo '{text}' > {path}"}]
    return {**guard, "breaks": breaks, "passes": PASSES}
