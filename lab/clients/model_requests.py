"""What the clients sent to the model: briefs, pointers, results of tools."""

import json
import os
import re


def main_request(model):
    """The last request of the conversation itself; clients make others, without tools, for a title and the like."""
    return next(
        (body for body in reversed(model.bodies) if body.get("tools")), {"messages": []}
    )


def briefs(model, request=None):
    """How many briefs the model was sent with a request, the last one if none is given. Some escape angle brackets."""
    text = json.dumps(request or main_request(model), ensure_ascii=False)
    return text.count("<memory-brief source=") + text.count("&lt;memory-brief source=")


def pointed(text, file, memory):
    """Whether `text`, from `last`, tells once of the memory that names a file."""
    return (
        text.count('These memories name \\"%s\\".' % os.path.basename(file)) == 1
        and memory in text
    )


def last(model):
    """The last request as text, without the brief."""
    text = json.dumps(main_request(model), ensure_ascii=False)
    return re.sub(r"(<|&lt;)memory-brief.*?/memory-brief", "", text, flags=re.S)


def tool_result(model):
    """What the tools of the last request gave back."""
    for body in reversed(model.bodies):
        found = [
            b
            for m in body.get("messages", [])
            if isinstance(m.get("content"), list)
            for b in m["content"]
            if b.get("type") == "tool_result"
        ]
        if found:
            return json.dumps(found[-1].get("content"), ensure_ascii=False)
    return ""


def show(model):
    """The block as the model got it, for people."""
    for body in model.bodies[:1]:
        for message in body.get("messages", []):
            content = (
                message["content"]
                if isinstance(message["content"], list)
                else [{"text": message["content"]}]
            )
            for block in content:
                text = block.get("text") or ""
                if "<memory-context" in text:
                    start, end = (
                        text.index("<memory-context"),
                        text.index("</memory-context>") + 17,
                    )
                    print(
                        "      role %s: %s"
                        % (message["role"], text[start:end].replace("\n", "\n      "))
                    )
