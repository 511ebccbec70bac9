"""Token against type: published figures on page, API and in files; boxes against numpy and by hand."""

import csv
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from itertools import permutations
from statistics import fmean
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from scipy.stats import rankdata, spearmanr

from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from idiomaticity.ratings.queries import find_compound
from idiomaticity.ratings.scores import CompoundScore, find_interval, find_p, spearman
from idiomaticity.results.token_type.figures import ScoredCompound, summarise_box, write_token_type
from idiomaticity.results.token_type.plots import plot_boxes, plot_scatter
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, lease_rating, make_rating_project, submit_rating
from tests.markup import markup_of
from tests.shared_data import shared

# measures.md §4, from the released sentence means: ρ, mean, sd; all, idiomatic, partly, compositional.
PUBLISHED = {
    "en": {
        "": (".920", None, None),
        "NC": (".712", ".949", ".580"),
        "PC": (".775", "2.339", "1.011"),
        "C": (".659", "4.136", ".673"),
    },
    "pt": {
        "": (".894", None, None),
        "NC": (".823", "1.519", ".813"),
        "PC": (".779", "2.457", ".905"),
        "C": (".909", "3.616", ".929"),
    },
}
ALIKE = {"en": (238, 280), "pt": (164, 180)}
FILES = (("data", ".tsv"), ("sentids", ".csv"))
COUNTS = {"en": {"NC": (103, 103), "PC": (89, 88), "C": (88, 88)}}


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def compound(number: int, name: str, token: float, type_score: float | None, **means: float) -> ScoredCompound:
    score = CompoundScore(f"c{number}", name, type_score, token, (token, None, token + number / 10))
    return ScoredCompound(number, score, {"whole": token, **means})  # type: ignore[dict-item]


def read_file(client: Client, project: Project, table: str) -> list[dict[str, str]]:
    answer = client.get(reverse("evaluation:token_type_table", args=[project.slug, table]))
    return list(csv.DictReader(StringIO(b"".join(answer.streaming_content).decode())))


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pt"])
def test_released_sentence_means_give_the_published_figures(language: str) -> None:
    folder = shared("data/idiomaticity/nctti")
    project = make_rating_project(text="", language=language)
    bring_in(project, *((folder / f"{name}_{language}").with_suffix(end).read_bytes() for name, end in FILES))
    client = manager_of(project)
    answer = client.get(reverse("api:token-type", args=[project.slug])).json()
    rows = {row["compound_class"]: row for row in answer["classes"]}
    shown = markup_of(client.get(reverse("evaluation:token_type", args=[project.slug])))
    results = markup_of(client.get(reverse("idiomaticity:results", args=[project.slug])))
    for name, expected in PUBLISHED[language].items():
        for key, figure in zip(("rho", "mean", "sd"), expected, strict=True):
            if figure is not None:
                assert f"{rows[name][key]:.3f}" == f"{float(figure):.3f}"
                for page in (shown, results):
                    assert f'<td class="number">{float(figure):.3f}</td>' in page
    for name, (compounds, compared) in COUNTS.get(language, {}).items():
        assert (rows[name]["compounds"], rows[name]["compared"]) == (compounds, compared)
    assert (answer["alike"], answer["with_spread"]) == ALIKE[language]
    assert "{} of {} compounds have similar scores".format(*ALIKE[language]) in shown


