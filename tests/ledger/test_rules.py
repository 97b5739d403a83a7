"""Rule sets: every domain, what is refused and how, what makes no sense."""

from __future__ import annotations

import json
import tomllib

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import RuleError
from ledger.names import name_fault
from ledger.plan import Plan
from ledger.rules.coherence import incoherent
from ledger.rules.domain import Choice, Flag, Payment, Ratio, Sections, Totals, Whole, Words
from ledger.rules.ruleset import PROFILES, altered, from_object, from_toml, load, load_profile, parameters, profile_names, to_object

TRAINING = load_profile("training")
EVERY = {f"{table}.{name}": domain for table, name, domain, _, _ in parameters()}


def whole(domain):
    inside = list(domain.only) or [domain.low, domain.high]
    return inside, [domain.low - 1, domain.high + 1, float(domain.low), str(domain.low), True, None, *([3] if domain.only else [])]


def payment(domain):
    good = ["3:2", "1:1", "100:1", *(["off"] if domain.may_be_off else []), *(["0:1"] if domain.may_be_nothing else [])]
    bad = [
        "2:4",
        "3/2",
        "3:0",
        "101:1",
        "1:101",
        "03:2",
        "3:2 ",
        "-3:2",
        "9" * 5000 + ":1",
        "1:" + "9" * 5000,
        "٣:2",
        ":",
        "3",
        1.5,
        None,
        "3:2:1",
    ]
    return good, bad + ([] if domain.may_be_off else ["off"]) + ([] if domain.may_be_nothing else ["0:1"])


def words(domain):
    good = ["Stammtisch №7", "x" * domain.longest, "\u0378", *([""] if domain.may_be_empty else [])]
    bad = ["x" * (domain.longest + 1), "a\nb", "a\x00", "\u202e", "a  b", " a", "a ", " ", "a\u00a0b", "e\u0301", "\ue000", 5, None]
    return good, bad + ([] if domain.may_be_empty else [""])


KINDS = {
    Flag: lambda _: ([True, False], [0, 1, "true", None]),
    Whole: whole,
    Choice: lambda domain: (list(domain.options), ["", domain.options[0].upper() + "x", None, 0]),
    Payment: payment,
    Totals: lambda domain: (
        [[], [domain.low], [9, 10, 11]],
        [[11, 9], [9, 9], [domain.low - 1], [domain.high + 1], ["9"], [True], 9, None],
    ),
    Words: words,
    Sections: lambda _: ([["T"], ["T", "G"]], [[], ["X"], ["TG"], "T", [1], None]),
}


def good_and_bad(domain):
    """Values that a domain takes, as they stand in JSON, and some that it does not."""
    return KINDS[type(domain)](domain)


@pytest.mark.parametrize("path", EVERY)
def test_each_parameter_takes_its_values_and_refuses_others_by_name(path) -> None:
    """FORMAT §5: values come back as they went in; a refusal names the parameter and what it allows."""
    good, bad = good_and_bad(EVERY[path])
    table, _, name = path.partition(".")
    for value in good:
        assert to_object(altered(TRAINING, {path: value}))[table][name] == value
    for value in bad:
        with pytest.raises(RuleError) as refused:
            altered(TRAINING, {path: value}, "club.toml")
        assert str(refused.value).startswith(f"club.toml: {path} must be {EVERY[path].words()}, not ")


def test_the_ratio_rounds_down_and_knows_a_fraction() -> None:
    """General: floor for the house."""
    assert (Ratio(3, 2).of(7), Ratio(6, 5).of(10), Ratio(3, 2).leaves_fraction(7), Ratio(3, 2).leaves_fraction(8)) == (10, 12, True, False)


@given(st.integers(0, 10**9), st.integers(0, 100), st.integers(1, 100))
def test_a_share_is_never_above_the_exact_one(amount, over, under) -> None:
    ratio = Ratio(over, under)
    assert ratio.of(amount) * under <= amount * over < (ratio.of(amount) + 1) * under
    assert ratio.leaves_fraction(amount) == (ratio.of(amount) * under != amount * over)


