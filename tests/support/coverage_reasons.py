"""Why some clauses have no parameter or no check, and what no replay can show."""

from __future__ import annotations

_PLAY = "no choice: it is so under every rule set"
_EXAMPLE = "an example, not a rule: its hand is replayed, card by card, in a test"
_ADVICE = "not checkable, because it is advice and every legal decision may be taken; the tests of the bot `seed` stand in for it"

NO_PARAMETER: dict[str, str] = {
    "G1": "no choice: the order of dealing and play is the same under every rule set",
    "G2": "no choice: who must be able to pay, and who may be in debt, is the same under every rule set",
    "G3": "no choice: the phases that the other parameters leave follow one another in this order",
    "G4": "no choice: how every premium is reckoned; which there are, B7 and H5 say",
    "G6": _PLAY,
    "G8": _PLAY,
    "G10": "what holds where `pack.pictures`, `pack.ace` and the rest do not say otherwise",
    "T3.1": "no choice: what a natural is",
    "T4.1": _PLAY,
    "T5.5": _PLAY,
    "T8.1": "an example",
    "T8.2": "an example",
    "E2.3": _PLAY,
    "E6.3": _PLAY,
    "E7.3": _PLAY,
    "C2.3": _PLAY,
    "B3.2": _PLAY,
    "B7.4": _PLAY,
    "P3.2": _PLAY,
    "H3.2": _PLAY,
    "H4.1": "no choice; ties are `settlement.ties`",
    "H9": "advice: the bot `seed`",
    "H9.2": "advice: the bot `seed`",
}
"""Clauses from which no parameter comes."""

NO_CHECK: dict[str, str] = {"T8.1": _EXAMPLE, "T8.2": _EXAMPLE, "H9": _ADVICE, "H9.2": _ADVICE}
"""Clauses that the audit does not check."""

NOT_SHOWN: tuple[tuple[str, str, str], ...] = (
    (
        "T4.1 T5.1 T4.2 G7",
        "Whether a hand was offered all that it might do: hit, double, split and late surrender leave a trace only when they are taken.",
        "The engine's tests of what may be answered. Offers with a yes or a no, and every ending of a hand, are in the log and are checked.",
    ),
    ("C1.2 C3.7 G7", "What was agreed before the game: nobody else hears it.", "The rule set itself, signed before any card is dealt."),
    (
        "B2.1 P1.2 H1.2",
        "Who shuffled, and in what order: there are no hands.",
        "Seeds and entropies that nobody can choose alone; that the cards follow from them, and the cut, are checked.",
    ),
    (
        "B3.2 B5 B6.2 H1.3",
        "How discards lie under the deck, face up or down.",
        "When they are shuffled, and which cards are among them: both are checked.",
    ),
    (
        "C2.1 B2.3 P2.1 P3.2 H2.3",
        "Who looks at a hidden card, and when.",
        "Which cards were dealt up, down and opened, and the order in which the hands are played: checked.",
    ),
    (
        "B8.1 P1.4",
        "That other bettors have no say in a hand.",
        "A decision stands on the hand itself, and only matching a double or a split on a bettor's own line.",
    ),
    (
        "B3.2 B5.6 G8",
        "That somebody knew the total of a hidden hand that they stood on.",
        "Every hand that is not bust is opened before it is settled; one over 21 forfeits twice the stake.",
    ),
    (
        "B5 H8",
        "Whether an error of dealing happened that nobody recorded.",
        "Every card comes from its place in the sealed shoe: none is skipped unseen.",
    ),
    ("P1.1", "Whether a supervisor ruled well.", "The ruling's words are in the ledger, before the round that they are about."),
    ("P1.3", "That a player asked for a higher maximum.", "The raised limit stands in the log before the stake."),
    ("T8.1 T8.2", "Examples are no rules.", "Both are replayed card by card in the engine's tests."),
    ("H9 H9.2", "Advice obliges nobody.", "The bot `seed` plays by it; its tests cite both clauses."),
)
"""Parts of clauses that no log can prove: clauses, what and why, what stands in for it."""
