"""Bots and the person at the terminal."""

from __future__ import annotations

import msgspec
import pytest

from ledger.cards import CARD_NUMBERS, IS_ACE, RANK_OF
from ledger.players.bots import BOTS, RandomBot, make_bot
from ledger.players.source import Interrupted
from ledger.players.terminal import Terminal
from ledger.table.ask import Ask
from tests.support.stacked import training

RULES = training({})
TURN = Ask(phase="turn", round=1, hands=("1",), seats=(1,), balances=(98,), legal=("hit", "stand", "double"))
SUITS = "CDHS"


def asked(cards: str, upcard: str, *legal: str) -> Ask:
    """A question on a hand of these ranks."""
    numbers = tuple(CARD_NUMBERS[rank + SUITS[at]] for at, rank in enumerate(cards.split()))
    points = sum(min(RANK_OF[card] + 1, 10) for card in numbers)
    soft = any(IS_ACE[card] for card in numbers) and points <= 11
    actions = legal or (("hit", "stand", "double") if len(numbers) == 2 else ("hit", "stand"))
    return msgspec.structs.replace(
        TURN, cards=numbers, total=points + 10 * soft, soft=soft, upcard=CARD_NUMBERS[upcard + "H"], legal=actions
    )


def act(bot: str, cards: str, upcard: str, *legal: str, **changes: object) -> str:
    answer = make_bot(bot, training(changes), bytes(32)).answer(asked(cards, upcard, *legal))
    return answer.removeprefix("1 ")


PAIR = ("hit", "stand", "double", "split")


@pytest.mark.parametrize(
    ("cards", "upcard", "legal", "says"),
    [
        ("A A", "9", PAIR, "split"),
        ("8 8", "A", PAIR, "split"),
        ("4 4", "5", PAIR, "hit"),
        ("5 5", "9", PAIR, "double"),
        ("5 5", "T", PAIR, "hit"),
        ("T J", "6", PAIR, "stand"),
        ("2 2", "6", PAIR, "split"),
        ("2 2", "7", PAIR, "hit"),
        ("9 9", "7", PAIR, "stand"),
        ("A 7", "9", (), "stand"),
        ("A 6", "9", (), "hit"),
        ("6 5", "T", (), "double"),
        ("6 5", "A", (), "hit"),
        ("6 5", "6", ("hit", "stand"), "hit"),
        ("6 4", "9", (), "double"),
        ("6 4", "T", (), "hit"),
        ("T 7", "T", (), "stand"),
        ("T 3", "6", (), "stand"),
        ("T 3", "7", (), "hit"),
        ("T 2", "4", (), "hit"),
    ],
)
def test_the_bot_seed_follows_the_houses_advice(cards, upcard, legal, says) -> None:
    """H9."""
    assert act("seed", cards, upcard, *legal) == says


@pytest.mark.parametrize(
    ("cards", "upcard", "legal", "says"),
    [
        ("T 6", "T", (), "hit"),
        ("T 6", "6", (), "stand"),
        ("T 2", "3", (), "hit"),
        ("T 2", "4", (), "stand"),
        ("6 5", "T", (), "double"),
        ("6 5", "A", (), "hit"),
        ("6 3", "2", (), "hit"),
        ("6 3", "3", (), "double"),
        ("A 7", "2", (), "stand"),
        ("A 7", "3", (), "double"),
        ("A 7", "3", ("hit", "stand"), "stand"),
        ("A 7", "9", (), "hit"),
        ("A 2", "5", (), "double"),
        ("A 2", "5", ("hit", "stand"), "hit"),
        ("8 8", "T", PAIR, "split"),
        ("9 9", "7", PAIR, "stand"),
        ("9 9", "8", PAIR, "split"),
        ("5 5", "5", PAIR, "double"),
        ("T T", "6", PAIR, "stand"),
        ("4 4", "5", PAIR, "split"),
        ("4 4", "4", PAIR, "hit"),
        ("A A", "T", PAIR, "split"),
        ("A A", "T", ("hit", "stand"), "hit"),
    ],
)
def test_the_bot_s17_plays_the_published_strategy(cards, upcard, legal, says) -> None:
    """Four decks and more, dealer stands on soft 17, double after split."""
    assert act("s17", cards, upcard, *legal) == says


def test_the_bot_mimic_plays_as_the_dealer_of_its_table_must() -> None:
    """T6.1 and the option of soft 17."""
    assert [act("mimic", cards, "6") for cards in ("T 6", "T 7", "A 6", "A 7")] == ["hit", "stand", "stand", "stand"]
    assert act("mimic", "A 6", "6", banker__soft17="draw") == "hit"
    assert act("mimic", "T 7", "6", banker__soft17="draw") == "stand"


