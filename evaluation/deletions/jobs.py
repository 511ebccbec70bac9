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
        jobs=lambda found: jobs_of(found.project_id, [found.pk]),
        find_releases=lambda found: [each.number for each in find_releases(found)],
        shown=SHOWN,
    )
)
register_part(
    Part(
        "system",
        "system",
        TEST_SETS,
        find=lambda project: System.objects.filter(project=project).select_related("project"),
        roots=lambda found: rows_of(System, [found.pk]),
        address=lambda found: reverse(TEST_SETS, args=[found.project.slug]),
        jobs=lambda found: jobs_of(found.project_id, list(found.translations.values_list("test_set", flat=True))),
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
        roots=lambda found: rows_of(Translation, [found.pk]),
        address=lambda found: address_of_test_set(found.test_set),
        jobs=lambda found: jobs_of(found.test_set.project_id, [found.test_set_id]),
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
        roots=lambda found: rows_of(WordAlignment, [found.pk]),
        address=lambda found: address_of_test_set(found.test_set),
        jobs=lambda found: jobs_of(found.test_set.project_id, [found.test_set_id]),
        find_releases=lambda found: [each.number for each in find_releases(found.test_set)],
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
        address=lambda found: address_of_test_set(found.translation.test_set),
        jobs=lambda found: jobs_of(found.translation.test_set.project_id, [found.translation.test_set_id]),
        find_releases=lambda found: [
            each.number for each in find_releases(found.translation.test_set) if each.manifest["counts"]["scores"]
        ],
        shown=SHOWN,
        title=lambda found: f"{find_measure(found.measure).title} of {found.translation}",
    )
)
register_part(
    Part(
        "judging-round",
        "judging round",
        ROUNDS,
        find=lambda project: JudgingRound.objects.filter(project=project).select_related("project", "test_set"),
        roots=roots_of_round,
        address=lambda found: reverse("evaluation:judging_round", args=[found.project.slug, found.number]),
        jobs=lambda found: jobs_of(found.project_id, [found.test_set_id]),
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
        roots=lambda found: rows_of(HumanStudy, [found.pk]),
        address=lambda found: reverse("evaluation:correlations", args=[found.test_set.project.slug, found.test_set_id]),
        jobs=lambda found: jobs_of(found.test_set.project_id, [found.test_set_id]),
        find_releases=lambda found: [
            each.number for each in find_releases(found.test_set) if each.manifest["counts"]["study_judgements"]
        ],
        shown=SHOWN,
    )
)