@pytest.mark.django_db
def test_ratings_are_pooled_by_scale_and_files_hold_every_compound() -> None:
    project = make_rating_project()
    for head in (1, 4):
        member = make_member(project)
        for _ in range(6):
            submit_rating(lease_rating(member), head, 2, 3)
    client = manager_of(project)
    answer = client.get(reverse("api:token-type", args=[project.slug])).json()
    boxes = {(box["scale"], box["compound_class"]): box for box in answer["boxes"]}
    assert (boxes["head", "NC"]["n"], boxes["head", "NC"]["median"]) == (2, 2.5)
    assert boxes["modifier", "C"]["mean"] == 2
    for table in ("classes", "boxes"):
        assert len(read_file(client, project, table)) > 1
    rows = read_file(client, project, "compounds")
    assert [row["compound"] for row in rows] == ["glass ceiling", "olive oil", "cash cow"]
    assert (rows[0]["mean_head"], rows[0]["token_score"], rows[2]["sentence_2"]) == ("2.5", "3.0", "")
    for figure in ("scatter", "boxes"):
        plot = client.get(reverse("evaluation:token_type_plot", args=[project.slug, figure]))
        assert ElementTree.fromstring(plot.content).tag.endswith("svg")
    for route in ("token_type_plot", "token_type_table"):
        assert client.get(reverse(f"evaluation:{route}", args=[project.slug, "else"])).status_code == 404


@pytest.mark.django_db
def test_one_project_asks_both_levels() -> None:
    """Each compound once by itself and once in each sentence, and both show in every figure."""
    project = make_rating_project(level="both", annotators_per_item=1)
    member = make_member(project)
    assert project.item_count == 3 + 6
    done = []
    while (assignment := lease_next(user=member.user, project=project)) is not None:
        of = getattr(assignment.item, "occurrence", None)
        done.append(find_compound(assignment.item).text)
        submit_rating(assignment, 1, 2, 3) if of else submit_rating(assignment, 4, 5, 0)
    assert Counter(done) == {"glass ceiling": 4, "olive oil": 3, "cash cow": 2}
    answer = manager_of(project).get(reverse("api:token-type", args=[project.slug])).json()
    boxes = {(box["level"], box["scale"], box["compound_class"]): box for box in answer["boxes"]}
    assert (boxes["token", "head", "NC"]["mean"], boxes["type", "head", "NC"]["mean"]) == (1, 4)
    assert (boxes["token", "whole", "NC"]["sd"], boxes["token", "whole", "C"]["sd"]) == (0, None)
    every, *_ = answer["classes"]
    assert (every["compared"], every["type_compounds"], every["type_mean"]) == (3, 3, 0)


@pytest.mark.django_db
def test_a_project_at_type_level_shows_its_classes() -> None:
    project = make_rating_project(level="type", annotators_per_item=1)
    member = make_member(project)
    for _ in range(3):
        submit_rating(lease_rating(member), 1, 2, 3)
    client = manager_of(project)
    rows = client.get(reverse("api:token-type", args=[project.slug])).json()["classes"]
    assert {row["compound_class"]: row["type_compounds"] for row in rows} == {"": 3, "NC": 2, "C": 1}
    page = markup_of(client.get(reverse("evaluation:token_type", args=[project.slug])))
    assert "whole, type level, idiomatic" in page


def test_p_and_interval_of_rho() -> None:
    """P of more pairs is scipy's; the interval is worked out by the formula of Bonett and Wright."""
    nine = list(range(9)), [2, 1, 4, 3, 7, 8, 6, 5, 9]
    assert find_p(*nine) == pytest.approx(spearmanr(*nine).pvalue, abs=1e-12)
    first, second = [1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 7, 8, 6, 5]
    rho = spearman(first, second).value
    assert rho == pytest.approx(1 - 6 * 22 / (8 * 63))
    # atanh 0.73810 = 0.94628, its error √(1.27239 / 5) = 0.50446.
    assert find_interval(rho, 8) == pytest.approx((-0.0424, 0.9591), abs=1e-4)
    assert find_interval(1.0, 8) is None
    assert (find_p([1, 2], [1, 2]), find_p([1, 1, 1], [1, 2, 3]), find_p([*first, 9], [*first, 9])) == (None, None, 0.0)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # All 24 orders of four: only the same and the reverse correlate as strongly.
        ([1, 2, 3, 4], [10, 20, 30, 40], 2 / 24),
        ([1, 2, 3, 4], [10, 20, 40, 30], 8 / 24),
        ([1, 2, 3], [1, 2, 3], 2 / 6),
        ([1, 2, 2, 4, 5], [2, 2, 3, 1, 5], None),
        ([1, 5, 2, 4, 3, 3], [1, 1, 2, 2, 3, 3], None),
        ([3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8], None),
    ],
)
def test_p_of_a_few_pairs_is_exact(first: list[int], second: list[int], expected: float | None) -> None:
    """Against every order, correlated one after the other."""
    ranks, others = rankdata(first), rankdata(second)
    middle = (len(first) + 1) / 2

    def correlate(order: Sequence[float]) -> float:
        return abs(sum((one - middle) * (other - middle) for one, other in zip(order, others, strict=True)))

    counted = fmean(correlate(order) >= correlate(ranks) - 1e-9 for order in permutations(ranks))
    if expected is not None:
        assert counted == pytest.approx(expected)
    assert find_p(first, second) == pytest.approx(counted)