@pytest.mark.parametrize(
    ("cards", "upcard", "stood", "says"),
    [
        ("T 2", "T", 1, "hit"),
        ("T 2", "T", 2, "stand"),
        ("T 3", "7", 2, "stand"),
        ("T 2", "3", 5, "stand"),
        ("T 4", "T", 5, "hit"),
        ("9 2", "T", 5, "double"),
        ("A 2", "T", 5, "hit"),
    ],
)
def test_the_bot_seed_stands_on_12_and_13_where_several_before_have_stood(cards, upcard, stood, says) -> None:
    """H9.2: several are two or more; a soft 13 cannot bust and is hit all the same."""
    ask = msgspec.structs.replace(asked(cards, upcard), stood_before=stood)
    assert make_bot("seed", RULES, bytes(32)).answer(ask) == f"1 {says}"


def test_a_player_is_told_how_many_hands_of_the_boxes_before_stood(play) -> None:
    """H9.2: of the boxes before, so neither busts nor a player's own split hands."""
    played = play("T 8 / 8 8 / T 6 / T 2 | 6 T | 2 3 K 5", "1 stand, 2 split, 2.1 stand, 2.2 stand, 3 hit, 4 stand")
    assert {who: played.asked(who)[0].stood_before for who in ("1", "2", "2.2", "3", "4")} == {"1": 0, "2": 1, "2.2": 1, "3": 3, "4": 3}


def test_doubling_on_the_first_card_goes_by_the_houses_advice() -> None:
    """H9.1: the dealer doubles on a picture or an ace; a player redoubles with an ace, not with a picture."""
    first = msgspec.structs.replace(TURN, phase="redouble", legal=("redouble", "decline redouble"))
    raising = msgspec.structs.replace(first, phase="raise", hands=("D",), legal=("raise", "decline raise"), upcard=CARD_NUMBERS["6H"])

    def says(ask: Ask, rank: str) -> str:
        both = {
            make_bot(bot, RULES, bytes(32)).answer(msgspec.structs.replace(ask, cards=(CARD_NUMBERS[rank + "S"],)))
            for bot in ("seed", "basic")
        }
        return both.pop() if len(both) == 1 else f"the bots differ: {both}"

    assert [says(first, rank) for rank in "AKT2"] == ["1 redouble", *["1 decline redouble"] * 3]
    assert [says(raising, rank) for rank in "AKJT2"] == [*["D raise"] * 3, *["D decline raise"] * 2]


@pytest.mark.parametrize(
    ("cards", "upcard", "legal", "changes", "says"),
    [
        ("T 6", "T", (), {}, "hit"),
        ("6 5", "A", (), {"banker__soft17": "draw"}, "double"),
        ("6 5", "A", ("hit", "stand"), {"banker__soft17": "draw"}, "hit"),
        ("8 8", "T", PAIR, {"peek__when": "no-hole"}, "hit"),
        ("8 8", "T", PAIR, {}, "split"),
        ("T 6", "T", ("hit", "stand", "surrender"), {"surrender__offered": "late"}, "surrender"),
        ("2 3 6", "6", ("triple", "stand"), {"double__triple": True}, "triple"),
        ("5 4 7", "6", ("triple", "stand"), {"double__triple": True}, "stand"),
    ],
)
def test_the_bot_basic_plays_the_rules_at_hand(cards, upcard, legal, changes, says) -> None:
    assert act("basic", cards, upcard, *legal, **changes) == says


@pytest.mark.parametrize(
    ("cards", "upcard", "legal", "changes", "says"),
    [
        ("T 6", "A", ("insure", "decline insurance"), {}, "decline insurance"),
        ("T 6", "A", ("insure", "decline insurance"), {"insurance__pays": "3:1"}, "insure 5"),
        ("A K", "A", ("even", "decline even"), {}, "decline even"),
        ("A K", "A", ("even", "decline even"), {"natural__pays": "6:5"}, "even"),
        ("T 6", "T", ("surrender", "decline surrender"), {"surrender__offered": "early"}, "surrender"),
        ("T 6", "6", ("surrender", "decline surrender"), {"surrender__offered": "early"}, "decline surrender"),
        ("A A", "6", ("claim aces", "decline aces"), {"natural__pair_of_aces": True}, "claim aces"),
    ],
)
def test_the_bot_basic_takes_the_offers_that_pay(cards, upcard, legal, changes, says) -> None:
    """T3.2, E2.2, E4.1, C3.6; insurance for as much as may be paid."""
    offer = msgspec.structs.replace(asked(cards, upcard, *legal), phase="offer", least=1, most=5)
    assert make_bot("basic", training(changes), bytes(32)).answer(offer) == f"1 {says}"


