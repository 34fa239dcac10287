"""How a record's text may speak to an agent: not at all where it instructs the agent instead of describing the project.

The rules know some phrases of one language: a courtesy, and no border.
"""

from __future__ import annotations

from .sanitize import MAX_TITLE, one_line, plain_title, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEFT_OUT = "[left out: text that speaks to the agent]"
READ = 2_000  # characters of a text that are looked at
# (what it is, hints in lower case, the further hints of which a text must have one too, pattern)
_RULES = (
    (
        "an order to forget instructions",
        ("ignore", "disregard", "forget", "override", "follow"),
        ("instruction", "prompt", "rules", "guideline", "direction", "context"),
        r"(?i)\b(?:ignore|disregard|forget|override|do not follow)\b[^.\n]{0,40}"
        r"\b(?:previous|prior|above|earlier|all|any|your|system|these)\b"
        r"[^.\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|context)\b",
    ),
    (
        "a tag of the conversation's frame",
        ("<",),
        (">",),
        r"(?i)</?\s*(?:memory-context|memory-compact|memory-note|system-reminder|system|"
        r"user-prompt-submit-hook|hook_context|hook_prompt|function_calls|function_results|tool_use|tool_result|tool_response|"
        r"assistant|human|instructions|antml:[a-z_]+|user_instructions|environment_context)(?:\s[^>]{0,80})?/?\s*>",
    ),
    (
        "a chat template's marker",
        ("<|", "[inst]", "[/inst]", "sys>>"),
        (">", "]"),
        r"(?i)<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|"
        r"start_header_id|end_header_id|eot_id|begin_of_text)\|>|\[/?INST\]|<</?SYS>>",
    ),
    (
        "a role marker",
        ("system", "assistant", "developer", "human"),
        (":",),
        r"(?im)^[ \t>*#]*(?:system|assistant|developer|human)(?: (?:prompt|message))?[ \t*]*:[ \t]*\S",
    ),
    (
        "a new role for the agent",
        ("you are now", "act as", "new instructions", "pretend"),
        (" ",),
        r"(?i)\byou are now (?:a|an|in|the|my)\b|\bnew instructions\s*:|\bpretend (?:to be|you are)\b|"
        r"\bact as (?:if you|a jailbroken|an unrestricted|dan)\b",
    ),
    (
        "a claim that the user agreed",
        ("approv", "authori", "permi", "allow", "agree", "confirm", "consent", "grant"),
        ("user", "human", "developer", "owner", "operator", "maintainer"),
        r"(?i)\b(?:user|human|developer|owner|operator|maintainer)s?\b[^.\n]{0,20}\b(?:has|have|had|already|hereby)\b"
        r"[^.\n]{0,30}\b(?:approved|authori[sz]ed|permitted|allowed|agreed|confirmed|consented|granted)\b",
    ),
    (
        "an order to hide something from the user",
        ("the user",),
        ("tell", "inform", "mention", "reveal", "notify", "asking"),
        r"(?i)\b(?:do not|don't|never|without)\b[^.\n]{0,20}"
        r"\b(?:tell|telling|inform|informing|mention(?:ing)? (?:this|it) to|reveal(?:ing)? (?:this|it) to|"
        r"notify|notifying|asking) the user\b",
    ),
)
_compiled: "dict[str, Any]" = {}


def spoken(text: str, limit: int = MAX_TITLE) -> str:
    """What of a record's text an agent is told, at every door; "" for one that speaks to the agent.

    It is one line of at most `limit` characters; the space between tags needs it escaped too.
    """
    return "" if find_instructions(visible(text[:READ])) else one_line(text, limit)


def spoken_title(title: str) -> str:
    """The same of a title, which says that something was left out."""
    return spoken(plain_title(title)) or LEFT_OUT


def find_instructions(text: str) -> list[tuple[str, str]]:
    """(what it is, the passage, at most 60 characters) of each instruction to the agent in `text`."""
    if text.isalnum():
        return []  # each has a space or a sign
    lower = text.lower()
    found = []
    for what, hints, further, pattern in _RULES:
        if not any(hint in lower for hint in hints) or not any(
            hint in lower for hint in further
        ):
            continue  # `re` is loaded for few texts
        if what not in _compiled:
            import re

            _compiled[what] = re.compile(pattern)
        match = _compiled[what].search(text)
        if match:
            found.append((what, " ".join(match.group(0).split())[:60]))
    return found


def scan_tree(value: Any, location: str = "") -> list[tuple[str, str, str]]:
    """(location, what, passage) for every text in a JSON value; `location` is that of the value itself."""
    if isinstance(value, str):
        return [(location, what, passage) for what, passage in find_instructions(value)]
    if isinstance(value, list):
        return [
            hit
            for n, item in enumerate(value)
            for hit in scan_tree(item, f"{location}[{n}]")
        ]
    if isinstance(value, dict):
        prefix = f"{location}." if location else ""
        return [
            hit
            for key, item in value.items()
            for hit in scan_tree(item, prefix + str(key))
        ]
    return []
