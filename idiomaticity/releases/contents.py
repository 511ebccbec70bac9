"""Contents of a compositionality release and the derivation of its numbers: pure, so that anyone can verify a release
without a database.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from annotation_site.releases.archives import ReleaseArchive, compare_numbers
from annotation_site.releases.tables import Contents
from annotation_site.texts.batches import in_batches
from idiomaticity.classes.judged import measure_class_agreement, settle_class
from idiomaticity.paraphrases.counts import ParaphraseLevel, Thresholds, count_levels, find_level
from idiomaticity.paraphrases.decisions import Answer, CountedForm, Decisions, count_frequent
from idiomaticity.paraphrases.decisions import count_forms as count_answers
from idiomaticity.projects.extra_questions import ExtraQuestion
from idiomaticity.ratings.scores import CompoundScore, count_alike, pooled_mean, summarise
from idiomaticity.releases.files import CHECKS, KNOWN, OCCURRENCES, OCCURRENCES_TABLE
from idiomaticity.releases.known import count_known
from idiomaticity.releases.numbers.agreement import write_figure
from idiomaticity.releases.numbers.totals import RatingTotals
from idiomaticity.releases.records import TYPE, ReleasedCheck, ReleasedCompound, ReleasedKnown, ReleasedRating
from idiomaticity.results.separation.figures import (
    LabelledOccurrence,
    write_label_report,
    write_labels,
    write_separation,
)
from idiomaticity.scales.judgements import LOWEST
from idiomaticity.scales.score_scale import ScoreScale

FORMAT = "interlinea-compositionality/1"
RATINGS_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class CompoundResult:
    """Results from a compound's valid ratings: its scores, and its paraphrases with level and frequency in each
    sentence.

    `counts` holds the number of ratings of the whole for each sentence, or for the compound itself at type level.
    """

    compound: ReleasedCompound
    score: CompoundScore
    counts: tuple[int, ...]
    forms: tuple[tuple[CountedForm, ParaphraseLevel], ...]


class RatingsPart(NamedTuple):
    """Some consecutive ratings of a study."""

    study: ReleasedStudy
    ratings: Sequence[ReleasedRating]


@dataclass(frozen=True)
class ReleasedStudy(Contents):
    """Inputs of the release's numbers; `class_judgements` are compound → expert → class.

    `ratings` are in the order of compounds and sentences and can be iterated repeatedly; only those of one compound are
    in memory.
    """

    level: str
    compounds: Sequence[ReleasedCompound]
    ratings: Iterable[ReleasedRating]
    decisions: Decisions = field(default_factory=Decisions)
    class_judgements: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    thresholds: Thresholds = field(default_factory=Thresholds)
    has_lists: bool = False
    has_machine_scores: bool = False
    scale: ScoreScale = field(default_factory=ScoreScale)
    extra: Sequence[ExtraQuestion] = ()
    # Beside the study: items with known answers, and what was answered.
    known: Sequence[ReleasedKnown] = ()
    checks: Sequence[ReleasedCheck] = ()

    @cached_property
    def left_out(self) -> Collection[str]:  # type: ignore[override]  # is known when the study is
        """The files that only other studies have."""
        without_known = () if self.known else (KNOWN, CHECKS)
        has_occurrences = self.has_labels or self.has_contexts
        return (*without_known, *(() if has_occurrences else (OCCURRENCES, OCCURRENCES_TABLE)))

    @property
    def part_count(self) -> int:  # type: ignore[override]
        return 1 - (-self.summary[1].ratings // RATINGS_AT_A_TIME)

    def parts(self) -> Iterator[ReleasedStudy | RatingsPart]:
        """Yield the study, then its ratings."""
        yield self
        for ratings in in_batches(self.ratings, RATINGS_AT_A_TIME):
            yield RatingsPart(self, ratings)

    @cached_property
    def texts(self) -> dict[int, str]:
        """The compounds by their numbers."""
        return {compound.number: compound.text for compound in self.compounds}

    @property
    def sentence_numbers(self) -> range:
        """The numbers of sentences that a compound has at most."""
        return range(1, self.most_sentences + 1)

    @cached_property
    def most_sentences(self) -> int:
        """Return the largest number of sentences that a compound has."""
        return max((sentence.number for compound in self.compounds for sentence in compound.sentences), default=0)

    @cached_property
    def has_labels(self) -> bool:
        """Return whether an occurrence has a label."""
        return any(sentence.label for compound in self.compounds for sentence in compound.sentences)

    @cached_property
    def has_contexts(self) -> bool:
        """Return whether an occurrence has a sentence before or after it."""
        sentences = (sentence for compound in self.compounds for sentence in compound.sentences)
        return any(sentence.previous or sentence.next for sentence in sentences)

    def list_labelled(self) -> Iterator[LabelledOccurrence]:
        """Yield every occurrence with its label, mean and number of ratings, those without a label included."""
        for result in self.summary[0]:
            sentences = result.compound.sentences
            counts = result.counts if self.level != TYPE else (0,) * len(sentences)
            for sentence, mean, count in zip(sentences, result.score.sentence_means, counts, strict=True):
                yield LabelledOccurrence(result.compound.text, sentence.number, sentence.label, mean, count)

    @cached_property
    def summary(self) -> tuple[list[CompoundResult], RatingTotals]:
        """Return a result for each compound, in their order, and the sums, from one pass over the ratings."""
        results, totals = [], RatingTotals(self.scale, self.extra)
        for compound, ratings in self._by_compound():
            totals.add(ratings)
            counted = [rating for rating in ratings if not rating.is_excluded]
            score, counts = self._score(compound, counted)
            results.append(CompoundResult(compound, score, counts, self._count_forms(compound, counted)))
        return results, totals

    def to_numbers(self) -> dict[str, Any]:
        """Return the numbers of the manifest; undefined figures are null with their reason."""
        results, totals = self.summary
        scores = [result.score for result in results]
        alike, with_spread = count_alike(scores, self.scale)
        numbers = {
            "counts": {
                "compounds": len(self.compounds),
                "sentences": sum(bool(sentence.text) for compound in self.compounds for sentence in compound.sentences),
                **totals.to_counts(),
            },
            "classes": dict(sorted(Counter(score.compound_class for score in scores if score.compound_class).items())),
            "scores": [
                {
                    "class": row.compound_class or "all",
                    "compounds": row.compounds,
                    "mean": write_figure(row.mean),
                    "sd": write_figure(row.spread),
                    "compared": row.compared,
                    "rho": write_figure(row.rho),
                }
                for row in summarise(scores)
            ],
            "sentences_alike": {"compounds": alike, "of": with_spread},
            "agreement": totals.agreement.to_json(),
            "class_agreement": self._measure_classes(),
            "paraphrases": self._count_paraphrases(results),
        }
        if self.has_labels:
            report = write_label_report(self.list_labelled(), self.scale)
            numbers["labels"] = write_labels(report)
            numbers["label_separation"] = write_separation(report.separation)
        if self.known:
            numbers["known_answers"] = count_known(self.known, self.checks)
        if self.extra:
            numbers["extra_questions"] = totals.to_extra()
        if totals.excluded:
            numbers["agreement_with_excluded"] = totals.agreement_with_excluded.to_json()
        return numbers

    def check(self, release: ReleaseArchive, numbers: Mapping[str, Any], not_recomputed: list[str]) -> Iterator[str]:
        """Compare the excluded annotators that the manifest lists with those whose ratings are marked."""
        stated = sorted(row["annotator"] for row in release.manifest["policy"]["excluded"])
        yield from compare_numbers("policy.excluded", stated, sorted(self.summary[1].excluded))

    def _by_compound(self) -> Iterator[tuple[ReleasedCompound, list[ReleasedRating]]]:
        """Yield every compound with all its ratings; raise ValueError if they are not in the order of compounds."""
        groups = groupby(self.ratings, key=lambda rating: rating.compound)
        following = next(groups, None)
        for compound in self.compounds:
            if following is not None and following[0] == compound.number:
                yield compound, list(following[1])
                following = next(groups, None)
            else:
                yield compound, []
        if following is not None:
            raise ValueError(f"the ratings of compound {following[0]} are not in the order of the compounds")

    def _score(
        self, compound: ReleasedCompound, counted: Iterable[ReleasedRating]
    ) -> tuple[CompoundScore, tuple[int, ...]]:
        wholes: dict[int | None, list[int]] = defaultdict(list)
        for rating in counted:
            if (whole := rating.scores.get("whole")) is not None and whole >= LOWEST:
                wholes[rating.sentence].append(whole)
        own = wholes.pop(None, [])
        means = [
            pooled_mean(wholes[sentence.number]).value if wholes.get(sentence.number) else sentence.published_mean
            for sentence in compound.sentences
        ]
        pooled = [whole for given in wholes.values() for whole in given]
        published = [sentence.published_mean for sentence in compound.sentences if sentence.published_mean is not None]
        given_classes = self.class_judgements.get(compound.number, {}).values()
        score = CompoundScore(
            compound=compound.text,
            compound_class=settle_class(compound.imported_class, given_classes, compound.decided_class)[0],
            type=pooled_mean(own).value if own else compound.published_type_score,
            token=pooled_mean(pooled or published).value,
            sentence_means=tuple(means),
        )
        if self.level == TYPE:
            return score, (len(own),)
        return score, tuple(len(wholes.get(sentence.number, [])) for sentence in compound.sentences)

    def _count_forms(
        self, compound: ReleasedCompound, counted: Iterable[ReleasedRating]
    ) -> tuple[tuple[CountedForm, ParaphraseLevel], ...]:
        rated = (
            [sentence.number for sentence in compound.sentences if sentence.is_rated] if self.level != TYPE else [None]
        )
        index_of = {number: index for index, number in enumerate(rated)}
        answers = [
            Answer(index_of[rating.sentence], rating.annotator, text)
            for rating in counted
            for text in rating.paraphrases
            if rating.sentence in index_of
        ]
        forms = count_answers(compound.number, answers, len(rated), self.decisions)
        is_type_level = self.level == TYPE
        return tuple(
            (form, find_level(form.frequencies, self.thresholds, is_type_level=is_type_level)) for form in forms
        )

    def _measure_classes(self) -> dict[str, Any]:
        agreement = measure_class_agreement(self.class_judgements.values())
        return {
            "compounds": agreement.compounds,
            "judgements": agreement.judgements,
            "unanimous": agreement.unanimous,
            "fleiss_kappa": write_figure(agreement.kappa),
            "alpha_nominal": write_figure(agreement.alpha),
        }

    def _count_paraphrases(self, results: Sequence[CompoundResult]) -> dict[str, Any]:
        lists = []
        frequent = 0
        for result in results:
            forms = [form for form, _ in result.forms]
            lists.append({form.form: form.frequencies for form in forms})
            frequent += count_frequent(forms)
        sentences = sum(sentence.is_rated for compound in self.compounds for sentence in compound.sentences)
        levels = count_levels(
            lists,
            0 if self.level == TYPE else sentences,
            self.thresholds,
            frequent=frequent,
            is_type_level=self.level == TYPE,
        )
        return {
            "different": levels.different,
            "by_five_or_more": levels.frequent,
            "type_level": levels.type_level,
            "token_level": levels.token_level,
            "compounds_with_token_level": {str(number): count for number, count in levels.token_sentences.items()},
            "decisions": dict(sorted(Counter(row.action for row in self.decisions.rows).items())),
        }
