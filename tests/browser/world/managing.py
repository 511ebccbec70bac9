"""Pages of a manager of word alignment."""

import random
from uuid import uuid4

from django.core.files.base import ContentFile

from alignment.corrections.services.corrections import correct_pair
from alignment.imported_annotation.jobs.reading import preview_readings
from alignment.imported_annotation.services import request_readings_preview
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import request_import_preview
from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from alignment.selection import SelectionSettings
from alignment.selection.jobs import select_sentences
from alignment.selection.services import request_selection
from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.assignments.services.questions import answer_question
from annotation_site.deposits.models import Deposit
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import cancel_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from evaluation.aligner_scores.jobs.bands import score_by_band
from evaluation.aligner_scores.jobs.scores import score_output
from evaluation.aligner_scores.models import Output, Score
from evaluation.aligner_scores.services import add_system_output, request_band_scores
from tests.browser.corners import misread_text, suggest_links
from tests.browser.world.visiting import Visit, do, page
from tests.factories import (
    make_member,
    make_project,
    make_reading,
)

READINGS = (
    "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
    "# sentence pair 2\nun gatto nero\nNULL ({ / / }) a ({ 1 / / }) black ({ 3 / / }) cat ({ 2 / / })\n"
)
PREVIEWED = "a stitch in time\tun punto a tempo\nno other side\nlook before you leap\tguarda prima di saltare\n"


def visit_jobs_and_releases(manager: User, project: Project) -> list[Visit]:
    before = page("release-new", "manager", "alignment:release_new", project.slug)
    released = do(
        request_release(user=manager, project=project, request_id=uuid4(), note="first round, two annotators"),
        build_release,
    )
    release = project.releases.get()
    Deposit.objects.create(
        release=release,
        software=Deposit.Software.INVENIO,
        address="https://zenodo.org",
        record="abcde-12345",
        state=Deposit.State.DRAFT,
        url="https://zenodo.org/uploads/abcde-12345",
        created_by=manager,
    )
    upload = store_upload(user=manager, project=project, file=ContentFile(PREVIEWED.encode()), name="proverbs.tsv")
    preview = do(
        request_import_preview(
            user=manager, project=project, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4()
        ),
        preview_import,
    )
    count = release.manifest["counts"]["pairs"]
    for name, lines in {"diagonal": "0-0 1-1 2-2\n", "word by word": "0-0 1-1\n", "broken": "0-0 1-x\n"}.items():
        output = ContentFile((lines * count).encode())
        job = add_system_output(
            user=manager,
            project=project,
            release=release,
            name=name,
            file=output,
            file_name=f"{name}.talp",
            alignment_format="pharaoh",
            base="0",
        )
        do(job, score_output)
    by_band = request_band_scores(
        user=manager,
        project=project,
        release=release,
        outputs=list(Output.objects.filter(release=release).order_by("pk")[:2]),
        bands="0,1-2,3-",
    )
    compared = do(by_band, score_by_band).result["band_scores"]
    waiting = request_release(user=manager, project=project, request_id=uuid4(), note="second round")
    cancelled = cancel_job(user=manager, job=waiting)
    do(request_release(user=manager, project=project, request_id=uuid4(), note="second round, again"), build_release)
    best = Score.objects.filter(output__system__project=project).order_by("pk").first()
    assert best
    return _list_jobs_and_releases(manager, project, before, best, cancelled, compared, job, preview, release, released)


def _list_jobs_and_releases(
    manager: User,
    project: Project,
    before: Visit,
    best: Score,
    cancelled: Job,
    compared: int,
    job: Job,
    preview: Job,
    release: Release,
    released: Job,
) -> list[Visit]:
    selection = _select(manager, project)
    return [
        before,
        *[
            page(name, "manager", route, project.slug)
            for name, route in {
                "releases": "projects:releases",
                "systems": "evaluation:systems",
                "system-new": "evaluation:system_new",
                "jobs": "projects:jobs",
                "import": "alignment:import",
                "selection-new": "alignment:selection_new",
            }.items()
        ],
        page("release", "manager", "projects:release", project.slug, release.number),
        page("deposit", "manager", "projects:deposit", project.slug, release.number),
        page("datasheet", "manager", "alignment:datasheet", project.slug, release.number),
        page("changes-of-the-first", "manager", "alignment:changes", project.slug, release.number),
        page("changes", "manager", "alignment:changes", project.slug, release.number + 1),
        page("systems-scored", "manager", "evaluation:systems", project.slug, query=f"?release={release.number}"),
        page("score", "manager", "evaluation:score", project.slug, best.pk),
        page("frequency-new", "manager", "evaluation:band_scores_new", project.slug, release.number),
        page("frequency", "manager", "evaluation:band_scores", project.slug, compared),
        page("import-preview", "manager", "alignment:import_preview", project.slug, preview.pk),
        *[
            page(name.replace("_", "-"), "manager", f"alignment:{name}", project.slug, selection.pk)
            for name in ("selection", "selection_text", "selection_criteria")
        ],
        page("job-done", "manager", "projects:job", project.slug, released.pk),
        page("job-failed", "manager", "projects:job", project.slug, job.pk),
        page("job-cancelled", "manager", "projects:job", project.slug, cancelled.pk),
    ]


