"""Shoes made ready in every way (FORMAT §7, §9 Shoe): what is right passes, and each thing wrong with one is found."""

import pytest

CUT = {"shoe__cut": "stream"}
BURNT = {"shoe__burn": 3}
SHOWN = {"shoe__burn": 1, "shoe__burn_shown": True}
MANY = {"shoe__burn": 5, "shoe__burn_shown": True}
JOKER = {"shoe__joker": True, "shoe__reshuffle": "discards"}
ONE = {"pack__decks": 1}
ON = {"shoe__reshuffle": "discards"} | ONE
ANEW = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20, "shoe__voluntary": True, "session__rounds": 6}
SHOES = {
    "a cut": CUT,
    "cards burnt unseen": BURNT,
    "a card burnt face up": SHOWN,
    "a joker": JOKER,
    "thirty-two cards": {"pack__size": 32, "pack__decks": 1},
    "a shoe that goes on, cut and burnt": {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20} | CUT | BURNT,
    "discards that come up again": ON,
    "discards cut and burnt again": ON | CUT | MANY,
    "discards of thirty-two cards, most of them burnt": {"pack__size": 32, "shoe__burn": 10} | ON,
    "a shoe that runs out in mid-round": {"shoe__reshuffle": "cut-card"} | ONE | CUT | MANY,
}


@pytest.mark.parametrize("rules", SHOES.values(), ids=SHOES)
@pytest.mark.parametrize("lines", [16, 1 << 14])
def test_a_shoe_made_as_the_rules_say_passes(book, monkeypatch, rules, lines):
    """C1.3 B1.1 B2.1 B6.2 P1.2 H1.2 H1.3 G6: whether a unit holds the whole session or must be told of the shoe by the one before."""
    monkeypatch.setattr("audit.context.UNIT_LINES", lines)
    book.evening(players=3, rounds=24, session__stack=1000, **rules)
    report = book.audit()
    assert report.findings == ()
    assert report.status == 0


def test_discards_really_come_up_again_and_aces_are_really_burnt(book):
    """B2.1 B6.2: what the test above is about happens in it."""
    book.evening(players=3, rounds=40, session__stack=1000, **ON | CUT | MANY)
    events = [event for record in book.records if record["record"] == "round" for event in record["log"]]
    assert sum(event.startswith("D reshuffle") for event in events) > 5
    assert any(event.startswith("D burn A") for event in events)


@pytest.fixture
def found(book):
    """Codes found when the events of one round of an honest evening are changed."""

    def codes(change, rules, rounds=2, at=0):
        book.evening(players=3, rounds=rounds, session__stack=1000, **rules)
        change([record for record in book.records if record["record"] == "round"][at]["log"])
        return {finding.code for finding in book.audit().findings}

    return codes


def without(start):
    return lambda log: log.remove(next(event for event in log if event.startswith(start)))


def instead(start, new):
    def change(log):
        at = next(at for at, event in enumerate(log) if event.startswith(start))
        log[at] = new(log[at]) if callable(new) else new

    return change


def after(start, new):
    return lambda log: log.insert(1 + next(at for at, event in enumerate(log) if event.startswith(start)), new)


def other(event):
    """Another card in its place."""
    return event[:-2] + ("2C" if event[-2:] != "2C" else "3C")


@pytest.mark.parametrize(("rules", "change", "code"), [
    (CUT, without("s1 cut"), "shoe-cut"),
    (CUT, instead("s1 cut", lambda event: event.replace("s1", "s2")), "shoe-cut"),
    (CUT, instead("s1 cut", "s1 cut 312"), "shoe-cut"),
    (CUT, instead("s1 cut", lambda event: f"s1 cut {(int(event[7:]) + 1) % 312}"), "shoe-cut"),
    (CUT, after("s1 cut", "s1 cut 5"), "shoe-cut"),
    (CUT, after("1 bet", "s1 cut 5"), "shoe-cut"),
    ({"shoe__cut": "hand"}, instead("s1 cut", "s1 cut 312"), "shoe-cut"),
    (JOKER, without("D joker"), "shoe-burn"),
    (JOKER, after("D joker", "D joker"), "shoe-burn"),
    (JOKER | CUT, lambda log: log.insert(1, log.pop(2)), "shoe-cut"),
    (BURNT, without("D burn"), "shoe-burn"),
    (BURNT, after("D burn", "D burn xx"), "shoe-burn"),
    (BURNT, instead("D burn", "D burn 2C"), "shoe-burn"),
    (SHOWN, instead("D burn", "D burn xx"), "shoe-burn"),
    (SHOWN, instead("D burn", other), "card"),
    ({}, after("D shuffle", "s1 cut 5"), "event-foreign"),
    ({}, after("D shuffle", "D burn xx"), "event-foreign"),
    ({}, after("D shuffle", "D joker"), "event-foreign"),
])  # fmt: skip
def test_a_shoe_made_otherwise_is_found(found, rules, change, code):
    """C1.3 B1.1 B2.1 P1.2 H1.2."""
    assert code in found(change, rules)


