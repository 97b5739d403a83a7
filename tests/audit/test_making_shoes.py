"""Shoes made ready in every way (FORMAT §7, §9 Shoe): what is right passes, and each thing wrong with one is found."""

import pytest

from tests.support.packing import packed

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
@pytest.mark.parametrize("lines", [64, 1 << 14])
@packed
def test_a_shoe_made_as_the_rules_say_passes(book, rules, lines):  # noqa: ARG001 -- of the pack
    """C1.3 B1.1 B2.1 B6.2 P1.2 H1.2 H1.3 G6: whether a unit holds the whole session or must be told of the shoe by the one before."""
    book.evening(players=3, rounds=24, session__stack=1000, **rules)
    assert (yield) == set()


def test_discards_really_come_up_again_and_aces_are_really_burnt(book):
    """B2.1 B6.2: what the test above is about happens in it."""
    book.evening(players=3, rounds=40, session__stack=1000, **ON | CUT | MANY)
    events = [event for record in book.records if record["record"] == "round" for event in record["log"]]
    assert sum(event.startswith("D reshuffle") for event in events) > 5
    assert any(event.startswith("D burn A") for event in events)


def made(book, change, rules, rounds=2, at=0):
    """An honest evening, where the events of one round are changed."""
    book.evening(players=3, rounds=rounds, session__stack=1000, **rules)
    change([record for record in book.records if record["record"] == "round"][at]["log"])


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
@packed
def test_a_shoe_made_otherwise_is_found(book, rules, change, code):
    """C1.3 B1.1 B2.1 P1.2 H1.2."""
    assert code in (yield made(book, change, rules))


@packed
def test_a_cut_by_hand_may_be_anywhere(book):
    """FORMAT §7: c is as recorded; the cards then are those from there on."""
    book.evening(players=2, rounds=3, shoe__cut="hand")
    assert (yield) == set()


class TestBurntAces:
    """B2.1, H1.2: an ace may not be burnt; the next shoe is shuffled, cut and burnt at once."""

    def burnt(self, book):
        """Evenings until an ace is burnt, and the log of that round."""
        for session in range(1, 99):
            book.evening(session=session, players=2, rounds=40, session__stack=1000, **SHOWN)
            for record in book.records:
                if record["record"] == "round" and record["log"][1].startswith("D burn A"):
                    return record
        raise AssertionError

    @packed
    def test_they_pass_where_a_new_shoe_follows(self, book):
        burnt = self.burnt(book)
        assert burnt["log"][2] == f"D shuffle {burnt['shoes'][1]['index']}"
        assert (yield) == set()

    @packed
    def test_where_the_chain_has_no_further_seed_one_stays_burnt(self, book):
        """FORMAT §9 Shoe."""
        stayed = 0
        for session in range(1, 31):
            sitting = book.begin(session, book.rules_with(session__rounds=2, **MANY), 1, chain=1)
            log = sitting.play()["log"]
            stayed += any(event.startswith("D burn A") for event in log[1:6]) and log[6] == "1 bet 2"
            sitting.close("seeds")
        assert (yield) == set()
        assert stayed > 0

    @packed
    def test_dealing_on_from_that_shoe_is_found(self, book):
        burnt = self.burnt(book)
        del burnt["log"][2:4]
        burnt["shoes"].pop()
        assert {"burnt-ace", "card"} <= (yield)

    @packed
    def test_a_new_shoe_for_no_ace_is_found(self, book):
        burnt = self.burnt(book)
        burnt["log"][1] = "D burn 2C"
        assert {"reshuffle", "card"} <= (yield)


class TestAnew:
    """P1.2: a reshuffle of the dealer's own will, between rounds."""

    def evening(self, book, **changes):
        sitting = book.begin(1, book.rules_with(**ANEW | changes), 2)
        for number in range(6):
            sitting.play(anew=number in (2, 4))
        sitting.close("rounds")

    @pytest.mark.parametrize("how", ["cut-card", "discards"])
    @packed
    def test_it_passes_where_the_rules_have_it(self, book, how):
        left = 20 if how == "cut-card" else 0
        assert (yield self.evening(book, shoe__reshuffle=how, shoe__penetration_left=left)) == set()

    @packed
    def test_it_is_found_where_they_have_not(self, book):
        assert (yield self.evening(book, shoe__voluntary=False)) == {"reshuffle"}

    @packed
    def test_a_shoe_in_use_that_is_forgotten_is_found(self, book):
        sitting = book.begin(1, book.rules_with(**ANEW), 2)
        for number in range(6):
            record = sitting.play(anew=number == 2)
            if number == 2:
                record["shoes"].pop(0)
        sitting.close("rounds")
        assert {"shoe-sequence", "card"} <= (yield)


class TestDiscards:
    """B6.2, H1.3: the deck is dealt on until its discards come up."""

    @packed
    def test_an_old_seed_told_too_early_is_found(self, book):
        sitting = book.evening(players=3, rounds=6, session__stack=1000, **ON)
        record = next(record for record in book.records if record["record"] == "round")
        record["shoes"][-1]["seed"] = sitting.seeds[1].hex()
        assert "shoe-end" in (yield)

    @packed
    def test_a_reshuffle_while_cards_are_left_is_found(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=2, **ON), 2)
        sitting.play()
        sitting.cards = sitting.cards[: sitting.dealt + 3]
        sitting.play()
        sitting.close("rounds")
        assert "reshuffle" in (yield)


@packed
def test_a_round_for_which_the_seeds_may_not_suffice_is_found(book):
    """FORMAT §6: one seed is kept for a reshuffle where a shoe goes on."""
    sitting = book.begin(1, book.rules_with(session__rounds=2, shoe__reshuffle="cut-card", shoe__penetration_left=20), 1, chain=1)
    sitting.play()
    sitting.play()
    sitting.close("rounds")
    found = yield
    assert {(finding.code, finding.round) for finding in found.findings} == {("seeds-left", 1), ("seeds-left", 2)}
