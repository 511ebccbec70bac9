"""Names of systems: changed on the page and by the API, and shortened when outputs come in."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.boards.queries.boards import read_board
from evaluation.correlation.models import StudyScore
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.imports.jobs.translations import find_translations, take_translations
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set
from evaluation.translations.services import confirm_translations, rename_systems
from tests.evaluation.correlation.jobs.test_span_studies import bring
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import TABLE, add, make_test_set, preview_outputs, request_preview, run

pytestmark = pytest.mark.django_db
PREFIX = "generaltest2022.en-it.hyp."
LONG = [f"{PREFIX}DLUT", f"{PREFIX}Online-A"]
TWO = TABLE.replace("system one", LONG[0]).replace("system two", LONG[1])
COLUMNS = {part: part for part in ("source", "reference", "expression", "label", "spans")}


@pytest.fixture
def test_set() -> TestSet:
    return make_test_set(make_evaluation_project(), TWO, COLUMNS, LONG)


def names_of(test_set: TestSet) -> list[str]:
    return list(test_set.translations.order_by("pk").values_list("system__name", flat=True))


def sign_in(test_set: TestSet) -> Client:
    client = Client()
    client.force_login(test_set.project.created_by)
    return client


def test_a_system_is_renamed_on_the_page_and_its_history_kept(test_set: TestSet) -> None:
    address = reverse("evaluation:runs", args=[test_set.project.slug, test_set.pk])
    client = sign_in(test_set)
    page = client.get(address).content.decode()
    assert "Shorten names" in page and "To DLUT, Online-A." in page
    form = {f"name_{each.pk}": each.system.name for each in test_set.translations.all()}
    first = next(iter(form))
    assert client.post(address, {**form, first: "DLUT"}).status_code == 302
    assert names_of(test_set) == ["DLUT", LONG[1]]
    assert {row.name for row in read_board(test_set).rows} == {"DLUT", LONG[1]}
    [done] = Operation.objects.of_project(test_set.project, "rename_systems")
    assert done.payload == {"names": {LONG[0]: "DLUT"}} and done.actor == test_set.project.created_by
    refused = client.post(address, {**form, first: LONG[1]})
    assert refused.status_code == 400 and "would both be called" in refused.content.decode()


def test_all_are_shortened_by_one_choice_and_scores_of_people_meet_them(test_set: TestSet) -> None:
    address = reverse("evaluation:runs", args=[test_set.project.slug, test_set.pk])
    assert sign_in(test_set).post(address, {"shortens_names": "on"}).status_code == 302
    assert names_of(test_set) == ["DLUT", "Online-A"]
    bring(test_set, "DLUT\t-1\nDLUT\t-2\nDLUT\t0\nDLUT\t0\n", "mqm.seg.score")
    assert StudyScore.objects.filter(system__name="DLUT").count() == 4


def test_the_api_renames_even_where_two_change_places_and_runs_follow(test_set: TestSet) -> None:
    address = reverse("api:test-set-runs", args=[test_set.project.slug, test_set.pk])
    client = sign_in(test_set)
    body = {"names": {LONG[0]: "two", LONG[1]: "one"}, "run_of": {LONG[0]: "one"}}
    told = client.patch(address, body, content_type="application/json")
    assert told.status_code == 200 and told.json()["run_of"] == {"two": "one", "one": ""}
    swapped = client.patch(address, {"names": {"one": "two", "two": "one"}}, content_type="application/json").json()
    assert swapped["run_of"] == {"one": "two", "two": ""}
    refused = client.patch(address, {"names": {"nobody": "x"}}, content_type="application/json")
    assert "There is no system “nobody”" in refused.json()["detail"]
    with pytest.raises(DomainError, match="would both be called “two”"):
        rename_systems(user=test_set.project.created_by, project=test_set.project, names={"one": " two "})
    assert names_of(test_set) == ["two", "one"][::-1] or names_of(test_set) == ["one", "two"]


def test_an_import_is_found_after_its_systems_are_renamed(test_set: TestSet) -> None:
    done = add(test_set, "later", "a\nb\nc\nd\n")
    rename_systems(user=test_set.project.created_by, project=test_set.project, names={"later": "new"})
    [brought] = find_translations(done).rows["system outputs"]
    assert brought.system.name == "new"


def test_a_table_of_outputs_proposes_short_names(test_set: TestSet) -> None:
    rows = ["Si sveglia.,Si alza.", "Rompe il ghiaccio.,Rompe il gelo.", "Rompono tutto.,Lo rompono.", "Piove.,Nevica."]
    header = f"{PREFIX}NT5,{PREFIX}LanguageX"
    preview = preview_outputs(test_set.project.created_by, test_set, "\n".join([header, *rows]) + "\n")
    assert [row["short_name"] for row in preview.result["systems"]] == ["NT5", "LanguageX"]
    address = reverse("evaluation:translations_preview", args=[test_set.project.slug, preview.pk])
    page = sign_in(test_set).get(address).content.decode()
    assert "Shorten names of systems" in page and "NT5, LanguageX. You can rename" in page
    job = confirm_translations(
        user=test_set.project.created_by, project=test_set.project, preview=preview, shortens_names=True
    )
    run(job, take_translations)
    assert names_of(test_set)[2:] == ["NT5", "LanguageX"]


def test_several_files_keep_the_part_that_differs_if_wanted(test_set: TestSet) -> None:
    from django.core.files.base import ContentFile

    from evaluation.translations.services import add_translations

    files = [(f"{PREFIX}{name}.txt", ContentFile(b"a\nb\nc\nd\n")) for name in ("NT5", "AIST")]
    asked = {"user": test_set.project.created_by, "project": test_set.project, "test_set": test_set, "files": files}
    run(add_translations(**asked, shortens_names=True), take_translations)
    assert names_of(test_set)[2:] == ["NT5", "AIST"]


def test_a_table_of_a_test_set_proposes_short_names() -> None:
    project = make_evaluation_project()
    preview = run(request_preview(project, {"table": ("t.tsv", TWO)}), preview_test_set)
    assert preview.result["short_names"] == {LONG[0]: "DLUT", LONG[1]: "Online-A"}
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("evaluation:test_set_preview", args=[project.slug, preview.pk])).content.decode()
    assert "Shorten names of systems" in page
    job = confirm_test_set(user=project.created_by, project=project, preview=preview, shortens_names=True)
    made = TestSet.objects.get(pk=run(job, import_test_set).result["test_set"])
    assert names_of(made) == ["DLUT", "Online-A"] and System.objects.count() == 2
    assert list(made.translations.order_by("pk").values_list("column", flat=True)) == LONG
