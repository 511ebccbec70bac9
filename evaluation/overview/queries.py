"""Tasks of the manager of a translation evaluation."""

from collections.abc import Mapping
from typing import Any

from annotation_site.projects.checklist import Step, Task, count_in_words, invite_annotators, place_steps
from annotation_site.projects.models import Project
from annotation_site.projects.overview import Overview
from annotation_site.projects.queries import guideline_step
from evaluation.translations.models import Translation, TranslationScore


class EvaluationOverview(Overview):
    """The steps of the manager; progress and people are those of every kind."""

    template = "evaluation/overview/overview.html"
    done = "judged"

    def list_tasks(self, project: Project, counts: Mapping[str, Any]) -> list[Task]:
        return _list_tasks(project)


def _list_tasks(project: Project) -> list[Task]:
    """Return the manager's tasks, done and next, from the state of the database."""
    test_sets = project.test_sets.count()
    translations = Translation.objects.filter(test_set__project=project)
    systems = translations.values("system").distinct().count()
    annotators = project.memberships.active().annotators().count()
    is_measured = TranslationScore.objects.filter(translation__in=translations).exists()
    judging_rounds = project.judging_rounds.count()
    return place_steps(
        [
            guideline_step(project),
            Step(
                "Add a test set",
                f"{test_sets:,} so far." if test_sets else "Sentences with references and marked expressions.",
                test_sets > 0,
                "evaluation:test_sets" if test_sets else "evaluation:test_set_new",
                "Show test sets" if test_sets else "Add",
            ),
            Step(
                "Add system outputs",
                f"{count_in_words(systems, 'system')}."
                if systems
                else "On the test set page, as files or columns of a table.",
                systems > 0,
                "evaluation:test_sets" if test_sets else "",
                "Show test sets" if systems else "Add" if test_sets else "",
            ),
            Step(
                "Measure",
                "Score_mwe, LitTER, BLEU and others, with intervals, on the test set page.",
                is_measured,
                "evaluation:test_sets" if systems else "",
                "Show test sets" if is_measured else "Measure" if systems else "",
            ),
            invite_annotators(annotators, project.annotators_per_item, "expression"),
            Step(
                "Collect human judgements",
                f"{judging_rounds:,} judging round{'s' if judging_rounds != 1 else ''} so far."
                if judging_rounds
                else "Annotators do not see which system they judge.",
                judging_rounds > 0,
                "evaluation:judging_rounds",
                "Show judging rounds" if judging_rounds else "New judging round",
            ),
            Step(
                "Check attention",
                "Attention items show whether judges read carefully. You choose their share with a new judging round.",
                project.judging_rounds.filter(attention_share__gt=0).exists(),
                "evaluation:judging_rounds",
                "Show judging rounds" if judging_rounds else "",
                is_optional=True,
            ),
        ]
    )
