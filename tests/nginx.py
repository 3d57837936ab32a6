"""Debian's nginx with the configuration that ships, started privately on loopback."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from patience import patiently
from servers import Missing
from sheepfold_bench.load import keep_port

SHIPPED = Path(__file__).parents[1] / "deploy" / "nginx.conf"
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configuration(folder: Path, port: int, spare: int, behind: int, seconds: int) -> str:
    """The file that ships with other ports and folders, without TLS; ``seconds`` replaces its times, if given."""
    text = SHIPPED.read_text()
    temporary = "".join(f"    {place}_temp_path {folder}/{place};\n" for place in PLACES)
    changes = {
        "user www-data;\n": "",
        "/run/nginx.pid": f"{folder}/pid",
        "/var/log/nginx/error.log": f"{folder}/error.log",
        "http {\n": f"http {{\n{temporary}",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{behind};",
        "listen 80;": f"listen 127.0.0.1:{spare};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "listen [::]:443 ssl http2;": "",
        **{line + "\n": "\n" for line in text.splitlines() if line.strip().startswith("ssl_")},
    }
    if seconds:
        changes |= {f" {number}s;": f" {seconds}s;" for number in (3, 5, 15, 30)}
    for old, new in changes.items():
        assert old in text, f"the configuration has no {old!r} any more"
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(folder: Path, behind: str, seconds: int = 0) -> Iterator[str]:
    """The address of an nginx before the server at the address ``behind``."""
    with keep_port() as kept, keep_port() as spare:
        port = kept.getsockname()[1]
        written = configuration(folder, port, spare.getsockname()[1], int(behind.rpartition(":")[2]), seconds)
        (folder / "nginx.conf").write_text(written)
    try:
        process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off; master_process off;"],
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise Missing("nginx") from None
    try:
        patiently(lambda: _listens(port) or process.poll() is not None)
        assert process.poll() is None, (folder / "error.log").read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return not probe.connect_ex(("127.0.0.1", port))
