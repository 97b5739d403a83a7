"""People at random before the pages of a table: each presses what their page offers, and nothing else."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs
import httpx

from tests.support.browser import PATIENCE
from tests.support.serving import new_table
from tests.support.visitors import Visitor

NAMES = ("Ann", "Bo", "Cy")
SIT_DOWN = """((seed, wishes, byKeys) => {
  const random = n => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
  const pick = all => all[random(all.length)];
  const told = window.atRandom = {met: [], faults: []};
  const asking = document.getElementById('asking');
  // Who waits until those before them have staked answers what is asked now, and not what was asked a moment ago.
  const mayPress = () => !document.getElementById('standing').textContent.includes('and others')
    || document.querySelector('.place.asked').classList.contains('mine');
  const check = buttons => {
    const keys = buttons.filter(one => !one.form).map(one => one.getAttribute('aria-keyshortcuts'));
    if (keys.includes(null) || new Set(keys).size < keys.length) told.faults.push(`letters ${keys}`);
    const unseen = buttons.filter(one => !one.getClientRects().length || one.getClientRects()[0].height < 40);
    if (unseen.length) told.faults.push(`too small to be touched: ${unseen.map(one => one.textContent)}`);
  };
  const fill = (form, wished) => {
    const [input, chips] = [form.querySelector('.amount'), [...form.querySelectorAll('.chip')]];
    if (input.type === 'text') input.value = 'The card stays';
    else if (wished) return; // with the amount that stands there
    else if (chips.length && random(2)) pick(chips).click();
    else input.value = +input.min + random(Math.min(20, Math.floor((input.max - input.min) / input.step)) + 1) * input.step;
  };
  const byLetter = letter => {
    const now = performance.now;
    performance.now = () => now.call(performance) + 1000; // they have thought for a second
    asking.dispatchEvent(new KeyboardEvent('keydown', {key: letter, bubbles: true, cancelable: true}));
    performance.now = now;
  };
  const answer = () => {
    if (asking.hidden || asking.getAttribute('aria-busy') === 'true' || !mayPress()) return;
    const refused = asking.querySelector('.refused').textContent;
    if (refused && told.faults.length < 20) told.faults.push(`${JSON.stringify(told.met.at(-1))}: ${refused}`);
    const questions = [...asking.querySelectorAll('.question')];
    const buttons = questions.flatMap(one => [...one.querySelectorAll('button[data-act]')]);
    if (questions.length === 1) check(buttons);
    const wished = wishes.map(wish => buttons.find(one => one.dataset.act.startsWith(wish))).find(Boolean);
    const button = wished ?? pick(buttons);
    told.met.push([asking.dataset.phase, asking.querySelector('h2').textContent, button.dataset.act, button.textContent, asking.innerText]);
    if (button.form) fill(button.form, wished);
    const letter = button.getAttribute('aria-keyshortcuts');
    if (byKeys && letter) byLetter(letter);
    else button.click();
  };
  setInterval(answer, 2);
})"""
"""Answer until the table is closed: what begins with a wish, the first first, and otherwise anything; by letters or by touch."""


@attrs.frozen
class Met:
    """A question as a page asked it: its phase, the heading, the act that was pressed, the button's words, and all that was said."""

    phase: str
    heading: str
    act: str
    words: str
    text: str


@attrs.define
class AtRandom:
    """A director and three players before their pages; Ann signs her answers and gives them by letters, Cy has the house's entropy."""

    director: Visitor
    players: tuple[Visitor, ...]
    met: list[Met] = attrs.Factory(list)
    faults: list[str] = attrs.Factory(list)

    def play(self, rules: Any, *, rounds: int, wishes: Sequence[str] = (), **changes: Any) -> None:
        """A whole session of these rules, in which everybody does as they wish where they can."""
        with self.director.service.client(self.director.service.operator) as operator:
            players = [{"name": name, "boxes": None, "plays": "person"} for name in NAMES]
            number = self._seated(operator, new_table(rules=rules, rounds=rounds, players=players, places=0, **changes))
        self.director.look(f"/tables/{number}")
        for at, one in enumerate((*self.players, self.director)):
            one.tab.run(f"({SIT_DOWN})({7919 * at + 1}, {json.dumps(wishes)}, {json.dumps(at == 0)})")
        self._wait()
        for one in (*self.players, self.director):
            told = one.tab.run("window.atRandom")
            self.met += [Met(*met) for met in told["met"]]
            self.faults += [f"{rules}: {fault}" for fault in (*told["faults"], *one.tab.seen("").messages)]

    def _seated(self, operator: httpx.Client, order: dict[str, Any]) -> str:
        made = operator.post("/v1/tables", json=order).json()
        number = str(made["table"]["table"])
        operator.post(f"/v1/tables/{number}/open")
        for visitor, one in zip(self.players, made["tokens"], strict=True):
            visitor.look(f"/tables/{number}#token={one['token']}")
        for visitor, signs in zip(self.players, (True, False), strict=False):
            visitor.give_hash(signs=signs)
            visitor.reads("Waiting for")
        operator.post(f"/v1/tables/{number}/seat")
        return number

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        ends = "document.getElementById('results').innerText.includes('The table is closed')"
        while not all(one.tab.run(ends) for one in (*self.players, self.director)):
            assert time.monotonic() < until, [one.text for one in self.players]
            time.sleep(0.02)

    @property
    def phases(self) -> Counter[str]:
        """The kinds of questions that were met, and how often."""
        return Counter(met.phase for met in self.met)
