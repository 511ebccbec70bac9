"""Agreement of ratings on its page, through the API, as files and as a job."""

import csv
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from annotation_site.agreement.jobs import compute_agreement
from annotation_site.agreement.models import AgreementFigures
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from idiomaticity.agreement.queries import RatingAgreementKind
from tests.evaluation.translated import run
from tests.factories import make_member
from tests.idiomaticity.making import bring_study, lease_rating, make_rating_project, submit_rating
from tests.markup import markup_of
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
# measures.md §3: ordinal, interval, nominal; all, then without the excluded: together, modifier, head.
EVERYBODY = {"all": (0.1083, 0.0976, 0.0428)}
WITHOUT = {
    "all": (0.1179, 0.1022, 0.0466),
    "modifier": (0.1341, 0.1209, 0.0509),
    "head": (0.0995, 0.0827, 0.0413),
}
LEVELS = ("ordinal", "interval", "nominal")
PAIRS = {(5, 63): (0.2342, 0.2592), (5, 79): (0.1850, 0.2116), (16, 23): (0.3448, 0.3131), (63, 79): (0.3192, 0.3196)}
TRIPLE = (0.2460, 0.2654, 0.0319)


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def rate_all(project: Project) -> None:
    for member in (make_member(project), make_member(project)):
        for place in range(6):
            submit_rating(lease_rating(member), 3, 2, place % 6)


def bring_compounds() -> Project:
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    project = make_rating_project(text="", level="type")
    bring_study(project, path.read_bytes())
    return project


def read_alphas(scale: dict, levels: tuple[str, ...] = LEVELS) -> tuple[float, ...]:
    by_level = {each["level"]: each["alpha"] for each in scale["levels"]}
    return tuple(round(by_level[level], 4) for level in levels)


def test_page_and_api_tell_the_published_alphas() -> None:
    project = bring_compounds()
    excluded = project.memberships.filter(exclusions__lifted_at=None, exclusions__isnull=False)
    names = ",".join(excluded.values_list("pseudonym", flat=True))
    assert len(excluded) == 3
    client = manager_of(project)
    page, api = (reverse(name, args=[project.slug]) for name in ("projects:agreement", "api:rating-agreement"))
    everybody = "?excluded=with"
    for query, expected in ((everybody, EVERYBODY), (f"{everybody}&without={names}", WITHOUT), ("", WITHOUT)):
        answer = client.get(api + query).json()
        shown = markup_of(client.get(page + query))
        by_scale = {row["scale"]: row for row in answer["scales"]}
        for scale, alphas in expected.items():
            assert read_alphas(by_scale[scale]) == alphas
            assert all(f"{alpha:.4f}" in shown for alpha in alphas)
            for each in by_scale[scale]["levels"]:
                assert each["interval"][0] < each["alpha"] < each["interval"][1]
    assert "ordinal alpha 0.1179" in shown
    assert "Single ratings are too different for conclusions. Means over many raters can still be precise." in shown
    assert "goes beyond this band" not in shown
    # Published of those who were kept; of everybody eight pairs tie.
    check_common(project, answer, shown)


def check_common(project: Project, answer: dict, shown: str) -> None:
    names = {f"Annotator annotator_{number}": number for number in (5, 16, 23, 63, 79)}
    members = project.memberships.filter(user__name__in=names).select_related("user")
    numbers = {member.pseudonym: names[member.user.name] for member in members}
    pairs, triples = answer["common"]
    found = {
        tuple(sorted(numbers[name] for name in each["annotators"])): read_alphas(each["scales"][0], LEVELS[:2])
        for each in pairs["sets"]
    }
    assert (pairs["units"], pairs["tied"], found) == (100, 4, PAIRS)
    assert (triples["units"], triples["tied"]) == (100, 1)
    assert sorted(numbers[name] for name in triples["sets"][0]["annotators"]) == [5, 63, 79]
    assert read_alphas(triples["sets"][0]["scales"][0]) == TRIPLE
    for alpha in [*TRIPLE, *(alpha for alphas in PAIRS.values() for alpha in alphas)]:
        assert f"{alpha:.4f}" in shown
    assert "100 units in common; 4 sets tie" in shown


def test_k_is_chosen() -> None:
    project = make_rating_project()
    rate_all(project)
    client = manager_of(project)
    answer = client.get(reverse("api:rating-agreement", args=[project.slug]), {"k": "4"}).json()
    assert [row["k"] for row in answer["common"]] == [2, 3, 4]
    assert answer["common"][0]["units"] == 18
    assert "No 4 annotators" in answer["common"][2]["reason"]
    page = client.get(reverse("projects:agreement", args=[project.slug]), {"k": "99"})
    assert page.status_code == 400
    assert "The number of annotators must be 2 to 10." in markup_of(page)


def test_a_pseudonym_that_is_unknown_is_named() -> None:
    project = make_rating_project()
    submit_rating(lease_rating(make_member(project)))
    answer = manager_of(project).get(reverse("projects:agreement", args=[project.slug]), {"without": "Z"})
    assert answer.status_code == 400
    assert "Annotator Z has no ratings here." in markup_of(answer)


def test_agreement_follows_what_is_submitted_and_undone() -> None:
    project = make_rating_project()
    first, second = make_member(project), make_member(project)
    client = manager_of(project)
    address = reverse("api:rating-agreement", args=[project.slug])
    submit_rating(lease_rating(first))
    assert client.get(address).json()["scales"][0]["units"] == 0
    for _ in range(6):
        submit_rating(lease_rating(second))
    assert client.get(address).json()["scales"][0]["units"] == 3


