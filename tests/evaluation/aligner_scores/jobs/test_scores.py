"""The systems pages: the board in order, the form in sentences, and who may do what."""

from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from alignment.formats import ALIGNMENT_FORMATS
from alignment.formats.forms import LinkFileForm
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from evaluation.aligner_scores.jobs.scores import score_output
from evaluation.aligner_scores.models import Score
from evaluation.aligner_scores.queries import board, score_to_json
from tests.evaluation.gold_releases import make_release
from tests.factories import make_member, make_project, make_user
from tests.markup import markup_of
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

PERFECT = b"0-0 1-2 2-1\n1-0\n0-0 1-1\n"
POOR = b"0-0 1-1 2-2\n1-0\n0-1 1-0\n"


@pytest.fixture
def release() -> Release:
    return make_release(make_project())


def sign_in(project: Project, role: str = Role.MANAGER) -> Client:
    client = Client()
    client.force_login(make_member(project, role).user)
    return client


def address(release: Release, route: str, *args: object) -> str:
    return reverse(f"evaluation:{route}", args=[release.project.slug, *args])


def upload_output(client: Client, release: Release, data: bytes, name: str = "aligner", **values: object):
    """Post the form; `chosen` is another release than the page's own."""
    form = {
        "name": name,
        "release": values.pop("chosen", release.pk),
        "file": SimpleUploadedFile("links.txt", data),
        "alignment_format": "pharaoh",
        "base": "detect",
        **values,
    }
    return client.post(address(release, "system_new"), form)


def work() -> None:
    """Finish every job; a worker that other tests started may be at one of them already."""
    for job in Job.objects.unfinished():
        work_on(job.pk, score_output)
    wait_until(lambda: not Job.objects.unfinished().exists(), "a job did not finish")


def make_waiting_job(release: Release) -> Job:
    """Make a job without notifying the broker, so that no worker takes it."""
    project = release.project
    parameters = {"release": release.pk, "name": "aligner", "file_name": "links.txt"}
    return Job.objects.create(
        project=project,
        kind="score",
        requested_by=project.created_by,
        idempotency_key="waiting",
        parameters=parameters,
    )


def test_without_a_release_the_page_says_what_to_do():
    project = make_project()
    page = markup_of(sign_in(project).get(reverse("evaluation:systems", args=[project.slug])))
    assert "No releases yet" in page and "Create the first one" in page


def test_an_uploaded_file_is_on_the_board_when_it_is_scored(release):
    client = sign_in(release.project)
    response = upload_output(client, release, PERFECT)
    assert response["Location"] == address(release, "systems") + "?release=1"
    work()
    page = markup_of(client.get(response["Location"]))
    assert "<b>0.0</b>" in page and "hx-get" not in page.split("<template")[0]


def test_while_a_file_waits_the_board_says_so_and_asks_again(release):
    client = sign_in(release.project)
    job = make_waiting_job(release)
    fragment = address(release, "scoring", 1)
    page = markup_of(client.get(address(release, "systems")))
    assert "Waiting" in page and f'hx-get="{fragment}"' in page
    assert "HX-Refresh" not in client.get(fragment)
    Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
    assert client.get(fragment)["HX-Refresh"] == "true"


def test_best_systems_come_first(release):
    client = sign_in(release.project)
    for name, data in (("poor", POOR), ("perfect", PERFECT)):
        upload_output(client, release, data, name)
    work()
    assert [score.output.system.name for score in board(release)] == ["perfect", "poor"]
    page = markup_of(client.get(address(release, "systems")))
    table = page.split("<tbody>")[1]
    assert table.index(">perfect<") < table.index(">poor<")
    rows = b"".join(client.get(address(release, "systems_table", 1, "csv"))).decode().splitlines()
    assert rows[0].startswith("system,aer,aer low,aer high,precision") and rows[1].startswith("perfect,0.0,")
    printed = markup_of(client.get(address(release, "systems_table", 1, "tex")))
    # Nothing is marked: the release has fewer than 30 pairs.
    assert r"perfect & 0.0 & 100.0 & 100.0 & 100.0 \\" in printed
    assert "% Intervals and p-values are unreliable with fewer than 30 sentence pairs." in printed


def test_a_later_file_of_a_system_replaces_the_earlier_one_which_keeps_its_page(release):
    client = sign_in(release.project)
    for name, data in (("mine", POOR), ("other", POOR), ("mine", PERFECT)):
        upload_output(client, release, data, name)
    work()
    assert [(score.output.system.name, score.aer > 0) for score in board(release)] == [("mine", False), ("other", True)]
    earlier, later = Score.objects.filter(output__system__name="mine").order_by("job_id")
    said = "A later file of this system stands on the board instead"
    shown = markup_of(client.get(address(release, "score", earlier.pk)))
    assert said in shown
    assert address(release, "score", later.pk) in shown
    assert said not in markup_of(client.get(address(release, "score", later.pk)))


