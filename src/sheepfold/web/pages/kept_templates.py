"""What templates are compiled to, kept on disk: to compile all of them takes half a second, and visitors would wait."""

from __future__ import annotations

from contextlib import suppress

import jinja2
from jinja2.bccache import Bucket

from sheepfold.cache import kept_folder


class KeptTemplates(jinja2.FileSystemBytecodeCache):
    """Unlike Jinja's own it does no harm: what cannot be read is compiled anew, what cannot be written is not kept."""

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that was cut or damaged can fail in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept_templates() -> KeptTemplates | None:
    """None where nothing can be kept. Jinja looks by itself whether the source or Python has changed."""
    folder = kept_folder(f"pages-{jinja2.__version__}")
    return None if folder is None else KeptTemplates(str(folder))
