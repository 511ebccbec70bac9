"""What the manager of a translation evaluation does next."""

from annotation_site.projects.checklist import Step, Task, place_steps
from annotation_site.projects.models import Project
from evaluation.translations.models import Translation, TranslationScore


def list_tasks(project: Project) -> list[Task]:
    """What a manager has done and what comes next, from what is in the database."""
    test_sets = project.test_sets.count()
    translations = Translation.objects.filter(test_set__project=project)
    systems = translations.values("system").distinct().count()
    annotators = project.memberships.active().annotators().count()
    rounds = project.judgement_rounds.count()
    return place_steps(
        [
            Step(
                "Add a test set",
                f"{test_sets:,} so far." if test_sets else "Sentences with references and marked expressions.",
                test_sets > 0,
                "evaluation:test_sets" if test_sets else "evaluation:test_set_new",
                "See them" if test_sets else "Add",
            ),
            Step(
                "Hand in what systems put out",
                f"{systems:,} systems." if systems else "A file each, or a column each, on the page of the test set.",
                systems > 0,
            ),
            Step(
                "Measure",
                "Score_mwe, LitTER, BLEU and others, with intervals, on the page of the test set.",
                TranslationScore.objects.filter(translation__in=translations).exists(),
            ),
            Step(
                "Invite annotators",
                f"{annotators:,} so far." if annotators else "Each opens a link and takes part under a pseudonym.",
                annotators > 0,
                "projects:members",
                "Invite more" if annotators else "Invite",
            ),
            Step(
                "Let people judge",
                f"{rounds:,} round{'s' if rounds != 1 else ''} so far."
                if rounds
                else "They do not see which system it was.",
                rounds > 0,
                "evaluation:judgement_rounds",
                "See the rounds" if rounds else "Open a round",
            ),
        ]
    )
