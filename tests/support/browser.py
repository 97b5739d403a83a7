"""Headless Chromium for the tests of pages: one for all of them, spoken to over two pipes (Chrome DevTools Protocol), without a driver.

with browser() as chromium:
    seen = chromium.look(Path("report.html"), width=360, dark=True)
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
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
PATIENCE = 60
"""Seconds that a page may take; only a browser that hangs takes so long."""
MEASURE = """(() => {
  const wide = [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg'));
  return {scroll: document.documentElement.scrollWidth, inner: innerWidth, height: document.documentElement.scrollHeight,
    wide: wide.map(e => e.tagName + '.' + e.className).slice(0, 5), title: document.title, text: document.body.innerText,
    paper: getComputedStyle(document.body).backgroundColor, scripts: document.scripts.length, images: document.images.length};
})()"""


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


class Browser:
    """A page of a headless Chromium."""

    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        self._commands, self._answers = commands, answers
        self._said = 0
        self._buffer = b""
        self._events: list[dict[str, Any]] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = ""
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    def look(self, page: Path | str, *, width: int = 1280, dark: bool = False) -> Seen:
        """Open a page, a file or an address, in a window of this width, by day or by night."""
        own = page if isinstance(page, str) else page.resolve().as_uri()
        self.resize(width, dark=dark)
        self._events.clear()
        self._ask("Page.navigate", url="about:blank")  # an address that differs in its fragment alone would not be opened anew
        self._until("Page.loadEventFired")
        self._events.clear()
        self._ask("Page.navigate", url=own)
        self._until("Page.loadEventFired")
        return self.seen(own)

    def resize(self, width: int, *, dark: bool = False) -> None:
        """Make the window this wide, by day or by night."""
        phone = width < 600
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=phone)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._ask("Emulation.setEmulatedMedia", media="", features=scheme)

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

    def press(self, *keys: str) -> None:
        """Press keys one after another: a key's name, such as Tab or Enter."""
        for key in keys:
            text = {"Enter": "\r", " ": " "}.get(key, "")
            code = {"Tab": 9, "Enter": 13, " ": 32}[key]
            self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
            self._ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def write(self, text: str) -> None:
        """Write into the field that has the focus, as by pasting."""
        self._ask("Input.insertText", text=text)

    def wait(self, condition: str) -> None:
        """Until an expression is true in the page that is open."""
        script = (
            f"new Promise((done, failed) => {{ const end = performance.now() + {PATIENCE * 1000};"
            f"const look = () => ({condition}) ? done() : performance.now() > end ? failed(new Error('in vain')) : setTimeout(look, 10); look(); }})"
        )
        self.run(script)

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
        self._said += 1
        message = {"id": self._said, "method": method, "params": params}
        if getattr(self, "_session", ""):
            message["sessionId"] = self._session
        self._commands.write(json.dumps(message).encode() + b"\0")
        self._commands.flush()
        while True:
            heard = self._hear()
            if heard.get("id") == self._said:
                assert "error" not in heard, f"{method}: {heard['error']}"
                return heard["result"]

    def _until(self, event: str) -> None:
        while not any(self._named(event)):
            self._hear()

    def _hear(self) -> dict[str, Any]:
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
            self._events.append(heard)
        return heard


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
        # Chromium reads its commands from file 3 and writes its answers to file 4.
        script = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        command = ["bash", "-c", script, "bash", CHROMIUM, *options, *quiet, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(command, pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        with os.fdopen(ours_out, "wb") as commands, os.fdopen(ours_in, "rb", buffering=0) as answers:
            try:
                yield Browser(commands, answers)
            finally:
                process.terminate()
                process.wait(PATIENCE)
