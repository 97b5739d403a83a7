"""A witness on loopback, written from C2SP tlog-witness and tlog-cosignature alone, and servers that answer whatever a test wants."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Answered = tuple[int, bytes]
"""Status and body."""


class LoopbackWitness:
    """State by origin: the size and root of the latest checkpoint that it cosigned."""

    def __init__(self, name: str = "witness.example/w1", secret: bytes = b"\x21" * 32, clock: Callable[[], float] = time.time) -> None:
        self.name, self.clock = name, clock
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.key_id = sha256(name.encode() + b"\n\x04" + self.public).digest()[:4]
        self.vkey = f"{name}+{self.key_id.hex()}+{b64encode(bytes([4]) + self.public).decode()}"
        self.logs: dict[str, list[bytes]] = {}
        self.latest: dict[str, tuple[int, bytes]] = {}
        self.asked: list[bytes] = []
        self._lock = Lock()

    def trust(self, vkey: str) -> None:
        """Take on the log of this verifier key."""
        name, _, key = vkey.split("+", 2)
        self.logs.setdefault(name, []).append(b64decode(key)[1:])

    def answer(self, body: bytes) -> Answered:
        """What `add-checkpoint` answers."""
        self.asked.append(body)
        head, _, note = body.decode().partition("\n\n")
        text, _, signatures = note.rpartition("\n\n")
        old, *proof = head.split("\n")
        origin, size, root = text.split("\n")
        if origin not in self.logs:
            return 404, b"unknown origin\n"
        if not any(self._signed(text + "\n", line, key) for line in signatures.splitlines() for key in self.logs[origin]):
            return 403, b"no trusted signature\n"
        hashes = [b64decode(line) for line in proof]
        with self._lock:
            return self._judged(text + "\n", int(old.removeprefix("old ")), hashes, (int(size), b64decode(root)))

    def _judged(self, text: str, old: int, proof: list[bytes], new: tuple[int, bytes]) -> Answered:
        origin = text.partition("\n")[0]
        known, root = self.latest.get(origin, (0, sha256(b"").digest()))
        if old > new[0]:
            return 400, b"old is larger than size\n"
        if old != known:
            return 409, b"%d\n" % known
        if old == new[0] and root != new[1]:
            return 409, b"%d\n" % known
        if (old == 0 and proof) or (old > 0 and not is_consistent(old, root, *new, proof)):
            return 422, b"inconsistent\n"
        self.latest[origin] = new
        return 200, self.cosign(text).encode()

    def cosign(self, text: str, at: int | None = None) -> str:
        """A line over a checkpoint's text, made now or at a second of Unix time."""
        second = int(self.clock()) if at is None else at
        signature = self._key.sign(f"cosignature/v1\ntime {second}\n{text}".encode())
        return f"— {self.name} {b64encode(self.key_id + second.to_bytes(8, 'big') + signature).decode()}\n"

    def _signed(self, text: str, line: str, public: bytes) -> bool:
        _, name, blob = line.split(" ")
        raw = b64decode(blob)
        if raw[:4] != sha256(name.encode() + b"\n\x01" + public).digest()[:4]:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(raw[4:], text.encode())
        except InvalidSignature:
            return False
        return True


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: list[bytes]) -> bool:
    """Whether a proof leads from one root to the other: RFC 6962 §2.1.2, read backwards."""
    left = list(proof)

    def rebuilt(m: int, n: int, *, whole: bool) -> tuple[bytes, bytes]:
        """Roots of the first m, and of all n entries of a part of the tree."""
        if m == n:
            node = old_root if whole else left.pop()
            return node, node
        k = 1 << (n - 1).bit_length() - 1
        other = left.pop()
        if m <= k:
            before, after = rebuilt(m, k, whole=whole)
            return before, sha256(b"\x01" + after + other).digest()
        before, after = rebuilt(m - k, n - k, whole=False)
        return sha256(b"\x01" + other + before).digest(), sha256(b"\x01" + other + after).digest()

    try:
        return rebuilt(old, size, whole=True) == (old_root, root) and not left
    except IndexError:
        return False


@contextmanager
def serving(answer: Callable[[bytes], Answered], headers: dict[str, str] | None = None) -> Iterator[str]:
    """A server on loopback whose `/w/add-checkpoint` answers so; its submission prefix."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            status, body = answer(sent) if self.path == "/w/add-checkpoint" else (404, b"")
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/w"
    finally:
        server.shutdown()
        server.server_close()
