"""Acts that begin at the same moment, each on a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from annotation_site.web.exceptions import DomainError


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what comes of acts that begin together; a domain error is returned."""
    start = Barrier(len(acts))

    def begin(act: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return act()
        except DomainError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(begin, acts))
