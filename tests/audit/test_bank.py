"""The bank of a private game, and what else stands between rounds (FORMAT §9): each step right, and each way to go wrong found."""

import pytest

from tests.support.packing import packed
from tests.support.private_games import BANKER_NATURAL, BLACKJACK, LOSE, PUSH, WIN, Evening, begun, deal, events, seats, then

LOT = {"bank__holder": "player", "bank__first": "lot", "table__players_min": 2}
EVERY = LOT | {"bank__change": "every-deal"}
FIVE = LOT | {"bank__change": "five-deals"}
NATURAL = LOT | {"bank__change": "natural"}
HOME = LOT | {"bank__change": "home"}
AUCTION = LOT | {"bank__change": "auction", "bank__auction": True}
SOLD = EVERY | {"bank__auction": True}
BY_ACE = EVERY | {"bank__first": "first-ace"}
BY_JACK = EVERY | {"bank__first": "black-jack"}


def evening(book, rules, players=3, **more):
    """Begin a game of three; where the bank is drawn by lot, `game.first` is who must win it and how that is written."""
    game = Evening(book, rules, players, **more)
    if rules["bank__first"] == "lot":
        game.told, game.first = game.lot(list(range(1, players + 1)))
    return game


class TestDraw:
    """C1.1, B1.2: the first banker."""

    @packed
    def test_a_lot_from_the_stream_makes_the_banker(self, book):
        assert (yield begun(evening(book, EVERY)).close()) == set()

    @packed
    def test_another_lot_is_found(self, book):
        game = evening(book, EVERY)
        other = game.first % 3 + 1
        assert (yield game.round(f"s{other} lot {other - 1}", f"s{other} bank", banker=other).close()) == {"bank-drawn"}

    @packed
    def test_a_lot_that_another_seat_takes_is_found(self, book):
        game = evening(book, EVERY)
        other = game.first % 3 + 1
        assert "bank-drawn" in (yield game.round(game.told, f"s{other} bank", banker=other).close())

    @packed
    def test_a_banker_without_a_draw_is_found(self, book):
        assert (yield evening(book, EVERY).round("s1 bank", banker=1).close()) == {"bank-drawn"}

    @packed
    def test_a_banker_who_is_not_the_one_recorded_is_found(self, book):
        game = evening(book, EVERY)
        other = game.first % 3 + 1
        assert {"bank-holder"} <= (yield game.round(game.told, f"s{game.first} bank", banker=other).close())

    @pytest.mark.parametrize("banker", [0, 4])
    @packed
    def test_a_banker_whom_the_table_does_not_have_is_found(self, book, banker):
        game = begun(evening(book, EVERY))
        game.book.records[-1]["banker"] = banker
        assert "banker" in (yield game.close())

    @packed
    def test_who_left_before_is_no_candidate(self, book):
        game = evening(book, EVERY, 4)
        told, first = game.lot([1, 2, 4])
        assert (yield game.round("s3 leave", told, f"s{first} bank", banker=first).close()) == set()

    @pytest.mark.parametrize(("rules", "cards"), [
        (BY_ACE, ["2C", "AC"]), (BY_ACE, ["2C", "JC", "2D", "3D", "AS"]), (BY_JACK, ["AC", "JS"]), (BY_JACK, ["JD", "JH", "JC"]),
    ])  # fmt: skip
    @packed
    def test_cards_are_dealt_round_until_the_right_one_falls(self, book, rules, cards):
        lots = [f"s{nth % 3 + 1} lot {card}" for nth, card in enumerate(cards)]
        banker = (len(cards) - 1) % 3 + 1
        assert (yield evening(book, rules).round("D shuffle 1", *lots, f"s{banker} bank", banker=banker).close()) == set()

    @pytest.mark.parametrize(("events", "banker"), [
        (["D shuffle 1", "s1 lot 2C", "s2 lot KC", "s2 bank"], 2),
        (["D shuffle 1", "s1 lot AC", "s2 lot AD", "s2 bank"], 2),
        (["D shuffle 1", "s2 lot AC", "s2 bank"], 2),
        (["D shuffle 1", "s1 lot 2C", "s1 lot AC", "s1 bank"], 1),
        (["D shuffle 1", "s1 lot AC", "s2 bank"], 2),
        (["s1 bank"], 1),
    ], ids=lambda value: ", ".join(value) if isinstance(value, list) else "")  # fmt: skip
    @packed
    def test_another_way_to_draw_is_found(self, book, events, banker):
        assert "bank-drawn" in (yield evening(book, BY_ACE).round(*events, banker=banker).close())

    @packed
    def test_a_draw_takes_a_card_of_its_own_shoe(self, book):
        """FORMAT §7: full and uncut, and the round has another."""
        game = evening(book, BY_ACE)
        shoe = game.sitting.whole(1)
        cards = shoe[: 1 + next(nth for nth, card in enumerate(shoe) if card[0] == "A")]
        lots = [f"s{nth % 3 + 1} lot {card}" for nth, card in enumerate(cards)]
        game.round("D shuffle 1", *lots, f"s{(len(cards) - 1) % 3 + 1} bank", banker=(len(cards) - 1) % 3 + 1)
        game.close()
        found = yield
        steps = {finding.step for finding in found.findings if finding.code == "card"}
        assert min(steps) > len(lots)


