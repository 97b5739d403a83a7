"""People at the pages of a service, each at a device of their own: what they click, type and read."""

from __future__ import annotations

import json
import time
from typing import Any

import attrs

from tests.support.browser import PATIENCE, Browser
from tests.support.serving import Served

ANSWER = """(() => {
  const asking = document.getElementById('asking');
  const open = !asking.hidden && asking.getAttribute('aria-busy') !== 'true';
  const acts = open ? [...asking.querySelectorAll('.question:first-of-type button[data-act]')] : [];
  (acts.find(button => ['stand', 'bet'].includes(button.dataset.act)) ?? acts.at(-1))?.click();
  return document.body.innerText.includes('The table is closed');
})()"""
"""Answer what is asked, if anything is, as quickly as can be: the least stake, no to every offer, stand. Whether the table is closed."""
ASKED = """(() => {
  const asking = document.getElementById('asking');
  const open = asking && !asking.hidden && asking.getAttribute('aria-busy') !== 'true';
  const acts = open ? [...asking.querySelectorAll('.question:first-of-type button[data-act]')].map(button => button.dataset.act) : [];
  return {acts, closed: document.body.innerText.includes('The table is closed')};
})()"""


@attrs.frozen
class Visitor:
    """Somebody before the pages of a service."""

    tab: Browser
    service: Served

    def look(self, path: str, **how: Any) -> Visitor:
        """Open a page of the service, or a link that was given."""
        self.tab.look(path if path.startswith("http") else self.service.url + path, **how)
        return self

    def reads(self, words: str) -> Visitor:
        """Wait until the page shows these words."""
        try:
            self.tab.wait(f"document.body?.innerText.includes({json.dumps(words)})")
        except AssertionError as error:
            raise AssertionError(f"“{words}” is not to be read: {self.text}") from error
        return self

    @property
    def text(self) -> str:
        """What the page shows."""
        return str(self.tab.run("document.body.innerText"))

    def direct(self) -> Visitor:
        """Show the operator's token."""
        self.tab.click("summary", "Direct tables")
        self.tab.fill("#operator-token", self.service.operator)
        self.tab.click("button", "Direct")
        return self.reads("You direct in this tab")

    def make_table(self, **fields: str) -> str:
        """Fill in the form for a table and send it; the link of the first who is named."""
        self.tab.click("summary", "A new table")
        self.tab.wait("document.querySelector('#rules option')")
        for name, text in fields.items():
            self.tab.fill(f"#{name.replace('_', '-')}", text)
        self.tab.click("button", "Make the table")
        self.tab.wait("document.querySelector('.made .links input')")
        return str(self.tab.run("document.querySelector('.made .links input').value"))

    def give_hash(self, *, signs: bool) -> None:
        """Give the hash of an entropy, with or without a key."""
        self.tab.wait("document.querySelector('#signs')")
        if not signs:
            self.tab.click("#signs")
        self.tab.click("button", "Give my hash")

    def asked(self) -> list[str]:
        """What may be answered to the first question, as soon as there is one; nothing once the table is closed."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            seen = self.tab.run(ASKED)
            if seen["acts"] or seen["closed"]:
                return list(seen["acts"])
        raise AssertionError(f"nothing was asked: {self.text}")

    def answer(self, act: str) -> None:
        """Press the button of an act."""
        self.tab.click(f"#asking button[data-act='{act}']")

    def play(self, *others: Visitor) -> None:
        """Answer with others until the table is closed."""
        while not any(one.tab.run(ANSWER) for one in (self, *others)):
            time.sleep(0.002)
