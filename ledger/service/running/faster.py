"""uvicorn's faster protocol, made to read heads as the other does: httptools takes more upon itself than it should."""

from __future__ import annotations

from urllib.parse import unquote

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class FasterProtocol(HttpToolsProtocol):
    """Where somebody wants another protocol, httptools stops after the head and takes the body for that protocol's.

    A server may ignore the wish (RFC 9110 §7.8), so such a head is read twice: what comes of it first is dropped, and then it is read
    without the wish, as that of any other request.
    """

    def data_received(self, data: bytes) -> None:
        """As uvicorn's, but for those heads."""
        self._unset_keepalive_if_required()
        try:
            self._read(data)
        except HttpParserError:
            self.logger.warning("Invalid HTTP request received.")
            self.send_400_response("")

    def _read(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except HttpParserUpgrade as wanted:
            head = self._head_without_wish()
            # For the former there is no HTTP any more. As with uvicorn's, what comes after the last request is passed over.
            self.parser = HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
            self.parser.feed_data(head + data[wanted.args[0] :])

    def _head_without_wish(self) -> bytes:
        """The head that was just read. Without its Connection it wants no more; it is the last request, for what follows may be none."""
        kept = b"".join(b"%b: %b\r\n" % header for header in self.headers if header[0] != b"connection")
        line = b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
        return b"%b\r\n%bconnection: close\r\n\r\n" % (line, kept)

    def on_headers_complete(self) -> None:
        """The head is there. Its target is handed on whole, as by the other protocol: uvicorn would take an address's path alone.

        ValueError, which is told as no request, where the target is not ASCII, and for CONNECT: what follows that is no HTTP.
        """
        if self.parser.get_method() == b"CONNECT":
            raise ValueError("CONNECT is for proxies.")
        if self.parser.should_upgrade():
            return
        target = self.url.decode("ascii")
        self.url = b"/"  # uvicorn would refuse what it cannot split
        super().on_headers_complete()
        path, _, query = target.partition("?")
        self.scope["path"], self.scope["raw_path"], self.scope["query_string"] = unquote(path), path.encode(), query.encode()

    def on_message_complete(self) -> None:
        """The body is there, unless its head is yet to be read again."""
        if not self.parser.should_upgrade():
            super().on_message_complete()