def test_tables_and_plot_can_be_taken_away() -> None:
    project = make_rating_project()
    rate_all(project)
    client = manager_of(project)
    for table in ("alpha", "common", "left-out", "annotators", "weeks", "thousands"):
        answer = client.get(reverse("projects:agreement_table", args=[project.slug, table, "csv"]))
        assert answer["Content-Type"].startswith("text/csv")
        lines = b"".join(answer.streaming_content).decode().splitlines()
        assert len(lines) > 1
        assert "None" not in "".join(lines)
    plot = client.get(reverse("projects:agreement_plot", args=[project.slug, "alpha"]))
    assert ElementTree.fromstring(plot.content).tag.endswith("svg")
    for name, words in (("agreement_table", ["nothing", "csv"]), ("agreement_plot", ["nothing"])):
        assert client.get(reverse(f"projects:{name}", args=[project.slug, *words])).status_code == 404


def test_figures_of_many_ratings_are_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RatingAgreementKind, "at_once", 5)
    project = make_rating_project()
    rate_all(project)
    client = manager_of(project)
    page, api = (reverse(name, args=[project.slug]) for name in ("projects:agreement", "api:rating-agreement"))
    assert client.get(api).status_code == 409
    assert "Compute figures" in markup_of(client.get(page))
    asked = client.post(reverse("projects:agreement_intervals", args=[project.slug]), {"without": "", "k": "3"})
    job = Job.objects.get(project=project, kind="agreement")
    assert asked["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    assert client.post(api, {}, content_type="application/json").json()["id"] == job.pk
    assert "Show progress" in markup_of(client.get(page))
    run(job, compute_agreement)
    answer = client.get(api).json()
    assert (answer["is_current"], answer["ratings"], answer["scales"][0]["units"]) == (True, 12, 18)
    monkeypatch.setattr(RatingAgreementKind, "at_once", 50)
    caches["figures"].clear()
    at_once = client.get(api).json()
    assert {**at_once, "computed_at": None} == {**answer, "computed_at": None}


def test_a_job_run_again_leaves_one_result_and_new_ratings_make_it_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RatingAgreementKind, "at_once", 0)
    project = make_rating_project(annotators_per_item=3)
    rate_all(project)
    client = manager_of(project)
    api = reverse("api:rating-agreement", args=[project.slug])
    client.post(api, {}, content_type="application/json")
    job = Job.objects.get(project=project, kind="agreement")
    for _ in range(2):
        run(job, compute_agreement)
    assert AgreementFigures.objects.filter(project=project).count() == 1
    submit_rating(lease_rating(make_member(project)))
    assert client.get(api).json()["is_current"] is False
    page = markup_of(client.get(reverse("projects:agreement", args=[project.slug])))
    assert "Recompute figures" in page


HEADER = "compound,sentence_number,scale,annotator,rating"
# Two of them agree about sentences, and not about compounds.
OF_SENTENCES = [f"{name} tank,1,whole,{who},{n % 6}" for n, name in enumerate("abcdefgh") for who in ("ann", "bob")]
OF_COMPOUNDS = [
    f"{name} tank,,whole,{who},{n % 6 if who == 'ann' else 5 - n % 6}"
    for n, name in enumerate("abcdefgh")
    for who in ("ann", "bob")
]


def bring_rated(rows: list[str]) -> Project:
    text = "compound\tsentence\n" + "".join(f"{name} tank\tOne {name} tank.\n" for name in "abcdefgh")
    project = make_rating_project(text=text, level="both")
    bring_study(project, "\n".join([HEADER, *rows]).encode())
    return project


def test_sentences_and_compounds_are_told_apart_and_together() -> None:
    project = bring_rated(OF_SENTENCES + OF_COMPOUNDS)
    client, address = manager_of(project), reverse("api:rating-agreement", args=[project.slug])
    report = client.get(address).json()
    alone = []
    for rows in (OF_SENTENCES, OF_COMPOUNDS):
        part = bring_rated(rows)
        answer = manager_of(part).get(reverse("api:rating-agreement", args=[part.slug])).json()
        assert answer["by_item"] == []
        alone.append(answer["scales"])
    assert [each["items"] for each in report["by_item"]] == ["sentences", "compounds"]
    assert [each["scales"] for each in report["by_item"]] == alone
    assert read_alphas(alone[0][0])[0] == 1.0 > 0 > read_alphas(alone[1][0])[0]
    assert [each["units"] for each in (report["scales"][0], alone[0][0], alone[1][0])] == [16, 8, 8]
    page = markup_of(client.get(reverse("projects:agreement", args=[project.slug])))
    assert page.count("Ratings of sentences") == page.count("Ratings of compounds in general") == 1
    assert "Ordinal alpha, sentences" in page and "all scales–compounds" in page
    short = page[page.index('class="verdict"') : page.index('class="figures"')]
    assert "ordinal alpha 1.0000" in short and "Conclusions can rest on single ratings." in short
    assert "Single ratings are too different for conclusions." in short
    table = client.get(reverse("projects:agreement_table", args=[project.slug, "alpha", "csv"])).getvalue().decode()
    items = {row["items"] for row in csv.DictReader(table.splitlines())}
    assert items == {"", "compounds", "sentences"}
