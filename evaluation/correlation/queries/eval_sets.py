"""A test set with people's scores as a folder of mt-metrics-eval: documents, sources, references, outputs, scores.

The toolkit takes higher scores as better, no system or measure without all scores, and names without spaces: signs of
error measures are reversed, incomplete measures are left out, and the README tells both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from string import ascii_uppercase

from django.utils.text import slugify

from evaluation.correlation.inputs import list_wins
from evaluation.correlation.queries.human_sources import HumanSource, find_metrics, read_people
from evaluation.files.score_files import write_scores
from evaluation.measures.registry import find_measure
from evaluation.metrics.correlation.judgements import HumanScore, average_items, average_systems
from evaluation.translations.models import Hypothesis, SegmentValues, Translation, TranslationScore

Files = Iterator[tuple[str, Iterable[str]]]
README = """This folder can be read by mt-metrics-eval (https://github.com/google-research/mt-metrics-eval):
data.EvalSet(name, languages, True, info, path), with this folder's name, the languages {languages} and a
meta_info.MetaInfo that names the reference and the human scores “{people}”.

Human scores: {source}, the mean over annotators; of preferences, the share of wins. Scores of measures whose lower
scores are better have their sign reversed.
"""


class EvalSet:
    """The files of one folder."""

    def __init__(self, source: HumanSource) -> None:
        self._source, self._test_set = source, source.test_set
        test_set = self._test_set
        self.name = slugify(test_set.name)[:60] or f"test-set-{test_set.pk}"
        self._languages = f"{test_set.source_language}-{test_set.target_language}"
        self._people = slugify(source.name) or "human"
        self._translations = list(test_set.translations.select_related("system").order_by("pk"))
        self._names = _name_systems(self._translations)
        first = test_set.segments.values_list("references", flat=True).iterator()
        self._references = [
            f"ref{letter}" for letter, _ in zip(ascii_uppercase, max(first, key=len, default=()), strict=False)
        ]

    def list_files(self) -> Files:
        """Yield each file's path and lines."""
        languages = self._languages
        segments = self._test_set.segments.order_by("number")
        documents = segments.values_list("document", flat=True).iterator()
        yield self._place(f"documents/{languages}.docs"), map(self._format_document, documents)
        sources = segments.values_list("source", flat=True).iterator()
        yield self._place(f"sources/{languages}.txt"), map(_format_line, sources)
        for index, name in enumerate(self._references):
            yield self._place(f"references/{languages}.{name}.txt"), self._reference_lines(index)
        for translation in self._translations:
            texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("text", flat=True)
            path = f"system-outputs/{languages}/{self._names[translation.system.name]}.txt"
            yield self._place(path), map(_format_line, texts.iterator())
        yield from self._list_human_scores()
        left_out: list[str] = []
        yield from self._list_metric_scores(left_out)
        yield self._place("README.txt"), self._readme_lines(left_out)

    def _format_document(self, document: str) -> str:
        """Return the domain and the document of a segment; of a test set without documents, its own name."""
        return f"all {'_'.join(document.split()) or self.name}\n"

    def _reference_lines(self, index: int) -> Iterator[str]:
        segments = self._test_set.segments.order_by("number")
        for texts in segments.values_list("references", flat=True).iterator():
            yield _format_line(texts[index] if index < len(texts) else "")

    def _place(self, path: str) -> str:
        return f"{self.name}/{path}"

    def _list_human_scores(self) -> Files:
        scores, preferences = read_people(self._source)
        judged = scores or [HumanScore(segment, system, "", won) for segment, system, won in list_wins(preferences)]
        items, systems = average_items(judged), average_systems(judged)
        count = self._test_set.segment_count
        table: dict[str, list[float | None]] = {}
        for system, name in self._names.items():
            table[name] = [items.get((system, str(number))) for number in range(1, count + 1)]
        means = {name: [systems.get(system)] for system, name in self._names.items()}
        for level, written in (("seg", table), ("sys", means)):
            yield self._place(f"human-scores/{self._languages}.{self._people}.{level}.score"), write_scores(written)

    def _list_metric_scores(self, left_out: list[str]) -> Files:
        """Yield the measures' files; name measures without scores of every system in `left_out`."""
        if len(self._references) == 1:
            [references] = self._references
        else:
            references = "all" if self._references else "src"
        names: set[str] = set()
        for (measure, key), of_systems in find_metrics(self._test_set).items():
            described_measure = find_measure(measure)
            sign = -1 if described_measure.lower_is_better else 1
            name = _make_unique(re.sub(r"[\s/\\.]+", "_", described_measure.title), names)
            path = self._place(f"metric-scores/{self._languages}/{name}-{references}")
            figures = self._load_figures(described_measure.figures[0].name, of_systems, sign)
            if None in chain.from_iterable(figures.values()):
                left_out.append(described_measure.title)
                continue
            yield f"{path}.sys.score", write_scores(figures)
            if all(self._has_all(translation, measure, key) for translation in of_systems):
                yield f"{path}.seg.score", self._segment_score_lines(measure, key, sign)
            else:
                left_out.append(f"{described_measure.title} of segments")

    def _load_figures(self, figure: str, of_systems: Mapping[int, int], sign: int) -> dict[str, list[float | None]]:
        results = dict(TranslationScore.objects.filter(pk__in=of_systems.values()).values_list("translation", "result"))
        figures: dict[str, list[float | None]] = {}
        for translation in self._translations:
            value = results.get(translation.pk, {"figures": {}})["figures"].get(figure, {}).get("value")
            figures[self._names[translation.system.name]] = [None if value is None else sign * value]
        return figures

    def _has_all(self, translation: int, measure: str, key: str) -> bool:
        count = 0
        for scores in _iterate_scores(translation, measure, key):
            if None in scores:
                return False
            count += len(scores)
        return count == self._test_set.segment_count

    def _segment_score_lines(self, measure: str, key: str, sign: int) -> Iterator[str]:
        for translation in self._translations:
            for scores in _iterate_scores(translation.pk, measure, key):
                yield from write_scores(
                    {self._names[translation.system.name]: [sign * (score or 0.0) for score in scores]}
                )

    def _readme_lines(self, left_out: Sequence[str]) -> Iterator[str]:
        yield README.format(languages=self._languages, people=self._people, source=self._source.name)
        if left_out:
            yield f"Left out, as not every system or segment has a score: {', '.join(left_out)}.\n"
        renamed = {system: name for system, name in self._names.items() if system != name}
        yield from (f"System {name}: {system}\n" for system, name in renamed.items())


def _iterate_scores(translation: int, measure: str, key: str) -> Iterator[list[float | None]]:
    chunks = SegmentValues.objects.filter(translation=translation, measure=measure, key=key).order_by("first")
    yield from chunks.values_list("scores", flat=True).iterator(chunk_size=16)


def _name_systems(translations: Iterable[Translation]) -> dict[str, str]:
    """Return each system's name in files and score lines, where it may have no space."""
    taken: set[str] = set()
    return {
        translation.system.name: _make_unique(re.sub(r"[\s/\\]+", "_", translation.system.name), taken)
        for translation in translations
    }


def _make_unique(name: str, taken: set[str]) -> str:
    unique_name, number = name, 1
    while unique_name.casefold() in taken:
        number += 1
        unique_name = f"{name}_{number}"
    taken.add(unique_name.casefold())
    return unique_name


def _format_line(text: str) -> str:
    return " ".join(text.splitlines()) + "\n"