def _select(manager: User, project: Project) -> Job:
    """Sentences of many lengths, most of them of common words."""
    draw = random.Random(1)
    common, rare = [f"word{number}" for number in range(40)], [f"rarity{number}" for number in range(400)]
    rows = []
    for _ in range(800):
        length = max(1, round(draw.lognormvariate(2.8, 0.5)))
        sides = [
            [draw.choice(common if draw.random() < 0.98 else rare) for _ in range(length + more)] for more in (0, 2)
        ]
        rows.append("\t".join(" ".join(side) for side in sides) + "\n")
    frequencies = "".join(f"{word} 90\n" for word in common)
    text, known = (
        store_upload(user=manager, project=project, file=ContentFile(content.encode()), name=name)
        for name, content in {"proceedings.tsv": "".join(rows), "frequencies.txt": frequencies}.items()
    )
    job = request_selection(
        user=manager,
        project=project,
        uploads=[text],
        text_format="tsv",
        tokens="spaces",
        source_training=known,
        target_training=known,
        training_kind="list",
        settings=SelectionSettings(size=100),
        request_id=uuid4(),
    )
    return do(job, select_sentences)


def ask_questions(project: Project) -> None:
    """Let the first annotator ask three things, of which the first is answered."""
    annotator = project.memberships.get(pseudonym="A")
    asked = [
        post_comment(
            user=annotator.user, assignment_id=assignment.pk, operation_id=uuid4(), text=text, is_question=True
        )
        for assignment, text in zip(
            annotator.assignments.order_by("pk"),
            ("Is “look out” one unit here?", "The source has a word that the target lacks.\nSure or Possible?", "Ok?"),
            strict=False,
        )
    ]
    answer_question(
        user=project.created_by, project=project, comment_id=asked[0].pk, text="Yes: verb and particle together."
    )


def visit_management(manager: User, project: Project) -> list[Visit]:
    member = project.memberships.filter(role=Role.ANNOTATOR).first()
    first, open_pair = project.items.order_by("number").first(), project.items.filter(state=Item.State.OPEN).first()
    assert member
    assert first
    ask_questions(project)
    assert open_pair
    who = "manager"
    return [
        page("project-new", who, "alignment:new"),
        *[
            page(name, who, f"{app}:{name}", project.slug)
            for app, name in (
                ("alignment", "overview"),
                ("alignment", "settings"),
                ("alignment", "pairs"),
                ("alignment", "skips"),
                ("alignment", "suggestions"),
                ("projects", "members"),
                ("projects", "guidelines"),
                ("projects", "guideline_new"),
            )
        ],
        page("questions", who, "projects:questions", project.slug),
        page("questions-own", "annotator A", "projects:questions", project.slug),
        page("pairs-none-found", who, "alignment:pairs", project.slug, query="?search=nothing"),
        page("pair", who, "alignment:pair", project.slug, first.number),
        page("pair-figure", who, "alignment:figure", project.slug, first.number, query="?reading=A&beside=B"),
        page("pair-open", who, "alignment:pair", project.slug, open_pair.number),
        page("correct", who, "alignment:correct", project.slug, first.number),
        page("member-remove", who, "projects:member_remove", project.slug, member.pk),
        page("guidelines-earlier", who, "projects:guidelines", project.slug, query="?version=1"),
    ]


def visit_corners(people: dict[str, User], project: Project) -> list[Visit]:
    suggested, begun = suggest_links(people)
    table, xml = misread_text(people["manager"], project)
    return [
        page("suggestions-in-use", "manager", "alignment:suggestions", suggested.slug),
        page("annotate-suggested", "annotator A", "alignment:annotate", begun),
        page("import-preview-misread", "manager", "alignment:import_preview", project.slug, table.pk),
        page("import-preview-unread", "manager", "alignment:import_preview", project.slug, xml.pk),
    ]


def visit_suggestions(manager: User) -> list[Visit]:
    project = make_project(manager, pairs=2, name="With suggestions")
    for item in project.items.all():
        for source, target in ((0, 0), (1, 2), (2, 1)):
            Suggestion.objects.create(item=item, source_index=source, target_index=target, label="S")
    for annotator in (make_member(project), make_member(project)):
        for _ in range(2):
            make_reading(annotator)
    correct_pair(
        user=manager,
        project=project,
        number=1,
        version=1,
        operation_id=uuid4(),
        source_tokens=["a", "blacker", "cat"],
        target_tokens=["un", "gatto", "nero"],
        keep_respelled=True,
    )
    return [
        page("suggestions-answered", "manager", "alignment:suggestions", project.slug),
        page("pair-corrected", "manager", "alignment:pair", project.slug, 1),
        page("pair-before", "manager", "alignment:pair", project.slug, 1, query="?version=1"),
    ]


def visit_finished_annotation(manager: User) -> list[Visit]:
    project = make_project(manager, name="Annotated elsewhere")
    texts = {"Ada, first half.txt": READINGS, "Bea.txt": READINGS.replace("({ 2", "({ p2").replace("nero", "scuro")}
    known = {"user": manager, "project": project}
    uploads = [store_upload(**known, file=ContentFile(text.encode()), name=name) for name, text in texts.items()]
    found = request_readings_preview(**known, uploads=uploads, alignment_format="giza-sp", request_id=uuid4())
    do(found, preview_readings)
    return [
        page("readings", "manager", "alignment:readings", project.slug),
        page("readings-preview", "manager", "alignment:readings_preview", project.slug, found.pk),
    ]
