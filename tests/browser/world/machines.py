"""Pages of machines beside people, in every kind of project."""

from alignment.anchoring.jobs import measure_anchoring
from alignment.anchoring.services import request_effects
from alignment.projects.models import AlignmentSettings
from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.machines.services import declare_machine, remove_machine
from annotation_site.projects.models import Project
from idiomaticity.anchoring.jobs import measure_anchoring as measure_rating_anchoring
from idiomaticity.anchoring.services import request_effects as request_rating_effects
from tests.annotation_site.machines.making import DAY, import_file, make_key, make_machine, preview_file, work
from tests.browser.world.visiting import Visit, page
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.machine_judges.making import make_judge, make_judged_round
from tests.evaluation.machines.campaign import report_on
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.anchoring.showing import make_shown
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project, submit_rating

PROMPT = "Rate from 0 to 5 how literally each word is meant.\n" * 8


def visit_machines(people: dict[str, User]) -> list[Visit]:
    links, ratings = _make_links(people), make_rating_project(people["manager"], name="Compounds and machines")
    machine = links.machines.get(name="Encoder of a multilingual model")
    rater = make_machine(ratings, "Language model", model="gpt-oss-20b", prompt=PROMPT)
    judged = _make_ratings(people)
    scores = {"head": 3, "modifier": 1, "whole": 2, "confidence": 0.8}
    import_file(rater, {"number": 1, **scores, "paraphrases": ["invisible barrier"]}, {"number": 2, **scores})
    preview = preview_file(machine, {"number": 5, "sure": "0-0"}, {"number": 1, "sure": "1-1"}, {"number": 99})
    removed = links.machines.get(name="Word aligner")
    return [
        page("members-with-machines", "manager", "projects:members", links.slug),
        page("anchoring", "manager", "alignment:anchoring", _make_suggested(people).slug),
        page("anchoring-none", "manager", "alignment:anchoring", links.slug),
        page("members-without-machines", "manager", "projects:members", make_project(people["manager"]).slug),
        *_visit_shown_scores(people),
        page("machine-new", "manager", "projects:machine_new", links.slug),
        page("machine", "manager", "projects:machine", links.slug, machine.pk),
        page("machine-rating", "manager", "projects:machine", ratings.slug, rater.pk),
        page("machine-removed", "manager", "projects:machine", links.slug, removed.pk),
        page("machine-report", "manager", "evaluation:machine_report", links.slug, machine.pk),
        page("machine-report-rating", "manager", "evaluation:machine_report", judged.slug, judged.machines.get().pk),
        page("machine-report-none", "manager", "evaluation:machine_report", ratings.slug, rater.pk),
        *_visit_judges(people),
        page("machine-answers", "manager", "projects:machine_answers", links.slug),
        page("machine-answers-preview", "manager", "projects:machine_answers_preview", links.slug, preview.pk),
    ]


def _make_links(people: dict[str, User]) -> Project:
    project = make_project(people["manager"], pairs=6, name="Links of people and machines")
    for name, links in (("annotator A", "0-0S 1-2S 2-1S"), ("annotator B", "0-0S 1-2P 2-1S")):
        annotator = make_member(project, user=people[name])
        for _ in range(4):
            make_reading(annotator, links)
    for name, model in (("Word aligner", "eflomal"), ("Encoder of a multilingual model", "multilingual-e5-small")):
        machine = make_machine(project, name, model=model, version="2.1", licence="MIT")
        make_key(machine)
        answers = ({"number": number, "sure": "0-0 1-2", "confidence": 0.9} for number in (1, 2, 3, 4))
        import_file(machine, *answers)
    report_on(project.machines.get(name="Encoder of a multilingual model"))
    remove_machine(user=people["manager"], machine=project.machines.get(name="Word aligner"))
    return project


