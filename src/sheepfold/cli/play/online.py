"""``sheepfold play --server URL --table 101``: play at a table of a server, over its API and the table's socket."""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from contextlib import nullcontext
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen
from uuid import uuid4

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from sheepfold.cli.arguments import UsageError
from sheepfold.cli.output import complain, safe
from sheepfold.cli.play.terminal import Terminal, command_list, perhaps_meant, say, sure_to_resign
from sheepfold.core.contract import Outcome
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.scores import Scores
from sheepfold.core.verdict import OVER, verdict
from sheepfold.core.words.paragraphs import written
from sheepfold.core.words.prose import shown
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.mail.setup import is_loopback

TOKEN: Final = "SHEEPFOLD_TOKEN"
"""The environment variable that holds the token: what stands in a command line is seen by everybody."""
PATIENCE: Final = 15.0
"""Seconds for an answer of the server."""
FIRST_RETRY, LAST_RETRY = 1.0, 30.0
"""Seconds until a lost connection is opened again; each time twice as long."""
REFUSED: Final = 4000
"""The server closes a socket with this plus an HTTP status when it is not to be opened again."""
LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a message."""
LATELY: Final = 5
"""Lines of talk that are shown on arrival."""

COMMANDS: Final = {
    "help": "this list",
    "board": "the whole position again",
    "moves": "how a move can begin; moves K how it can go on after K",
    "say": "say TEXT talks to the others at the table",
    "propose": "propose a draw",
    "undo": "ask to take your last move back",
    "accept": "agree to what is proposed",
    "reject": "refuse what is proposed, or withdraw your own proposal",
    "end": "propose to end the game here, once it is decided",
    "resign": "give up (you are asked again)",
    "rematch": "ask for another game when this one is over",
    "quit": "leave; the game goes on, and you can come back",
}
"""Every command with its help. None of them is a move in any game."""
OFFERS: Final = {"propose": "draw", "undo": "undo", "end": "end", "rematch": "rematch"}


class ServerRefused(SheepfoldError):
    """What the server said no to, in its words; nothing was changed."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class Api:
    """The server's API for one token."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or not url.isprintable() or " " in url:
            raise UsageError("play: --server takes an address such as https://sheepfold.example.")
        if not token.isascii() or not token.isprintable():
            raise UsageError(f"play: {TOKEN} does not hold a token.")
        self.url, self.name = f"{url.rstrip('/')}/api/v1", shown(parts.netloc.rpartition("@")[2])
        self.headers = {"Authorization": f"Bearer {token}"}
        if parts.scheme == "http" and not is_loopback(parts.hostname):
            complain("Your token is sent unencrypted; use https where you can.")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers. Raises ServerRefused."""
        data = None if body is None else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        request = Request(f"{self.url}{path}", data, self.headers | kind, method=method)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                raw = answer.read(LARGEST)
            return json.loads(raw) if raw else None
        except HTTPError as error:
            raise self._refusal(error) from None
        except (URLError, OSError, TimeoutError):
            raise ServerRefused(f"{self.name} does not answer.") from None
        except ValueError:
            raise ServerRefused(f"{self.name} is not a Sheepfold server.") from None

    def _refusal(self, error: HTTPError) -> ServerRefused:
        try:
            detail = str(json.loads(error.read(LARGEST))["detail"])
        except (ValueError, KeyError, TypeError, OSError):
            return ServerRefused(f"{self.name} is not a Sheepfold server.")
        if error.code == 401:
            detail = f"{self.name} does not know this token: make one under Settings, and put it into {TOKEN}."
        return ServerRefused(detail, error.code)

    def socket(self, table: str, since: int, chat_since: int) -> ClientConnection:
        """The table's socket. Raises OSError, WebSocketException."""
        known = urlencode({"want": "text", "since": since, "chat_since": chat_since})
        address = f"ws{self.url.removeprefix('http')}/tables/{quote(table)}/socket?{known}"
        return connect(address, additional_headers=self.headers, open_timeout=PATIENCE, max_size=LARGEST)


def find_table(api: Api, wanted: str) -> str:
    """The id of a table that is named by its number or its id. Raises ServerRefused, UsageError."""
    if not wanted.isascii() or not wanted.isalnum() or len(wanted) > 32:
        raise UsageError("play: --table takes a table's number, such as 101.")
    if not wanted.isdigit():
        return wanted
    lists = ("/me/tables?limit=200", "/tables?status=waiting&limit=200", "/tables?status=running&limit=200")
    for path in lists:
        for each in api.call("GET", path):
            if each["info"]["board"] == int(wanted):
                return str(each["info"]["id"])
    raise ServerRefused(f"There is no table {wanted} for you at {api.name}.")