@pytest.mark.parametrize("bot", ["basic", "s17", "seed", "mimic", "stand"])
def test_a_bot_that_banks_as_it_pleases_draws_to_17(bot) -> None:
    """B3.3, H3.3, C2.5: and stands on soft 17."""
    banking = msgspec.structs.replace(TURN, phase="banker", hands=("D",), legal=("hit", "stand"))
    totals = {total: msgspec.structs.replace(banking, total=total, soft=total == 17) for total in (12, 16, 17, 18)}
    answers = [make_bot(bot, RULES, bytes(32)).answer(ask) for ask in totals.values()]
    assert answers == ["D hit", "D hit", "D stand", "D stand"]


@pytest.mark.parametrize("bot", ["basic", "s17", "seed", "mimic", "stand"])
def test_a_bot_takes_the_default_where_it_has_no_wish_of_its_own(bot) -> None:
    """B3.2: over 21 is announced, though standing would be possible (B5.6)."""
    over = msgspec.structs.replace(asked("T 6 T", "9", "bust", "stand"), phase="over", default="bust")
    assert make_bot(bot, RULES, bytes(32)).answer(over) == "1 bust"


def test_the_bot_stand_stands() -> None:
    assert act("stand", "2 3", "6") == "stand"


@pytest.mark.parametrize("bot", ["basic", "s17", "seed", "mimic", "stand"])
def test_bots_bet_the_least_and_decline_insurance(bot) -> None:
    player = make_bot(bot, RULES, bytes(32))
    stakes = msgspec.structs.replace(TURN, phase="stakes", legal=("bet",), least=5, most=50)
    offer = msgspec.structs.replace(
        TURN, phase="insurance", legal=("insure", "decline insurance"), least=1, most=2, upcard=CARD_NUMBERS["AH"]
    )
    assert (player.answer(stakes), player.answer(offer)) == ("1 bet 5", "1 decline insurance")


def test_the_random_bot_is_a_function_of_its_seed_and_the_question() -> None:
    """DESIGN §2: the same question, the same answer, whatever was asked before."""
    questions = [msgspec.structs.replace(asked(cards, "6"), round=number) for number in range(40) for cards in ("T 6", "2 3", "A 6")]
    one, other = RandomBot(b"\x01" * 32), RandomBot(b"\x02" * 32)
    forwards = [one.answer(question) for question in questions]
    backwards = [one.answer(question) for question in reversed(questions)]
    assert forwards == backwards[::-1]
    assert forwards != [other.answer(question) for question in questions]
    assert {answer.split(" ")[1] for answer in forwards} == {"hit", "stand", "double"}


def test_the_random_bot_names_every_amount_that_it_can_pay_and_no_other() -> None:
    stakes = msgspec.structs.replace(TURN, phase="stakes", legal=("bet",), least=4, most=20, step=4, balances=(15,))
    amounts = {RandomBot(bytes([seed]) * 32).answer(stakes) for seed in range(200)}
    assert amounts == {"1 bet 4", "1 bet 8", "1 bet 12"}


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_is_refused_stops_instead_of_answering_for_ever(bot) -> None:
    with pytest.raises(RuntimeError, match="not allowed"):
        make_bot(bot, RULES, bytes(32)).answer(msgspec.structs.replace(TURN, refused="not allowed"))


def sitting(typed: tuple[str, ...], *, live: bool) -> tuple[Terminal, list[str], list[str]]:
    """A person who types given lines; what they are shown; what everybody is told."""
    shown: list[str] = []
    said: list[str] = []
    lines = iter(typed)

    def read(prompt: str) -> str:
        shown.append(prompt)
        return next(lines)

    return Terminal(read, {1: "Ann"}, live=live, say=said.append), shown, said


@pytest.fixture
def terminal():
    """A person who types given lines; what they are shown."""
    return lambda *typed: sitting(typed, live=False)[:2]


@pytest.fixture
def live_terminal():
    """The same at a live table, and what everybody there is told."""
    return lambda *typed: sitting(typed, live=True)


def test_a_question_is_put_in_words_and_answered_by_a_letter(terminal) -> None:
    person, shown = terminal("h", "STAND", " d ", "p", "u")
    answers = [person.answer(asked("T 6", "6", *PAIR, "surrender")) for _ in range(5)]
    assert answers == ["1 hit", "1 stand", "1 double", "1 split", "1 surrender"]
    assert shown[0] == "Round 1, Ann: 10♣ 6♦ (hard 16) against 6♥. h hit, s stand, d double, p split, u surrender"


def test_the_terminal_names_the_hand_after_a_split(terminal) -> None:
    person, shown = terminal("s")
    assert person.answer(msgspec.structs.replace(asked("A 6", "6"), hands=("1.2",))) == "1.2 stand"
    assert shown[0].startswith("Round 1, Ann hand 1.2: A♣ 6♦ (soft 17)")


