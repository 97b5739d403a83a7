"""What actions have at hand."""

from __future__ import annotations

import attrs

from ledger.service.api.streams import Streams
from ledger.service.hall import Hall
from ledger.service.running.measures import Measures
from ledger.service.running.pages import Pages
from ledger.service.takers import Takers


@attrs.frozen
class Service:
    """The hall with its tables, and what the service says about itself. `document` is the OpenAPI document."""

    hall: Hall
    pages: Pages
    measures: Measures
    streams: Streams
    takers: Takers
    document: bytes
