"""The proxy's recipe in OPERATIONS.md is one that nginx reads."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

OPERATIONS = Path(__file__).parents[2] / "docs" / "OPERATIONS.md"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


@pytest.mark.skipif(NGINX is None, reason="no nginx (Debian: apt-get install nginx-light)")
def test_the_recipe_for_nginx_is_one_that_it_reads(tmp_path: Path) -> None:
    """But for the certificate, which is the reader's own."""
    found = re.search(r"```nginx\n(.*?)```", OPERATIONS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    recipe, listens = re.subn(r"listen 443 ssl http2;", "listen 127.0.0.1:18443;", found[1])
    assert listens == 1
    logs = f"pid {tmp_path}/pid; error_log {tmp_path}/error.log;"
    temporary = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = tmp_path / "nginx.conf"
    config.write_text(f"{logs} events {{}} http {{ access_log off; {temporary} {recipe} }}", encoding="utf-8")
    tried = subprocess.run([NGINX or "", "-t", "-c", config], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
