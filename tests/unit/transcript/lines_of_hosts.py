"""Transcript lines as Claude Code, Cursor and Codex write them."""


def user(text, **fields):
    return {
        "isSidechain": False,
        "type": "user",
        "message": {"role": "user", "content": text},
        **fields,
    }


def assistant(text, *tools, **fields):
    content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}]
    content += [
        {"type": "tool_use", "id": "t", "name": name, "input": value}
        for name, value in tools
    ]
    return {
        "type": "assistant",
        "isSidechain": False,
        "message": {"role": "assistant", "content": content, "usage": {}},
        **fields,
    }


def result(text="done"):
    content = [{"type": "tool_result", "tool_use_id": "t", "content": text}]
    return user(content, toolUseResult={"stdout": text})


def snapshot(size):
    return {
        "type": "attachment",
        "attachment": {"type": "prompt_snapshot", "content": '"user"' * (size // 8)},
    }


def codex(role, text, kind="message"):
    part = {"type": "input_text" if role == "user" else "output_text", "text": text}
    return {
        "type": "response_item",
        "payload": {"type": kind, "role": role, "content": [part]},
    }


def codex_call(name, arguments, kind="function_call"):
    return {
        "type": "response_item",
        "payload": {"type": kind, "name": name, "arguments": arguments},
    }


def cursor(role, text):
    return {"role": role, "message": {"content": [{"type": "text", "text": text}]}}
