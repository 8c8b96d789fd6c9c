"""Real web servers in front of a site, with the files that hosting/ has for them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
HOSTING = HERE / "hosting"
UNPACKED = HERE / ".cache" / "servers"
"""Where `scripts/setup.sh test` puts servers that the machine lacks, without installing them."""

NGINX = """
daemon off;
master_process off;
error_log stderr;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
{block}
    }}
}}
"""


def nginx_block() -> str:
    """What hosting/nginx.conf says about where to pass requests on."""
    [found] = re.findall(r"^    location .*?^    \}\n", (HOSTING / "nginx.conf").read_text(), re.MULTILINE | re.DOTALL)
    return str(found)


def caddy_block() -> str:
    """The site in hosting/Caddyfile."""
    return (HOSTING / "Caddyfile").read_text()


def free_port() -> int:
    """A port of this machine that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str) -> str:
    """Where a web server is. Raises FileNotFoundError with what to do about it."""
    unpacked = f"{UNPACKED}/usr/sbin:{UNPACKED}/usr/bin"
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:{unpacked}")
    if found is None:
        raise FileNotFoundError(f"there is no {name} here: scripts/setup.sh test gets it")
    return str(found)


@contextmanager
def nginx(folder: Path, block: str, to: int) -> Iterator[int]:
    """nginx with `block` in its server, passing on to the port `to`. Gives its own port."""
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, port=port, block=block.replace("127.0.0.1:8765", f"127.0.0.1:{to}")))
    with _running([program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(file)], port, folder):
        yield port


@contextmanager
def caddy(folder: Path, block: str, to: int) -> Iterator[int]:
    """Caddy with `block` for a site, at a port of this machine and without TLS, passing on to the port `to`."""
    port = free_port()
    site = block.replace("127.0.0.1:8765", f"127.0.0.1:{to}").replace("moot.example.org", f"http://:{port}")
    file = folder / "Caddyfile"
    file.write_text("\n".join(line.strip() for line in site.splitlines()) + "\n")
    with _running([program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)], port, folder):
        yield port


@contextmanager
def _running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """The server while it runs; comes back once it listens."""
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    said = folder / "said"
    with said.open("wb") as output:
        env = {**os.environ, **own, "CADDY_ADMIN": f"unix/{folder}/admin.sock"}
        server = subprocess.Popen(command, stdout=output, stderr=output, env=env)
    try:
        while not _listens(port):
            if server.poll() is not None:
                raise RuntimeError(f"{command[0]} did not start: {said.read_text()}")
        yield
    finally:
        server.terminate()
        server.wait(30)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0