class TestEveryDeal:
    """C1.1: the bank moves round every deal."""

    @pytest.mark.parametrize(("pattern", "banker", "wanted"), [
        ("a bank", "a", set()),
        ("b bank", "b", {"bank-passes"}),
        ("", "o", {"bank-passes"}),
        ("a bank, a bank", "a", {"bank-passes"}),
        ("a bank", "b", {"bank-holder"}),
        ("a leave, b bank", "b", set()),
        ("o leave, a bank", "a", set()),
        ("a leave, a bank", "a", {"bank-passes"}),
    ])  # fmt: skip
    @packed
    def test_it_passes_to_the_next_on_the_left(self, book, pattern, banker, wanted):
        assert (yield then(evening(book, EVERY), pattern, banker).close()) == wanted

    @packed
    def test_boxes_are_counted_from_the_banker_and_money_is_moved_against_them(self, book):
        """FORMAT §8: the box of place p is (p - the banker's) mod P; T6.2 the banker's account changes by the opposite."""
        game = begun(evening(book, EVERY), hands=[WIN, LOSE])
        assert game.sitting.balances == [
            0,
            *(100 + {"a": 2, "b": -2, "o": 0}[name] for name in sorted(seats(game), key=seats(game).__getitem__)),
        ]
        assert (yield game.close()) == set()


def deals(game, count):
    """So many deals by the first banker."""
    begun(game)
    for _ in range(count - 1):
        game.round(banker=game.first)
    return game


class TestFiveDeals:
    """B1.3a: after five deals each."""

    @pytest.mark.parametrize(("count", "pattern", "banker", "wanted"), [
        (5, "a bank", "a", set()), (5, "", "o", {"bank-passes"}), (4, "a bank", "a", {"bank-passes"}), (4, "", "o", set()),
    ])  # fmt: skip
    @packed
    def test_it_passes_after_five_and_not_before(self, book, count, pattern, banker, wanted):
        game = deals(evening(book, FIVE), count)
        assert (yield game.round(*events(game, pattern), banker=seats(game)[banker]).close()) == wanted

    @packed
    def test_a_banker_in_debt_has_lost_it_before(self, book):
        """G2."""
        game = evening(book, FIVE | {"session__stack": 2})
        assert (yield then(game, "a bank, o out", "a", hands=[WIN, WIN]).close()) == set()

    @packed
    def test_who_has_lost_it_drops_out_only_then(self, book):
        game = evening(book, FIVE | {"session__stack": 2})
        assert "bank-passes" in (yield then(game, "o out, a bank", "a", hands=[WIN, WIN]).close())

    @packed
    def test_and_must_drop_out(self, book):
        game = evening(book, FIVE | {"session__stack": 2})
        assert (yield then(game, "a bank", "a", hands=[WIN, WIN]).close()) >= {"going"}


