"""Counts of a project's paraphrases, added up by the database: what the page of all compounds shows, with no answer in
memory but those of compounds whose variants were merged."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Min, QuerySet

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import PAPER, ParaphraseCounts, ParaphraseLevel, Thresholds, find_level_of_sums
from idiomaticity.paraphrases.decisions import FREQUENT_FROM, CountedForm, Decisions
from idiomaticity.paraphrases.queries.tables import read_all, read_decisions
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.ratings.models import OF_COMPOUND, Paraphrase
from idiomaticity.scales.paraphrase_texts import normalise

OF_LISTS = ("compound", "number", "published_paraphrases")


@dataclass(frozen=True, slots=True)
class FormFigures:
    """A form that counts, with its frequency, people and sentences.

    `first_sentence` identifies one of these, which is all where a form was given for one.
    """

    form: str
    total: int
    people: int
    sentences: int
    first_sentence: int
    paraphrase_level: ParaphraseLevel


@dataclass(frozen=True, slots=True)
class CompoundFigures:
    """A compound with its forms, most frequent first, and how many of its sentences were asked about.

    Where no paraphrase given here counts, the forms are those of an earlier study, without frequencies; `entries`
    counts them as often as its lists have them, at type level.
    """

    compound: Compound
    sentences: int
    forms: Sequence[FormFigures] = field(default_factory=tuple)
    is_published: bool = False
    entries: int = 0

    @property
    def counts(self) -> ParaphraseCounts:
        """Return the figures of §3.3 for this compound alone."""
        return add_up([self])


def read_figures(
    project: Project, thresholds: Thresholds = PAPER, *, with_excluded: bool = False
) -> list[CompoundFigures]:
    """Return the figures of every compound in the order of the project."""
    decisions = read_decisions(project)
    sentences = _count_sentences(project)
    compounds = list(Compound.objects.filter(project=project).order_by("number"))
    merged = {row.compound for row in decisions.rows if row.action == "merge"}
    is_type_level = project.idiomaticity.level == IdiomaticitySettings.Level.TYPE
    figures = _Figures(decisions, thresholds, is_type_level)
    forms: dict[int, list[FormFigures]] = defaultdict(list)
    numbers = {compound.pk: compound.number for compound in compounds if compound.number not in merged}
    for row in _count_forms(project, with_excluded=with_excluded).iterator(chunk_size=5_000):
        compound, form, total, people, sentence_count, item = row
        if (number := numbers.get(compound)) is not None and decisions.resolve(number, form) is not None:
            forms[compound].append(figures.describe(form, total, people, sentence_count, item, sentences[compound]))
    # One person's two variants for one sentence count once, which sums cannot reflect.
    changed = [compound for compound in compounds if compound.number in merged]
    for table in read_all(project, thresholds, changed, with_excluded=with_excluded) if changed else []:
        forms[table.compound.pk] = [figures.describe_counted(form) for form, _ in table.forms]
    published = _read_published([compound for compound in compounds if not forms.get(compound.pk)])
    return [
        published.get(compound.pk)
        or CompoundFigures(
            compound,
            sentences[compound.pk],
            sorted(forms.get(compound.pk, ()), key=lambda form: (-form.total, form.form)),
        )
        for compound in compounds
    ]


def _read_published(compounds: Sequence[Compound]) -> dict[int, CompoundFigures]:
    """Return the figures of those compounds for which an earlier study published paraphrases, by key."""
    lists: dict[int, dict[int, list[str]]] = defaultdict(dict)
    for occurrence in Occurrence.objects.filter(compound__in=compounds).only(*OF_LISTS):
        lists[occurrence.compound_id][occurrence.number] = occurrence.published_paraphrases
    figures = {}
    for compound in compounds:
        by_sentence = lists[compound.pk]
        if compound.published_paraphrases or any(by_sentence.values()):
            of = len(by_sentence)
            types = dict.fromkeys(map(normalise, compound.published_paraphrases))
            forms = [FormFigures(form, 0, 0, of, 0, "type") for form in types]
            for number, listed in sorted(by_sentence.items()):
                forms += [FormFigures(form, 0, 0, 1, number, "token") for form in dict.fromkeys(map(normalise, listed))]
            entries = len(compound.published_paraphrases)
            figures[compound.pk] = CompoundFigures(compound, of, forms, is_published=True, entries=entries)
    return figures


def add_up(figures: Sequence[CompoundFigures]) -> ParaphraseCounts:
    """Return the figures of §3.3 over these compounds."""
    levels: Counter[str] = Counter()
    different = frequent = 0
    with_token: Counter[int] = Counter()
    for compound in figures:
        different += len(compound.forms)
        frequent += sum(form.people >= FREQUENT_FROM for form in compound.forms)
        levels.update(form.paraphrase_level for form in compound.forms)
        with_token[len({form.first_sentence for form in compound.forms if form.paraphrase_level == "token"})] += 1
    return ParaphraseCounts(
        compounds=len(figures),
        sentences=sum(compound.sentences for compound in figures),
        different=different,
        frequent=frequent,
        type_level=levels["type"],
        token_level=levels["token"],
        token_sentences={number: count for number, count in sorted(with_token.items()) if number},
    )


def find_writings(
    project: Project, forms_by_compound: Mapping[int, Collection[str]], *, with_excluded: bool = False
) -> dict[tuple[int, str], str]:
    """Return (compound's key, form) → its most frequent spelling, for these forms of these compounds."""
    forms = {form for of_compound in forms_by_compound.values() for form in of_compound}
    given = Paraphrase.objects.counted(project, with_excluded=with_excluded).filter(normalised__in=forms)
    rows = given.order_by().values_list(OF_COMPOUND, "normalised", "text").annotate(n=Count("pk"))
    written: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for compound, form, text, n in rows:
        if form in forms_by_compound.get(compound, ()):
            written[compound, form][" ".join(text.split())] += n
    return {key: min(texts, key=lambda text: (-texts[text], text)) for key, texts in written.items()}


@dataclass(frozen=True, slots=True)
class _Figures:
    decisions: Decisions
    thresholds: Thresholds
    is_type_level: bool

    def describe(self, form: str, total: int, people: int, sentences: int, first_sentence: int, of: int) -> FormFigures:
        level = find_level_of_sums(sentences, total, of, self.thresholds, is_type_level=self.is_type_level)
        return FormFigures(form, total, people, sentences, first_sentence, level)

    def describe_counted(self, counted: CountedForm) -> FormFigures:
        sentences = [index for index, n in enumerate(counted.frequencies) if n]
        of = len(counted.frequencies)
        return self.describe(counted.form, counted.total, counted.people, len(sentences), sentences[0], of)


def _count_sentences(project: Project) -> dict[int, int]:
    """Return compound → number of sentences rated; 0 at type level."""
    rated = Occurrence.objects.of_study(project).filter(item__isnull=False)
    counted = rated.order_by().values_list("compound").annotate(n=Count("pk"))
    return defaultdict(int, counted)


def _count_forms(project: Project, *, with_excluded: bool) -> QuerySet[Any, Any]:
    """Return compound, form, frequency, number of people, number of sentences, and one of these."""
    given = Paraphrase.objects.counted(project, with_excluded=with_excluded).order_by()
    if project.idiomaticity.asks_sentences:
        given = given.filter(assignment__item__occurrence__isnull=False)
    return given.values_list(OF_COMPOUND, "normalised").annotate(
        n=Count("pk"),
        people=Count("assignment__annotator", distinct=True),
        sentences=Count("assignment__item", distinct=True),
        first_sentence=Min("assignment__item"),
    )
