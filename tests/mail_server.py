"""A whole server with its mail: a relay that catches what goes out, a port that takes what comes in."""

from __future__ import annotations

import re
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

from catching import Catcher, Caught, catcher
from cheap import CHEAP
from patience import patiently
from serving import Reader, server_in_thread
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings
from sheepfold_bench.load import keep_port

PASSWORD = "a-long-way-to-the-fold"
HOUSE = "sheepfold@fold.example"


class MailServer:
    """A server, its relay, and the port that it takes mail in at."""

    def __init__(self, url: str, relay: Catcher, smtp: int, database: str) -> None:
        self.url, self.relay, self.smtp, self.database = url, relay, smtp, database

    def mail_to(self, address: str, number: int = 1) -> Caught:
        """The so-manieth mail to somebody."""
        patiently(lambda: len(self.relay.to(address)) >= number)
        return self.relay.to(address)[number - 1]

    def write(self, sender: str, to: str, subject: str, body: str = "") -> str:
        """Have a mail brought; its Message-ID."""
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Message-ID"] = make_msgid(domain="mail.example")
        mail.set_content(body)
        with smtplib.SMTP("127.0.0.1", self.smtp) as door:
            door.send_message(mail)
        return str(mail["Message-ID"])

    def path(self, mail: Caught, what: str) -> str:
        """Where a link of a mail leads to."""
        found = re.search(rf"http://fold\.example(/{what}/\S+)", mail.text)
        assert found, mail.text
        return found[1]

    def typed(self, line: str) -> str:
        """A command at the shell of the machine that must be carried out; what was answered."""
        words = [sys.executable, "-m", "sheepfold", "mail", "--database", self.database, line]
        done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def by_mail(self, name: str, password: str = PASSWORD) -> str:
        """Somebody who has nothing but a mailbox signs up and confirms it; their address."""
        address = f"{name.lower()}@mail.example"
        self.write(address, HOUSE, f"signup {name} {password}")
        patiently(lambda: any(mail.mail["Reply-To"] for mail in self.relay.to(address)))
        asked = next(mail.mail for mail in self.relay.to(address) if mail.mail["Reply-To"])
        self.write(address, str(asked["Reply-To"]), f"Re: {asked['Subject']}", "yes")
        return address

    def newcomer(self, name: str) -> Reader:
        """Somebody who has signed up with an address and confirmed it."""
        reader = Reader(self.url)
        reader.open("/sign-up")
        reader.send("/sign-up", name=name, password=PASSWORD, mail=f"{name.lower()}@mail.example")
        path = self.path(self.mail_to(f"{name.lower()}@mail.example"), "confirm")
        reader.open(path)
        reader.send(path)
        return reader


@contextmanager
def open_mail_server(folder: Path, public_url: str = "http://fold.example") -> Iterator[MailServer]:
    """A server with its mail on a new database in the folder."""
    with keep_port() as kept:
        smtp = kept.getsockname()[1]
    database = f"sqlite:///{folder}/fold.db"
    with catcher() as relay:
        settings = Settings(
            log_level="error",
            relay=f"127.0.0.1:{relay.port}",
            smtp=smtp,
            mail_from=HOUSE,
            public_url=public_url,
        )
        setup = Setup(database=database, workers=0, mail=True, hasher=CHEAP)
        with server_in_thread(settings, setup) as url:
            yield MailServer(url, relay, smtp, database)