class OnlineTable:
    """A table of a server: a thread tells what happens there, and lines that are typed become commands."""

    def __init__(self, api: Api, table: str) -> None:
        self._api, self._table = api, table
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._sending = threading.Lock()
        self._socket: ClientConnection | None = None
        self._left = threading.Event()
        self.refused = ""
        """Why the server takes nothing more from us."""
        self.info: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self._text, self._decided, self._shown, self._heard = "", "", -1, 0

    def arrive(self) -> None:
        """Look at the table, and sit down where it waits for players. Raises ServerRefused."""
        update = self._api.call("GET", f"/tables/{quote(self._table)}")
        self.info = update["info"]
        if update["position"]["seat"] is None and self.info["status"] == "waiting":
            self._api.call("POST", f"/tables/{quote(self._table)}/sit", {})

    # -- what is told --------------------------------------------------------------------------

    def listen(self) -> None:
        """Tell what happens until somebody leaves; open a lost connection again with exponential back-off."""
        wait, lost = FIRST_RETRY, False
        while not self._left.is_set() and not self.refused:
            try:
                with self._api.socket(self._table, max(0, self._shown), self._heard) as socket:
                    self._socket = socket
                    if lost:
                        say("Connected again.")
                    wait, lost = FIRST_RETRY, False
                    for message in socket:
                        self._take(json.loads(message))
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code >= REFUSED:
                    self.refused = closed.rcvd.reason
            except (OSError, WebSocketException, ValueError):
                pass
            self._socket = None
            if self._left.is_set() or self.refused:
                break
            if not lost:
                say("The connection is lost. Trying again.")
            lost = True
            self._left.wait(wait)
            wait = min(2 * wait, LAST_RETRY)
        if self.refused and not self._left.is_set():
            say(f"{self.refused} Press Enter.")

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("is") != "update":
            self._answers.put(message)
            return
        first = self._shown < 0 or message.get("anew", False)
        self.info = message.get("info") or self.info
        before, self.position = self.position, message["position"]
        self._text = message.get("text") or self._text
        open_before, self._decided = not self._decided, message.get("decided", "")
        self._shown = self.position["number"]
        if first:
            self._tell_all(message)
            return
        for event in message["events"]:
            say(" ".join(event["sentences"]))
        self._talk(message["chat"])
        turn = self._my_turn(self.position) and (not self._my_turn(before) or message["events"])
        if turn or (self._decided and open_before) or (self.position["outcome"] and not before["outcome"]):
            self.show()
        if self.info["rematch"] and message.get("info"):
            say(f"The next game: sheepfold play --server … --table {self.info['rematch']}")

    def _tell_all(self, message: dict[str, Any]) -> None:
        seats = ", ".join(seat["name"] or "nobody yet" for seat in self.info["seats"])
        say(f"Table {self.info['board']}: {seats}. Type a move, or help.")
        self._talk(message["chat"][-LATELY:])
        self._heard = message["chat"][-1]["number"] if message["chat"] else self._heard
        self.show()

    def _talk(self, lines: list[dict[str, Any]]) -> None:
        for line in lines:
            self._heard = line["number"]
            if line["removes"] is None:
                say(f"{line['name']}: {line['text']}")

    @staticmethod
    def _my_turn(position: dict[str, Any]) -> bool:
        return bool(position) and position["outcome"] is None and position["seat"] in position["to_move"]

    def show(self) -> None:
        """The whole position, and what is proposed."""
        print(f"\n{safe(self._text)}\n" if self._text else "", flush=True)
        if self.info["status"] == "waiting":
            say("The table waits for players.")
        elif self.position["outcome"]:
            say(f"{self._result()} Type rematch, or quit.")
        elif self.position["seat"] is None:
            say("You are a spectator here.")
        elif self.position["prompt"]:
            say(self.position["prompt"])
        if self._decided and not self.over and not any(each["kind"] == "end" for each in self.info["offers"]):
            say(f"{self._decided} Type end to end the game here.")
        for offer in self.info["offers"]:
            if self.position["seat"] in offer["waiting_for"]:
                say(f"{self.info['seats'][offer['by'] - 1]['name']} proposes: {offer['kind']}. Type accept or reject.")

    def _result(self) -> str:
        """How the game ended, in words; the server may have games that are not known here."""
        name, found = self.info["terms"]["game"], self.position["outcome"]
        if name not in SHELF:
            return OVER
        outcome = Outcome(tuple(found["winners"]), Scores.from_words(found["scores"]), found["reason"], found["by"])
        names = {seat["seat"]: seat["name"] or f"Seat {seat['seat']}" for seat in self.info["seats"]}
        return verdict(take_down(name), outcome, names, self.position["seat"])

    @property
    def over(self) -> bool:
        return bool(self.position.get("outcome"))

    # -- what is typed -------------------------------------------------------------------------

    def take(self, line: str, terminal: Terminal) -> None:
        """Do what the line says. Raises SheepfoldError, with nothing changed."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        match word:
            case "help":
                print(written((command_list(COMMANDS),)) + "\n", flush=True)
            case "board":
                self.show()
            case "moves":
                parts = self._send("choices", so_far=rest.split())["choices"]["parts"]
                say("  ".join(parts) or "Nothing can be added.")
            case "say" if rest:
                self._send("say", text=rest, key=uuid4().hex)
            case "propose" | "undo" | "end" | "rematch":
                self._send("offer", kind=OFFERS[word])
                if not self.over:
                    say("The others are asked whether they agree.")
            case "accept" | "reject" if not self.info["offers"]:
                raise ServerRefused("Nothing is proposed at this table.")
            case "accept" | "reject":
                self._send("answer", kind=self.info["offers"][0]["kind"], accept=word == "accept")
            case "resign":
                self._resign(terminal)
            case _:
                self._move(line)

    def _move(self, line: str) -> None:
        try:
            self._send("move", move=line, key=uuid4().hex)
        except ServerRefused as error:
            raise ServerRefused(f"{error}{perhaps_meant(line, COMMANDS)}") from None

    def _resign(self, terminal: Terminal) -> None:
        sure_to_resign(terminal)
        try:
            self._api.call("POST", f"/tables/{quote(self._table)}/abort")  # before one's first move it costs nothing
        except ServerRefused:
            self._api.call("POST", f"/tables/{quote(self._table)}/resign")

    def _send(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer. Raises ServerRefused."""
        socket, name = self._socket, uuid4().hex
        if socket is None:
            raise ServerRefused("There is no connection just now; nothing was sent.")
        try:
            with self._sending:
                socket.send(json.dumps({"do": do, "id": name, **more}))
            end = time.monotonic() + PATIENCE
            while (answer := self._answers.get(timeout=max(0.0, end - time.monotonic()))).get("id") not in (name, "-"):
                pass
        except (OSError, WebSocketException, queue.Empty):
            raise ServerRefused("No answer came. Look at the table before you send it again.") from None
        if answer["is"] == "refused":
            raise ServerRefused(str(answer["problem"]["detail"]))
        return answer

    def leave(self) -> None:
        """Close the connection; the game goes on without us."""
        self._left.set()
        if (socket := self._socket) is not None:
            socket.close()


def run(url: str, wanted: str, token: str, terminal: Terminal) -> int:
    """Play at a server's table until somebody leaves. Raises ServerRefused, UsageError."""
    api = Api(url, token)
    table = OnlineTable(api, find_table(api, wanted))
    table.arrive()
    listening = threading.Thread(target=table.listen, daemon=True)
    with _undisturbed(terminal):
        listening.start()
        try:
            while not table.refused:
                line = terminal.ask("> ")
                if line.lower() == "quit" or table.refused:
                    break
                try:
                    if line:
                        table.take(line, terminal)
                except SheepfoldError as error:
                    say(str(error))
        except (EOFError, KeyboardInterrupt):
            pass
        finally:
            table.leave()
            listening.join(PATIENCE)
    if table.refused:
        raise ServerRefused(table.refused)
    say("Goodbye." if table.over else "Goodbye. The game goes on at the server.")
    return 0


def _undisturbed(terminal: Terminal) -> Any:
    """What is told does not tear what is being typed."""
    if not terminal.lively or not sys.stdin.isatty():
        return nullcontext()
    from prompt_toolkit.patch_stdout import patch_stdout

    return patch_stdout()
