"""The page of one hand or round: `shoe explain --format html`, and `shoe verify --format html` of whatever file it was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import attrs

from audit.evidence.result import PROVEN, UNPROVEN, Verified
from audit.explain import in_words
from audit.pages.house import page
from audit.pages.verdict import Verdict
from audit.rulebook import clause_texts
from audit.story.step import FinalHand, FinalStake, Step, Story
from audit.story.text import phase_title

BANKER = "D"
ONE_ROUND = (
    "Only this round was looked at: its play and its payments by the rules, and its cards beside the sealed shoe where that is revealed. "
    "`shoe audit`, or `shoe explain --vkey VKEY`, checks the whole ledger and its signature."
)
BY_FILE = "Told from the lines in the file alone, and checked with nothing but the ledger’s verifier key."
BY_LEDGER = "Told from the ledger’s own lines by a reading that shares no code with whoever recorded them."


@attrs.frozen
class Listed:
    """A list under its title; `mark` is what stands before its entries (yes, no, wrong)."""

    title: str
    mark: str
    entries: tuple[str, ...]


@attrs.frozen
class Phase:
    """Steps that belong together."""

    title: str
    steps: tuple[Step, ...]


@attrs.frozen
class Box:
    """A betting place: whose it is, the hands that were split on it, and those that were played to the end."""

    number: str
    name: str
    before: tuple[FinalHand, ...]
    hands: tuple[FinalHand, ...]


@attrs.frozen
class StakeRow:
    """A stake, and the hand that it lay on."""

    hand: str
    stake: FinalStake


def hand_page(story: Story) -> str:
    """The page of a told round, or of one hand of it."""
    return page(
        "hand.html.j2",
        title=f"{story.title} – Sealed Shoe",
        kind="A hand, step by step" if story.hand else "A round, step by step",
        heading=story.title,
        lines=story.heading,
        verdict=_verdict(story),
        lists=(),
        footing=BY_LEDGER,
        **_told(story),
    )


def verified_page(verified: Verified) -> str:
    """The page of a verified file: the verdict, what is proven and what is not, and the round where the file is a bundle."""
    story = verified.story
    return page(
        "hand.html.j2",
        title=f"{verified.title} – Sealed Shoe",
        kind=f"A {verified.kind}, verified",
        heading=verified.title,
        lines=story.heading if story else (),
        verdict=_verdict_on(verified),
        lists=tuple(listed for listed in _lists(verified) if listed.entries),
        footing=BY_FILE,
        **_told(story),
    )


def _verdict(story: Story) -> Verdict:
    points = (*(story.findings or ()), *(f"{step.event or step.text} – {step.warning}." for step in story.steps if step.warning))
    whole = ONE_ROUND if story.findings is None else "The whole ledger and its signature were audited."
    if points:
        return Verdict("wrong", "Something is wrong here", whole, points)
    if story.findings is None:
        return Verdict("right", "Nothing is wrong in this round", whole)
    return Verdict("right", "The audit found nothing", whole)


def _verdict_on(verified: Verified) -> Verdict:
    word, _, sentence = verified.verdict.partition(": ")
    tone = {PROVEN: "right", UNPROVEN: "open"}.get(verified.status, "wrong")
    return Verdict(tone, word.capitalize(), f"{sentence[:1].upper()}{sentence[1:]}") if sentence else Verdict(tone, word, "")


def _lists(verified: Verified) -> Iterator[Listed]:
    sections = verified.story.sections if verified.story else ""
    yield Listed("Wrong", "wrong", (*(in_words(finding, sections) for finding in verified.findings), *verified.contradictions))
    yield Listed("Proven, by this file and the verifier key alone", "yes", verified.proven)
    yield Listed("Not proven by it", "no", verified.not_proven)


def _told(story: Story | None) -> dict[str, object]:
    """What the template needs of a story; of a file without one, that there is none."""
    if story is None:
        return {"story": None}
    table = story.table
    stakes = tuple(StakeRow(hand.hand, stake) for hand in table for stake in hand.stakes)
    return {
        "story": story,
        "dealer": next((hand for hand in table if hand.hand == BANKER), None),
        "boxes": tuple(_boxes(table)),
        "stakes": stakes,
        "insured": any(row.stake.insured for row in stakes),
        "charged": any(row.stake.charged for row in stakes),
        "phases": tuple(
            Phase(phase_title(phase, story.banker), tuple(steps)) for phase, steps in groupby(story.steps, lambda step: step.phase)
        ),
        "clauses": _cited(story.steps),
    }


def _boxes(table: Sequence[FinalHand]) -> Iterator[Box]:
    for number, all_hands in groupby((hand for hand in table if hand.hand != BANKER), lambda hand: hand.hand.partition(".")[0]):
        hands = tuple(all_hands)
        before = tuple(hand for hand in hands if hand.was_divided)
        yield Box(number, hands[0].name, before, tuple(hand for hand in hands if not hand.was_divided))


def _cited(steps: Sequence[Step]) -> dict[str, str]:
    """The words of the clauses that the steps cite, in the rulebook's order."""
    cited = {clause for step in steps for clause in step.clauses}
    return {clause: text for clause, text in clause_texts().items() if clause in cited}