class TestNatural:
    """B1.3b: a punter with a natural may take the bank after the round, the nearest to the banker's left first."""

    @pytest.mark.parametrize(("hands", "pattern", "banker", "wanted"), [
        ([], "", "o", set()),
        ([], "D keep", "o", {"bank-kept"}),
        ([], "a accept bank, a bank", "a", {"bank-asked"}),
        ([BLACKJACK], "a accept bank, a bank", "a", set()),
        ([BLACKJACK], "a accept bank", "o", {"bank-passes"}),
        ([BLACKJACK], "a bank", "a", {"bank-asked"}),
        ([BLACKJACK], "", "o", {"bank-asked"}),
        ([BLACKJACK], "b accept bank, b bank", "b", {"bank-asked"}),
        ([BLACKJACK], "a decline bank", "o", {"bank-kept"}),
        ([BLACKJACK], "a decline bank, D keep", "o", set()),
        ([BLACKJACK], "a decline bank, D yield, a accept bank, a bank", "a", set()),
        ([BLACKJACK], "a decline bank, D yield, a decline bank, b accept bank, b bank", "b", set()),
        ([BLACKJACK], "a decline bank, D yield, b accept bank, b bank", "b", {"bank-asked"}),
        ([BLACKJACK], "a decline bank, D yield, a decline bank, b decline bank, o bank", "o", {"bank-drawn"}),
        ([BLACKJACK, BLACKJACK], "a decline bank, b accept bank, b bank", "b", set()),
        ([BLACKJACK, BLACKJACK], "b accept bank, b bank", "b", {"bank-asked"}),
        ([BLACKJACK], "a leave", "o", set()),
    ])  # fmt: skip
    @packed
    def test_it_is_asked_for(self, book, hands, pattern, banker, wanted):
        assert (yield then(evening(book, NATURAL), pattern, banker, hands=hands).close()) == wanted

    @packed
    def test_a_natural_that_pushed_counts_too(self, book):
        game = begun(evening(book, NATURAL), hands=[BLACKJACK], dealer=BANKER_NATURAL)
        assert (yield game.round(*events(game, "a accept bank, a bank"), banker=seats(game)["a"]).close()) == set()

    @packed
    def test_where_everybody_declines_it_is_drawn_anew(self, book):
        game = begun(evening(book, NATURAL), hands=[BLACKJACK])
        told, banker = game.lot([1, 2, 3])
        asked = events(game, "a decline bank, D yield, a decline bank, b decline bank")
        assert (yield game.round(*asked, told, f"s{banker} bank", banker=banker).close()) == set()

    @packed
    def test_a_second_draw_before_the_shoe_is_shuffled_reads_on(self, book):
        """FORMAT §6: the lot stream of the chain's next shoe goes on while another shoe is in use."""
        game = evening(book, NATURAL | {"shoe__reshuffle": "discards"})
        stream, banker, dealt = game.sitting.stream("lot", 2), game.first, 0
        for number in range(4):
            opening = [game.told, f"s{banker} bank", "D shuffle 1"]
            if number:
                one, two = banker % 3 + 1, (banker + 1) % 3 + 1
                lot = stream(3)
                declined = [f"s{one} decline bank", "D yield", f"s{one} decline bank", f"s{two} decline bank"]
                opening, banker = [*declined, f"s{lot + 1} lot {lot}", f"s{lot + 1} bank"], lot + 1
            game.sitting.write([*opening, *deal([1, 2], [BLACKJACK])], [{"first": dealt, "index": 1, "seed": None}], banker)
            dealt += 6
        game.sitting.shoe = 1
        assert (yield game.close()) == set()

    @packed
    def test_who_has_lost_it_is_offered_no_choice_and_is_no_candidate(self, book):
        """G2: in debt the banker does not keep the bank."""
        game = begun(evening(book, NATURAL | {"session__stack": 2}), hands=[WIN, WIN])
        told, banker = game.lot(sorted({1, 2, 3} - {game.first}))
        asked = events(game, "a decline bank, b decline bank")
        assert (yield game.round(*asked, told, f"s{banker} bank", f"s{game.first} out", banker=banker).close()) == set()

    @pytest.mark.parametrize("pattern", ["D keep", "", "b accept bank, b bank, o out"])
    @packed
    def test_anything_else_then_is_found(self, book, pattern):
        game = evening(book, NATURAL | {"session__stack": 2})
        assert "bank-asked" in (yield then(game, pattern, "b" if "b bank" in pattern else "o", hands=[WIN, WIN]).close())


