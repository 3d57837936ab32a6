"""``sheepfold bench mail``: mails each way, beside a peer."""

from __future__ import annotations

from cli.conftest import Command


def test_mails_are_measured_each_way_beside_a_peer(sheepfold: Command) -> None:
    done = sheepfold("bench", "mail", "--mails", 1)
    assert done.returncode == 0, done.stderr
    assert "bare aiosmtpd takes" in done.stdout
    assert "ms of processor time a mail, bare aiosmtpd" in done.stdout
    assert "Mails out" in done.stdout
