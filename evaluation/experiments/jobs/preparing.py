"""Job that writes an experiment's archive: every variant's training, development and test files, and the scripts."""

from __future__ import annotations

import heapq
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from annotation_site.jobs.models import Upload
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.phrases import Lemmatiser, PhraseFinder, split_sentence
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from evaluation.experiments.archive import Plan, find_files, name_test, write_readme, write_run, write_upload
from evaluation.experiments.configuration import (
    BACK_TRANSLATION,
    DICTIONARY,
    FACTORS,
    SPACES,
    Configuration,
    list_systems,
)
from evaluation.experiments.jobs.packing import hash_file, list_files, pack_files
from evaluation.experiments.models import Experiment, TrainedSystem
from evaluation.experiments.pieces import (
    Cut,
    Hits,
    cut_line,
    find_joined,
    flatten,
    keep_known,
    label_pieces,
    name_joined,
)
from evaluation.experiments.toolkits import TOOLKITS
from evaluation.finding.jobs.corpus import make_finder
from evaluation.finding.models import Finding
from evaluation.test_sets.models import Segment, TestSet
from evaluation.training_text.jobs.texts import make_length_filter, read_additions, read_pairs
from expressions.training_text.subwords import Subwords, learn_subwords

REPORT_EVERY = 500
STREAMED = 2_000
ORIGIN_OF = {DICTIONARY: "dictionary", BACK_TRANSLATION: "back_translated"}
MARKED = "marked"
Line = tuple[str, str, Hits]


@job(
    "experiment",
    "Experiment",
    result=ResultPage("evaluation:experiment", "Show experiment", by="experiment"),
)
def prepare_experiment(run: JobRun) -> None:
    """Write the archive by the job's settings; the same settings give the same files."""
    finding = Finding.objects.select_related("job", "project").get(pk=run.parameters["finding"])
    with (
        tempfile.TemporaryDirectory(prefix="interlinea-") as name,
        tempfile.TemporaryFile("w+", encoding="utf-8") as kept,
        tempfile.TemporaryFile() as packed,
    ):
        folder = Path(name)
        try:
            corpus = _Corpus(run, finding, kept)
            writer = _VariantWriter(run, finding, corpus, folder)
            for variant in run.parameters["variants"]:
                writer.write(variant)
        except FormatError as error:
            raise DomainError(str(error)) from error
        description = _describe_experiment(run, finding, corpus, writer, folder)
        with run.completing() as result:
            run.hold_project()
            archive = _store(run, finding, folder, description, packed)
            result |= {**description, "experiment": run.job.pk, "summary": _sum_up(description)}
            result |= {"upload": archive.pk, "size": archive.size, "sha256": archive.sha256}


