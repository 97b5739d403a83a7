"""Rule sets told as one would explain them at the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ledger.rules.told
from ledger.errors import RuleError
from ledger.rules.coherence import incoherent
from ledger.rules.domain import Choice, Flag, Payment, Totals, Whole
from ledger.rules.ruleset import altered, load_profile, parameters, profile_names, to_object
from ledger.rules.told import as_text, told
from ledger.rules.told.text import laid_out

RULEBOOK = (Path(__file__).parents[2] / "docs" / "RULEBOOK.md").read_text(encoding="utf-8")


def statements(rules) -> dict[str, list[str]]:
    """The statements of each part, without clauses."""
    return {part.title: [line.text for line in part.lines] for part in told(rules)}


def text_of(rules) -> str:
    return "\n".join(line for lines in statements(rules).values() for line in lines)


FACTS = {
    "training": [
        ("Who plays, and who banks", "The house banks and its dealer deals. 1 to 6 people play, at 6 boxes."),
        ("The cards", "The game is played with 6 packs of 52 cards, 312 in all."),
        ("Stakes", "You stake before any card is dealt: exactly 2 on a box."),
        (
            "The deal",
            "With an ace or a ten-value card up, the dealer looks at once whether the two cards are a natural; if so, the round ends.",
        ),
        ("Before anyone plays", "You may insure a natural too."),
        ("Naturals", "An ace and a ten-value card as first two cards are a natural. Yours pays 3:2 and beats any other 21."),
        ("Doubling", "Split hands may be doubled too, aces excepted."),
        ("Splitting", "New pairs may be split again, up to 4 hands on a box."),
        ("Surrender", "There is no surrender."),
        ("The dealer’s play", "The dealer draws to 16 or less and stands on 17 or more, soft 17 too."),
        ("Settlement", "With equal totals your stake comes back."),
    ],
    "enhc": [
        ("Who plays, and who banks", "You may hold several boxes, up to 6, and play each by itself."),
        ("Stakes", "You may take your stake back until the deal begins."),
        ("Stakes", "All stakes together come to at least 2 and at most 160."),
        ("Before anyone plays", "Against an ace you may have a natural paid 1:1 at once instead of waiting."),
        ("Naturals", "Doubled and split stakes are lost to it in full."),
        ("Doubling", "On two cards that make 11 you may double: exactly your stake more, exactly one card."),
        ("Splitting", "Split aces may be hit, but not doubled."),
        (
            "Surrender",
            "Before anyone plays you may give up any hand but a natural, though not against an ace: half its stake comes back, whatever the dealer makes.",
        ),
        ("The dealer’s play", "The dealer draws to 16 or less and stands on 17 or more, but draws on soft 17."),
    ],
    "classic": [
        ("Who plays, and who banks", "The first banker is drawn by lot."),
        ("Stakes", "First the banker says how much is in the bank; it does not limit your stake."),
        ("Stakes", "You stake before any card is dealt: any amount from 2, in multiples of 2."),
        ("The deal", "The banker does not look at the hidden card until everyone has played."),
        ("Doubling", "After a double you may triple: the same stake once more, and one more card."),
        ("How the bank moves", "The bank passes to the next on the left after every deal."),
    ],
    "classic-full": [
        ("Before anyone plays", "Two such hands tie, and the banker’s pair of aces beats naturals and pays no insurance."),
        ("Naturals", "An ace and a ten of one suit pay 2:1."),
        ("Your turn", "A hand, the banker’s too, has 5 cards at most: then it stands."),
        ("Premiums", "Three sevens pay 3:1."),
    ],
    "seventeen-and-four": [
        ("The cards", "The game is played with 1 pack of 32 cards, seven to ace."),
        (
            "Naturals",
            "Five pictures in a hand that was not split equal a natural and pay 3:2 at the end; the banker’s beat all but naturals and five pictures.",
        ),
    ],
    "changing-bank": [
        ("Who plays, and who banks", "The first banker: cards are dealt round, and whoever gets the first ace banks."),
        ("The cards", "A joker marks where the used cards begin; it is never dealt."),
        ("Stakes", "Within these limits the banker sets narrower ones, and may change them between deals."),
        ("Naturals", "It is paid when you show it on your turn, the banker having none."),
        ("Doubling", "The card lies face down until the banker has played. Till then your hand is in play; turned over 21, it just loses."),
        ("The banker’s play", "The banker draws or stands at will."),
        ("Settlement", "Equal totals are the banker’s."),
        ("Premiums", "Six cards of 21 or less pay 4:1, and twice as much with each further card."),
        ("When something goes wrong", "A card turned up in the deck: take it or refuse it."),
    ],
    "permanent-bank": [
        (
            "Who plays, and who banks",
            "Up to 3 people may stake on one box, within its maximum together. Its holder decides; the others match what is added, or leave their stake on the first hand.",
        ),
        ("The cards", "Then 3 cards are burnt unseen."),
        ("The cards", "The dealer may shuffle everything between any two rounds."),
        ("Stakes", "On request a player’s maximum may be raised; it is recorded."),
        ("Premiums", "There are none."),
        ("When something goes wrong", "A supervisor’s ruling on a dispute is final and is recorded."),
    ],
    "home": [
        ("The cards", "Then 1 card is shown and burnt; if an ace shows, everything is shuffled and cut again."),
        ("Stakes", "You stake once you have seen your first card: from 2 to 20 on a box, in multiples of 2."),
        ("Stakes", "If they are doubled, you may in turn redouble your own, beyond the maximum too."),
        ("Naturals", "The banker’s natural beats every other hand and takes twice the stake."),
        ("Naturals", "Your own natural loses to it too, the stake once."),
        ("Splitting", "Split aces are played like other split hands."),
        ("Premiums", "Six cards or more of 21 or less pay 3:1."),
        ("When something goes wrong", "A card exposed in the deal: take the next one instead, or sit the deal out."),
    ],
    "club": [
        ("The deal", "You get both your cards face down. The dealer’s first card lies down, the second up."),
        ("Splitting", "Aces cannot be split."),
        ("Settlement", "With equal totals your stake comes back."),
    ],
}


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_says_what_it_is_known_for(name) -> None:
    said = statements(load_profile(name))
    for part, fact in FACTS[name]:
        assert fact in said[part]


# Another setting in which a parameter decides something that it does not decide in the profile itself.
ELSEWHERE: dict[str, tuple[str, dict[str, Any]]] = {
    "shoe.penetration_left": ("permanent-bank", {}),
    "shoe.burn": ("permanent-bank", {}),
    "shoe.burn_shown": ("home", {}),
    "shoe.joker": ("home", {"shoe.burn": 0, "shoe.burn_shown": False}),
    "shoe.voluntary": ("permanent-bank", {}),
    "stakes.announced": ("classic", {}),
    "stakes.banker_raise": ("home", {}),
    "stakes.redouble": ("home", {}),
    "stakes.minimum": ("home", {}),
    "stakes.maximum": ("home", {}),
    "stakes.unit": ("home", {}),
    "stakes.withdrawal": ("enhc", {}),
    "stakes.when": ("changing-bank", {}),
    "table.boxes": ("club", {"table.players_max": 1}),
    "table.boxes_per_player": ("enhc", {}),
    "table.bettors_per_box": ("permanent-bank", {}),
    "pack.ace": ("classic", {"insurance.offered": False, "natural.even_money": "never"}),
    "peek.when": ("classic", {}),
    "peek.natural_takes": ("classic", {}),
    "natural.paid": ("classic", {}),
    "natural.suited_rank": ("classic-full", {}),
    "natural.five_pictures": ("seventeen-and-four", {}),
    "surrender.offered": ("training", {}),
    "double.totals": ("enhc", {}),
    "double.triple": ("classic", {}),
    "double.face_down": ("changing-bank", {}),
    "double.beyond_maximum": ("club", {}),
    "split.aces_hands": ("training", {"split.hands": 5}),
    "banker.play": ("home", {}),
    "banker.soft17": ("training", {}),
    "settlement.banker_natural": ("home", {}),
    "premiums.longer": ("changing-bank", {}),
    "premiums.sevens_gift": ("classic", {}),
    "bank.first": ("home", {}),
    "bank.change": ("home", {}),
    "bank.auction": ("home", {}),
}
# What has to change along with a value, for the whole to make sense.
ALONG: dict[str, dict[str, Any]] = {
    'peek.when = "no-hole"': {"deal.pattern": "no-hole"},
    'deal.pattern = "no-hole"': {"peek.when": "no-hole", "natural.paid": "at-once"},
    'deal.pattern = "g"': {"stakes.when": "after-first-card"},
    'double.offered = "totals"': {"double.totals": [9, 10, 11]},
    'banker.play = "forced"': {"banker.soft17": "stand"},
    'bank.holder = "player"': {"bank.first": "lot", "bank.change": "every-deal", "table.players_min": 2},
    'stakes.banker_raise = "never"': {"stakes.redouble": "never"},
}
DOMAINS = {f"{table}.{name}": domain for table, name, domain, _, _ in parameters()}
UNTOLD = {"profile.name", "profile.title", "profile.clauses"}
# The same game by another name: “g” is “a” with stakes after the first card.
ALIKE = {frozenset(('deal.pattern = "a"', 'deal.pattern = "g"'))}


def some_values(domain) -> list[Any]:
    """Values of a domain, as they stand in JSON."""
    if isinstance(domain, Flag):
        return [False, True]
    if isinstance(domain, Whole):
        return list(domain.only) or [value for value in (0, 1, 2, 3, 4, 5, 20, 40, 600) if domain.low <= value <= domain.high]
    if isinstance(domain, Choice):
        return list(domain.options)
    if isinstance(domain, Payment):
        return ["3:2", "2:1", "1:2", *(["off"] if domain.may_be_off else []), *(["0:1"] if domain.may_be_nothing else [])]
    if isinstance(domain, Totals):
        return [[9], [10, 11], [9, 10, 11]]
    return ["", "a mug", "a bottle"]


@pytest.mark.parametrize(("path", "domain"), [item for item in DOMAINS.items() if item[0] not in UNTOLD])
def test_every_value_of_a_parameter_is_told_differently(path, domain) -> None:
    """Where the parameter decides something; so nothing that matters is left out, and no two rules sound alike."""
    base, changes = ELSEWHERE.get(path, ("training", {}))
    said: dict[str, str] = {}
    for value in some_values(domain):
        setting = f"{path} = {value!r}".replace("'", '"')
        rules = altered(load_profile(base), {**changes, **ALONG.get(setting, {}), path: value})
        if not incoherent(rules):
            said[setting] = text_of(rules)
    assert len(said) >= 2, "the setting lets the parameter vary"
    settings = list(said)
    for at, one in enumerate(settings):
        for other in settings[at + 1 :]:
            assert said[one] != said[other] or frozenset((one, other)) in ALIKE, f"{one} and {other} are told alike"


@pytest.mark.parametrize("name", profile_names())
def test_statements_are_sentences_that_hold_no_loose_ends(name) -> None:
    for part in told(load_profile(name)):
        for line in part.lines:
            assert re.fullmatch(r"[A-Z1-9][^{}]*[^ .]\.", line.text), line.text
            assert "  " not in line.text


def test_every_clause_that_a_statement_can_name_stands_in_the_rulebook() -> None:
    """By the source, so that no rule set has to bring each statement out."""
    clause = re.compile(r"\b([GTECBPH]\d+(?:\.\d+)?)\b")
    source = "".join(path.read_text(encoding="utf-8") for path in Path(ledger.rules.told.__file__).parent.glob("*.py"))
    known = set(clause.findall(RULEBOOK)) | {found.partition(".")[0] for found in clause.findall(RULEBOOK)}
    named = set(clause.findall(source))
    assert len(named) > 60
    assert sorted(named - known) == []


def test_a_statement_names_the_clauses_of_the_rule_sets_own_sections() -> None:
    """An option from elsewhere in the rulebook names where it comes from; what goes without saying names nothing."""

    def clauses(name: str, **changes: Any) -> dict[str, tuple[str, ...]]:
        rules = altered(load_profile(name), {key.replace("__", "."): value for key, value in changes.items()})
        return {line.text: line.clauses for part in told(rules) for line in part.lines}

    triple = "After a double you may triple: the same stake once more, and one more card."
    assert clauses("training", double__triple=True)[triple] == ("C3.3",)
    assert clauses("classic")[triple] == ("C3.3",)
    assert clauses("training")["There is no surrender."] == ("T1.2",)
    assert clauses("home")["There is no surrender."] == ()
    assert clauses("permanent-bank")["It is paid when you show it on your turn, the dealer having none."] == ("P3.3",)


def test_the_same_rules_are_told_the_same_whatever_the_width() -> None:
    for name in profile_names():
        texts = {" ".join(as_text(load_profile(name), width).split()) for width in (40, 60, 110)}
        assert len(texts) == 1
        assert all(len(line) <= 60 for line in as_text(load_profile(name), 60).splitlines())


def test_a_heading_without_statements_is_left_out() -> None:
    assert "How the bank moves" not in statements(load_profile("club"))
    assert laid_out("x", "y", (), 60) == "x: y\n"


def test_with_the_ace_at_1_nothing_is_said_of_naturals() -> None:
    """C1.2."""
    rules = altered(load_profile("training"), {"pack.ace": "1", "insurance.offered": False})
    said = statements(rules)
    assert said["Naturals"] == ["There are none, for an ace counts 1."]
    assert "soft" not in text_of(rules)
    assert "Before anyone plays" not in said


def test_what_nothing_depends_on_is_not_told() -> None:
    """The number of hands where nothing is split, the peek's `natural_takes` where there is a peek."""
    rules = altered(load_profile("training"), {"split.pairs": "off"})
    assert text_of(rules) == text_of(altered(rules, {"split.hands": 5, "split.second_card": "at-once", "natural.after_split": True}))
    assert to_object(rules)["peek"]["natural_takes"] == "all"
    assert not any("in full" in line for line in statements(rules)["Naturals"])


def test_a_rule_set_that_makes_no_sense_is_not_told() -> None:
    with pytest.raises(RuleError, match=r"The rule set “classic” cannot be told, for it makes no sense: bank.first = \"house\" is for "):
        told(altered(load_profile("classic"), {"bank.first": "house"}))


@given(st.sampled_from(profile_names()), st.data())
def test_any_rule_set_is_told_or_refused_in_a_sentence(name, data) -> None:
    paths = data.draw(st.lists(st.sampled_from([path for path in DOMAINS if path not in UNTOLD]), max_size=8, unique=True))
    rules = altered(load_profile(name), {path: data.draw(st.sampled_from(some_values(DOMAINS[path]))) for path in paths})
    complaints = incoherent(rules)
    assert all(re.fullmatch(r"[a-z0-9][^\n{}]*\.", complaint) for complaint in complaints)
    if not complaints:
        assert all(re.fullmatch(r"[A-Z1-9][^{}]*[^ .]\.", line.text) for part in told(rules) for line in part.lines)