def _make_ratings(people: dict[str, User]) -> Project:
    """Return a project that three people and a machine rated, with the report."""
    project = make_rating_project(people["manager"], name="Ratings of people and a machine", annotators_per_item=3)
    for place, name in enumerate(("annotator A", "annotator B", "newcomer")):
        annotator = make_member(project, user=people[name])
        for number in range(6):
            make_rating(annotator, (number + place) % 6)
    machine = make_machine(project, "Language model", model="gpt-oss-20b", prompt=PROMPT)
    import_file(machine, *({"number": number, "head": 3, "whole": number - 1} for number in range(1, 7)))
    report_on(machine)
    return project


def _visit_shown_scores(people: dict[str, User]) -> list[Visit]:
    """Make ratings beside a machine's scores, with the report on their effects, and return visits to its pages."""
    project, machine = make_shown(manager=people["manager"], name="Scores beside the questions", annotators_per_item=4)
    for name in ("annotator B", "newcomer"):
        annotator = make_member(project, user=people[name])
        for number in range(project.item_count):
            submit_rating(lease_rating(annotator), 4 - number % 3, 3, 1)
    work(request_rating_effects(user=people["manager"], project=project), measure_rating_anchoring)
    rater = make_member(project, user=people["annotator A"])
    while (assignment := lease_rating(rater)).shown_scores.is_control:
        submit_rating(assignment)
    ratings = make_rating_project(people["manager"], name="No scores beside the questions")
    return [
        page("rate-machine-scores", "annotator A", "idiomaticity:rate", assignment.pk),
        page("rating-anchoring", "manager", "idiomaticity:anchoring", project.slug),
        page("rating-anchoring-none", "manager", "idiomaticity:anchoring", ratings.slug),
        page("machine-shown", "manager", "projects:machine", project.slug, machine.pk),
        page("settings-machine-scores", "manager", "idiomaticity:settings", project.slug),
    ]


def _visit_judges(people: dict[str, User]) -> list[Visit]:
    """Make a translation evaluation that three people and two machines judged, and return visits to its pages."""
    project = make_evaluation_project(people["manager"], name="Judges beside people", annotators_per_item=3)
    for name in ("annotator A", "annotator B", "newcomer"):
        make_member(project, user=people[name])
    opened = make_judged_round("esa", project, repeat_share=20, hides_reference=True)
    judges = [make_judge(opened, name, spread) for name, spread in (("GEMBA-ESA", 0.1), ("Small judge", 0.7))]
    declared = {"model": "gpt-oss-20b", "version": "1", "prompt": PROMPT, "licence": "Apache-2.0", "dated": DAY}
    declare_machine(user=people["manager"], machine=judges[0], name=judges[0].name, use="adjudication", **declared)
    report_on(judges[0], judging_round=opened)
    item = opened.tasks.filter(repeats=None).earliest("item__number").item
    slug = project.slug
    return [
        page("judging-round-machines", "manager", "evaluation:judging_round", slug, opened.number),
        page("machine-report-judging", "manager", "evaluation:machine_report", slug, judges[0].pk),
        page("machine-report-judging-none", "manager", "evaluation:machine_report", slug, judges[1].pk),
        page("machine-judging", "manager", "projects:machine", slug, judges[0].pk),
        page("machine-answers-judging", "manager", "projects:machine_answers", slug),
        page("adjudicate-judgement-machine", "manager", "evaluation:adjudicate", slug, item.number),
    ]


def _make_suggested(people: dict[str, User]) -> Project:
    """Return a project with control pairs, and the report on the effects of its suggestions."""
    project = make_project(people["manager"], pairs=8, name="Suggestions and controls")
    AlignmentSettings.objects.filter(project=project).update(suggestion_control_share=25)
    for item in project.items.all():
        for source, target in ((0, 0), (1, 1), (2, 1)):
            Suggestion.objects.create(item=item, source_index=source, target_index=target, label="S")
    for name, links in (("annotator A", "0-0S 1-1S 2-1S"), ("annotator B", "0-0S 1-2S 2-1S")):
        annotator = make_member(project, user=people[name])
        for _ in range(8):
            make_reading(annotator, links)
    work(request_effects(user=people["manager"], project=project), measure_anchoring)
    return project