class _Corpus:
    """The pairs of the text, kept until the development pairs are chosen."""

    def __init__(self, run: JobRun, finding: Finding, kept: IO[str]) -> None:
        self.configuration = Configuration.of(run.parameters["configuration"])
        self.counts: Counter[str] = Counter()
        self.test_sets = list(TestSet.objects.filter(project=run.job.project, pk__in=run.parameters["test_sets"]))
        if len(self.test_sets) < len(run.parameters["test_sets"]):
            raise DomainError("A test set was deleted after this was requested. Choose others.")
        self._kept = kept
        self._chosen: set[str] = set()
        self._keep(run, finding)

    def _keep(self, run: JobRun, finding: Finding) -> None:
        lengths = make_length_filter(
            {"most_words": self.configuration.most_words, "length_ratio": None, "tokens": "words"}
        )
        tested = set(_iterate_tested(self.test_sets))
        seed, most = run.parameters["data_seed"], self.configuration.dev_pairs
        # The development pairs are those whose digests, with the seed, are smallest: a heap of the largest of them.
        heap: list[tuple[int, str]] = []
        known: set[str] = set()
        with closing(read_pairs(finding, run.parameters["hits"])) as pairs:
            for pair in pairs:
                if pair.line % REPORT_EVERY == 0:
                    run.report(pair.line, finding.sentence_count)
                self.counts["pairs"] += 1
                source, target = flatten(pair.text), flatten(pair.other)
                if lengths.find_fault(*pair.by_language(finding)):
                    self.counts["too_long"] += 1
                    continue
                if _compare(source) in tested:
                    self.counts["in_test_sets"] += 1
                    continue
                digest = blake2b(f"{source}\n{target}".encode(), digest_size=16).hexdigest()
                self._kept.write(json.dumps([digest, source, target, pair.hits], ensure_ascii=False) + "\n")
                if digest not in known:
                    known.add(digest)
                    rank = int.from_bytes(blake2b(f"{seed}:{digest}".encode(), digest_size=8).digest())
                    heapq.heappush(heap, (-rank, digest))
                    if len(heap) > most:
                        heapq.heappop(heap)
        if len(known) < 2 * most:
            raise DomainError(
                f"{len(known):,} different pairs are left for training; {most:,} development pairs need at least "
                f"{2 * most:,}. Use a larger text or fewer development pairs."
            )
        self._chosen = {digest for _, digest in heap}

    def read_train(self) -> Iterator[Line]:
        """Yield the training pairs, without those of the development set."""
        return (
            (source, target, hits) for digest, source, target, hits in self._iterate() if digest not in self._chosen
        )

    def read_dev(self) -> Iterator[Line]:
        """Yield the development pairs, each once."""
        left = set(self._chosen)
        for digest, source, target, hits in self._iterate():
            if digest in left:
                left.remove(digest)
                yield source, target, hits

    def _iterate(self) -> Iterator[tuple[str, str, str, Hits]]:
        self._kept.seek(0)
        for line in self._kept:
            digest, source, target, hits = json.loads(line)
            yield digest, source, target, hits


class _VariantWriter:
    """Writes the files of one variant after another."""

    def __init__(self, run: JobRun, finding: Finding, corpus: _Corpus, folder: Path) -> None:
        self._run, self._finding, self._corpus, self._folder = run, finding, corpus, folder
        self._lemmatiser = Lemmatiser(finding.language)
        self._cached_finder: PhraseFinder | None = None
        self._models: dict[str, bytes] = {}
        self.counts: dict[str, dict[str, int]] = {}

    def write(self, variant: str) -> None:
        """Write training, development and test files of the variant, and the model of its pieces."""
        folder = self._folder / "data" / variant
        folder.mkdir(parents=True)
        model = self._learn(variant)
        (folder / "subwords.model").write_bytes(model)
        cut = Subwords(model).cut
        lines = _LineWriter(variant, lambda text: cut(text).split(" "), self._lemmatiser)
        if variant == SPACES:
            lines.known = {
                name_joined(text, span)
                for text, _, hits in self._iterate_train(variant)
                for span in find_joined(text, hits)
            }
        counts = {
            "train": lines.write(self._folder, "train", self._iterate_train(variant)),
            "dev": lines.write(self._folder, "dev", self._corpus.read_dev()),
        }
        if not counts["train"]:
            raise DomainError("There are no pairs left for training.")
        for test_set in self._corpus.test_sets:
            tested = self._iterate_test(test_set, variant)
            counts[name_test(test_set.pk)] = lines.write(self._folder, name_test(test_set.pk), tested)
        self.counts[variant] = {**counts, MARKED: lines.marked}

    def _learn(self, variant: str) -> bytes:
        """Return the model of pieces for a variant's text; variants that mark have that of the text itself."""
        origin = ORIGIN_OF.get(variant, "")
        if origin not in self._models:
            sides = chain.from_iterable((source, target) for source, target, _ in self._iterate_train(variant))
            try:
                self._models[origin] = learn_subwords(sides, "bpe", self._corpus.configuration.pieces)
            except ValueError as error:
                raise DomainError(str(error)) from error
        return self._models[origin]

    def _iterate_train(self, variant: str) -> Iterator[Line]:
        yield from self._corpus.read_train()
        origin = ORIGIN_OF.get(variant)
        if origin:
            for other, source, target in read_additions(self._run.job.project, self._select_additions(origin)):
                assert other == origin
                yield flatten(source), flatten(target), ()

    def _select_additions(self, origin: str) -> dict[str, Any]:
        return {
            "dictionary": self._run.parameters["dictionary"] if origin == "dictionary" else None,
            "back_translated": self._run.parameters["back_translated"] if origin == "back_translated" else [],
        }

    def _iterate_test(self, test_set: TestSet, variant: str) -> Iterator[Line]:
        segments = Segment.objects.filter(test_set=test_set).prefetch_related("expressions").order_by("number")
        for segment in segments.iterator(chunk_size=STREAMED):
            source = flatten(segment.source)
            reference = flatten(segment.references[0]) if segment.references else ""
            yield source, reference, self._mark_segment(segment, source) if variant in (SPACES, FACTORS) else ()

    def _mark_segment(self, segment: Segment, source: str) -> Hits:
        if self._run.parameters["test_expressions"] == MARKED:
            expressions = segment.expressions.all()
            return [(marked.label, [(start, end) for start, end in marked.source_spans]) for marked in expressions]
        if self._cached_finder is None:
            finding = self._finding
            self._cached_finder, _ = make_finder(finding.project, finding.job.parameters, self._lemmatiser)
        hits = self._cached_finder.find(split_sentence(source, self._lemmatiser))
        return [(hit.phrase, hit.spans) for hit in hits]


