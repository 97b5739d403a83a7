"""The service's settings: each wrong one is told by name."""

from __future__ import annotations

import re

import pytest

from ledger.service.running.settings import Limits, Settings, SettingsRefused, read_settings


@pytest.fixture
def file(tmp_path):
    return tmp_path / "service.toml"


def test_what_is_not_given_is_as_it_is_unless_given(file) -> None:
    file.write_text('port = 9000\nhosts = ["tables.club.example"]\n[limits]\nstreams = 5\n')
    settings = read_settings(file)
    assert settings == Settings(port=9000, hosts=("tables.club.example",), limits=Limits(streams=5))
    assert settings.host == "127.0.0.1", "loopback unless given"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "there is no setting “prot” (did you mean “port”?)"),
        ("[limits]\nstream = 1", "there is no setting “limits.stream” (did you mean “streams”?)"),
        ("port = true", "port must be a whole number from 0 to 65535, not true"),
        ("port = 65536", "port must be a whole number from 0 to 65535, not 65536"),
        ("port = 80.0", "port must be a whole number"),
        ('host = "http://here"', "host must be an address"),
        ("hosts = []", "hosts must be a list of host names"),
        ('hosts = ["Tables"]', "hosts must be a list of host names"),
        ('proxy_header = "X-Forwarded-For"', "proxy_header must be a header's name in small letters"),
        ("log_requests = 1", "log_requests must be true or false"),
        ("limits = 3", "limits must be a table"),
        ("[limits]\nidle_seconds = 0", "limits.idle_seconds must be a whole number from 1 to 3600, not 0"),
        ("port = ", "is not valid TOML"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence_that_names_it(file, text, words) -> None:
    file.write_text(text)
    with pytest.raises(SettingsRefused, match=re.escape(words)) as refused:
        read_settings(file)
    assert str(refused.value).startswith(str(file))


def test_a_file_that_is_not_there_is_told(file) -> None:
    with pytest.raises(SettingsRefused, match="cannot be read"):
        read_settings(file)
