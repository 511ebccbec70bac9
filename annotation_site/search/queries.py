"""Things that somebody may open and that have what they typed, section by section."""

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.assignments.kinds import AnnotationKind, kind_of
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import can_annotate, can_manage
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.search.documentation import Documentation, Heading, read_documentation
from annotation_site.search.words import rank, split_words

MOST = 8
# Of the documentation, found by their text alone.
MOST_PAGES = 3
Found = TypeVar("Found")


class Hit(NamedTuple):
    """Something that can be opened."""

    title: str
    url: str
    note: str = ""
    # Typed by a person in any language, so that its direction is its own.
    is_text: bool = False


class Section(NamedTuple):
    """Things of one sort that were found; `more` is the page that lists all of them, where there are more."""

    title: str
    hits: list[Hit]
    more: str = ""


def search(user: User, project: Project | None, typed: str) -> list[Section]:
    """Return what the person may open, of the project first; before anything was typed, its pages and the projects."""
    sections = []
    if project is not None:
        sections.append(Section(_("Pages"), find_pages(user, project, typed)))
        if typed:
            sections += [find_items(user, project, typed), find_own_work(user, project, typed)]
            sections.append(find_people(user, project, typed))
    sections.append(Section(_("Projects"), find_projects(user, project, typed)))
    if typed:
        sections.append(Section(_("Help"), find_help(typed)))
    return [section for section in sections if section.hits]


def find_pages(user: User, project: Project, typed: str) -> list[Hit]:
    """Return pages of the project by their name or their group's, also those that have no tab of their own."""
    pages = []
    for tab in kind_of(project).tabs:
        # Extra pages are for those who look for them.
        if tab.ability(user, project) and (typed or tab.extra is None):
            label, group = _(tab.label), _(tab.group)
            pages.append(Hit(label, reverse(tab.route, args=[project.slug]), "" if group == label else group))
    return choose((rank(f"{page.title} {page.note}", typed), page) for page in pages) if typed else pages


def find_items(user: User, project: Project, typed: str) -> Section:
    """Return items by number, identifier or text, for those who manage the project."""
    kind = kind_of(project)
    title = f"{kind.noun}s".capitalize()
    if not can_manage(user, project):
        return Section(title, [])
    items = match_items(kind, Item.objects.filter(project=project), typed).order_by("number")
    first = list(items.values_list("pk", flat=True)[: MOST + 1])
    # Only these are joined with their content, as in lists of items.
    chosen = list(kind.with_text(Item.objects.filter(pk__in=first)).select_related("project").order_by("number"))
    hits = [
        Hit(kind.read_text(item), kind.item_address(item), f"{kind.noun} {item.number:,}", is_text=True)
        for item in chosen[:MOST]
    ]
    return Section(title, hits, reverse(kind.route(kind.items_tab), args=[project.slug]) if chosen[MOST:] else "")


def find_own_work(user: User, project: Project, typed: str) -> Section:
    """Return the person's own items by number or text, and nobody else's."""
    kind = kind_of(project)
    title = _("My work")
    if not can_annotate(user, project):
        return Section(title, [])
    own = Assignment.objects.filter(annotator__user=user, annotator__project=project)
    matching = match_items(kind, Item.objects.filter(project=project), typed).values("pk")
    rows = list(kind.list_work(own.filter(item__in=matching)).order_by("-pk")[: MOST + 1])
    hits = [Hit(kind.name(row), reverse(kind.route(kind.page), args=[row.pk]), is_text=True) for row in rows[:MOST]]
    return Section(title, hits, reverse(kind.route("assignments"), args=[project.slug]) if rows[MOST:] else "")


def find_people(user: User, project: Project, typed: str) -> Section:
    """Return members by name, address or letter, for those who manage the project."""
    title = _("People")
    if not can_manage(user, project):
        return Section(title, [])
    by_name = Q(user__name__icontains=typed) | Q(user__email__icontains=typed) | Q(pseudonym__iexact=typed)
    members = Membership.objects.active().filter(by_name, project=project).select_related("user").order_by("pk")
    page = reverse("projects:members", args=[project.slug])
    rows = list(members[: MOST + 1])
    hits = []
    for row in rows[:MOST]:
        hits.append(Hit(str(row.user), _find_member_page(project, row, page), row.get_role_display(), is_text=True))
    return Section(title, hits, page if rows[MOST:] else "")


def _find_member_page(project: Project, member: Membership, members_page: str) -> str:
    """Return the page about an annotator's work where the kind has one; others stand in the list of members."""
    annotator_page = kind_of(project).annotator_page
    if annotator_page and member.role == Role.ANNOTATOR:
        return reverse(annotator_page, args=[project.slug, member.pk])
    return f"{members_page}#member-{member.pk}"


def find_projects(user: User, project: Project | None, typed: str) -> list[Hit]:
    """Return the person's other projects by name, the newest first."""
    others = Project.objects.for_user(user).exclude(state=Project.State.DELETED)
    if project is not None:
        others = others.exclude(pk=project.pk)
    rows = others.filter(name__icontains=typed).order_by("-pk")[:MOST]
    return [Hit(row.name, row.get_absolute_url(), row.get_kind_display(), is_text=True) for row in rows]


def find_help(typed: str) -> list[Hit]:
    """Return headings of the documentation, titles of pages before those within, and then pages with the words."""
    documentation = read_documentation()
    ranked: list[tuple[tuple[int, ...] | None, Heading]] = []
    for heading in documentation.headings:
        rank_of_title = rank(heading.title, typed)
        ranked.append((rank_of_title and (heading.folder_place, bool(heading.anchor), *rank_of_title), heading))
    headings = choose(ranked)
    pages = [page for page in documentation.find_pages(split_words(typed)) if page not in headings]
    # A page with the word in its text is worth more than the fifth heading of a reference.
    chosen = headings[: MOST - len(pages[:MOST_PAGES])] + pages[:MOST_PAGES]
    chosen.sort(key=lambda heading: heading.folder_place)
    return [open_heading(heading, documentation) for heading in chosen]


def open_heading(heading: Heading, documentation: Documentation) -> Hit:
    """Return the hit that leads to a heading of the documentation; one within a page names the page."""
    url = reverse("projects:help", args=[heading.page])
    if not heading.anchor:
        return Hit(heading.title, url)
    return Hit(heading.title, f"{url}#{heading.anchor}", documentation.titles[heading.page])


def match_items(kind: AnnotationKind, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
    """Return items whose number or identifier is what was typed, or whose text has it."""
    by_text = Q(pk__in=kind.search_items(items, typed).values("pk"))
    matching = by_text | Q(identifier__iexact=typed)
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < 10
    return items.filter(matching | Q(number=int(typed)) if is_number else matching)


def choose(ranked: Iterable[tuple[tuple[int, ...] | None, Found]]) -> list[Found]:
    """Return the first of what was found, in its order."""
    matching = [
        (rank_of_thing, number, thing)
        for number, (rank_of_thing, thing) in enumerate(ranked)
        if rank_of_thing is not None
    ]
    return [thing for _place, _number, thing in sorted(matching, key=lambda row: row[:2])[:MOST]]