class _LineWriter:
    """Writes lines of a variant in pieces."""

    def __init__(self, variant: str, cut: Cut, lemmatiser: Lemmatiser) -> None:
        self._variant, self._cut, self._lemmatiser = variant, cut, lemmatiser
        # Expressions that training has as one word; those of test sets that it lacks stay words of their own.
        self.known: set[str] = set()
        self.marked = 0

    def write(self, folder: Path, part: str, lines: Iterable[Line]) -> int:
        """Write the files of a part and return the number of its lines; a training pair with an empty side is skipped,
        a test segment is not.
        """
        files = find_files(self._variant, part)
        count = 0
        with ExitStack() as stack:
            paths = [files.source, files.target, *files.factor_files]
            source, target, *factors = (
                stack.enter_context((folder / path).open("w", encoding="utf-8")) for path in paths
            )
            for text, other, hits in lines:
                if part in ("train", "dev") and not (text.strip() and other.strip()):
                    continue
                count += 1
                written = self._mark(text, hits)
                for file, cells in zip((source, *factors), written, strict=True):
                    file.write(" ".join(cells) + "\n")
                target.write(" ".join(self._cut(other)) + "\n" if other else "\n")
        return count

    def _mark(self, text: str, hits: Hits) -> list[list[str]]:
        if self._variant == SPACES:
            joined = keep_known(text, find_joined(text, hits), self.known)
            self.marked += len(joined)
            return [[piece.text for piece in cut_line(text, self._cut, joined)]]
        pieces = cut_line(text, self._cut)
        if self._variant != FACTORS:
            return [[piece.text for piece in pieces]]
        self.marked += len(hits)
        words = [
            (word.start, word.end, self._lemmatiser.find_lemma(word.form))
            for word in split_sentence(text, self._lemmatiser).words
        ]
        return [[piece.text for piece in pieces], *label_pieces(pieces, words, hits)]


def _iterate_tested(test_sets: Sequence[TestSet]) -> Iterator[str]:
    """Yield the sources of the test sets, as texts are compared: none of them may be trained on."""
    for test_set in test_sets:
        for text in test_set.segments.values_list("source", flat=True).iterator(chunk_size=STREAMED):
            yield _compare(text)


def _compare(text: str) -> str:
    return " ".join(text.split()).casefold()


