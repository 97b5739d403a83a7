"""`shoe rules`: profiles and rule sets of one's own."""

from __future__ import annotations

import json

import pytest

from ledger.rules.ruleset import from_toml, load, load_profile, parameters, profile_names, to_object
from ledger.rules.told import as_text


def test_every_profile_is_listed_with_its_title(shoe) -> None:
    outcome = shoe("rules", "list")
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == profile_names()
    assert load_profile("training").profile.title in outcome.out


def test_what_is_shown_is_a_rule_set_that_reads_back_the_same(shoe) -> None:
    for name in profile_names():
        outcome = shoe("rules", "show", name, "--format", "toml")
        assert from_toml(outcome.out, "what was shown") == load_profile(name)


def test_so_is_one_whose_title_has_quotes(shoe, rule_file) -> None:
    mine = rule_file('base = "training"\n[natural]\npays = "6:5"\n[premiums]\nsevens_gift = "a \\"mug\\" \\\\"\n')
    outcome = shoe("rules", "show", mine, "--format", "toml")
    assert from_toml(outcome.out, "what was shown") == load(str(mine))


def test_every_parameter_is_shown_with_its_clauses(shoe) -> None:
    out = " ".join(shoe("rules", "show", "training", "--format", "toml").out.replace("#", " ").split())
    for _, name, _, clauses, says in parameters():
        assert f"{name} = " in out
        assert " ".join(f"{says} ({clauses})".split() if clauses else says.split()) in out


def test_json_is_the_object_that_stands_in_the_ledger(shoe) -> None:
    assert json.loads(shoe("rules", "show", "training", "--format", "json").out) == to_object(load_profile("training"))


@pytest.mark.parametrize("columns", [60, 72, 110])
def test_a_profile_is_told_in_the_width_of_the_terminal(shoe, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in profile_names():
        out = shoe("rules", "show", name).out
        assert columns - 12 <= max(map(len, out.splitlines())) <= columns
        assert out == as_text(load_profile(name), columns)


def test_a_rule_set_of_ones_own_is_told_as_well(shoe, rule_file) -> None:
    out = shoe("rules", "show", rule_file('base = "training"\n[banker]\nsoft17 = "draw"\n')).out
    assert out.startswith('training: training, but banker.soft17 = "draw"\n')
    assert "stands on 17 or more, but draws on soft 17." in " ".join(out.split())


@pytest.fixture
def rule_file(tmp_path):
    """Writes a rule set of one's own."""

    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_rule_set_that_states_what_differs_can_be_played(shoe, rule_file) -> None:
    outcome = shoe("rules", "check", rule_file('base = "training"\n[banker]\nsoft17 = "draw"\n'))
    assert (outcome.status, outcome.err) == (0, "")


BAD = {
    "not TOML": ("base =", "not valid TOML"),
    "an unknown table": ('base = "training"\n[bankr]\nplay = "free"\n', "did you mean “banker”"),
    "an unknown parameter": ('base = "training"\n[banker]\nsoft_17 = "draw"\n', "did you mean “soft17”"),
    "a value that is none": ('base = "training"\n[banker]\nsoft17 = "sit"\n', "banker.soft17 must be"),
    "a number as text": ('base = "training"\n[pack]\ndecks = "6"\n', "pack.decks must be"),
    "an unknown base": ('base = "trainning"\n', "did you mean “training”"),
    "a parameter missing": ('[profile]\nname = "x"\n', "lacks"),
    "what the engine cannot play": ('base = "training"\n[bank]\nholder = "player"\n', "bank.holder"),
    "limits that make no sense": ('base = "training"\n[stakes]\nminimum = 9\n', "stakes.minimum"),
}


@pytest.mark.parametrize(("text", "says"), BAD.values(), ids=BAD.keys())
def test_a_bad_rule_set_is_refused_by_name(shoe, rule_file, text, says) -> None:
    outcome = shoe("rules", "check", rule_file(text))
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert all(line.startswith("shoe: ") and line.endswith(".") for line in outcome.err.splitlines())


def test_what_makes_no_sense_is_not_told_but_its_parameters_are_shown(shoe, rule_file) -> None:
    mine = rule_file('base = "home"\n[bank]\nfirst = "house"\n')
    outcome = shoe("rules", "show", mine)
    assert (outcome.status, outcome.out) == (2, "")
    assert "cannot be told, for it makes no sense: bank.first" in outcome.err
    assert 'first = "house"' in shoe("rules", "show", mine, "--format", "toml").out


def test_an_unknown_profile_names_the_nearest(shoe) -> None:
    outcome = shoe("rules", "show", "trainin")
    assert outcome.status == 2
    assert "did you mean “training”" in outcome.err
