"""Play by mail at the shell: one command in, the reply out."""

from __future__ import annotations

from cli.conftest import Command


def test_a_command_is_obeyed_and_its_reply_printed(sheepfold: Command) -> None:
    done = sheepfold("mail", "signup ann annspassword")
    assert done.returncode == 0
    assert done.stdout.startswith("Subject: Sheepfold welcomes ann\n\nWelcome, ann")
    assert "annspassword" not in done.stdout + done.stderr


def test_what_cannot_be_obeyed_is_answered_and_exits_with_2(sheepfold: Command) -> None:
    sheepfold("mail", "signup ann annspassword")
    done = sheepfold("mail", "mutton", "challenge", "-size=99", "--unrated", "ann", "annspassword")
    assert done.returncode == 2
    assert done.stdout.startswith("Subject: Mutton Error\n")
    assert "> mutton challenge -size=99 --unrated ann ***" in done.stdout
    assert sheepfold("mail").returncode == 2


def test_what_is_piped_in_is_the_body(sheepfold: Command) -> None:
    for name in ("ann", "bob"):
        sheepfold("mail", f"signup {name} {name}s-secret")
    sheepfold("mail", "dogs challenge ann bob")
    done = sheepfold("mail", "dogs chat 101 ann anns-secret", input="Well met!")
    assert "ann writes: Well met!" in done.stdout
