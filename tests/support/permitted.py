"""Which findings may answer to each kind of cheating, reasoned from the rules before the audit was asked.

The first finding of the session, by round and step, must be one of a kind's codes. A code is added only with a reason beside it.
"""

from __future__ import annotations

# A wrong card is found as such; what it does to totals may show at the same step, and with one too few the discards come up too early.
_CARD = {
    "card",
    "reshuffle",
    "burnt-ace",
    "bust-at-once",
    "bust-place",
    "turn-over",
    "turn-missing",
    "split-cards",
    "dealer-stands",
    "dealer-draws",
    "double",
}
# Who banks follows from the lots, the questions and the answers: one of them wrong, and the next no longer follows.
_BANK = {"bank-asked", "bank-auction", "bank-drawn", "bank-holder", "bank-kept", "bank-passes", "banker"}
# An error that cannot have happened so, or an answer to it that cannot be.
_ERROR = {"incident-both", "incident-choice", "incident-place"}
# Who can no longer stake drops out, and says so before the round in which that counts.
_GONE = {"dropping-out", "going"}
# An event too many or too few: the first thing that is out of place depends on the event.
_LOG = (
    _CARD
    | _BANK
    | _ERROR
    | _GONE
    | {
        "aces-claimed",
        "addition-cover",
        "announced",
        "balance-after",
        "commission",
        "deal-banker",
        "deal-boxes",
        "deal-first",
        "dealer-shows",
        "double-maximum",
        "double-turned",
        "even-money",
        "event-foreign",
        "event-order",
        "follow",
        "forfeit",
        "gift",
        "hand-path",  # a card for a hand before the split that makes it
        "insurance-amount",
        "insurance-offer",
        "insurance-settled",
        "leaving",
        "limits",
        "natural-ends-round",
        "open",
        "outcome",
        "overstood",
        "payout",
        "peek",
        "players",
        "premium-place",
        "raise",
        "redouble",
        "ruling",
        "settlement-doubled",
        "settlement-extra",
        "settlement-missing",
        "shoe-burn",
        "shoe-cut",
        "shoe-list",
        "shoe-sequence",  # a shoe that was not shuffled
        "split",
        "split-aces",
        "split-second-card",
        "split-second-missing",
        "stake-amount",
        "stake-bettors",
        "stake-cover",
        "stake-players",
        "stake-sitting",
        "stake-table",
        "stake-withdrawn",
        "surrender",
        "surrender-offer",
        "triple",
    }
)
_OTHER_PLACE = {"shoe-sequence", "shoe-list", "card", "reshuffle", "ruling", "ruling-about", "stake-amount"}
# A first hand that is played under another stake: what was worked out from the stake is wrong.
_OTHER_STAKE = {"payout", "forfeit", "addition-cover", "insurance-amount", "double-maximum"}
# A hand that must be played after all, or must not be: nothing was played, or something was; its line is missing, or another is due.
_PLAYED_AFTER_ALL = {"turn-missing", "settlement-missing", "outcome", "payout", "dealer-stands"}
_OUT_OF_TURN = {"turn-over", "outcome", "settlement-extra", "payout"}