def _describe_experiment(
    run: JobRun, finding: Finding, corpus: _Corpus, writer: _VariantWriter, folder: Path
) -> dict[str, Any]:
    """Return what `experiment.json` holds: settings, counts, and hashes of what the data was made of."""
    parameters = run.parameters
    keys = [parameters["dictionary"], *(parameters["back_translated"] or [])]
    added = Upload.objects.filter(project=run.job.project, pk__in=[key for key in keys if key]).order_by("pk")
    toolkit = TOOLKITS[parameters["toolkit"]]
    return {
        "name": parameters["name"],
        "toolkit": {"name": toolkit.name, "version": toolkit.version, "licence": toolkit.licence},
        "configuration": corpus.configuration.to_json(),
        "variants": parameters["variants"],
        "seeds": parameters["seeds"],
        "data_seed": parameters["data_seed"],
        "hits": parameters["hits"],
        "test_expressions": parameters["test_expressions"],
        "search": finding.name,
        "source_language": finding.language,
        "target_language": finding.other_language,
        "test_sets": [
            {"id": test_set.pk, "name": test_set.name, "segments": test_set.segment_count, "sha256": test_set.sha256}
            for test_set in corpus.test_sets
        ],
        "counts": {name: corpus.counts[name] for name in ("pairs", "too_long", "in_test_sets")},
        "lines": writer.counts,
        "files": [
            *finding.job.result["files"],
            *({"name": upload.name, "size": upload.size, "sha256": upload.sha256} for upload in added),
        ],
        "data": {str(path.relative_to(folder)): hash_file(path) for path in list_files(folder)},
        "software": settings.VERSION,
    }


def _store(run: JobRun, finding: Finding, folder: Path, description: dict[str, Any], packed: IO[bytes]) -> Upload:
    """Store the experiment with its systems, and return its archive."""
    parameters = run.parameters
    project = run.job.project
    if project.experiments.filter(name=parameters["name"]).exists():
        raise DomainError(f"There is already an experiment called {parameters['name']}. Choose another name.")
    text = json.dumps(description, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (folder / "experiment.json").write_text(text, encoding="utf-8")
    systems = list_systems(parameters["variants"], parameters["seeds"])
    tests = [(test_set["id"], test_set["name"]) for test_set in description["test_sets"]]
    plan = Plan(
        name=parameters["name"],
        toolkit=TOOLKITS[parameters["toolkit"]],
        configuration=Configuration.of(parameters["configuration"]),
        systems=systems,
        test_sets=tests,
        software=settings.VERSION,
    )
    (folder / "run.sh").write_text(write_run(plan), encoding="utf-8")
    (folder / "README.md").write_text(write_readme(plan), encoding="utf-8")
    (folder / "upload.sh").write_text(write_upload(settings.SITE_ADDRESS, project.slug, run.job.pk), encoding="utf-8")
    sums = "".join(f"{hash_file(path)}  {path.relative_to(folder)}\n" for path in list_files(folder))
    (folder / "SHA256SUMS").write_text(sums, encoding="utf-8")
    pack_files(folder, packed)
    experiment = Experiment.objects.create(
        project=project,
        name=parameters["name"],
        finding=finding,
        archive=keep_made_file(run.job, packed, f"experiment-{run.job.pk}.zip"),
        description_sha256=hash_file(folder / "experiment.json"),
        job=run.job,
        created_by=run.job.requested_by,
    )
    experiment.test_sets.set([pk for pk, _ in tests])
    TrainedSystem.objects.bulk_create(
        TrainedSystem(experiment=experiment, variant=system.variant, seed=system.seed) for system in systems
    )
    return experiment.archive


def _sum_up(description: dict[str, Any]) -> str:
    first = next(iter(description["lines"].values()))
    variants, seeds = len(description["variants"]), len(description["seeds"])
    return (
        f"{variants} variant{'' if variants == 1 else 's'}, {seeds} seed{'' if seeds == 1 else 's'}, "
        f"{first['train']:,} training pairs, {first['dev']:,} development pairs."
    )
