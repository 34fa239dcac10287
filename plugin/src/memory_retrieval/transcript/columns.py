"""The columns of words.bin. Written by lab/training/fit_triage.py; see docs/maintainers/triage.md."""

ROWS = 32768
COLUMNS = {
    "decision": (0.0388511, -1.302),
    "constraint": (0.0406997, -1.574),
    "preference": (0.0339023, -1.290),
    "runbook": (0.0336093, -2.214),
    "tech_debt": (0.0340352, -1.804),
    "session_summary": (0.0217342, -1.600),
    "withdraw": (0.0189198, -1.884),
    "forget": (0.0243187, -1.869),
    "made_up": (0.0141145, -2.041),
    "open": (0.0212742, -1.866),
    "changes": (0.0628542, -1.353),
    "undoes": (0.0505459, -6.296),
    "reads": (0.0616925, -1.766),
    "docs": (0.0769591, -2.922),
    "failed": (0.0635137, -1.498),
}
"""The columns of words.bin: kind of utterance or step, with the scale and the bias of its scores."""