AT_ANY_TABLE: dict[str, set[str]] = {
    "payout": {"payout"},
    "natural": {"payout"},
    "push": {"outcome"},
    # A hand that was stood on over 21 is found out directly before it.
    "loss": {"outcome", "overstood"},
    "bust": {"bust-at-once", "outcome"},
    # One unit is off the step or over the limits; with somebody's whole balance staked it is not covered either.
    "stake": {"stake-amount", "stake-cover"},
    "insurance": {"insurance-settled"},
    "insured": {"insurance-amount"},
    "balance": {"balance-after"},
    # Who has less may not cover what they stake then, or should have dropped out; a banker below 0 has lost the bank, a bid be too high.
    "carried": {"balance-before", "balance-after", "stake-cover", "addition-cover"} | _GONE | _BANK,
    "created": {"balance-after", "conservation"},
    "card": _CARD,
    "hole": {"card", "peek"},
    "swapped-cards": _CARD,
    # Without the card the dealer stops too soon, or what is owed is another, for an insurance too; with one too few the
    # discards come up too early.
    "draw": {"dealer-stands", "outcome", "insurance-settled", "reshuffle"},
    "extra-draw": {"card", "dealer-draws"},
    "hit": _CARD | {"settlement-missing", "outcome"},
    # Who has doubled is asked for a third stake, or stands.
    "stand": _CARD | {"triple"},
    "peek": {"peek", "natural-ends-round", "insurance-settled"},
    "dropped-event": _LOG,
    "doubled-event": _LOG,
    "reordered": _LOG,
    # Another cut stream, another lot: they come from the seed.
    "seed": {"seed-chain", "card", "shoe-cut", "bank-drawn"},
    # A shoe that goes on does so where the round before ended; in a new one other cards lie there.
    "position": {"shoe-list", "shoe-sequence", "card"},
    "commitment": {"entropy", "seed-chain"},
    "entropy": {"entropy"},
    "name": {"entropy"},
    "stack": {"seats", "balance-before"},
    "rule": {"entropy"},
    # In a round that stands elsewhere than it was played somebody may drop out who still has money; the bank is not due to move so; a shoe
    # that goes on holds other cards at that place, or has none left; limits hold from where they stand; rulings name lines and rounds by their
    # numbers.
    "dropped-round": {"rounds-played", "balance-before", "close-balances"} | _OTHER_PLACE | _GONE | _BANK,
    "swapped-rounds": {"balance-before"} | _OTHER_PLACE | _GONE | _BANK,
    "doubled-round": {"rounds-played", "balance-before"} | _OTHER_PLACE | _GONE | _BANK,
    # A round less than the rules say, though nobody was short of money or seeds.
    "voided-round": {"rounds-played"},
    "standings": {"standings"},
    "final-balance": {"close-balances"},
    "dropped-close": {"session-close"},
    "event-winner": {"event-standings"},
    "event-result": {"event-standings"},
    "event-left-out": {"event-standings"},
    "event-early": {"event-sessions"},
}

STAKES: dict[str, set[str]] = {
    "stake-over": {"stake-amount", "stake-cover", "stake-table"},
    # A stake of nothing is no stake: whoever can must make one, and who has none is not dealt to.
    "stake-nothing": {"stake-amount", "stake-players", "deal-boxes"},
    # The box then stakes twice, or is passed over in the deal.
    "withdrawal-dropped": {"stake-players", "deal-boxes", "stake-amount", "stake-table", "stake-cover"},
    # Its stake taken back, a box is dealt to without one; it may have been the only one.
    "withdrawal-added": {"stake-withdrawn", "deal-boxes", "stake-players", "stake-table"},
    "sitting-dropped": {"stake-players", "stake-table"},
    # Another box may have withdrawn its stake because this one lay there; others may have staked on it.
    "sitting-added": {"stake-sitting", "deal-boxes", "stake-players", "stake-table", "stake-withdrawn", "stake-bettors"},
    # Whose stake vanished is offered insurance or even money, or settled, for nothing.
    "bettor-dropped": {
        "settlement-extra",
        "insurance-offer",
        "insurance-amount",
        "even-money",
        "surrender-offer",
        "follow",
        "hand-path",
        "stake-table",
    },
    "bettor-first": {"stake-bettors"},
    # The other box may be their own, have as many bettors as it can, be over its maximum, sit out, play two hands, or hold a natural.
    "bettor-moved": {
        "even-money",
        "stake-bettors",
        "stake-amount",
        "stake-players",
        "settlement-extra",
        "settlement-missing",
        "insurance-offer",
        "insurance-amount",
        "hand-path",
        "deal-boxes",
        "follow",
        "incident-both",
    },
    # Obliged to double, the dealer has nothing to decline.
    "raise-denied": {"raise", "redouble", "event-foreign"},
    "raise-invented": {"raise", "redouble"} | _OTHER_STAKE,
    "redouble-denied": {"redouble", "event-foreign"} | _OTHER_STAKE,
    # The balance does not cover what is added later.
    "redouble-invented": {"redouble", "event-foreign"} | _OTHER_STAKE,
    "limits-broken": {"stake-amount", "limits"},
    "limits-outside": {"limits"},
    "limits-upside-down": {"limits"},
    "box-limits-lowered": {"limits"},
    "box-limits-dearer": {"limits"},
}

# How a card lies belongs to the pattern of the deal.
DEALING: dict[str, set[str]] = {
    "shown": {"deal-boxes", "open", "event-order", "event-foreign"},
    "covered": {"deal-boxes", "open", "event-order", "event-foreign"},
    # Against no hand of the banker's nothing is lost, and no second time; of two cards shown neither is the one that is peeked at.
    "hole-shown": {"deal-banker", "event-order", "forfeit", "peek"},
    # No upcard, no peek, no insurance and no even money either.
    "upcard-covered": {
        "deal-banker",
        "forfeit",
        "event-order",
        "event-foreign",
        "insurance-offer",
        "even-money",
        "surrender-offer",
        "peek",
    },
    "open-dropped": {"open"},
    "open-early": {"open", "event-order"},
}

