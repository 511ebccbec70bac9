"""The parts of an evaluation that the jobs of `annotation_site.closing` delete and restore."""

from django.db.models import Model
from django.urls import reverse

from annotation_site.closing.parts import Part, register_part
from evaluation.aligner_scores.models import System
from evaluation.alignments.models import WordAlignment
from evaluation.correlation.models import HumanStudy, StudyPreference, StudyScore
from evaluation.deletions.queries import (
    SHOWN,
    address_of_test_set,
    jobs_of,
    releases_of_round,
    releases_of_system,
    releases_of_translation,
    roots_of_round,
    roots_of_score,
    roots_of_test_set,
    rows_of,
)
from evaluation.judging.models import JudgingRound
from evaluation.measures.registry import find_measure
from evaluation.releases.queries.evaluation import find_releases
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation, TranslationScore

TEST_SETS, ROUNDS = "evaluation:test_sets", "evaluation:judging_rounds"
# People judged these outputs: their answers are no part of what somebody else uploaded.
JUDGED: frozenset[type[Model]] = frozenset({JudgingRound.translations.through, StudyScore, StudyPreference})

register_part(
    Part(
        "test-set",
        "test set",
        TEST_SETS,
        find=lambda project: TestSet.objects.filter(project=project).select_related("project"),
        roots=roots_of_test_set,
        address=address_of_test_set,
        jobs=lambda test_set: jobs_of(test_set.project_id, [test_set.pk]),
        find_releases=lambda test_set: [release.number for release in find_releases(test_set)],
        shown=SHOWN,
    )
)
register_part(
    Part(
        "system",
        "system",
        TEST_SETS,
        find=lambda project: System.objects.filter(project=project).select_related("project"),
        roots=lambda system: rows_of(System, [system.pk]),
        address=lambda system: reverse(TEST_SETS, args=[system.project.slug]),
        jobs=lambda system: jobs_of(system.project_id, list(system.translations.values_list("test_set", flat=True))),
        find_releases=releases_of_system,
        shown=SHOWN,
        stay=JUDGED,
    )
)
register_part(
    Part(
        "translation",
        "translation",
        TEST_SETS,
        find=lambda project: Translation.objects.filter(test_set__project=project).select_related(
            "system", "test_set__project"
        ),
        roots=lambda translation: rows_of(Translation, [translation.pk]),
        address=lambda translation: address_of_test_set(translation.test_set),
        jobs=lambda translation: jobs_of(translation.test_set.project_id, [translation.test_set_id]),
        find_releases=releases_of_translation,
        shown=SHOWN,
        stay=JUDGED,
    )
)
register_part(
    Part(
        "alignment",
        "alignment",
        TEST_SETS,
        find=lambda project: WordAlignment.objects.filter(test_set__project=project).select_related(
            "translation__system", "test_set__project"
        ),
        roots=lambda alignment: rows_of(WordAlignment, [alignment.pk]),
        address=lambda alignment: address_of_test_set(alignment.test_set),
        jobs=lambda alignment: jobs_of(alignment.test_set.project_id, [alignment.test_set_id]),
        find_releases=lambda alignment: [release.number for release in find_releases(alignment.test_set)],
        shown=SHOWN,
    )
)
register_part(
    Part(
        "score",
        "score",
        TEST_SETS,
        find=lambda project: TranslationScore.objects.filter(translation__test_set__project=project).select_related(
            "translation__system", "translation__test_set__project"
        ),
        roots=roots_of_score,
        address=lambda score: address_of_test_set(score.translation.test_set),
        jobs=lambda score: jobs_of(score.translation.test_set.project_id, [score.translation.test_set_id]),
        find_releases=lambda score: [
            release.number
            for release in find_releases(score.translation.test_set)
            if release.manifest["counts"]["scores"]
        ],
        shown=SHOWN,
        title=lambda score: f"{find_measure(score.measure).title} of {score.translation}",
    )
)
register_part(
    Part(
        "judging-round",
        "judging round",
        ROUNDS,
        find=lambda project: JudgingRound.objects.filter(project=project).select_related("project", "test_set"),
        roots=roots_of_round,
        address=lambda judging_round: reverse(
            "evaluation:judging_round", args=[judging_round.project.slug, judging_round.number]
        ),
        jobs=lambda judging_round: jobs_of(judging_round.project_id, [judging_round.test_set_id]),
        find_releases=releases_of_round,
        shown=SHOWN,
    )
)
register_part(
    Part(
        "study",
        "study",
        TEST_SETS,
        find=lambda project: HumanStudy.objects.filter(test_set__project=project).select_related("test_set__project"),
        roots=lambda study: rows_of(HumanStudy, [study.pk]),
        address=lambda study: reverse("evaluation:correlations", args=[study.test_set.project.slug, study.test_set_id]),
        jobs=lambda study: jobs_of(study.test_set.project_id, [study.test_set_id]),
        find_releases=lambda study: [
            release.number
            for release in find_releases(study.test_set)
            if release.manifest["counts"]["study_judgements"]
        ],
        shown=SHOWN,
    )
)