def test_the_training_profile_is_the_rulebooks_table() -> None:
    """T1.1 to T7.2, each parameter once."""
    rules = to_object(TRAINING)
    told = {
        "T1.1": rules["pack"] == {"decks": 6, "size": 52, "ace": "soft", "pictures": "ten"},
        "T1.1 players": (rules["table"]["players_min"], rules["table"]["players_max"], rules["table"]["boxes_per_player"]) == (1, 6, 1),
        "T1.2": rules["surrender"]["offered"] == "off" and not rules["table"]["onlookers"],
        "T2.2": (rules["stakes"]["minimum"], rules["stakes"]["maximum"], rules["session"]["stack"]) == (2, 2, 100),
        "T2.3": rules["deal"]["pattern"] == "c",
        "T3.2": rules["insurance"] == {"offered": True, "amount": "up-to-half", "pays": "2:1", "naturals": True},
        "T3.3": rules["peek"]["when"] == "ten-or-ace",
        "T3.5": rules["natural"]["pays"] == "3:2",
        "T4.2": (rules["double"]["offered"], rules["double"]["after_split"]) == ("any", True),
        "T5": rules["split"] == {"pairs": "value", "hands": 4, "aces_hands": 2, "aces_play": "one-card", "second_card": "on-turn"},
        "T5.4": not rules["natural"]["after_split"],
        "T6.1": rules["banker"] == {"play": "forced", "soft17": "stand"},
        "T6.2": rules["settlement"]["ties"] == "push",
        "T7.1": rules["session"]["rounds"] == 10,
        "T7.2": rules["shoe"]["reshuffle"] == "every-round",
        "exact": rules["stakes"]["breakage"] == "exact",
    }
    assert all(told.values()), told


def test_a_rule_set_reads_back_the_same() -> None:
    """FORMAT §5: the object of an `open` record is the whole rule set."""
    changed = altered(TRAINING, {"natural.pays": "6:5", "double.offered": "totals", "double.totals": [10, 11]})
    assert from_object(to_object(changed), "again") == changed
    assert set(to_object(TRAINING)) == {path.partition(".")[0] for path in EVERY}


def test_the_profiles_files_state_every_parameter() -> None:
    for name in profile_names():
        tables = tomllib.loads((PROFILES / f"{name}.toml").read_text())
        assert {f"{table}.{parameter}" for table in tables for parameter in tables[table]} == set(EVERY)


def test_a_rule_set_that_changes_its_base_does_not_keep_its_title(tmp_path) -> None:
    (tmp_path / "mine.toml").write_text('base = "training"\n[natural]\npays = "6:5"\n[banker]\nsoft17 = "draw"\n')
    assert load(str(tmp_path / "mine.toml")).profile.title == 'training, but natural.pays = "6:5", banker.soft17 = "draw"'
    (tmp_path / "same.toml").write_text('base = "training"\n[natural]\npays = "3:2"\n')
    assert load(str(tmp_path / "same.toml")).profile.title == load_profile("training").profile.title