class TestHome:
    """H6.3: a player with a natural becomes dealer; a dealer with one too keeps the deal."""

    @pytest.mark.parametrize(("hands", "dealer", "pattern", "banker", "wanted"), [
        ([BLACKJACK], None, "a bank", "a", set()),
        ([PUSH, BLACKJACK], None, "b bank", "b", set()),
        ([BLACKJACK, BLACKJACK], None, "b bank", "b", {"bank-passes"}),
        ([BLACKJACK], None, "", "o", {"bank-passes"}),
        ([BLACKJACK], BANKER_NATURAL, "", "o", set()),
        ([BLACKJACK], BANKER_NATURAL, "a bank", "a", {"bank-passes"}),
        ([], None, "", "o", set()),
        ([], None, "a bank", "a", {"bank-passes"}),
    ])  # fmt: skip
    @packed
    def test_the_nearest_with_a_natural_becomes_dealer(self, book, hands, dealer, pattern, banker, wanted):
        game = begun(evening(book, HOME), hands=hands, dealer=dealer or ("9S", "8H"))
        assert (yield game.round(*events(game, pattern), banker=seats(game)[banker]).close()) == wanted


class TestAuction:
    """B1.3c, B1.4, H1.1: the highest bid wins, the earliest among equals, paid at once to the outgoing banker."""

    @pytest.mark.parametrize(("pattern", "banker", "wanted"), [
        ("D auction, a bid 5, b bid 7, b pays 7, b bank", "b", set()),
        ("D auction, a bid 7, b bid 7, a pays 7, a bank", "a", set()),
        ("D auction, a bid 100, b pass, a pays 100, a bank", "a", set()),
        ("D auction, a pass, b pass, a decline bank, b accept bank, b bank", "b", set()),
        ("D auction, a bid 7, b bid 7, b pays 7, b bank", "b", {"bank-auction"}),
        ("D auction, a bid 5, b bid 7, a pays 5, a bank", "a", {"bank-auction"}),
        ("D auction, a bid 5, b bid 7, b pays 5, b bank", "b", {"bank-auction"}),
        ("D auction, a bid 5, b bid 7, b bank", "b", {"bank-auction"}),
        ("D auction, a bid 5, b bid 7, b pays 7, a bank", "a", {"bank-auction"}),
        ("D auction, b bid 7, a bid 5, b pays 7, b bank", "b", {"bank-auction"}),
        ("D auction, a bid 5, a pays 5, a bank", "a", {"bank-auction"}),
        ("D auction, a bid 5, b pass, o bid 9, o pays 9, o bank", "o", {"bank-auction"}),
        ("D auction, a bid 101, b pass, a pays 101, a bank", "a", {"bank-auction", "stake-players"}),
        ("D auction, a bid 0, b pass, a pays 0, a bank", "a", {"bank-auction"}),
        ("D auction, a pass, b pass, b bank", "b", {"bank-asked"}),
        ("a bank", "a", {"bank-auction"}),
        ("", "o", {"bank-auction"}),
    ])  # fmt: skip
    @packed
    def test_everybody_bids_once_from_the_left(self, book, pattern, banker, wanted):
        found = yield then(evening(book, AUCTION), pattern, banker).close()
        assert found - {"stake-players"} == wanted - {"stake-players"}

    @packed
    def test_the_money_goes_from_the_new_banker_to_the_old_one(self, book):
        game = then(evening(book, AUCTION), "D auction, a bid 5, b pass, a pays 5, a bank", "a")
        assert [game.sitting.balances[seats(game)[name]] for name in "oab"] == [105, 95, 100]
        assert (yield game.close()) == set()

    @packed
    def test_money_that_goes_elsewhere_is_found(self, book):
        game = then(evening(book, AUCTION), "D auction, a bid 5, b pass, a pays 5, a bank", "a")
        after = game.book.records[-1]["after"]
        after[seats(game)["o"]] -= 5
        after[seats(game)["b"]] += 5
        game.sitting.balances = list(after)
        assert (yield game.close()) == {"balance-after"}

    @pytest.mark.parametrize("lines", [64, 1 << 14])
    @packed
    def test_who_is_paid_is_known_though_the_round_before_is_in_another_unit(self, book, lines):  # noqa: ARG002 -- of the pack
        game = begun(evening(book, AUCTION | {"session__rounds": 20}))
        banker = game.first
        for _ in range(19):
            following = banker % 3 + 1
            sold = [f"s{following} bid 1", f"s{following % 3 + 1} pass", f"s{following} pays 1", f"s{following} bank"]
            game.round("D auction", *sold, banker=following)
            banker = following
        assert (yield game.close("rounds")) == set()