def test_a_cut_by_hand_may_be_anywhere(book):
    """FORMAT §7: c is as recorded; the cards then are those from there on."""
    book.evening(players=2, rounds=3, shoe__cut="hand")
    assert book.audit().findings == ()


class TestBurntAces:
    """B2.1, H1.2: an ace may not be burnt; the next shoe is shuffled, cut and burnt at once."""

    @pytest.fixture
    def burnt(self, book):
        """An evening in which an ace is burnt, and the log of that round."""
        book.evening(players=2, rounds=40, session__stack=1000, **SHOWN)
        return next(record for record in book.records if record["record"] == "round" and record["log"][1].startswith("D burn A"))

    def test_they_pass_where_a_new_shoe_follows(self, book, burnt):
        assert burnt["log"][2] == f"D shuffle {burnt['shoes'][1]['index']}"
        assert book.audit().findings == ()

    def test_where_the_chain_has_no_further_seed_one_stays_burnt(self, book, rules_with):
        """FORMAT §9 Shoe."""
        stayed = 0
        for session in range(1, 31):
            sitting = book.begin(session, rules_with(session__rounds=2, **SHOWN), 1, chain=1)
            log = sitting.play()["log"]
            stayed += log[1].startswith("D burn A") and log[2] == "1 bet 2"
            sitting.close("seeds")
        assert book.audit().findings == ()
        assert stayed > 0

    def test_dealing_on_from_that_shoe_is_found(self, book, burnt):
        del burnt["log"][2:4]
        burnt["shoes"].pop()
        assert {"burnt-ace", "card"} <= {finding.code for finding in book.audit().findings}

    def test_a_new_shoe_for_no_ace_is_found(self, book, burnt):
        burnt["log"][1] = "D burn 2C"
        assert {"reshuffle", "card"} <= {finding.code for finding in book.audit().findings}


class TestAnew:
    """P1.2: a reshuffle of the dealer's own will, between rounds."""

    def evening(self, book, rules_with, **changes):
        sitting = book.begin(1, rules_with(**ANEW | changes), 2)
        for number in range(6):
            sitting.play(anew=number in (2, 4))
        sitting.close("rounds")
        return {finding.code for finding in book.audit().findings}

    @pytest.mark.parametrize("how", ["cut-card", "discards"])
    def test_it_passes_where_the_rules_have_it(self, book, rules_with, how):
        left = 20 if how == "cut-card" else 0
        assert self.evening(book, rules_with, shoe__reshuffle=how, shoe__penetration_left=left) == set()

    def test_it_is_found_where_they_have_not(self, book, rules_with):
        assert self.evening(book, rules_with, shoe__voluntary=False) == {"reshuffle"}

    def test_a_shoe_in_use_that_is_forgotten_is_found(self, book, rules_with):
        sitting = book.begin(1, rules_with(**ANEW), 2)
        for number in range(6):
            record = sitting.play(anew=number == 2)
            if number == 2:
                record["shoes"].pop(0)
        sitting.close("rounds")
        assert {"shoe-sequence", "card"} <= {finding.code for finding in book.audit().findings}


class TestDiscards:
    """B6.2, H1.3: the deck is dealt on until its discards come up."""

    def test_an_old_seed_told_too_early_is_found(self, book):
        sitting = book.evening(players=3, rounds=6, session__stack=1000, **ON)
        record = next(record for record in book.records if record["record"] == "round")
        record["shoes"][-1]["seed"] = sitting.seeds[1].hex()
        assert "shoe-end" in {finding.code for finding in book.audit().findings}

    def test_a_reshuffle_while_cards_are_left_is_found(self, book, rules_with):
        sitting = book.begin(1, rules_with(session__rounds=2, **ON), 2)
        sitting.play()
        sitting.cards = sitting.cards[: sitting.dealt + 3]
        sitting.play()
        sitting.close("rounds")
        assert "reshuffle" in {finding.code for finding in book.audit().findings}


def test_a_round_for_which_the_seeds_may_not_suffice_is_found(book, rules_with):
    """FORMAT §6: one seed is kept for a reshuffle where a shoe goes on."""
    sitting = book.begin(1, rules_with(session__rounds=2, shoe__reshuffle="cut-card", shoe__penetration_left=20), 1, chain=1)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    assert {(finding.code, finding.round) for finding in book.audit().findings} == {("seeds-left", 1), ("seeds-left", 2)}
