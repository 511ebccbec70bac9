"""Pending tasks: kinds of things in a project that wait for a person."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, QuerySet, Subquery
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.languages.numbers import say_count
from annotation_site.projects.abilities import Ability

COUNTED_AT_MOST = 1_000


class CountUpTo(Subquery):
    """Number of rows of a subquery with a limit, so that counting costs the same in an old project."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


@dataclass(frozen=True)
class PendingTask:
    """One kind of thing that waits: for whom, on which page, in words, and the rows that are counted.

    `rows` gives what waits for a person as a query of one project, `OuterRef("pk")`; it is counted to 1,000, so that it
    costs the same in an old project. It is compiled once for all people and times (`Prepared`): it may compare with the
    person, but ask nothing of them, and the time now is the database's. What it gives an annotator must depend on
    nobody else's work.
    """

    name: str
    ability: Ability
    # Of the page, which takes the project; the tab with this route shows the count.
    route: str
    one: str
    many: str
    rows: Callable[[User], QuerySet[Any]]
    # Brings up to date, in projects with these keys, what `rows` reads.
    prepare: Callable[[Iterable[int]], None] = lambda projects: None
    # Said in mail when it arises, such as "A reconciliation round was opened"; empty for what is not sent.
    news: str = ""

    def describe(self, count: int) -> str:
        """Return what to do, with the number."""
        if count == 1:
            return _(self.one)
        most = say_count(COUNTED_AT_MOST)
        number = say_count(count) if count <= COUNTED_AT_MOST else _("more than {n}").format(n=most)
        return _(self.many).format(count=number)