def test_a_file_that_builds_on_a_profile_states_what_differs(tmp_path) -> None:
    (tmp_path / "mine.toml").write_text('base = "training"\n[natural]\npays = "6:5"\n[profile]\nname = "mine"\n')
    rules = load(str(tmp_path / "mine.toml"))
    assert (str(rules.natural.pays), rules.profile.name, rules.pack.decks) == ("6:5", "mine", 6)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[split", "is not valid TOML"),
        ("base = 5", 'base must be the name of a profile, such as "training"'),
        ('base = "trainign"', r"There is no profile “trainign” \(did you mean “training”\?\); see `shoe rules list`"),
        ('base = "training"\n[splits]\nhands = 4', r"“splits” is not a table of a rule set \(did you mean “split”\?\); see docs/RULES.md"),
        ('base = "training"\n[split]\nhand = 4', r"table \[split\]: “hand” is not a parameter of this table \(did you mean “hands”\?\)"),
        (
            'base = "training"\n[natural]\nsoft17 = "draw"',
            r"“soft17” is not a parameter of this table \(it belongs in \[banker\]\); see docs/RULES.md",
        ),
        ('base = "training"\n[natural]\noffered = true', r"\(it belongs in \[insurance\] or \[surrender\] or \[double\]\)"),
        ('base = "training"\nsoft17 = "draw"', r"“soft17” is not a table of a rule set \(it belongs in \[banker\]\)"),
        (
            'base = "training"\n[natural]\npays = "0:1"',
            'natural.pays must be a ratio in lowest terms like "3:2" above 0, no number over 100, not "0:1"',
        ),
        ('base = "training"\n[split]\nhands = 0', "split.hands must be a whole number from 2 to 5, not 0"),
        ('base = "training"\n[pack]\ndecks = 3', "pack.decks must be one of 1, 2, 4, 6, 8, not 3"),
        ('base = "training"\n[table]\nboxes = 0', "table.boxes must be a whole number from 1 to 14, not 0"),
        ('base = "home"\n[bank]\nchange = "natrual"', 'bank.change must be one of "house", .*"auction", not "natrual"'),
        ('base = "home"\n[bank]\nhold = "house"', r"“hold” is not a parameter of this table \(did you mean “holder”\?\)"),
        ('base = "training"\nsplit = 4', r"split is a table; write \[split\] and its parameters below it"),
        ('base = "training"\n[split]\nhands = 6', "split.hands must be a whole number from 2 to 5, not 6"),
        ('base = "training"\n[insurance]\noffered = "yes"', 'insurance.offered must be true or false, not "yes"'),
        ("[profile]\nname = 'x'", r'lacks the table \[pack\]; add it, or start the file with base = "training"'),
        ("", r"lacks the table \[profile\]"),
        ('base = "training"\n[split]\nhands = ' + "9" * 5000, "holds a number of thousands of digits; mend it there"),
        ('base = "training"\n[split]\nhands = 0x' + "f" * 5000, "split.hands must be .*, not what is there, too long to be shown"),
        ('base = "training"\n[split]\nhands = ' + "[" * 5000 + "]" * 5000, "lists or tables nested too deeply to be read"),
        ('base = "training"\n[split]\nhands' + ".a" * 5000 + " = 1", "split.hands must be .*, not what is there, too long to be shown"),
        ('base = "training"\n[natural]\npays = "' + "9" * 5000 + ':1"', "natural.pays must be a ratio in lowest terms"),
        ('base = "training"\n[split]\n"ha\\nnds" = 4', r"“ha\\nnds” is not a parameter"),
        ('base = "training"\n' + "y" * 5000 + " = 4", "“y{57}…” is not a table"),
        ('base = "a\\nb"', r"There is no profile “a\\nb”"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(text, says) -> None:
    with pytest.raises(RuleError, match=says) as refused:
        from_toml(text, "club.toml")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


@given(st.text(max_size=200), st.sampled_from(["3:2", "6:5"]), st.lists(st.integers(4, 21), unique=True).map(sorted))
def test_the_title_that_says_what_differs_is_a_text_itself(gift, pays, totals) -> None:
    """FORMAT §2, whatever the changed parameters hold."""
    text = gift if not name_fault(gift, 200) else ""
    changes = f"[natural]\npays = {json.dumps(pays)}\n[double]\ntotals = {totals}\n[premiums]\nsevens_gift = {json.dumps(text, ensure_ascii=False)}\n"
    title = from_toml(f'base = "training"\n{changes}', "club.toml").profile.title
    assert name_fault(title, 120) == ""


def test_a_table_that_lacks_a_parameter_names_it() -> None:
    tables = to_object(TRAINING)
    del tables["split"]["hands"]
    with pytest.raises(RuleError, match=r"lacks split.hands; add it"):
        from_object(tables, "club.toml")


def test_a_missing_or_unreadable_file_is_refused(tmp_path) -> None:
    with pytest.raises(RuleError, match=r"cannot be read \(No such file or directory\); give a readable TOML file"):
        load(str(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9")
    with pytest.raises(RuleError, match="is not UTF-8 text; save it as UTF-8"):
        load(str(tmp_path / "latin.toml"))


def test_long_values_are_shown_cut() -> None:
    with pytest.raises(RuleError) as refused:
        altered(TRAINING, {"split.pairs": "x" * 1000})
    assert len(str(refused.value)) < 250


def test_the_training_table_makes_sense() -> None:
    assert incoherent(TRAINING) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"stakes.minimum": 4}, r"stakes.minimum \(4\) is above stakes.maximum \(2\)"),
        ({"stakes.minimum": 1}, "stakes.minimum = 1 is no possible stake .*only multiples of 2"),
        ({"stakes.minimum": 3, "stakes.maximum": 9, "stakes.unit": 2}, "stakes.minimum = 3 is no possible stake .*multiples of 2"),
        ({"stakes.minimum": 2, "stakes.maximum": 9, "insurance.amount": "half", "insurance.pays": "3:2"}, "only multiples of 4"),
        ({"stakes.minimum": 1, "stakes.maximum": 9, "natural.pays": "1:1", "surrender.offered": "late"}, "only multiples of 2"),
        ({"table.players_min": 3, "table.players_max": 2}, "nobody could sit down"),
        ({"table.boxes": 5}, "table.players_max = 6 needs as many boxes, but table.boxes is 5"),
        ({"session.stack": 1}, "session.stack = 1 does not cover one stake of 2"),
        ({"shoe.penetration_left": 20}, "set it to 0"),
        ({"shoe.penetration_left": 52, "shoe.reshuffle": "cut-card", "pack.decks": 1}, "leaves no card to deal of 52"),
        ({"double.offered": "totals"}, "double.totals lists the totals"),
        ({"double.totals": [9]}, "double.totals lists the totals"),
        ({"split.aces_hands": 5}, r"split.aces_hands \(5\) is above split.hands \(4\)"),
    ],
)
def test_parameters_that_do_not_fit_together_are_refused(changes, says) -> None:
    with pytest.raises(RuleError, match=says):
        Plan(altered(TRAINING, changes), ("Ann",), {}).check()


def test_rule_sets_are_values() -> None:
    """Equal ones give equal bytes; nobody can change one in play."""
    assert load_profile("training") == TRAINING
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(TRAINING.pack, "decks", 8)  # noqa: B010 -- mypy knows that it cannot be done