class TestOwnWill:
    """B1.4: a banker who wants out may auction the bank between deals."""

    @pytest.mark.parametrize(("pattern", "wanted"), [
        ("a bank, D auction, b bid 1, b pays 1, b bank, o out", set()),
        ("a bank, D auction, b bid 1, o pass, b pays 1, b bank, o out", {"bank-auction"}),
    ])  # fmt: skip
    @packed
    def test_who_has_no_money_is_not_asked_for_a_bid(self, book, pattern, wanted):
        game = evening(book, SOLD | {"session__stack": 2})
        assert (yield then(game, pattern, "b", hands=[WIN, PUSH]).close()) == wanted

    @pytest.mark.parametrize(("pattern", "banker", "wanted"), [
        ("a bank, D keep", "a", set()),
        ("a bank, D auction, b bid 3, o bid 4, o pays 4, o bank", "o", set()),
        ("a bank, D auction, b pass, o pass, b accept bank, b bank", "b", set()),
        ("a bank, D auction, o bid 4, b bid 3, o pays 4, o bank", "o", {"bank-auction"}),
        ("a bank", "a", {"bank-kept"}),
        ("D keep", "o", {"bank-passes"}),
        ("a bank, D yield, b accept bank, b bank", "b", {"bank-kept", "event-foreign"}),
        ("a bank, D keep, D keep", "a", {"bank-kept"}),
    ])  # fmt: skip
    @packed
    def test_a_banker_keeps_or_sells(self, book, pattern, banker, wanted):
        assert (yield then(evening(book, SOLD), pattern, banker).close()) == wanted

    @pytest.mark.parametrize(("pattern", "banker", "wanted"), [
        ("a bank, D auction, b pass, b accept bank, b bank, o out", "b", set()),
        ("a bank, D auction, b pass, b decline bank, o accept bank, o bank", "o", {"bank-drawn"}),
    ])  # fmt: skip
    @packed
    def test_a_bank_that_nobody_bids_for_is_not_offered_to_who_has_lost_it(self, book, pattern, banker, wanted):
        """G2: it was passed on, and its former banker is in debt."""
        assert (yield then(evening(book, SOLD | {"session__stack": 2}), pattern, banker, hands=[WIN, WIN]).close()) == wanted

    @packed
    def test_no_bank_is_sold_where_the_rules_have_no_auction(self, book):
        game = then(evening(book, EVERY), "a bank, D auction, b bid 3, o pass, b pays 3, b bank", "b")
        assert (yield game.close()) >= {"bank-auction", "event-foreign"}

    @packed
    def test_nor_before_the_first_round(self, book):
        game = evening(book, SOLD)
        assert (yield game.round(game.told, f"s{game.first} bank", "D keep", banker=game.first).close()) == {"bank-kept"}

    @packed
    def test_a_bank_that_was_just_taken_is_kept_without_a_word(self, book):
        game = evening(book, NATURAL | {"bank__auction": True})
        assert (yield then(game, "a accept bank, a bank", "a", hands=[BLACKJACK]).close()) == set()