def test_the_plot_is_a_file_with_its_own_colours(release):
    client = sign_in(release.project)
    assert client.get(address(release, "systems_plot", 1)).status_code == 404
    upload_output(client, release, PERFECT, "a & <b>")
    work()
    root = ElementTree.fromstring(client.get(address(release, "systems_plot", 1)).content)
    assert "a & <b>" in [element.text for element in root.iter()]
    assert not any(element.get("class") for element in root.iter())


def test_a_fault_in_the_file_is_told_on_the_board(release):
    client = sign_in(release.project)
    upload_output(client, release, b"0-0\n9-0\n0-0\n")
    work()
    page = markup_of(client.get(address(release, "systems")))
    assert "links.txt, line 2: A link points to source token 10, but there are only 2." in page


@pytest.mark.parametrize(
    ("data", "values", "sentence"),
    [
        (b"", {}, "The submitted file is empty."),
        (PERFECT, {"name": "  "}, "This field is required."),
        (PERFECT, {"alignment_format": "excel"}, "Select a valid choice."),
        (PERFECT, {"base": "2"}, "Select a valid choice."),
        (PERFECT, {"chosen": 10**6}, "Select a valid choice."),
    ],
)
def test_a_wrong_form_is_answered_in_a_sentence_and_nothing_is_kept(release, data, values, sentence):
    response = upload_output(sign_in(release.project), release, data, **values)
    assert response.status_code == 400
    assert sentence in markup_of(response)
    assert not Upload.objects.exists() and not Job.objects.exclude(kind="release").exists()


def test_a_quota_is_told_in_the_form_and_the_file_is_not_kept(release, settings):
    settings.JOBS_WAITING_PER_PERSON = 1
    make_waiting_job(release)
    client = Client()
    client.force_login(release.project.created_by)
    response = upload_output(client, release, POOR)
    assert "waiting jobs. Wait for some to finish." in markup_of(response)
    assert not Upload.objects.exists()


def test_a_file_scored_before_leads_to_its_score(release):
    client = sign_in(release.project)
    upload_output(client, release, PERFECT)
    work()
    score = Score.objects.get()
    assert upload_output(client, release, PERFECT)["Location"] == address(release, "score", score.pk)


def test_a_score_shows_figures_signature_and_errors(release):
    client = sign_in(release.project)
    upload_output(client, release, POOR)
    work()
    score = Score.objects.get()
    page = markup_of(client.get(address(release, "score", score.pk)))
    assert score.signature in page.replace("<wbr>", "")
    assert "gatto" in page.split('id="worst"')[1]
    assert score_to_json(score)["aer"] == score.result["aer"]
    assert "worst" not in score_to_json(score)


def test_names_are_shown_as_text(release):
    client = sign_in(release.project)
    upload_output(client, release, PERFECT, "<script>alert(1)</script>")
    work()
    page = markup_of(client.get(address(release, "systems")))
    assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_only_managers_upload_and_annotators_see_nothing(release):
    adjudicator = sign_in(release.project, Role.ADJUDICATOR)
    assert adjudicator.get(address(release, "systems")).status_code == 200
    assert upload_output(adjudicator, release, PERFECT).status_code == 403
    annotator = sign_in(release.project, Role.ANNOTATOR)
    for route, arguments in (
        ("systems", []),
        ("systems_plot", [1]),
        ("system_new", []),
        ("scoring", [1]),
        ("score", [1]),
    ):
        assert annotator.get(address(release, route, *arguments)).status_code == 403


def test_a_score_of_another_project_does_not_exist(release):
    client = sign_in(release.project)
    upload_output(client, release, PERFECT)
    work()
    other = make_release(make_project())
    assert sign_in(other.project).get(address(other, "score", Score.objects.get().pk)).status_code == 404
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.get(address(release, "systems")).status_code == 404


def test_a_release_of_another_project_cannot_be_chosen(release):
    other = make_release(make_project())
    response = upload_output(sign_in(release.project), release, PERFECT, chosen=other.pk)
    assert response.status_code == 400


@pytest.mark.parametrize("number", ["9", "x", "٣", "1" * 30])
def test_an_unknown_release_is_not_found(release, number):
    response = sign_in(release.project).get(address(release, "systems"), {"release": number})
    assert response.status_code == 404


def test_number_of_queries_does_not_grow_with_the_board(release, django_assert_max_num_queries):
    client = sign_in(release.project)
    for index in range(8):
        upload_output(client, release, PERFECT, f"system {index}")
    work()
    with django_assert_max_num_queries(16):
        assert markup_of(client.get(address(release, "systems"))).count('<th scope="row">') == 8


def test_every_format_that_is_one_file_is_offered_with_an_example_after_detection() -> None:
    offered = dict(LinkFileForm().fields["alignment_format"].choices)  # type: ignore[attr-defined]
    plain = {name: known.example for name, known in ALIGNMENT_FORMATS.items() if not known.is_folder}
    assert offered == {"detect": "Detect", **{name: f"{name}:  {example}" for name, example in plain.items()}}
    assert all(plain.values())
