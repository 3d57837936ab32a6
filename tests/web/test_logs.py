"""The log says what went wrong and where, and never stands in the way of a game."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest
import structlog

from sheepfold.web.logs import make_log


class Unplugged(io.StringIO):
    """A terminal that went away."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


def full_pipe() -> io.TextIOWrapper:
    """A pipe whose reader has ended."""
    reader, writer = os.pipe()
    os.close(reader)
    return io.TextIOWrapper(io.FileIO(writer, "w"), write_through=True)


@pytest.mark.parametrize("gone", [closed, Unplugged, full_pipe, lambda: None])
def test_a_log_that_nobody_can_read_any_more_stops_nothing(gone, monkeypatch):
    monkeypatch.setattr(sys, "stderr", gone())
    log = make_log("info")
    log.warning("a bot gave no move")


def test_a_log_goes_to_the_errors_of_the_day(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", closed())
    log = make_log("info")
    monkeypatch.undo()
    log.warning("a bot gave no move", game="mutton")
    said = json.loads(capsys.readouterr().err)
    assert (said["event"], said["game"], said["level"]) == ("a bot gave no move", "mutton", "warning")


def test_every_application_has_a_log_of_its_own(capsys):
    quiet, loud = make_log("error"), make_log("info")
    quiet.warning("said by the quiet one")
    loud.warning("said by the loud one")
    assert json.loads(capsys.readouterr().err)["event"] == "said by the loud one"
    assert not structlog.is_configured()


def test_a_fault_that_is_logged_later_keeps_its_kind_and_its_place_but_not_its_words(capsys):
    log = make_log("info")
    try:
        raise LookupError("the wolves are C and Q")
    except LookupError as error:
        fault = error
    log.error("background work failed", exc_info=fault)
    said = capsys.readouterr().err
    assert json.loads(said)["fault"].startswith("LookupError at test_logs.py:")
    assert "wolves" not in said