class TestGoing:
    """T7.1, G2: leaving and dropping out round a private table."""

    @pytest.mark.parametrize(("pattern", "banker", "wanted"), [
        ("a out, b bank", "b", set()),
        ("b bank", "b", {"going"}),
        ("a leave, b bank", "b", set()),
        ("a out, b out, b bank", "b", {"bank-passes"}),
    ])  # fmt: skip
    @packed
    def test_who_cannot_stake_drops_out_before_the_bank_passes(self, book, pattern, banker, wanted):
        game = evening(book, BY_ACE | {"session__stack": 2}, 4)
        game.round("D shuffle 1", "s1 lot AC", "s1 bank", banker=1, hands=[LOSE, WIN, PUSH])
        found = yield game.round(*events(game, pattern), banker=seats(game)[banker]).close()
        assert {code for code in found if code in ("going", "bank-passes")} == wanted

    @packed
    def test_a_banker_does_not_drop_out_before_the_bank_has_passed(self, book):
        game = evening(book, NATURAL | {"session__stack": 2})
        begun(game, hands=[WIN, PUSH])
        assert (yield game.round(banker=game.first).close()) == set()


class TestClosing:
    """T7.1, FORMAT §4: why a session ends, and what its last log says."""

    @pytest.mark.parametrize("reason", ["players", "stopped"])
    @pytest.mark.parametrize("event", ["s² leave", "s02 leave", "s² out", f"s{'9' * 5000} leave", ""])
    @packed
    def test_a_last_log_that_holds_anything_else_is_found(self, book, event, reason):
        """What looks like a digit to some is no number of a seat."""
        game = begun(evening(book, EVERY, 4))
        game.close()
        game.book.records[-1] |= {"log": [event], "reason": reason}
        assert "close-log" in (yield)

    @pytest.mark.parametrize(("reason", "pattern", "wanted"), [
        ("players", "a out, b out", set()),
        ("players", "a out", {"close-log"}),
        ("players", "", {"close-log"}),
        ("players", "a leave, b out", set()),
        ("players", "a out, b out, a bank", {"close-log"}),
        ("stopped", "", set()),
        ("seeds", "a out, b out", {"close-reason"}),
    ])  # fmt: skip
    @packed
    def test_when_only_the_banker_is_left(self, book, reason, pattern, wanted):
        game = begun(evening(book, EVERY | {"session__stack": 2}), hands=[LOSE, LOSE])
        assert (yield game.close(reason, *events(game, pattern))) == wanted

    @pytest.mark.parametrize(("reason", "pattern", "wanted"), [
        ("players", "a bank, o out", set()),
        ("players", "a bank", {"close-log"}),
        ("players", "", {"close-log"}),
        ("players", "o out", {"close-log"}),
    ])  # fmt: skip
    @packed
    def test_when_the_former_banker_was_the_last_to_stake(self, book, reason, pattern, wanted):
        game = evening(book, EVERY | {"session__stack": 2}, 2)
        begun(game, hands=[WIN])
        assert (yield game.close(reason, *events(game, pattern))) == wanted

    @packed
    def test_a_round_played_all_the_same_is_found(self, book):
        game = begun(evening(book, EVERY | {"session__stack": 2}), hands=[LOSE, LOSE])
        game.round(*events(game, "a out, b out"), banker=game.first)
        assert "closing-due" in (yield game.close("players"))

    @packed
    def test_what_was_paid_for_the_bank_at_the_end_is_in_the_balances(self, book):
        game = begun(evening(book, AUCTION))
        assert (yield game.close("stopped", *events(game, "D auction, a bid 5, b pass, a pays 5, a bank"))) == set()
        assert game.sitting.balances[game.first] == 105

    @packed
    def test_or_is_found(self, book):
        game = begun(evening(book, AUCTION))
        game.close("stopped", *events(game, "D auction, a bid 5, b pass, a pays 5, a bank"))
        game.book.records[-1]["balances"] = [0, 100, 100, 100]
        assert "close-balances" in (yield)

    @packed
    def test_after_the_last_round_nothing_is_asked(self, book):
        game = begun(evening(book, EVERY | {"session__rounds": 1}))
        assert (yield game.close("rounds")) == set()

    @packed
    def test_nor_may_anything_stand_there(self, book):
        game = begun(evening(book, EVERY | {"session__rounds": 1}))
        assert (yield game.close("rounds", *events(game, "a bank"))) == {"close-log"}


