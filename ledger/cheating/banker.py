"""Changes of what the banker draws, decides and shows (B3.3, C2.5, E7.1, E7.3, G5, H3.3)."""

from __future__ import annotations

from ledger.cheating.edits import SETTLING, Edit, Spot, dropped, reworded
from ledger.cheating.picking import Cheat, verb


def _is_free(spot: Spot) -> bool:
    return bool(spot.rules["banker"]["play"] == "free")


def _is_no_hole(spot: Spot) -> bool:
    return bool(spot.rules["peek"]["when"] == "no-hole")


def _end_of_play(spot: Spot) -> int:
    """Where the banker's play would stand in a round in which the banker took nothing."""
    return 1 + max(at for at, event in enumerate(spot.log) if verb(event) not in SETTLING or verb(event) == "insurance")


def _needless(spot: Spot, cheat: Cheat) -> list[str]:
    at = _end_of_play(spot)
    return [*spot.log[:at], f"D draw {cheat.card_after(spot.record)}", *spot.log[at:]]


def _shown(spot: Spot) -> list[str]:
    at = _end_of_play(spot)
    return [*spot.log[:at], "D show", *spot.log[at:]]


BANKER = {
    "banker-free": reworded("a card that the banker must draw is said to be of his own will", "hit {2}", "draw", by="D"),
    "banker-obliged": reworded("a card of the banker's own will is said to be due", "draw {2}", "hit", by="D"),
    "banker-silent": dropped("the banker does not say that he stands", "stand", by="D"),
    "banker-stands-twice": Edit(
        "the banker draws although he has stood",
        ("stand",),
        lambda spot, cheat: spot.instead(spot.event, f"D hit {cheat.card_after(spot.record)}", spot.event),
        by="D",
    ),
    "second-card-dropped": Edit(
        "the banker's second card is never taken",
        ("draw",),
        lambda spot, _: spot.without(lambda event: event.startswith("D draw ")),
        lambda spot: _is_no_hole(spot) and len(spot.found("draw", who="D")) == 1,
        "D",
    ),
    "second-card-needless": Edit(
        "the banker takes a second card that nothing depends on",
        ("shuffle",),
        _needless,
        lambda spot: _is_no_hole(spot) and not spot.found("draw", who="D") and bool(spot.found("deal", who="D")),
    ),
    "shown-without-hole": Edit("the banker turns a card that was never dealt", ("shuffle",), lambda spot, _: _shown(spot), _is_no_hole),
    "shown-for-nobody": Edit(
        "a free banker shows his cards although everybody is over 21",
        ("hole",),
        lambda spot, _: _shown(spot),
        lambda spot: _is_free(spot) and "D show" not in spot.log,
    ),
}