def test_a_refused_answer_is_told(terminal) -> None:
    person, shown = terminal("x", "s")
    first = person.answer(TURN)
    assert first == "1 x"
    person.answer(msgspec.structs.replace(TURN, refused="“1 x” is not allowed here"))
    assert shown[1].startswith("That is not possible here. Type one of h hit, s stand")


def test_insurance_and_stakes_are_typed_as_amounts(terminal) -> None:
    person, shown = terminal("1", "y", "n", "0", "decline", "7")
    offer = msgspec.structs.replace(asked("T 6", "A"), phase="insurance", legal=("insure", "decline insurance"), least=1, most=5)
    assert [person.answer(offer) for _ in range(5)] == ["1 insure 1", "1 insure 5", *["1 decline insurance"] * 3]
    assert shown[0].endswith("against A♥. Insurance (1 to 5, n for none)")
    stakes = msgspec.structs.replace(TURN, phase="stakes", legal=("bet",), least=2, most=500, balances=(98,))
    assert person.answer(stakes) == "1 bet 7"
    assert shown[-1] == "Round 1, Ann: stake (2 to 98)"


def test_what_is_offered_with_a_default_needs_only_enter(terminal) -> None:
    """Whoever wants nothing else presses Enter; a beginning that is one choice's alone is enough."""
    person, shown = terminal("", "w", "y", "no", "20", "p")
    ready = msgspec.structs.replace(TURN, phase="ready", legal=("withdraw", "ready"), default="ready")
    aces = msgspec.structs.replace(TURN, phase="aces", legal=("claim aces", "decline aces"))
    bid = msgspec.structs.replace(TURN, phase="bid", hands=("s2",), legal=("bid", "pass"), least=1, most=50, cards=())
    assert [person.answer(ready), person.answer(ready)] == ["1 ready", "1 withdraw"]
    assert [person.answer(aces), person.answer(aces)] == ["1 claim aces", "1 decline aces"]
    assert [person.answer(bid), person.answer(bid)] == ["s2 bid 20", "s2 pass"]
    assert shown[0].endswith("the deal is about to begin. withdraw, ready (Enter)")
    assert shown[4].endswith("the bank is auctioned. an amount from 1 to 50, pass")


def test_a_stake_on_another_box_names_the_box(terminal) -> None:
    """P1.4, B8.1."""
    person, _ = terminal("2 10", "9 10", "")
    ask = msgspec.structs.replace(
        TURN, phase="side-stakes", hands=("1/3", "2/3"), seats=(3, 3), balances=(50, 50), legal=("bet", "pass"), default="pass"
    )
    assert [person.answer(ask) for _ in range(3)] == ["2/3 bet 10", "9 bet 10", "1/3 pass"]


def test_a_stake_that_leaves_no_choice_is_not_asked_for(terminal) -> None:
    person, shown = terminal()
    assert person.answer(msgspec.structs.replace(TURN, phase="stakes", legal=("bet",), least=2, most=2)) == "1 bet 2"
    assert shown == []


def test_quit_breaks_off_and_leave_gets_up_after_the_round(terminal) -> None:
    person, _ = terminal("quit")
    with pytest.raises(Interrupted, match="Ann broke the session off at the terminal"):
        person.answer(TURN)
    leaving, shown = terminal("leave", "s")
    assert leaving.answer(TURN) == "1 stand"
    assert shown[1].startswith("Ann gets up after this round.\n")
    assert (leaving.leaves(2, 1), person.leaves(2, 1)) == (True, False)


def test_at_a_live_table_quit_is_typed_twice_since_it_ends_everybodys_session(live_terminal) -> None:
    person, shown, _ = live_terminal("quit", "s", "quit", "quit")
    assert person.answer(TURN) == "1 stand"
    assert shown[1].startswith("That closes the session for everybody, and every audit will say")
    with pytest.raises(Interrupted):
        person.answer(TURN)


def test_the_default_of_somebody_who_does_not_answer_is_told(live_terminal) -> None:
    person, _, said = live_terminal("timeout", "timeout")
    stakes = msgspec.structs.replace(TURN, phase="stakes", legal=("bet",), least=2, most=500, step=2, balances=(98,))
    assert [person.answer(TURN), person.answer(stakes)] == ["1 timeout", "1 timeout"]
    assert said == ["No answer from Ann: stand, by default.", "No answer from Ann: bet 2, by default."]


def test_a_question_mark_is_answered_with_what_may_be_typed(live_terminal) -> None:
    person, shown, _ = live_terminal("?", "y")
    assert person.answer(msgspec.structs.replace(TURN, phase="raise", legal=("raise", "decline raise"))) == "1 raise"
    assert shown[0].endswith("double all the stakes. y raise, n decline raise")
    assert shown[1].startswith("Type one of y raise, n decline raise; leave to get up after the round, quit to close the session.")
