"""A site in use, made of our own sentences: the demo, a project of long text, an empty one; and its pages."""

import random
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import timezone

from alignment.campaigns import preview_campaign
from alignment.exports import build_release
from alignment.imports import preview_import
from alignment.models import AlignmentSettings, Suggestion
from alignment.selection import SelectionSettings
from alignment.selection_jobs import select_sentences
from alignment.services.adjudication import decide_links
from alignment.services.corrections import correct_pair
from alignment.services.demo import load_demo
from alignment.services.feedback import dispute_link
from alignment.services.imports import request_import_preview
from alignment.services.known_gold import mark_known_gold
from alignment.services.leasing import lease_next_pair
from alignment.services.readings_import import request_readings_preview
from alignment.services.reconciliation import open_round
from alignment.services.releases import request_release
from alignment.services.selection import request_selection
from annotation_site.projects.jobs import work_on
from annotation_site.projects.models import Assignment, Item, Job, Project, Role, User
from annotation_site.projects.services.assignments import lease_next_item, post_comment, skip_assignment
from annotation_site.projects.services.demo import PEOPLE
from annotation_site.projects.services.exclusions import exclude_annotator
from annotation_site.projects.services.jobs import cancel_job, store_upload
from annotation_site.projects.services.members import invite, revoke_invitation
from annotation_site.projects.services.tokens import create_token
from evaluation.class_runs import score_by_class
from evaluation.frequency_runs import count_by_frequency
from evaluation.hand_over_runs import hand_over
from evaluation.measure_runs import measure_translations
from evaluation.measuring.names import MEASURES
from evaluation.models import Output, Score
from evaluation.runs import score_output
from evaluation.services.agreement import request_frequency_agreement
from evaluation.services.class_scores import request_class_scores
from evaluation.services.hand_over import request_hand_over
from evaluation.services.hit_review import decide_hit
from evaluation.services.judging import lease_next_judgement
from evaluation.services.marks import change_marks
from evaluation.services.measures import request_measures
from evaluation.services.systems import add_system_output
from evaluation.services.training_files import request_training_files
from evaluation.test_set_imports import preview_test_set
from evaluation.training_file_runs import make_training_files
from idiomaticity.crowd_codes import sign_return
from idiomaticity.models import CrowdWorker
from idiomaticity.services.adjudication import Verdict, adjudicate_compound
from idiomaticity.services.classes import judge_class, name_expert
from idiomaticity.services.crowd import enter_crowd, open_crowd, set_up_crowd
from idiomaticity.services.known_ratings import add_known_rating
from idiomaticity.services.leasing import lease_next_rating
from idiomaticity.services.paraphrases import Wish, decide_paraphrase
from tests.browser.corners import misread_text, suggest_links
from tests.evaluation.findings import make_finding
from tests.evaluation.judging import (
    answer,
    bring_study,
    follow_study,
    lease_judgement,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
)
from tests.evaluation.test_measures import COMPOUNDS, align
from tests.evaluation.translated import TABLE, keep, make_test_set, request_preview
from tests.factories import (
    PASSWORD,
    draw,
    lease,
    make_member,
    make_pair,
    make_project,
    make_reading,
    make_user,
    submit,
)
from tests.idiomaticity.making import (
    hand_in,
    lease_rating,
    make_rating,
    make_rating_project,
    make_study_release,
    preview_study,
)
from tests.idiomaticity.making import preview as preview_compounds
from tests.idiomaticity.predicting import make_study

ARABIC = "وضع المدير النقاط على الحروف بعد أن طفح الكيل ولم يعد أحد يعرف ما الذي يجري في المكتب منذ الصباح الباكر ."
ENGLISH = "the manager made things clear once all were fed up and nobody knew what was going on at the office ."
LONG_NAME = "Expressions in instruction manuals, Arabic–English, second round after the pilot of last spring"
# What is drawn already in the waiting pair of the demo that is begun.
BEGUN = {
    "demo-28": "1-0S 1-1S 1-2S 2-0S 2-1S 2-2S 3-3S 4-4S 5-4P 6-5S",
    "demo-29": "0-0S 1-1S 3-4S 4-4S 5-4S 3-5P 4-5P 5-5P 3-6S 4-6S 5-6S",
    "demo-30": "0-0P 1-0S 2-0S 3-1P 4-3P 5-2S 6-3S 6-4S 8-3S 8-4S",
}
LITERAL, ICE = "?measure=litter", "?label=break+the+ice"
RECONCILED = (
    "The committee finally called off the meeting at the last minute .",
    "Alla fine il comitato ha annullato la riunione all' ultimo momento .",
)
THEIRS = (
    "0-2S 1-3S 2-0S 2-1S 3-4P 3-5S 4-5S 5-6S 6-7S 7-8S 9-9S 10-10S 11-11S",
    "0-2S 1-3S 2-0S 2-1S 3-4S 3-5S 4-4S 4-5S 5-6S 6-7S 7-8S 8-8P 9-9S 10-10S 11-11S",
)
READINGS = (
    "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
    "# sentence pair 2\nun gatto nero\nNULL ({ / / }) a ({ 1 / / }) black ({ 3 / / }) cat ({ 2 / / })\n"
)
MISPLACED = (
    "compound\tsentence\nfish tank\tThe tank of my fish.\ngas tank\tTwo gas tanks.\ncrime scene\tA crime so scene.\n"
)
PREVIEWED = "a stitch in time\tun punto a tempo\nno other side\nlook before you leap\tguarda prima di saltare\n"


