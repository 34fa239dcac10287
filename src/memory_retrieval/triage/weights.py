"""The numbers of the triage rules, set by hand on the labelled sessions of eval/triage.

One table a category: what each signal of a message adds to its score. A number is the weight of a signal between 0 and
1, mostly a yes or no. (base, each, most) is that of a counted signal: nothing for none, else base + each * count, but
no more than `most`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Dict, Mapping, Tuple, Union

    Weights = Dict[str, Union[float, Tuple[float, float, float]]]

DECISION: Weights = {
    "chosen": 0.30,  # words of choosing
    "option": (0.25, 0.05, 0.35),  # words of the answer that name an option on the table
    "acted_on": 0.10,  # the agent then changed something
    "reason": (0.15, 0.05, 0.30),  # words of reason
    "explained": 0.10,  # no such word, but more is said than the choice
    "bare": -0.30,  # neither
    "tentative": -0.10,  # words of doubt
    "objection": -0.40,  # without words of choosing: words of withdrawal, or a question
    "put_off": -0.20,  # it keeps something until later
}
ACCEPTED_DECISION = 0.45  # score of the assistant's proposal with a reason that the user accepts

PREFERENCE: Weights = {
    "lasting": (0.25, 0.05, 0.40),  # always, from now on
    "habit": (0, 0.12, 0.24),  # speaks of a kind of case
    "kind": 0.20,  # how a kind of thing has to be
    "directive": 0.09,  # told to the agent as an order
    "no_directive": -0.11,
    "manners": (0, 0.05, 0.15),  # about commits, comments, answers, the shape of code
    "corrected": 0.15,  # against something the agent did
    "acknowledged": 0.10,  # the assistant's next words accept it
    "reason": 0.05,
    "once": -0.25,  # for this time only
    "answers_choice": -0.10,  # few words, in answer to a choice: it is about that choice
    "question": -0.25,
    "failure": -0.10,  # words of failure without a correction
    "answer": -0.10,  # an answer describes how things are more often than it sets a rule
}

TECH_DEBT: Weights = {
    "kept": 0.25,  # it stays as it is
    "later": (0.15, 0.05, 0.30),  # when it will be done, or what it waits for
    "debt": (0, 0.10, 0.20),  # words that only debt has
    "deadline": 0.10,  # why it is put off
    "acknowledged": 0.10,
}

CONSTRAINT: Weights = {
    "limit": (0.04, 0.15, 0.34),  # words of limits
    "third_limit": 0.10,
    "number": 0.10,  # the passage holds a digit
    "outside": 0.15,  # the limit of a device, a service, a partner, a law
    "must": 0.15,  # what follows from it
    "legal": 0.15,  # a rule made by somebody who may make it
    "reported": 0.12,  # the user tells of a limit from outside
    "asked_for": -0.20,  # the user asks for something
    "loose": -0.10,  # neither from outside nor with a consequence
    "compares": -0.15,  # the assistant compares what could be done
    "answers_choice": -0.15,  # the assistant weighs choices that the user named
    "worked": 0.10,  # the assistant used a tool for the answer
    "idle": -0.10,  # it used none
    "docs_needed": -0.10,  # looked up in documents, while something fails or is made
    "docs": -0.25,  # looked up in documents, only asked about
    "untried": -0.15,  # neither looked up nor tried nor a rule
    "tentative": -0.15,
}
MOST_OF_WEAK_LIMIT = 0.42  # highest score of a passage with a single ambiguous word of limits

RUNBOOK: Weights = {
    "cause": 0.20,  # a cause is named
    "past_cause": 0.10,  # none is, but it is told how it was before, and the remedy
    "account": (0, 0.05, 0.15),  # words of cause and of how it was before
    "fixed": (0.10, 0.05, 0.20),  # words of remedy
    "failure": 0.05,  # words of failure
    "summary": -0.20,  # a summary of work
    "tentative": -0.15,
    "by_hand": 0.20,  # the user mended it and says that it works; the course of events is not asked
    "changed": 0.10,  # something was changed after the failure
    "unchanged": -0.20,
    "passed": 0.15,  # a check passed after the change and before the message
    "passed_later": 0.05,  # one passed only after the message
    "unchecked": -0.20,
    "undone": -0.10,  # a change was taken back, but a check passed after that
}

SESSION_SUMMARY: Weights = {
    "tools": (0, 0.04, 0.40),  # tool calls
    "files": (0, 0.10, 0.30),  # files changed
    "passes": (0, 0.05, 0.10),  # checks that passed
    "outcome": 0.20,  # how fully the best message states the outcome, 0 to 1
}
FULL_OUTCOME = 80.0  # words of outcome times words of the message from which the outcome counts as stated in full
MOST_OUTCOME_WORDS = 40  # words of the message counted for that

MIN_TOOLS = 5  # tool calls of a session that is worth a summary
RIVAL = 0.1  # a message counts for a second category only when its score is that close to the best

# Words below which a message is not considered.
MIN_WORDS = 3
MIN_WORDS_DECISION = 6  # of a choice that names no option
MIN_WORDS_PREFERENCE = 4
MIN_WORDS_DEBT = 6
MIN_WORDS_CONSTRAINT = 8
MIN_WORDS_PROPOSAL = 8
MIN_WORDS_OUTCOME = 8
MIN_WORDS_RUNBOOK = 10
MIN_WORDS_RUNBOOK_USER = 14

MIN_EXPLANATION = 6  # words after the first clause that explain a choice without a word of reason
MIN_EXPLANATION_OF_OPTION = 4  # the same after a clause that names an option
MOST_ANSWER = 14  # words of a first clause that names an option
MOST_GO_AHEAD = 14  # words of an agreement that only shows in what is done then
MOST_PART = 45  # words of a message that is judged whole; a longer one in pairs of sentences
MIN_RULE = 4  # passages of a rule from which it is one even in answer to a choice
MIN_SUMMARY = 4  # words of outcome from which a message is a summary of work
COMPLAINT_SPAN = 40  # messages of the user searched for the failure that a message explains


def weigh(weights: Weights, signals: Mapping[str, float]) -> float:
    """The sum of what the signals that are there weigh."""
    return sum([_contribution(weights[name], value) for name, value in signals.items() if value])


def _contribution(weight: float | tuple[float, float, float], value: float) -> float:
    if isinstance(weight, tuple):
        base, each, most = weight
        return min(most, base + each * value)
    return weight * value
