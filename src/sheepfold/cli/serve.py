"""``sheepfold serve``: the server for browsers and programs, until it is stopped."""

from __future__ import annotations

import os
from argparse import Namespace

from sheepfold.cli.arguments import Parser, whole

NEARBY = 20
"""Where nobody chose a port, the first free one of so many is taken."""


def serve_parser() -> Parser:
    made = Parser(
        "serve",
        "Serve tables, accounts and the API until stopped. Several processes may serve the same PostgreSQL database.",
        _serve,
        "Every option can come from the environment instead: SHEEPFOLD_DATABASE, SHEEPFOLD_BUS, SHEEPFOLD_PORT, …",
    )
    made.add_argument("--address", metavar="HOST", help="where to listen (127.0.0.1)")
    made.add_argument("--port", metavar="N", type=whole(1, 65535), help="on which port (8000, or the next free one)")
    made.add_argument("--database", metavar="URL", help="sqlite:///PATH or postgresql://… (sqlite:///sheepfold.db)")
    made.add_argument("--bus", metavar="BUS", help="messages between processes: local, postgres or redis://… (local)")
    made.add_argument("--public-url", metavar="URL", help="the public address, such as https://sheepfold.example")
    made.add_argument("--trusted-proxies", metavar="HOSTS", help="proxies whose X-Forwarded headers are believed")
    made.add_argument("--bot-workers", metavar="N", type=whole(0, 64), help="processes in which bots think (1)")
    made.add_argument(
        "--agent", metavar="NAME=PLACE", action="append",
        help="seat an agent among the bots: net=my.agents:Net; dogs/net=… plays one game only (may be repeated)",
    )  # fmt: skip
    made.add_argument("--smtp", metavar="PORT", type=whole(1, 65535), help="take mail in on this port (no mail)")
    made.add_argument("--relay", metavar="HOST:PORT", help="the mail server that takes our mails (none: no mail)")
    made.add_argument("--mail-from", metavar="ADDRESS", help="the sender of our mails (sheepfold@ the public host)")
    made.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning or error (info)")
    return made


def seat_agents(agents: list[str] | None) -> None:
    """Let this process and its workers know them, and find them in the current folder. Raises BadAgent."""
    from sheepfold.bots.agents import AGENTS, named

    if agents:
        os.environ[AGENTS] = ",".join(filter(None, (os.environ.get(AGENTS), *agents)))
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (os.getcwd(), os.environ.get("PYTHONPATH"))))
    named("")


def _serve(asked: Namespace) -> int:
    from sheepfold.web.server import listen, serve
    from sheepfold.web.settings import Settings

    given = vars(asked)
    seat_agents(given.pop("agent"))
    settings = Settings.read(os.environ, **given)
    chosen = asked.port is not None or "SHEEPFOLD_PORT" in os.environ
    door = listen(settings, ports=1 if chosen else NEARBY)
    host, port = door.getsockname()[:2]

    def opened() -> None:
        print(f"Sheepfold is open at http://{f'[{host}]' if ':' in host else host}:{port}/", flush=True)
        print("Open that address in a browser. Stop with Ctrl-C; nothing is lost.", flush=True)

    serve(settings, door, opened)
    return 0
