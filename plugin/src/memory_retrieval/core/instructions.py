"""Finds text that instructs the agent instead of describing the project. It is reported, never altered."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# (what it is, hints in lower case, pattern)
_RULES = (
    (
        "an order to forget instructions",
        ("ignore", "disregard", "forget", "override"),
        r"(?i)\b(?:ignore|disregard|forget|override|do not follow)\b[^.\n]{0,40}"
        r"\b(?:previous|prior|above|earlier|all|any|your|system|these)\b"
        r"[^.\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|context)\b",
    ),
    (
        "a tag of the conversation's frame",
        ("<",),
        r"(?i)</?\s*(?:memory-context|memory-compact|memory-note|system-reminder|system|"
        r"user-prompt-submit-hook|hook_context|hook_prompt|function_calls|function_results|tool_use|tool_result|tool_response|"
        r"assistant|human|instructions|antml:[a-z_]+|user_instructions|environment_context)(?:\s[^>]{0,80})?/?\s*>",
    ),
    (
        "a chat template's marker",
        ("<|", "[inst]", "<<sys>>", "[/inst]"),
        r"(?i)<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|"
        r"start_header_id|end_header_id|eot_id|begin_of_text)\|>|\[/?INST\]|<</?SYS>>",
    ),
    (
        "a role marker",
        ("system", "assistant", "developer", "human"),
        r"(?im)^[ \t>*#]*(?:system|assistant|developer|human)(?: (?:prompt|message))?[ \t*]*:[ \t]*\S",
    ),
    (
        "a new role for the agent",
        ("you are now", "act as", "new instructions", "pretend"),
        r"(?i)\byou are now (?:a|an|in|the|my)\b|\bnew instructions\s*:|\bpretend (?:to be|you are)\b|"
        r"\bact as (?:if you|a jailbroken|an unrestricted|dan)\b",
    ),
    (
        "a claim that the user agreed",
        ("approv", "authori", "permi", "allow", "agree", "confirm", "consent", "grant"),
        r"(?i)\b(?:user|human|developer|owner|operator|maintainer)s?\b[^.\n]{0,20}\b(?:has|have|had|already|hereby)\b"
        r"[^.\n]{0,30}\b(?:approved|authori[sz]ed|permitted|allowed|agreed|confirmed|consented|granted)\b",
    ),
    (
        "an order to hide something from the user",
        ("tell the user", "inform the user", "mention", "reveal", "the user"),
        r"(?i)\b(?:do not|don't|never|without)\b[^.\n]{0,20}"
        r"\b(?:tell|telling|inform|informing|mention(?:ing)? (?:this|it) to|reveal(?:ing)? (?:this|it) to|"
        r"notify|notifying|asking) the user\b",
    ),
)
_compiled: "dict[str, Any]" = {}


def find_instructions(text: str) -> list[tuple[str, str]]:
    """(what it is, the passage, at most 60 characters) of each instruction to the agent in `text`."""
    lower = text.lower()
    found = []
    for what, hints, pattern in _RULES:
        if not any(hint in lower for hint in hints):
            continue
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
        return [hit for n, item in enumerate(value) for hit in scan_tree(item, "%s[%d]" % (location, n))]
    if isinstance(value, dict):
        prefix = location + "." if location else ""
        return [hit for key, item in value.items() for hit in scan_tree(item, prefix + str(key))]
    return []
