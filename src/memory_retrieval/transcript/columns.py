"""The columns of words.bin. Written by training/fit_triage.py; see docs/maintainers/triage.md."""

ROWS = 32768
COLUMNS = {
    "decision": (0.0311587, -1.379),
    "constraint": (0.0352830, -1.524),
    "preference": (0.0255967, -1.347),
    "runbook": (0.0280544, -2.063),
    "tech_debt": (0.0297536, -1.624),
    "session_summary": (0.0191633, -1.407),
    "withdraw": (0.0170869, -1.706),
    "forget": (0.0231570, -1.658),
    "made_up": (0.0141603, -1.850),
    "changes": (0.0628542, -1.353),
    "undoes": (0.0505459, -6.296),
    "reads": (0.0616925, -1.766),
    "docs": (0.0769591, -2.922),
    "failed": (0.0635137, -1.498),
    "open": (0.0208676, -1.606),
}
"""The columns of words.bin: kind of utterance or step, with the scale and the bias of its scores."""
