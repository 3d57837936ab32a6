"""TLS both ways: the relay must prove who it is, and who brings mail may speak so."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import aiosmtplib
import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from catching import Catcher, catcher
from mail.conftest import Wall, confirmed, open_door, open_post
from sheepfold.mail.server import PortUnavailable, inbound
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings

pytestmark = pytest.mark.anyio


def certificate(folder: Path, name: str) -> Path:
    """A certificate for this machine that signs itself, and its key, in one file."""
    path = folder / f"{name}.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", path, "-out", folder / f"{name}.crt"],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_text(path.read_text() + (folder / f"{name}.crt").read_text())
    return path


async def test_a_relay_must_prove_who_it_is(
    tmp_path: Path, new_database: Callable[[str], str], make_setup: Callable[[str], Setup], wall: Wall
) -> None:
    ours, another = (certificate(tmp_path, name) for name in ("relay", "impostor"))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(ours)
    with catcher(tls=tls, require_starttls=True) as relay:
        async with open_post(make_setup(new_database("sqlite")), relay, wall) as post:
            await confirmed(post.service, "Cyd", "cyd@mail.example")
            await post.service.accounts.change_mail(post.ann, "new@mail.example")
            for wrong in (str(another), ""):
                assert await post.another(authorities=wrong).drain()
                assert relay.mails == []
            assert await post.another(authorities=str(ours)).drain()
    assert "new@mail.example" in [mail.to for mail in relay.mails]


async def test_a_relay_that_wants_to_know_who_we_are_is_told_behind_tls(
    tmp_path: Path, new_database: Callable[[str], str], make_setup: Callable[[str], Setup], wall: Wall
) -> None:
    ours = certificate(tmp_path, "relay")
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(ours)
    tried: list[LoginPassword] = []

    def check(server: object, session: object, envelope: object, mechanism: str, given: LoginPassword) -> AuthResult:
        tried.append(given)
        return AuthResult(success=given == LoginPassword(b"fold", b"a secret"), handled=False)

    with catcher(tls=tls, require_starttls=True, auth_required=True, authenticator=check) as relay:
        async with open_post(make_setup(new_database("sqlite")), relay, wall) as post:
            await post.service.accounts.change_mail(post.ann, "new@mail.example")
            for user, password in (("", ""), ("fold", "wrong")):
                known = {"authorities": str(ours), "relay_user": user, "relay_password": password}
                assert await post.another(**known).drain()
                assert relay.mails == []
            (row,) = await post.service.outbox.rows()
            assert (row.attempts, row.given_up) == (0, False)
            environment = {"SHEEPFOLD_RELAY_USER": "fold", "SHEEPFOLD_RELAY_PASSWORD": "a secret"}
            settings = Settings.read(
                {"SHEEPFOLD_RELAY": f"127.0.0.1:{relay.port}", "SHEEPFOLD_MAIL_FROM": "a@fold.example", **environment}
            )
            assert settings.mail is not None
            known = {"relay_user": settings.mail.relay_user, "relay_password": settings.mail.relay_password}
            assert await post.another(authorities=str(ours), **known).drain()
    assert [mail.to for mail in relay.mails] == ["new@mail.example"]
    assert tried[-1] == LoginPassword(b"fold", b"a secret")


async def test_who_brings_mail_may_speak_tls(
    tmp_path: Path,
    new_database: Callable[[str], str],
    make_setup: Callable[[str], Setup],
    relay: Catcher,
    wall: Wall,
) -> None:
    path = certificate(tmp_path, "door")
    async with open_post(make_setup(new_database("sqlite")), relay, wall) as post:
        post.setup = replace(post.setup, certificate=str(path))
        async with open_door(post):
            trusting = ssl.create_default_context(cafile=str(path))
            door = aiosmtplib.SMTP(hostname="127.0.0.1", port=post.setup.port, start_tls=True, tls_context=trusting)
            async with door:
                mail = b"From: ann@mail.example\r\nSubject: help\r\n\r\n"
                await door.sendmail("ann@mail.example", ["sheepfold@fold.example"], mail)
        assert [caught.to for caught in await post.send()] == ["ann@mail.example"]


async def test_a_port_or_certificate_that_cannot_be_used_is_told_in_one_sentence(
    new_database: Callable[[str], str], make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> None:
    async with open_post(make_setup(new_database("sqlite")), relay, wall) as post:
        for wrong in ({"port": relay.port}, {"certificate": "/nowhere.pem"}):
            with pytest.raises(PortUnavailable, match=r"Mail cannot be taken in at 127.0.0.1:\d+: .*\."):
                async with inbound(None, replace(post.setup, **wrong), None):  # type: ignore[arg-type]
                    pass