@dataclass(frozen=True)
class Visit:
    """One page as one person sees it."""

    name: str
    person: str
    url: str


@dataclass(frozen=True)
class World:
    """Who is there, and every page worth a look."""

    people: dict[str, User]
    visits: list[Visit]


def build_world() -> World:
    """Make everything through the services."""
    demo = load_demo(dict.fromkeys(PEOPLE, PASSWORD))
    people = {part: User.objects.get(email=email) for part, (_, email) in PEOPLE.items()}
    people["newcomer"] = make_user("Nadia, who was invited nowhere yet", can_create_projects=False)
    manager = people["manager"]
    visits = [
        *_visit_public(manager, demo),
        *_visit_own(people),
        *_visit_annotation(people, demo),
        *_visit_adjudication(demo),
        *_visit_jobs_and_releases(manager, demo),
        *_visit_management(manager, demo),
        *_visit_test_sets(manager, demo),
        *_visit_findings(manager, demo),
        *_visit_long_text(people),
        *_visit_reconciliation(people),
        *_visit_feedback(people),
        *_visit_training(people),
        *_visit_suggestions(manager),
        *_visit_finished_annotation(manager),
        *_visit_ratings(people),
        *_visit_crowd(people),
        *_visit_evaluation(people),
        *_visit_empty(manager),
        *_visit_corners(people, demo),
    ]
    return World(people, visits)


def _page(name: str, person: str, route: str, *args: object, query: str = "") -> Visit:
    return Visit(name, person, reverse(route, args=args) + query)


def _visit_public(manager: User, project: Project) -> list[Visit]:
    _, secret = invite(user=manager, project=project, role=Role.ANNOTATOR, days=7, use_limit=5, note="The seminar")
    gone, _ = invite(user=manager, project=project, role=Role.ADJUDICATOR, days=7, use_limit=1, note="Sent by mistake")
    revoke_invitation(user=manager, invitation=gone)
    return [
        _page("sign-in", "", "account_login"),
        _page("password-forgotten", "", "account_reset_password"),
        _page("password-mail-sent", "", "account_reset_password_done"),
        _page("password-link-used", "", "account_reset_password_from_key", "1", "set-password"),
        _page("password-set-anew", "", "account_reset_password_from_key_done"),
        _page("sign-up-without-invitation", "", "account_signup"),
        _page("account-inactive", "", "account_inactive"),
        _page("invitation-unknown", "", "projects:invitation", "nonsense"),
        _page("invitation", "", "projects:invitation", secret),
        _page("sign-up", "", "account_signup"),
        _page("invitation-signed-in", "newcomer", "projects:invitation", secret),
        _page("health", "", "projects:health"),
        Visit("not-found", "", "/no/such/page/"),
    ]


