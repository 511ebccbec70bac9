"""A compound followed into word alignment and translation, as far as the viewer may see."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project, Role
from evaluation.other_projects.queries import OtherProjects, read_other_projects
from evaluation.sources.other_projects import find_expression
from evaluation.sources.words import cut_words, is_same_expression
from evaluation.translations.models import TranslationScore
from tests.evaluation.translated import ICE, make_test_set
from tests.factories import draw, lease, make_member, make_pair, make_project, make_user, submit
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
COMPOUNDS = (
    "compound\tsentence\thead\tmodifier\n"
    "break the ice\tThey break the ice.\tbreak\tice\n"
    "glass ceiling\tShe hit the glass ceilings.\tceiling\tglass\n"
)
PAIRS = {
    "the Glass ceiling holds": ("il soffitto di cristallo tiene", "0-0S 1-1S 1-3S 2-1S 3-4S"),
    "two glass ceilings": ("due soffitti", "0-0S 2-1S"),
    "a glass of the ceiling": ("un vetro", "0-0S 1-1S"),
    "no glass here": ("niente vetro", "0-0S 1-1S"),
}


@pytest.fixture
def manager() -> User:
    return make_user(can_create_projects=True)


@pytest.fixture
def compounds(manager: User) -> Project:
    return make_rating_project(manager, COMPOUNDS)


def look(user: User, project: Project, number: int = 2) -> OtherProjects:
    sought = find_expression(project, number)
    assert sought is not None
    return read_other_projects(user, sought)


def align(manager: User | None = None, **settings: object) -> Project:
    """Every pair with one reading, which is gold."""
    project = make_project(manager, annotators_per_item=1, **settings)
    for source, (target, _) in PAIRS.items():
        make_pair(project, source, target)
    annotator = make_member(project)
    for _ in PAIRS:
        assignment = lease(annotator)
        submit(draw(assignment, PAIRS[" ".join(assignment.item.sentence_pair.source_tokens)][1]))
    return project


def test_linked_words_are_counted_in_every_form_of_the_compound(manager: User, compounds: Project) -> None:
    project = align(manager)
    (row,) = look(manager, compounds).aligned
    assert (row.project, row.side, row.occurrences, row.adjudicated) == (project, "source", 2, 0)
    assert [(each.words, each.annotated) for each in row.words] == [("soffitti", 1), ("soffitto … cristallo", 1)]


def test_adjudicated_pairs_come_first(manager: User, compounds: Project) -> None:
    project = align(manager)
    Item.objects.filter(project=project, number=1).update(state=Item.State.ADJUDICATED)
    (row,) = look(manager, compounds).aligned
    assert [(each.words, each.adjudicated, each.annotated) for each in row.words] == [
        ("soffitto … cristallo", 1, 0),
        ("soffitti", 0, 1),
    ]


def test_a_compound_of_the_target_language_is_found_there(manager: User) -> None:
    compounds = make_rating_project(
        manager,
        "compound\tsentence\thead\tmodifier\nsoffitto di cristallo\tIl soffitto di cristallo.\tsoffitto\tcristallo\n",
        language="it",
    )
    align(manager)
    (row,) = look(manager, compounds, 1).aligned
    assert (row.side, [each.words for each in row.words]) == ("target", ["glass ceiling"])


def test_an_expression_that_occurs_twice_in_a_pair_counts_twice(manager: User, compounds: Project) -> None:
    project = make_project(manager, annotators_per_item=1)
    make_pair(project, "glass ceiling or glass ceiling", "soffitto o cristallo")
    submit(draw(lease(make_member(project)), "0-0S 1-0S 2-1S"))
    (row,) = look(manager, compounds).aligned
    assert [(each.words, each.annotated) for each in row.words] == [("", 1), ("soffitto", 1)]


def test_what_the_viewer_may_not_see_is_not_there(manager: User, compounds: Project) -> None:
    align()
    french = align(manager, source_language="fr")
    unfinished = make_project(manager)
    make_pair(unfinished, "the glass ceiling", "il soffitto")
    seen_as_annotator = align()
    make_member(seen_as_annotator, user=manager)
    assert look(manager, compounds).aligned == []
    assert french.items.count() == 4
    make_member(seen_as_annotator, Role.ADJUDICATOR, manager)
    assert [row.project for row in look(manager, compounds).aligned] == [seen_as_annotator]


def test_systems_are_shown_with_the_scores_of_the_expression(manager: User, compounds: Project) -> None:
    test_set = make_test_set(make_project(manager))
    make_test_set(make_project(), name="Of others")
    for translation, score in zip(test_set.translations.order_by("pk"), (0.25, 1.0), strict=True):
        rows = [{"label": "wake up", "n": 1, "score": 0.0}, {"label": ICE, "n": 2, "score": score}]
        TranslationScore.objects.create(
            translation=translation, measure="mwe-score", key="k", job=test_set.job, result={"rows": rows}, signature=""
        )
    (row,) = look(manager, compounds, 1).translated
    assert (row.test_set, row.occurrences, row.labels) == (test_set, 2, ["break the ice"])
    assert [(each.name, each.means["mwe-score"], each.means["litter"]) for each in row.systems] == [
        ("system two", 1.0, None),
        ("system one", 0.25, None),
    ]


def test_queries_do_not_grow_with_what_is_found(manager: User, compounds: Project) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            look(manager, compounds)
            look(manager, compounds, 1)
        return len(queries)

    make_test_set(make_project(manager))
    align(manager)
    count()
    few = count()
    for _ in range(3):
        make_test_set(make_project(manager))
        align(manager)
    assert count() == few


def test_pairs_are_found_by_index_whatever_their_words_are(manager: User) -> None:
    project = make_project(manager)
    make_pair(project, "l'air d'oh x\\y a-b", "z")
    make_pair(project, "w" * 3000, "z")
    found = SentencePair.objects.for_user(manager, can_manage)
    for words in (["l'air"], ["x\\y"], ["a-b", "d'o"], ["L'AIR"]):
        assert found.with_words("source", [words]).count() == 1, words
    assert found.with_words("source", [["l'air", "nowhere"]]).count() == 0
    assert found.with_words("source", [[]]).count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = SentencePair.objects.all().with_words("source", [["l'air"]]).explain()
    assert "pairs_by_source_word" in plan


def test_the_panel_is_a_page_and_a_part_of_the_compounds_page(manager: User, compounds: Project) -> None:
    align(manager)
    client = Client()
    client.force_login(manager)
    page = client.get(reverse("evaluation:other_projects", args=[compounds.slug, 2])).content.decode()
    part = client.get(reverse("evaluation:other_projects_part", args=[compounds.slug, 2])).content.decode()
    assert "soffitto … cristallo" in page and "soffitto … cristallo" in part
    assert "<html" in page and "<html" not in part
    own = client.get(reverse("idiomaticity:compound", args=[compounds.slug, 2])).content.decode()
    assert reverse("evaluation:other_projects_part", args=[compounds.slug, 2]) in own
    answer = client.get(f"/api/v1/projects/{compounds.slug}/compounds/2/other-projects/").json()
    assert answer["aligned"][0]["words"][0] == {"words": "soffitti", "adjudicated": 0, "annotated": 1}
    assert client.get(f"/api/v1/projects/{compounds.slug}/compounds/9/other-projects/").status_code == 404


def test_beginnings_leave_out_what_changes_in_a_form() -> None:
    assert cut_words("Glass ceilings") == ["gla", "ceilin"]
    assert cut_words("an ox") == ["an", "ox"]


def test_the_same_expression_may_be_inflected_but_has_no_words_beside() -> None:
    assert is_same_expression("glass ceiling", "Glass ceilings", "en")
    assert not is_same_expression("glass ceiling", "the glass ceiling", "en")
    assert not is_same_expression("glass ceiling", "glass floor", "en")