OFFERS: dict[str, set[str]] = {
    "even-amount": {"payout"},
    "even-unasked": {"even-money"},
    # A natural that waits is settled later, and may be asked about insurance instead.
    "even-denied": {"settlement-missing", "insurance-offer", "even-money", "dealer-stands", "turn-over"},
    # What nobody claimed is paid all the same.
    "aces-unasked": {"aces-claimed", "outcome"},
    # What is not claimed is offered all that others are, and played.
    "claim-denied": {"insurance-offer", "surrender-offer"} | _PLAYED_AFTER_ALL,
    "claim-invented": {"aces-claimed", "insurance-offer", "surrender-offer", "event-order"} | _OUT_OF_TURN,
    "surrender-amount": {"payout"},
    # Other bettors are not asked.
    "surrender-denied": {"surrender-offer", "surrender", "event-foreign"} | _PLAYED_AFTER_ALL,
    "surrender-unasked": {"surrender-offer"},
    "insurance-unasked": {"insurance-offer"},
    # A hand that is paid can no longer be opened, played or waited for.
    "early-payment-late": {"event-order", "open", "outcome"},
    "late-payment-early": {"event-order", "open", "outcome", "turn-over"},
}

TURNS: dict[str, set[str]] = {
    "commission-amount": {"commission"},
    # The bust that follows it stands behind it.
    "commission-dropped": {"commission", "bust-at-once"},
    # A hand that has hit goes on; no card of it is turned, none is charged for, tripled, followed or shown.
    "double-as-hit": {
        "turn-missing",
        "commission",
        "double-turned",
        "triple",
        "turn-over",
        "payout",
        "premium-place",
        "outcome",
        "open",
        "follow",
    },
    # Where a third stake is asked for, to stand is the answer to that.
    "hit-as-double": {
        "double",
        "turn-over",
        "commission",
        "double-turned",
        "bust-place",
        "triple",
        "follow",
        "addition-cover",
        "payout",
        "open",
    },
    "triple-as-hit": {"triple", "turn-over", "payout"},
    "triple-unasked": {"triple"},
    "turn-dropped": {"double-turned", "premium-place"},
    "turn-early": {"event-order", "double-turned"},
    "double-bust-at-once": {"bust-place", "double-turned", "bust-at-once", "open", "event-order"},
    "follow-amount": {"follow"},
    # Whoever stayed has no line on the second hand, and less on the first.
    "follow-denied": {"follow", "settlement-extra", "payout", "commission"},
    "stay-denied": {"addition-cover", "follow", "settlement-missing", "payout", "commission"},
    "follow-unasked": {"follow"},
}

PREMIUMS: dict[str, set[str]] = {
    "premium-amount": {"payout"},
    "premium-kind": {"outcome"},
    # The hand then waits for the dealer, who may have stopped too soon for it; it was shown for nothing.
    "premium-dropped": {"settlement-missing", "dealer-stands", "open"},
    "premium-as-win": {"outcome", "event-order", "open"},
    "premium-invented": {"outcome", "settlement-doubled", "premium-place"},
    "gift-dropped": {"gift"},
    "gift-invented": {"gift"},
    "forfeit-amount": {"forfeit"},
    "forfeit-dropped": {"forfeit"},
    "forfeit-invented": {"forfeit", "event-foreign"},
    "overstood-hidden": {"overstood", "forfeit", "bust-at-once"},
    "overstood-invented": {"overstood", "event-order", "outcome"},
}

BANKER: dict[str, set[str]] = {
    # Where the banker decides nothing there is no such event.
    "banker-free": {"dealer-draws", "event-foreign"},
    "banker-obliged": {"dealer-draws"},
    "banker-silent": {"dealer-stands"},
    "banker-stands-twice": {"dealer-draws", "card"},
    "second-card-dropped": {"dealer-stands", "outcome", "insurance-settled"},
    "second-card-needless": {"dealer-draws", "card"},
    "shown-without-hole": {"dealer-shows"},
    "shown-for-nobody": {"dealer-shows"},
}

