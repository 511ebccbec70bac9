"""The project's compounds as an import finds them: facts of an earlier study, and sentences without a label."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import PUBLISHED_MEANS, Compound, Occurrence
from idiomaticity.formats import CompoundEntry
from idiomaticity.imports.planning import Known

CHUNK = 5_000


def find_known(project: Project, entries: Iterable[CompoundEntry]) -> dict[str, Known]:
    """Return the project's compounds by normal form; sentences are only read if the entries have labels for them."""
    has_labels = any(sentence.label for entry in entries for sentence in entry.sentences.values())
    unlabelled = _find_unlabelled(project) if has_labels else {}
    with_lists = Occurrence.objects.filter(compound=OuterRef("pk")).exclude(published_paraphrases=[])
    rows = Compound.everything.filter(project=project).annotate(has_lists=Exists(with_lists))
    known = {}
    for key, listed, has_lists, is_filler, *means in rows.values_list(
        "normalised", "published_paraphrases", "has_lists", "is_filler", *PUBLISHED_MEANS.values()
    ):
        with_means = frozenset(scale for scale, mean in zip(PUBLISHED_MEANS, means, strict=True) if mean is not None)
        known[key] = Known(with_means, has_lists or bool(listed), is_filler, unlabelled.get(key, {}))
    return known


def _find_unlabelled(project: Project) -> Mapping[str, dict[str, int]]:
    """Return the sentences without a label by compound and text, those that a compound has once."""
    numbers: defaultdict[str, dict[str, int]] = defaultdict(dict)
    repeated: defaultdict[str, set[str]] = defaultdict(set)
    unlabelled = Occurrence.objects.filter(compound__project=project, label="").exclude(sentence="")
    rows = unlabelled.values_list("compound__normalised", "sentence", "number")
    for compound, sentence, number in rows.iterator(chunk_size=CHUNK):
        if sentence in numbers[compound]:
            repeated[compound].add(sentence)
        numbers[compound][sentence] = number
    for compound, sentences in repeated.items():
        for sentence in sentences:
            del numbers[compound][sentence]
    return numbers