class TestSeeds:
    """FORMAT §6, §9: a session closes where the seeds may not suffice for a round, or for a draw and a round."""

    BY_ACE_OR_NATURAL = BY_ACE | {"bank__change": "natural"}
    REFUSED = "a decline bank, D yield, a decline bank, b decline bank"

    def begin(self, book, chain):
        game = evening(book, self.BY_ACE_OR_NATURAL, chain=chain)
        game.first = 1
        return game.round("D shuffle 1", "s1 lot AC", "s1 bank", banker=1, hands=[BLACKJACK])

    @packed
    def test_a_round_is_due_while_they_do(self, book):
        game = self.begin(book, 2)
        assert (yield game.close("seeds")) == set()

    @packed
    def test_no_draw_is_begun_for_whose_round_no_seed_is_left(self, book):
        game = self.begin(book, 3)
        assert (yield game.close("seeds", *events(game, self.REFUSED))) == set()

    @packed
    def test_a_draw_for_whose_round_no_seed_is_left_is_found(self, book):
        game = self.begin(book, 3)
        game.sitting.seeds.append(b"2" * 32)
        game.round(*events(game, self.REFUSED), "D shuffle 3", "s2 lot AC", "s2 bank", banker=2)
        game.sitting.seeds.pop()
        assert {"bank-drawn", "shoe-beyond"} <= (yield game.close("seeds"))

    @packed
    def test_closing_before_is_found(self, book):
        game = self.begin(book, 4)
        assert "close-log" in (yield game.close("seeds", *events(game, self.REFUSED)))

    @pytest.mark.parametrize("right", [True, False])
    @packed
    def test_a_draw_at_the_end_takes_the_cards_of_its_shoe(self, book, right):
        """FORMAT §9: nothing but the close tells that shoe's seed."""
        game = evening(book, self.BY_ACE_OR_NATURAL | {"session__stack": 2}, 2)
        game.round("D shuffle 1", "s1 lot AC", "s1 bank", banker=1, hands=[BLACKJACK])
        shoe = game.sitting.whole(3)
        cards = shoe[: 1 + next(nth for nth, card in enumerate(shoe) if card[0] == "A")]
        others = ["2C" if card != "2C" else "3C" for card in cards[:-1]] or ["2C"]
        cards = cards if right else others + cards[-1:]
        lots = ["s2 decline bank", "s2 decline bank", "D shuffle 3", *(f"s2 lot {card}" for card in cards), "s2 bank", "s1 out"]
        assert (yield game.close("players", *lots)) == (set() if right else {"close-log"})


class TestPlaces:
    """FORMAT §4: round a private table everybody has one place."""

    @pytest.mark.parametrize("boxes", [[5], [1], [2, 3], []])
    @packed
    def test_another_place_is_found(self, book, boxes):
        game = begun(evening(book, EVERY))
        next(record for record in game.book.records if record["record"] == "seat" and record["seat"] == 2)["boxes"] = boxes
        assert "seats" in (yield game.close())
