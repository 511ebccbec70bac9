"""Tasks of the manager of a translation evaluation."""

from annotation_site.projects.checklist import Step, Task, place_steps
from annotation_site.projects.models import Project
from evaluation.translations.models import Translation, TranslationScore


def list_tasks(project: Project) -> list[Task]:
    """Return the manager's tasks, done and next, from the state of the database."""
    test_sets = project.test_sets.count()
    translations = Translation.objects.filter(test_set__project=project)
    systems = translations.values("system").distinct().count()
    annotators = project.memberships.active().annotators().count()
    judging_rounds = project.judging_rounds.count()
    return place_steps(
        [
            Step(
                "Add a test set",
                f"{test_sets:,} so far." if test_sets else "Sentences with references and marked expressions.",
                test_sets > 0,
                "evaluation:test_sets" if test_sets else "evaluation:test_set_new",
                "Show test sets" if test_sets else "Add",
            ),
            Step(
                "Add system outputs",
                f"{systems:,} systems." if systems else "On the test set page, as files or columns of a table.",
                systems > 0,
            ),
            Step(
                "Measure",
                "Score_mwe, LitTER, BLEU and others, with intervals, on the test set page.",
                TranslationScore.objects.filter(translation__in=translations).exists(),
            ),
            Step(
                "Invite annotators",
                f"{annotators:,} so far." if annotators else "Annotators join by link and take part under a pseudonym.",
                annotators > 0,
                "projects:members",
                "Invite more" if annotators else "Invite",
            ),
            Step(
                "Collect human judgements",
                f"{judging_rounds:,} judging round{'s' if judging_rounds != 1 else ''} so far."
                if judging_rounds
                else "Annotators do not see which system they judge.",
                judging_rounds > 0,
                "evaluation:judging_rounds",
                "Show judging rounds" if judging_rounds else "New judging round",
            ),
        ]
    )