@pytest.mark.django_db
def test_page_and_api_say_how_p_was_found() -> None:
    project = make_rating_project(annotators_per_item=1)
    member = make_member(project)
    for score in (0, 1, 2, 3, 4, 5):
        submit_rating(lease_rating(member), 3, 3, score)
    client = manager_of(project)
    row = client.get(reverse("api:token-type", args=[project.slug])).json()["classes"][0]
    assert (row["compared"], row["p_method"]) == (3, "exact")
    page = markup_of(client.get(reverse("evaluation:token_type", args=[project.slug])))
    assert "p exact (all orders) up to n = 8, by Student’s t above" in page
    lines = client.get(reverse("evaluation:token_type_table", args=[project.slug, "classes"])).getvalue().decode()
    assert next(csv.DictReader(StringIO(lines)))["p_method"] == "exact"


@pytest.mark.django_db
def test_before_any_score_the_page_says_so() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n")
    client = manager_of(project)
    assert "No scores yet" in markup_of(client.get(reverse("evaluation:token_type", args=[project.slug])))
    assert client.get(reverse("evaluation:token_type_plot", args=[project.slug, "scatter"])).status_code == 404


def test_a_box_by_hand() -> None:
    box = summarise_box("whole", "C", [1, 2, 3, 4, 5, 20])
    assert (box.lower, box.median, box.upper) == (2.25, 3.5, 4.75)
    assert (box.low, box.high, box.outliers, box.n) == (1, 5, (20,), 6)
    assert box.mean == pytest.approx(35 / 6)
    alone = summarise_box("whole", "", [3.5])
    assert (alone.low, alone.median, alone.high, alone.outliers) == (3.5, 3.5, 3.5, ())
    with pytest.raises(ValueError, match="needs values"):
        summarise_box("whole", "", [])


def test_correlation_is_over_compounds_with_both_scores() -> None:
    compounds = [compound(n, "NC", [0.5, 2, 1, 3][n], [0.4, 1, 2, 5][n]) for n in range(4)]
    compounds.append(compound(4, "C", 4.0, None))
    report = write_token_type(compounds)
    expected = spearmanr([0.5, 2, 1, 3], [0.4, 1, 2, 5]).statistic
    assert report.classes[0].rho.value == pytest.approx(expected)
    assert (report.classes[0].compounds, report.classes[0].compared) == (5, 4)
    assert [each.number for each in report.most_variable] == [4, 3, 2, 1, 0]


def test_classes_differ_in_shape_or_filling() -> None:
    compounds = [compound(n, name, n, n, head=1.0) for n, name in enumerate(("C", "PC", "NC", ""))]
    report = write_token_type(compounds)
    root = ElementTree.fromstring(plot_scatter(report).to_svg())
    symbols = {(symbol.tag, symbol.get("class")) for symbol in root if symbol.tag in ("circle", "polygon")}
    assert symbols == {("circle", "dot"), ("circle", "dot-open"), ("polygon", "symbol"), ("polygon", "symbol-open")}
    boxes = ElementTree.fromstring(plot_boxes(report).to_svg(standalone=True))
    assert len([symbol for symbol in boxes.iter() if symbol.tag.endswith("rect")]) == 1 + len(report.boxes) == 9