BANK: dict[str, set[str]] = {
    "lot-number": _BANK,
    "lot-seat": _BANK,
    # Another card ends the draw, or does not.
    "lot-card": _BANK | {"card"},
    # Without any card, the shoe of the draw looks like one for the round.
    "lot-dropped": _BANK | {"card", "shoe-burn", "shoe-cut"},
    # Places go round from the banker: boxes are then other people's, who stake what they have not, within limits that are not theirs.
    "bank-taker": _BANK | _GONE | {"stake-players", "stake-cover", "stake-amount", "shoe-cut", "deal-first"},
    "bank-kept": _BANK | _GONE | {"stake-players", "stake-cover", "stake-amount", "shoe-cut", "deal-first"},
    "bid-higher": _BANK,
    "bid-lower": _BANK,
    "bid-beyond": _BANK,
    "bid-unasked": _BANK,
    "bid-withheld": _BANK,
    "pays-amount": _BANK,
    "pays-dropped": _BANK,
    "auction-hidden": _BANK,
    "accept-denied": _BANK,
    "decline-denied": _BANK,
    "bank-unasked": _BANK,
    "keep-dropped": _BANK,
    "keep-denied": _BANK,
    # Nothing says who banks but the events between rounds; who cuts, who plays which box and who pays follows from it.
    "banker-field": _BANK | {"shoe-cut", "stake-players", "stake-cover", "balance-after", "deal-first"},
    "debt-forgiven": {"balance-after"},
}

SHOES: dict[str, set[str]] = {
    # With a hand that cuts, the cards behind the cut are others.
    "cut-number": {"shoe-cut", "card"},
    "cut-seat": {"shoe-cut"},
    "cut-dropped": {"shoe-cut", "card"},
    "cut-twice": {"shoe-cut", "card"},
    # For a burnt ace the shoe was made anew, for another card it would not have been.
    "burnt-card": {"card", "burnt-ace", "reshuffle", "shoe-burn"},
    "burn-dropped": {"shoe-burn", "card", "reshuffle"},
    "burn-twice": {"shoe-burn", "card"},
    # Behind a burnt ace that is not shown, the new shuffle has no reason.
    "burn-hidden": {"shoe-burn", "reshuffle"},
    "burn-shown": {"shoe-burn", "card"},
    "joker-dropped": {"shoe-burn"},
    # It may be due at once because an ace was burnt.
    "reshuffle-late": {"card", "reshuffle", "event-order", "burnt-ace"},
    "reshuffle-early": {"card", "burnt-ace", "reshuffle", "shoe-list", "event-order"},
    # What was cut and burnt goes with it; a burnt ace then stays burnt.
    "reshuffle-dropped": {"card", "shoe-list", "reshuffle", "burnt-ace"},
    "shuffle-dropped": {"card", "shoe-list", "shoe-cut", "shoe-burn", "shoe-sequence"},
}

INCIDENTS: dict[str, set[str]] = {
    # Its card is missing, and every later one stands too early; a card taken in place of the one due leaves the hand without, and with
    # another total; what was ruled on it is left.
    "error-hidden": _ERROR
    | {"card", "event-order", "deal-boxes", "deal-first", "turn-missing", "hand-path", "bust-place", "outcome", "ruling"},
    "error-dropped": _ERROR | {"stake-sitting", "card", "event-order", "deal-boxes", "deal-first", "turn-over"},
    "choice-dropped": _ERROR | {"event-order", "deal-boxes", "turn-over", "turn-missing", "hand-path", "stake-players"},
    "toss-of-another": _ERROR,
    # A refused card is replaced, a taken one is not.
    "take-denied": _ERROR | {"double", "split-second-card", "deal-boxes", "event-order", "turn-missing", "turn-over", "bust-place"},
    "refuse-denied": _ERROR | {"deal-boxes", "event-order", "turn-over", "bust-at-once"},
    "toss-invented": _ERROR | {"bust-place", "turn-missing"},
    "both-denied": _ERROR | {"hand-path", "deal-boxes", "event-order"},
    # It comes with a card from nowhere.
    "error-invented": {"event-foreign", "card"},
    "ruling-number": {"ruling"},
    "ruling-dropped": {"ruling"},
    # The next round, say, is not over when its ruling stands there.
    "ruling-about": {"ruling", "ruling-record", "ruling-about"},
}

PERMITTED: dict[str, set[str]] = AT_ANY_TABLE | STAKES | DEALING | OFFERS | TURNS | PREMIUMS | BANKER | BANK | SHOES | INCIDENTS


def told(kind: str) -> str:
    """The codes that a kind permits, in few words."""
    codes = PERMITTED[kind]
    if codes >= _LOG:
        return "a log out of shape"
    return ", ".join([*sorted(codes - _BANK), *(["anything about the bank"] if codes >= _BANK else [])])
