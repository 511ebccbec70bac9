"""Names of scheduled backups, and the choice of those that are kept."""

import re
from collections.abc import Collection, Hashable
from datetime import UTC, datetime

NAME = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z")
FORM = "%Y-%m-%dT%H%M%SZ"


def name_backup(moment: datetime) -> str:
    """Return the name of the folder of a backup of that moment."""
    return moment.astimezone(UTC).strftime(FORM)


def select_kept(names: Collection[str], days: int, weeks: int) -> set[str]:
    """Return the newest backup of each of the last `days` days and `weeks` weeks that have one.

    Days without a backup do not count: when none can be made for a month, the last ones stay.
    """
    newest_first = sorted((name for name in names if NAME.fullmatch(name)), reverse=True)
    by_day: dict[Hashable, str] = {}
    by_week: dict[Hashable, str] = {}
    for name in newest_first:
        moment = datetime.strptime(name, FORM).replace(tzinfo=UTC)
        by_day.setdefault(moment.date(), name)
        by_week.setdefault(moment.isocalendar()[:2], name)
    return {*list(by_day.values())[:days], *list(by_week.values())[:weeks]}
