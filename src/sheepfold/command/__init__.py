"""The command language of play by mail, over the play service: one line in, one letter out.

Terminal, mail and the browser's form share it. The contract with the doors:

- ``obey(service, sender, line, body, counting)`` carries a command out and never raises for what somebody typed: a
  refusal is a ``Reply`` with ``ok`` false, and then nothing was changed. The line is the subject of a mail or what
  stands in the form; the body is the comment that goes to the other players. Quoted originals are the mail door's to
  cut away.
- ``Sender.user`` is somebody whom the door has proof of; everybody else gives userid and password, or a token, in the
  line. ``Sender.board`` is the board that is answered to: then the line may be nothing but a move.
- ``counting`` counts wrong passwords and what is dear. Without one mails are counted by who is proven, else by the
  address that they name (``login.LimitedByAddress``), and at the host's shell nothing is.
- A command that binds somebody of whom the door knows nothing but the address that a mail gives becomes a question to
  them: ``Reply.asks``. Whoever answers it is ``Sender.user``, and the line is its subject. ``holder(service, line)``
  tells whose token stands in a line, before anything is done.
- ``Sender.key``, where there is one, keeps a command that comes twice from being carried out twice.
- ``board_mail(service, table, user, reason)`` is what a player is told of a board unasked.
- ``Reply.line`` is the line of a refused command as it may be logged, kept or quoted.

What a reply holds is what its reader's seat may know, and nothing else: the leak law compares it byte for byte.
"""

from sheepfold.command.boards import board_mail
from sheepfold.command.login import holder
from sheepfold.command.obey import obey
from sheepfold.command.request import Counting, Door, Reply, Sender

__all__ = ["Counting", "Door", "Reply", "Sender", "board_mail", "holder", "obey"]
