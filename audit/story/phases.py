"""In which phase an event stands whose words alone do not say it (FORMAT.md §8, §9)."""

from __future__ import annotations

from audit.story.act import Act, verb
from audit.story.settling import early_payment
from audit.story.told import Told

HERE = ""
"""The phase of an event that stands wherever it happens."""
SHUFFLES = ("D shuffle ", "D reshuffle ")
DEALT = ("deal", "down", "hole")
BANKED = ("D show", "D draw", "D hit", "D stand")


def phase_of(told: Told, act: Act, event: str, phase: str) -> str:
    """The phase of an event, by its own and by what stands before and after it."""
    if phase == "shoe" and event.startswith("D shuffle ") and verb(told.next_event()) == "lot":
        return "between"
    if phase == HERE:
        phase = _here(told, act, verb(event))
    if phase == "deal" and told.rules["stakes"]["when"] == "after-first-card" and not _happened(told, "bet"):
        return "first"
    return phase


def _here(told: Told, act: Act, what: str) -> str:
    """The phase of a verb that may stand in several."""
    if what == "open":
        return _of_what_follows(told, act)
    if what == "surrender":
        return "play" if told.rules["surrender"]["offered"] == "late" else "offers"
    if what == "insurance":
        return "offers" if told.rules["peek"]["when"] == "ten-or-ace" else "settle"
    if what == "sit":
        return "stakes" if told.phase in ("between", "shoe") else told.phase
    if what in ("exposed", "take", "refuse", "toss"):
        return "deal" if any(verb(event) in DEALT for event in told.log[told.at :]) else "play"
    return _of_outcome(told, act) if act.word else told.phase


def _of_outcome(told: Told, act: Act) -> str:
    """A settlement before the banker's play stands where it happened."""
    if told.phase in ("bank", "settle"):
        return "bank" if act.word.startswith("premium") and told.phase == "bank" else "settle"
    if act.word == "bust":
        return told.phase
    if act.word.startswith("premium"):
        return "play"
    if act.word in ("natural", "suited", "aces"):
        yet_to_bank = any(event.startswith(BANKED) for event in told.log[told.at :])
        return early_payment(told, told.hand(act.path)) or ("offers" if yet_to_bank else "settle")
    return "settle"


def _of_what_follows(told: Told, act: Act) -> str:
    """A hand is opened for what is done with it next; under pattern h, in the deal."""
    who, does = told.next_move().partition(" ")[0].partition("/")[0], verb(told.next_move())
    if who == act.path and does in ("double", "split"):
        return "play"
    if who == act.path and does in ("natural", "suited", "aces"):
        return early_payment(told, told.hand(act.path)) or "settle"
    if told.phase == "deal" or (who == act.path and does == "premium"):
        return told.phase
    return "settle"


def _happened(told: Told, what: str) -> bool:
    return any(verb(event) == what for event in told.log[: told.at])