def _visit_own(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    # A second factor can be set up only with a confirmed address.
    EmailAddress.objects.create(user=manager, email=manager.email, verified=True, primary=True)
    create_token(user=manager, name="nightly backup script", scope="read", days=30)
    pages = ["account_email", "account_change_password", "account_logout", "account_reauthenticate", "mfa_index"]
    names = {"account_email_verification_sent": "mail-sent", "mfa_activate_totp": "second-factor"}
    own = [_page(route.replace("account_", "own-"), "manager", route) for route in pages]
    own += [_page(name, "manager", route) for route, name in names.items()]
    return [
        _page("home", "manager", "projects:home"),
        _page("home-annotator", "annotator A", "projects:home"),
        _page("home-newcomer", "newcomer", "projects:home"),
        _page("account", "manager", "projects:account"),
        *own,
    ]


def _visit_annotation(people: dict[str, User], project: Project) -> list[Visit]:
    user = people["annotator A"]
    done = Assignment.objects.filter(annotator__user=user, state=Assignment.State.SUBMITTED).order_by("pk").first()
    skipped = lease_next_item(user=user, project=project)
    assert done
    assert skipped
    skip_assignment(
        user=user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="The sentence is cut off."
    )
    begun = lease_next_item(user=user, project=project)
    assert begun
    draw(begun, BEGUN[begun.item.identifier])
    post_comment(user=user, assignment_id=begun.pk, operation_id=uuid4(), text="Is this one expression or two?")
    pages = ["alignment:overview", "alignment:work", "projects:guidelines"]
    return [
        *[_page(f"{route.partition(':')[2]}-annotator", "annotator A", route, project.slug) for route in pages],
        _page("annotate", "annotator A", "alignment:annotate", begun.pk),
        _page("annotate-submitted", "annotator A", "alignment:annotate", done.pk),
        _page("annotate-skipped", "annotator A", "alignment:annotate", skipped.pk),
        _page("refused-by-role", "annotator A", "projects:members", project.slug),
    ]


def _visit_adjudication(project: Project) -> list[Visit]:
    ready = Item.objects.filter(project=project, state=Item.State.ANNOTATED).order_by("number")
    disputed = ready.filter(agreement__undecided_count__gt=0).order_by("-agreement__disagreement_share")
    decided = Item.objects.filter(project=project, state=Item.State.ADJUDICATED, link_decisions__isnull=False).first()
    unread = Item.objects.filter(project=project, state=Item.State.OPEN).first()
    assert decided
    assert unread
    who = "adjudicator"
    asked = {"user": project.created_by, "project": project, "side": "source", "starts": "2, 4"}
    _run(request_frequency_agreement(**asked), count_by_frequency)
    return [
        _page("overview-adjudicator", who, "alignment:overview", project.slug),
        _page("adjudication", who, "alignment:adjudication", project.slug),
        _page("adjudication-decided", who, "alignment:adjudication", project.slug, query="?show=decided"),
        _page("adjudication-of-two", who, "alignment:adjudication", project.slug, query="?annotators=A-B"),
        _page("adjudication-agreed", who, "alignment:adjudication", project.slug, query="?show=agreed"),
        *[
            _page(f"adjudicate-{place}", who, "alignment:adjudicate", project.slug, item.number)
            for place, item in zip(("worst", "second"), islice(disputed, 2), strict=True)
        ],
        _page("adjudicate-drawing", who, "alignment:adjudicate", project.slug, disputed[0].number, query="?draw=new"),
        _page("adjudicate-decided", who, "alignment:adjudicate", project.slug, decided.number),
        _page("adjudicate-not-ready", who, "alignment:adjudicate", project.slug, unread.number),
        _page("agreement", who, "evaluation:agreement", project.slug),
        _page("agreement-with-unaligned", who, "evaluation:agreement", project.slug, query="?unaligned=1"),
    ]


def _run(job: Job, body: object) -> Job:
    work_on(job.pk, body)  # type: ignore[arg-type]
    job.refresh_from_db()
    return job


def _visit_jobs_and_releases(manager: User, project: Project) -> list[Visit]:
    before = _page("release-new", "manager", "alignment:release_new", project.slug)
    released = _run(
        request_release(user=manager, project=project, request_id=uuid4(), note="first round, two annotators"),
        build_release,
    )
    release = project.releases.get()
    upload = store_upload(user=manager, project=project, file=ContentFile(PREVIEWED.encode()), name="proverbs.tsv")
    preview = _run(
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
        _run(job, score_output)
    by_class = request_class_scores(
        user=manager,
        project=project,
        release=release,
        outputs=list(Output.objects.filter(release=release).order_by("pk")[:2]),
        classes="0,1-2,3-",
    )
    compared = _run(by_class, score_by_class).result["class_scores"]
    waiting = request_release(user=manager, project=project, request_id=uuid4(), note="second round")
    cancelled = cancel_job(user=manager, job=waiting)
    _run(request_release(user=manager, project=project, request_id=uuid4(), note="second round, again"), build_release)
    best = Score.objects.filter(output__system__project=project).order_by("pk").first()
    assert best
    return [
        before,
        *[
            _page(name, "manager", route, project.slug)
            for name, route in {
                "releases": "projects:releases",
                "systems": "evaluation:systems",
                "system-new": "evaluation:system_new",
                "jobs": "projects:jobs",
                "import": "alignment:import",
                "selection-new": "alignment:selection_new",
            }.items()
        ],
        _page("release", "manager", "projects:release", project.slug, release.number),
        _page("datasheet", "manager", "alignment:datasheet", project.slug, release.number),
        _page("changes-of-the-first", "manager", "alignment:changes", project.slug, release.number),
        _page("changes", "manager", "alignment:changes", project.slug, release.number + 1),
        _page("systems-scored", "manager", "evaluation:systems", project.slug, query=f"?release={release.number}"),
        _page("score", "manager", "evaluation:score", project.slug, best.pk),
        _page("frequency-new", "manager", "evaluation:class_scores_new", project.slug, release.number),
        _page("frequency", "manager", "evaluation:class_scores", project.slug, compared),
        _page("import-preview", "manager", "alignment:import_preview", project.slug, preview.pk),
        _page("selection", "manager", "alignment:selection", project.slug, _select(manager, project).pk),
        _page("job-done", "manager", "projects:job", project.slug, released.pk),
        _page("job-failed", "manager", "projects:job", project.slug, job.pk),
        _page("job-cancelled", "manager", "projects:job", project.slug, cancelled.pk),
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
    return _run(job, select_sentences)


def _visit_management(manager: User, project: Project) -> list[Visit]:
    member = project.memberships.filter(role=Role.ANNOTATOR).first()
    first, open_pair = project.items.order_by("number").first(), project.items.filter(state=Item.State.OPEN).first()
    assert member
    assert first
    assert open_pair
    who = "manager"
    return [
        _page("project-new", who, "alignment:new"),
        *[
            _page(name, who, f"{app}:{name}", project.slug)
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
        _page("pairs-none-found", who, "alignment:pairs", project.slug, query="?search=nothing"),
        _page("pair", who, "alignment:pair", project.slug, first.number),
        _page("pair-open", who, "alignment:pair", project.slug, open_pair.number),
        _page("correct", who, "alignment:correct", project.slug, first.number),
        _page("member-remove", who, "projects:member_remove", project.slug, member.pk),
        _page("guidelines-earlier", who, "projects:guidelines", project.slug, query="?version=1"),
    ]


def _visit_test_sets(manager: User, project: Project) -> list[Visit]:
    """Two systems on our own sentences, one of them measured only after the other; long names and a long sentence."""
    before = _page("test-sets-none-yet", "manager", "evaluation:test_sets", project.slug)
    test_set = make_test_set(project, name="Idioms of everyday speech")
    translations = _page("test-set-not-measured", "manager", "evaluation:test_set", project.slug, test_set.pk)
    dictionary = store_upload(
        user=manager, project=project, file=ContentFile(b"ice gelo\nwoke sveglia\nbroke spaccato\n"), name="en-it.txt"
    )
    compounds = keep(project, "compounds.csv", COMPOUNDS)
    for name in ("", "system one"):
        align(test_set, name)
    job = request_measures(
        user=manager,
        project=project,
        test_set=test_set,
        measures=list(MEASURES),
        dictionaries=[dictionary],
        compounds=compounds,
    )
    _run(job, measure_translations)
    marked = [{"label": "break the ice", "source_spans": [[3, 8], [13, 16]], "expression_class": "idiomatic"}]
    for version, marks in enumerate((marked, [*marked, {"label": "He", "source_spans": [[0, 2]]}])):
        change_marks(
            user=manager, test_set=test_set, number=2, version=version, expressions=marks, operation_id=uuid4()
        )
    long_text = "expression " * 60
    bare = make_test_set(project, f"source\n{long_text}\n", {"source": "source"}, systems=(), name="A long name " * 9)
    preview = _run(request_preview(project, {"table": ("idioms.tsv", TABLE)}, name="More idioms"), preview_test_set)
    files = {"source": ("s.txt", "He broke the ice.\n"), "spans": ("s.spans", "break the ice\t[(3, 16)]\n")}
    lines = _run(request_preview(project, files, ["Ha rotto il ghiaccio.\n"], name="Lines"), preview_test_set)
    broken = _run(request_preview(project, {"source": ("s.txt", "a\n\n")}, name="Broken"), preview_test_set)
    return [
        before,
        translations,
        *[
            _page(name, "manager", f"evaluation:{name}", project.slug, test_set.pk)
            for name in (
                "test_set",
                "translations_new",
                "alignment_new",
                "annotation_new",
                "outside_scores_new",
                "measures_new",
                "expressions",
                "occurrences",
                "expression_classes",
                "segments",
                "groups",
                "compare",
            )
        ],
        _page(
            "expressions-litter",
            "manager",
            "evaluation:expressions",
            project.slug,
            test_set.pk,
            query="?measure=litter",
        ),
        _page("segments-of-one", "manager", "evaluation:segments", project.slug, test_set.pk, query=ICE),
        _page(
            "test_set-chosen",
            "manager",
            "evaluation:test_set",
            project.slug,
            test_set.pk,
            query="?show=ter.score&by=ter.score",
        ),
        _page("compare-litter", "manager", "evaluation:compare", project.slug, test_set.pk, query="?measure=litter"),
        *[
            _page(f"segment-{number}", "manager", "evaluation:segment", project.slug, test_set.pk, number)
            for number in (1, 3, 4)
        ],
        *[
            _page(name, "manager", "evaluation:marks", project.slug, test_set.pk, number)
            for name, number in (("marks", 2), ("marks-none", 4))
        ],
        _page("test_sets", "manager", "evaluation:test_sets", project.slug),
        _page("test_set_new", "manager", "evaluation:test_set_new", project.slug),
        _page("test_set_preview", "manager", "evaluation:test_set_preview", project.slug, preview.pk),
        _page("test-set-preview-lines", "manager", "evaluation:test_set_preview", project.slug, lines.pk),
        _page("test-set-preview-broken", "manager", "evaluation:test_set_preview", project.slug, broken.pk),
        _page("test-set-bare", "manager", "evaluation:test_set", project.slug, bare.pk),
        _page("segment-bare", "manager", "evaluation:segment", project.slug, bare.pk, 1),
        _page("expressions-not-measured", "manager", "evaluation:expressions", project.slug, bare.pk),
    ]


def _visit_findings(manager: User, project: Project) -> list[Visit]:
    """A search half reviewed; one of a long name that found nothing."""
    before = _page("findings-none-yet", "manager", "evaluation:findings", project.slug)
    finding = make_finding(project, gap=2)
    first = finding.hits.earliest("pk")
    decide_hit(user=manager, finding=finding, hit=first, verdict="accepted", seen=0, operation_id=uuid4())
    handed = request_hand_over(user=manager, finding=finding, use="target_words", project=project, request_id=uuid4())
    _run(handed, hand_over)
    files = request_training_files(user=manager, finding=finding, condition="joint", mark="factors", request_id=uuid4())
    _run(files, make_training_files)
    nothing = make_finding(project, "a very long phrase that nobody says " * 8, name="A long name " * 9)
    return [
        before,
        _page("findings", "manager", "evaluation:findings", project.slug),
        _page("finding_new", "manager", "evaluation:finding_new", project.slug),
        *[
            _page(name, "manager", f"evaluation:{name}", project.slug, finding.pk)
            for name in ("finding", "hits", "finding_use", "training_files_new")
        ],
        _page("training_files", "manager", "evaluation:training_files", project.slug, files.pk),
        _page("handed_over", "manager", "evaluation:handed_over", project.slug, handed.pk),
        _page("finding-nothing", "manager", "evaluation:finding", project.slug, nothing.pk),
        _page("hits-none", "manager", "evaluation:hits", project.slug, nothing.pk),
        _page("hits-all", "manager", "evaluation:hits", project.slug, finding.pk, query="?verdict="),
    ]


def _visit_long_text(people: dict[str, User]) -> list[Visit]:
    project = make_project(
        people["manager"], name=LONG_NAME, description="Long. " * 60, source_language="ar", target_language="en"
    )
    first, second = make_member(project, user=people["annotator A"]), make_member(project)
    make_member(project, Role.ADJUDICATOR, people["adjudicator"])
    hundred = [" ".join(f"{word}{number}" for number in range(100)) for word in ("كلمة", "expression")]
    for source, target in ((ARABIC, ENGLISH), (hundred[0], hundred[1]), ("شكرا", "Thanks"), ("x" * 300, "y" * 300)):
        make_pair(project, source, target)
    for annotator, label in ((first, "S"), (second, "P")):
        for _ in range(2):
            assignment = lease(annotator)
            pair = assignment.item.sentence_pair
            shared = range(min(len(pair.source_tokens), len(pair.target_tokens)))
            links = " ".join(f"{index}-{index}{label}" for index in shared)
            submit(draw(assignment, links))
    _read_a_hundred_words(lease(first), "SP")
    _read_a_hundred_words(lease(second), "PS")
    lease(first)
    queued = request_release(user=people["manager"], project=project, request_id=uuid4())
    ready = Item.objects.filter(project=project, state=Item.State.ANNOTATED)
    return [
        _page("long-overview", "manager", "alignment:overview", project.slug),
        _page("long-pairs", "manager", "alignment:pairs", project.slug),
        _page("long-work", "annotator A", "alignment:work", project.slug),
        _page("long-queue", "adjudicator", "alignment:adjudication", project.slug),
        _page("long-agreement", "adjudicator", "evaluation:agreement", project.slug),
        _page("long-release-new", "manager", "alignment:release_new", project.slug),
        _page("job-waiting", "manager", "projects:job", project.slug, queued.pk),
        *[
            _page(f"long-annotate-{number}", "annotator A", "alignment:annotate", assignment.pk)
            for number, assignment in enumerate(first.assignments.order_by("item__number"), start=1)
        ],
        *[
            _page(f"long-adjudicate-{item.number}", "adjudicator", "alignment:adjudicate", project.slug, item.number)
            for item in ready.order_by("number")
        ],
        *[
            _page(f"long-draw-{n}", "adjudicator", "alignment:adjudicate", project.slug, n, query="?draw=0-0")
            for n in (1, 2)
        ],
        *[
            _page(f"long-pair-{number}", "manager", "alignment:pair", project.slug, number)
            for number in range(1, project.item_count + 1)
        ],
    ]


def _read_a_hundred_words(assignment: Assignment, labels: str) -> None:
    pair = assignment.item.sentence_pair
    last = min(len(pair.source_tokens), len(pair.target_tokens)) - 1
    submit(draw(assignment, " ".join(f"{i}-{last - i}{labels[i % 2]}" for i in range(0, last + 1, 3))))


def _visit_corners(people: dict[str, User], project: Project) -> list[Visit]:
    suggested, begun = suggest_links(people)
    table, xml = misread_text(people["manager"], project)
    return [
        _page("suggestions-in-use", "manager", "alignment:suggestions", suggested.slug),
        _page("annotate-suggested", "annotator A", "alignment:annotate", begun),
        _page("import-preview-misread", "manager", "alignment:import_preview", project.slug, table.pk),
        _page("import-preview-unread", "manager", "alignment:import_preview", project.slug, xml.pk),
    ]


def _visit_reconciliation(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_project(manager, name="Reconciliation")
    for _ in range(2):
        make_pair(project, *RECONCILED)
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    mine, _ = make_reading(own, THEIRS[0]), make_reading(other, THEIRS[1])
    known = {"user": manager, "project": project}
    before = _page("rounds-none-yet", "manager", "alignment:rounds", project.slug)
    open_round(**known, operation_id=uuid4(), note="Articles and auxiliaries")
    return [
        before,
        _page("round", "manager", "alignment:round", project.slug, 1),
        _page("agreement-in-a-round", "manager", "evaluation:agreement", project.slug),
        _page("adjudicate-in-a-round", "manager", "alignment:adjudicate", project.slug, mine.item.number),
        _page("reconciliation", "annotator A", "alignment:reconciliation", project.slug),
        _page("reconcile", "annotator A", "alignment:reconcile", mine.pk),
    ]


def _visit_feedback(people: dict[str, User]) -> list[Visit]:
    project = make_project(people["manager"], pairs=2, name="Feedback")
    AlignmentSettings.objects.filter(project=project).update(shows_feedback=True)
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    make_member(project, Role.ADJUDICATOR, people["adjudicator"])
    mine, _ = make_reading(own), make_reading(other, "0-0P 1-1S 2-1S")
    decisions = [(0, 0, "P"), (1, 1, "none"), (1, 2, "P")]
    known = {"user": people["adjudicator"], "item_id": mine.item_id}
    decide_links(
        **known, operation_id=uuid4(), version=0, decisions=decisions, note="Articles are Possible, guidelines 3.2."
    )
    text = "Both languages have it here."
    dispute_link(user=own.user, assignment_id=mine.pk, operation_id=uuid4(), version=0, cell=(0, 0), text=text)
    return [
        _page("feedback", "annotator A", "alignment:feedback", project.slug),
        _page("feedback-pair", "annotator A", "alignment:feedback_pair", mine.pk),
        _page("adjudication-disputed", "adjudicator", "alignment:adjudication", project.slug),
        _page("adjudicate-disputed", "adjudicator", "alignment:adjudicate", project.slug, mine.item.number),
    ]


def _visit_training(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_project(manager, pairs=4, name="Training")
    elders = [make_member(project), make_member(project)]
    for elder in elders:
        make_reading(elder)
        make_reading(elder)
    settled = project.items.filter(state=Item.State.ANNOTATED).values_list("number", flat=True)
    known = {"user": manager, "project": project, "operation_id": uuid4()}
    empty = _page("known-gold-none", "manager", "alignment:known_gold", make_project(manager, name="No gold yet").slug)
    mark_known_gold(**known, numbers=list(settled), use="training")
    newcomer = make_member(project, user=people["annotator B"])
    assignment = lease_next_pair(user=newcomer.user, project=project)
    assert assignment
    done = submit(draw(assignment, "0-0P 1-1S 2-1S"))
    under_way = lease_next_pair(user=newcomer.user, project=project)
    assert under_way
    return [
        empty,
        _page("known-gold", "manager", "alignment:known_gold", project.slug),
        _page("training", "annotator B", "alignment:training", project.slug),
        _page("training-pair", "annotator B", "alignment:training_pair", done.pk),
        _page("training-annotate", "annotator B", "alignment:annotate", under_way.pk),
        _page("training-work", "annotator B", "alignment:work", project.slug),
        _page("quality", "manager", "evaluation:quality", project.slug),
        _page("quality-annotator", "manager", "evaluation:quality_annotator", project.slug, elders[0].pk),
        _page("quality-own", "annotator B", "evaluation:quality_annotator", project.slug, newcomer.pk),
    ]


def _visit_suggestions(manager: User) -> list[Visit]:
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
        _page("suggestions-answered", "manager", "alignment:suggestions", project.slug),
        _page("pair-corrected", "manager", "alignment:pair", project.slug, 1),
        _page("pair-before", "manager", "alignment:pair", project.slug, 1, query="?version=1"),
    ]


def _visit_finished_annotation(manager: User) -> list[Visit]:
    project = make_project(manager, name="Annotated elsewhere")
    texts = {"Ada, first half.txt": READINGS, "Bea.txt": READINGS.replace("({ 2", "({ p2").replace("nero", "scuro")}
    known = {"user": manager, "project": project}
    uploads = [store_upload(**known, file=ContentFile(text.encode()), name=name) for name, text in texts.items()]
    found = request_readings_preview(**known, uploads=uploads, alignment_format="giza-sp", request_id=uuid4())
    _run(found, preview_campaign)
    return [
        _page("readings", "manager", "alignment:readings", project.slug),
        _page("readings-preview", "manager", "alignment:readings_preview", project.slug, found.pk),
    ]


def _visit_ratings(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_rating_project(manager, name="Noun compounds")
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    done = make_rating(own, 1, "barrier")
    for whole in (0, 4, 5):
        make_rating(other, whole, "barrier", "wall", "walls")
    for annotator in (own, other):
        name_expert(user=manager, project=project, annotator_id=annotator.pk, is_asked=True, operation_id=uuid4())
    for annotator, given in ((own, ("C", "NC")), (other, ("NC", "NC"))):
        for number, compound_class in enumerate(given, start=1):
            judge_class(
                user=annotator.user,
                project=project,
                number=number,
                compound_class=compound_class,
                operation_id=uuid4(),
            )
    adjudicate_compound(
        user=manager,
        project=project,
        number=1,
        version=0,
        verdict=Verdict("NC", "a barrier, not a ceiling", is_done=False),
        operation_id=uuid4(),
    )
    decide_paraphrase(user=manager, project=project, operation_id=uuid4(), wish=Wish("barrier", "reject"))
    begun = lease_rating(own)
    left = project.items.filter(state="open", assignments=None).first()
    if left is not None:
        add_known_rating(
            user=manager, project=project, item=left.identifier, use="tutorial", expected={"whole": (0, 1)}
        )
    absent = make_member(project)
    exclude_annotator(user=manager, project=project, annotator_id=absent.pk, reason="Always the same answer.")
    types = make_rating_project(manager, name="Compounds as such", level="type")
    study = make_rating_project(manager, text="", name="A finished study", level="type")
    rated = preview_study(study, b"compound,scale,annotator,rating\nfish tank,head,w1,4\nfish tank,head,w2,9\n")
    looked = preview_compounds(project, MISPLACED)
    machines = make_study(project)
    who = "manager"
    return [
        _page("project-kinds", who, "projects:project_new"),
        _page("rating-project-new", who, "idiomaticity:new"),
        *[
            _page(f"rating-{name}", who, f"idiomaticity:{name}", project.slug)
            for name in ("overview", "settings", "import", "results")
        ],
        _page("rating-import-preview", who, "idiomaticity:import_preview", project.slug, looked.pk),
        _page("rating-study-preview", who, "idiomaticity:import_preview", study.slug, rated.pk),
        _page("compound", who, "idiomaticity:compound", project.slug, 1),
        _page("compound-elsewhere", who, "evaluation:elsewhere", project.slug, 1),
        _page("compound-of-a-type", who, "idiomaticity:compound", types.slug, 1),
        _page("predictors", who, "idiomaticity:predictors", project.slug),
        _page("predictors-empty", who, "idiomaticity:predictors", study.slug),
        _page("predictor-new", who, "idiomaticity:predictor_new", project.slug),
        *[_page(f"predictor-{each.source}", who, "idiomaticity:predictor", project.slug, each.pk) for each in machines],
        _page("rating-agreement", who, "evaluation:rating_agreement", project.slug),
        _page("rating-plan", who, "evaluation:rating_plan", project.slug),
        _page("rating-plan-empty", who, "evaluation:rating_plan", study.slug),
        _page("token-type", who, "evaluation:token_type", project.slug),
        _page("token-type-empty", who, "evaluation:token_type", study.slug),
        _page("rating-agreement-empty", who, "evaluation:rating_agreement", study.slug),
        _page("paraphrases", who, "idiomaticity:paraphrases", project.slug),
        _page("paraphrases-empty", who, "idiomaticity:paraphrases", study.slug),
        _page("paraphrase-review", who, "idiomaticity:paraphrase_review", project.slug),
        _page("paraphrases-of", who, "idiomaticity:paraphrases_of", project.slug, 1),
        _page("classes", who, "idiomaticity:classes", project.slug),
        _page("classes-empty", who, "idiomaticity:classes", study.slug),
        _page("class-work", "annotator A", "idiomaticity:class_work", project.slug),
        _page("class-work-again", "annotator A", "idiomaticity:class_work", project.slug, query="?compound=1"),
        _page("compound-adjudication", who, "idiomaticity:adjudication", project.slug),
        _page("compound-adjudicate", who, "idiomaticity:adjudicate", project.slug, 1),
        _page("rating-releases-empty", who, "projects:releases", study.slug),
        _page("rating-release-new", who, "idiomaticity:release_new", project.slug),
        _page("rating-release", who, "projects:release", project.slug, make_study_release(project).number),
        _page("rating-release-new-empty", who, "idiomaticity:release_new", study.slug),
        _page("rating-results-empty", who, "idiomaticity:results", study.slug),
        _page("rating-overview-annotator", "annotator A", "idiomaticity:overview", project.slug),
        _page("rating-quality", who, "idiomaticity:quality", project.slug),
        _page("rating-quality-annotator", who, "idiomaticity:quality_annotator", project.slug, other.pk),
        _page("rating-quality-own", "annotator A", "idiomaticity:quality_annotator", project.slug, own.pk),
        _page("known-ratings", who, "idiomaticity:known_ratings", project.slug),
        _page("rating-work", "annotator A", "idiomaticity:work", project.slug),
        _page("rate", "annotator A", "idiomaticity:rate", begun.pk),
        _page("rate-submitted", "annotator A", "idiomaticity:rate", done.pk),
        _page("rate-type", "annotator A", "idiomaticity:rate", _lease_type(types, people).pk),
    ]


def _visit_crowd(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_rating_project(manager, name="A crowd's compounds", annotators_per_item=5)
    known: dict[str, Any] = {"user": manager, "project": project}
    items = (
        ("olive oil-1", "tutorial", (4, 5)),
        ("cash cow-1", "qualification", (0, 1)),
        ("olive oil-2", "attention", (4, 5)),
    )
    for item, use, ends in items:
        add_known_rating(
            **known, item=item, use=use, expected={"whole": ends}, explanation="Oil that is made of olives."
        )
    consent = "**You rate** how literally compounds are meant.\n\nYou may stop at any time; your answers are published."
    call = set_up_crowd(**known, consent=consent, limit_each=2, most_people=50)
    open_crowd(**known, is_open=True)
    workers = [enter_crowd(call_id=call.pk, entry_id=uuid4(), consent_version=1) for _ in range(3)]
    for worker, whole in zip(workers, (5, 0, None), strict=True):
        while whole is not None and (given := lease_next_rating(user=worker.membership.user, project=project)):
            hand_in(given, 3, 3, 0 if given.item.identifier == "cash cow-1" else whole)
    people["excluded"] = make_user("Ewa, whom nobody counts", can_create_projects=False)
    for name in ("annotator A", "annotator B", "excluded"):
        own = make_member(project, user=people[name])
        CrowdWorker.objects.create(membership=own, call=call, consent=call.consents.get())
    given = lease_rating(project.memberships.get(user=people["annotator B"]))
    hand_in(given, 3, 3, 2)
    exclude_annotator(
        **known, annotator_id=project.memberships.get(user=people["excluded"]).pk, reason="Known from another study."
    )
    done = CrowdWorker.objects.get(membership__user=people["annotator A"])
    CrowdWorker.objects.filter(pk=done.pk).update(
        is_qualified=True, completed_at=timezone.now(), completion_code="K7QM-XW3P-9TDR"
    )
    return [
        _page("crowd", "manager", "idiomaticity:crowd", project.slug),
        _page("crowd-consent", "", "idiomaticity:crowd_link", call.key),
        _page("crowd-return", "", "idiomaticity:crowd_return", sign_return(workers[0].pk)),
        _page("crowd-closed", "", "idiomaticity:crowd_link", "no-such-link"),
        _page("crowd-begun", "annotator B", "idiomaticity:crowd_home", project.slug),
        _page("crowd-feedback", "annotator B", "idiomaticity:crowd_feedback", given.pk),
        _page("crowd-done", "annotator A", "idiomaticity:crowd_home", project.slug),
        _page("crowd-over", "excluded", "idiomaticity:crowd_home", project.slug),
    ]


def _lease_type(project: Project, people: dict[str, User]) -> Assignment:
    return lease_rating(make_member(project, user=people["annotator A"]))


def _visit_evaluation(people: dict[str, User]) -> list[Visit]:
    project = make_evaluation_project(people["manager"], name="Idioms in translation")
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    test_set = make_test_set(project)
    opened = make_round(project, test_set, hides_reference=True)
    done = answer(lease_judgement(own))
    while lease_next_judgement(user=other.user, project=project):
        begun = lease_judgement(other)
        texts = [begun.item.judgement_task.outputs[place]["text"] for place in begun.shown_order.places]
        answer(begun, [1 + len(text) % 5 for text in texts])
    measure_all(test_set)
    third = make_member(project)
    answer(lease_judgement(third))
    exclude_annotator(
        user=people["manager"], project=project, annotator_id=third.pk, reason="Scores every reference low."
    )
    correlation = make_correlation(test_set, opened)
    of_study = follow_study(bring_study(test_set))
    begun = lease_judgement(own)
    begun_by_method = []
    for method in ("percent", "preference"):
        beside = make_evaluation_project(people["manager"], name=f"Idioms by {method}")
        make_round(beside, method=method, name=method)
        begun_by_method.append((method, lease_judgement(make_member(beside, user=people["annotator A"]))))
    return [
        _page("correlations", "manager", "evaluation:correlations", project.slug, test_set.pk),
        _page("study-new", "manager", "evaluation:study_new", project.slug, test_set.pk),
        _page("correlation", "manager", "evaluation:correlation", project.slug, test_set.pk, correlation.pk),
        _page("correlation-of-study", "manager", "evaluation:correlation", project.slug, test_set.pk, of_study.pk),
        _page("judgement-rounds", "manager", "evaluation:judgement_rounds", project.slug),
        _page("judgement-round", "manager", "evaluation:judgement_round", project.slug, opened.number),
        _page("judgement-quality", "manager", "evaluation:judgement_quality", project.slug, opened.number),
        _page("judge-quality", "manager", "evaluation:judge_quality", project.slug, third.pk),
        _page("judge-quality-own", "annotator A", "evaluation:judge_quality", project.slug, own.pk),
        _page("judgement-round-new", "manager", "evaluation:judgement_round_new", project.slug, test_set.pk),
        _page("judgement-wording", "manager", "evaluation:judgement_wording", project.slug, opened.number),
        _page("judging-work", "annotator A", "evaluation:work", project.slug),
        _page("judge", "annotator A", "evaluation:judge", begun.pk),
        _page("judge-submitted", "annotator A", "evaluation:judge", done.pk),
        *[_page(f"judge-{method}", "annotator A", "evaluation:judge", each.pk) for method, each in begun_by_method],
        _page("evaluation-new", "manager", "evaluation:new"),
        _page("evaluation-overview", "manager", "evaluation:overview", project.slug),
        _page("evaluation-settings", "manager", "evaluation:settings", project.slug),
        _page("evaluation-overview-annotator", "annotator A", "evaluation:overview", project.slug),
    ]


def _visit_empty(manager: User) -> list[Visit]:
    project = make_project(manager, name="Nothing yet")
    routes = {
        "alignment": ("overview", "pairs", "skips", "adjudication", "release_new", "suggestions"),
        "evaluation": ("agreement", "systems", "system_new"),
        "projects": ("guidelines", "jobs", "members", "releases"),
    }
    return [
        _page(f"empty-{name}", "manager", f"{app}:{name}", project.slug)
        for app, names in routes.items()
        for name in names
    ]
