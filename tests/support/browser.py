"""Headless Chromium for the tests of pages: one for all of them, spoken to over two pipes (Chrome DevTools Protocol), without a driver.

with browser() as chromium:
    seen = chromium.look(Path("report.html"), width=360, dark=True)
    other = chromium.person()  # somebody else, at a device of their own
    other.click("button", "Sit down")
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import attrs
import pytest

CHROMIUM = shutil.which("chromium")
MISSING = "no Chromium on the path (Debian: apt-get install chromium)"
WIDTHS = (1280, 360)
UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess")
"""Of Chromium what nobody looks at here: pages of its own for each window, 0.5 s of processor time, and processes begun in advance."""
PATIENCE = 60
"""Seconds that a page may take; only a browser that hangs takes so long."""
MEASURE = """(() => {
  const wide = [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg'));
  return {scroll: document.documentElement.scrollWidth, inner: innerWidth, height: document.documentElement.scrollHeight,
    wide: wide.map(e => e.tagName + '.' + e.className).slice(0, 5), title: document.title, text: document.body.innerText,
    paper: getComputedStyle(document.body).backgroundColor, scripts: document.scripts.length, images: document.images.length};
})()"""


STILL = """e => {
  if (!e) return null;
  e.scrollIntoView({block: 'center', behavior: 'instant'});
  const {x, y, width, height} = e.getClientRects()[0];
  const [before, now] = [window.wasAt, window.wasAt = [x, y].join()];
  return before === now ? [x + width / 2, y + height / 2] : null;
}"""
"""The middle of an element that stands where it stood a moment ago."""


@attrs.frozen
class Seen:
    """A page as it was shown: what the browser asked for beside it and said of it, its measures, its visible text."""

    requests: tuple[str, ...]
    messages: tuple[str, ...]
    scroll: int
    inner: int
    height: int
    wide: tuple[str, ...]
    title: str
    text: str
    paper: str
    scripts: int
    images: int

    def is_quiet(self, *, scripts: int = 0) -> None:
        """It asked for nothing, said nothing, has no more scripts than that, and nobody has to scroll sideways."""
        assert self.requests == ()
        assert self.messages == ()
        assert self.scroll <= self.inner, f"{self.scroll} of {self.inner} pixels, too wide: {self.wide}"
        assert self.wide == ()
        assert self.scripts == scripts


class Elsewhere(Exception):
    """The page went elsewhere while it was asked."""


class _Pipes:
    """The way to a Chromium and back: commands to its tabs, and what they tell by themselves."""

    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        self._commands, self._answers = commands, answers
        self._said = 0
        self._buffer = b""
        self.events: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self.people: list[str] = []

    def ask(self, session: str, method: str, **params: Any) -> Any:
        """The answer to a command, for a tab's session or, without one, for the browser."""
        self._said += 1
        message = {"id": self._said, "method": method, "params": params} | ({"sessionId": session} if session else {})
        self._commands.write(json.dumps(message).encode() + b"\0")
        self._commands.flush()
        while True:
            heard = self.hear()
            if heard.get("id") == self._said:
                if "navigated" in heard.get("error", {}).get("message", ""):
                    raise Elsewhere(method)
                assert "error" not in heard, f"{method}: {heard['error']}"
                return heard["result"]

    def hear(self) -> dict[str, Any]:
        """The next answer, or the next event, which is kept."""
        while b"\0" not in self._buffer:
            ready, _, _ = select([self._answers], [], [], PATIENCE)
            assert ready, "Chromium does not answer"
            more = os.read(self._answers.fileno(), 1 << 20)
            assert more, "Chromium has ended"
            self._buffer += more
        raw, _, self._buffer = self._buffer.partition(b"\0")
        heard: dict[str, Any] = json.loads(raw)
        if "method" in heard:
            self.events[heard.get("sessionId", "")].append(heard)
        return heard


class Browser:
    """A tab of a headless Chromium, and whoever sits before it."""

    def __init__(self, pipes: _Pipes, **whose: Any) -> None:
        """`whose` is the browser context that the tab is in, if not the first."""
        self._pipes = pipes
        target = pipes.ask("", "Target.createTarget", url="about:blank", **whose)["targetId"]
        self._session: str = pipes.ask("", "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    @property
    def _events(self) -> list[dict[str, Any]]:
        return self._pipes.events[self._session]

    def person(self) -> Browser:
        """Somebody else: a tab that shares nothing with others, and has the keyboard as if it were the only one."""
        context: str = self._pipes.ask("", "Target.createBrowserContext")["browserContextId"]
        self._pipes.people.append(context)
        other = Browser(self._pipes, browserContextId=context, newWindow=True)
        other._ask("Emulation.setFocusEmulationEnabled", enabled=True)
        return other

    @contextmanager
    def company(self) -> Iterator[Browser]:
        """Somebody else for a while; then they, and everybody who came meanwhile, are gone with all that they kept."""
        people = self._pipes.people
        before = len(people)
        try:
            yield self.person()
        finally:
            while len(people) > before:
                self._pipes.ask("", "Target.disposeBrowserContext", browserContextId=people.pop())
            self._pipes.events.clear()

    def look(self, page: Path | str, *, width: int = 1280, dark: bool = False) -> Seen:
        """Open a page, a file or an address, in a window of this width, by day or by night."""
        own = page if isinstance(page, str) else page.resolve().as_uri()
        self.resize(width, dark=dark)
        here: str = self._ask("Target.getTargetInfo")["targetInfo"]["url"]
        if here.partition("#")[0] == own.partition("#")[0]:  # what differs in its fragment alone would not be opened anew
            self._open("about:blank")
        self._open(own)
        return self.seen(own)

    def _open(self, url: str) -> None:
        """Go there, and forget what the page before did and said."""
        self._events.clear()
        document: str = self._ask("Page.navigate", url=url)["loaderId"]
        came = self._until(lambda event: event["method"] == "Page.frameNavigated" and event["params"]["frame"]["loaderId"] == document)
        self._events[:came] = [event for event in self._events[:came] if event["params"].get("loaderId") == document]
        self._until(lambda event: event["method"] == "Page.loadEventFired")

    def resize(self, width: int, *, dark: bool = False) -> None:
        """Make the window this wide, by day or by night."""
        phone = width < 600
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=phone)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._ask("Emulation.setEmulatedMedia", media="", features=scheme)

    def lose_network(self) -> None:
        """From here on nothing gets through."""
        self._connect(offline=True)

    def find_network(self) -> None:
        """The network is there again."""
        self._connect(offline=False)

    def refuse_addresses(self, *patterns: str) -> None:
        """From here on nothing comes from these addresses, in which * stands for anything."""
        self._ask("Network.setBlockedURLs", urls=patterns)

    def _connect(self, *, offline: bool) -> None:
        self._ask("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def emulate_print(self) -> None:
        """Show the page as a printer would have it."""
        self._ask("Emulation.setEmulatedMedia", media="print", features=[])

    def seen(self, own: str) -> Seen:
        """The page that is open at this address, as it is now."""
        measured = self.run(MEASURE)
        wanted = [event["params"]["request"]["url"] for event in self._named("Network.requestWillBeSent")]
        messages = [
            json.dumps(event["params"]) for event in self._named("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        ]
        asked = tuple(url for url in wanted if url != own.partition("#")[0] and not url.startswith(("data:", "blob:")))
        return Seen(requests=asked, messages=tuple(messages), **{**measured, "wide": tuple(measured["wide"])})

    def run(self, script: str) -> Any:
        """The value of an expression in the page that is open."""
        answer = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def choose(self, field: str, file: Path) -> None:
        """Choose a file in the field that a selector finds."""
        node = self._ask("Runtime.evaluate", expression=f"document.querySelector({json.dumps(field)})")["result"]["objectId"]
        self._ask("DOM.setFileInputFiles", files=[str(file)], objectId=node)

    def drop(self, file: Path) -> None:
        """Drag a file from outside onto the page and let go."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self._ask("Input.dispatchDragEvent", type=kind, x=200, y=200, data=data)

    def click(self, selector: str, words: str = "") -> None:
        """Press the mouse on the first element of a selector that shows these words, as soon as it is there and stays in its place."""
        found = (
            f"[...document.querySelectorAll({json.dumps(selector)})].find(e => e.getClientRects().length && "
            f"e.textContent.includes({json.dumps(words)}))"
        )
        x, y = self.wait(f"({STILL})({found})")
        for kind in ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def save_into(self, folder: Path) -> None:
        """From here on what is saved goes into this folder."""
        whose = self._ask("Target.getTargetInfo")["targetInfo"]["browserContextId"]
        self._pipes.ask("", "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), browserContextId=whose)

    def fill(self, selector: str, text: str) -> None:
        """Write into a field, in place of what stands there."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.run(f"(e => {{ e.focus(); e.select(); }})(document.querySelector({json.dumps(selector)}))")
        self.write(text)

    def press(self, *keys: str) -> None:
        """Press keys one after another: a sign, or a key's name, such as Tab or Enter."""
        for key in keys:
            text = "\r" if key == "Enter" else key if len(key) == 1 else ""
            code = {"Tab": 9, "Enter": 13}.get(key) or ord(key.upper())
            self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
            self._ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def write(self, text: str) -> None:
        """Write into the field that has the focus, as by pasting."""
        self._ask("Input.insertText", text=text)

    def wait(self, condition: str) -> Any:
        """The value of an expression, as soon as it is true in the page that is open, or in the one that it goes to."""
        script = (
            f"new Promise((done, failed) => {{ const end = performance.now() + {PATIENCE * 1000};"
            f"const look = () => {{ const value = {condition};"
            "if (value) done(value); else if (performance.now() > end) failed(new Error('in vain')); else setTimeout(look, 10); }; look(); })"
        )
        try:
            return self.run(script)
        except Elsewhere:
            return self.wait(condition)

    def roles(self) -> list[tuple[str, str]]:
        """Role and name of everything that a screen reader tells of the page that is open, in order."""
        nodes = self._ask("Accessibility.getFullAXTree")["nodes"]
        told = (node for node in nodes if not node["ignored"])
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in told]

    def picture(self, to: Path) -> None:
        """A PNG of the whole page that is open."""
        size = self._ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16_000), "scale": 1}
        to.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]))

    def printed(self) -> bytes:
        """A PDF of the page that is open, as a printer would have it."""
        return base64.b64decode(self._ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)["data"])

    def _named(self, *names: str) -> Iterator[dict[str, Any]]:
        return (event for event in self._events if event["method"] in names)

    def _ask(self, method: str, **params: Any) -> Any:
        return self._pipes.ask(self._session, method, **params)

    def _until(self, told: Callable[[dict[str, Any]], bool]) -> int:
        """Where among the events the one that is waited for stands."""
        while (found := next((at for at, event in enumerate(self._events) if told(event)), None)) is None:
            self._pipes.hear()
        return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium of its own, with a profile that is thrown away; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip(MISSING)
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars")
        quiet = ("--disable-background-networking", "--disable-component-update", "--disable-extensions", "--remote-debugging-pipe")
        features = f"--disable-features={','.join(UNSEEN)}"
        # Chromium reads its commands from file 3 and writes its answers to file 4.
        script = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = ["bash", "-c", script, "bash", CHROMIUM, *options, *quiet, features, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(command, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        with os.fdopen(ours_out, "wb") as commands, os.fdopen(ours_in, "rb", buffering=0) as answers:
            try:
                yield Browser(_Pipes(commands, answers))
            finally:
                process.terminate()
                process.wait(PATIENCE)
