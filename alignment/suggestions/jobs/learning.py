"""Job in which the encoder learns from a project's adjudicated pairs."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path

from alignment.pairs.models import SentencePair
from alignment.releases.queries.pairs import read_golds
from alignment.suggestions.aligners import Encoder, write_words
from alignment.suggestions.aligners.texts import write_gold
from alignment.suggestions.jobs.suggesting import SUGGESTED, open_aligner
from alignment.suggestions.models import AlignerPriors
from alignment.suggestions.queries import adjudicated_items
from annotation_site.jobs.registry import job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.uploads import keep_made_file
from annotation_site.programs.running import ProgramError
from annotation_site.web.exceptions import DomainError

# Some 20 pairs a second are read, and five times a fifth of them is left out: six minutes.
MOST_PAIRS = 2_000
CHUNK = 200
FILES = ("source", "target", "gold")


@job("learn_links", "Learning from gold", result=SUGGESTED)
def learn_links(run: JobRun) -> None:
    """Learn a linker of the adjudicated pairs, and keep it with its error before and after."""
    encoder = open_aligner(Encoder.name)
    assert isinstance(encoder, Encoder)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _write_known_pairs(run, folder)
            source, target, gold = (folder / name for name in FILES)
            learnt = encoder.learn(source, target, gold, folder, watch=lambda: run.report(0))
            _keep(run, learnt)
    except ProgramError as error:
        raise DomainError(str(error)) from error


def _keep(run: JobRun, learnt: Path) -> None:
    report = json.loads(learnt.read_text())
    before, after = report["before"]["aer"], report["after"]["aer"]
    use = "It is used from now on." if after < before else "It is not better, so it is not used."
    with run.completing() as result, learnt.open("rb") as file:
        upload = keep_made_file(run.job, file, f"{Encoder.name}-linker-{run.job.pk}.json")
        AlignerPriors.objects.create(
            project=run.job.project, aligner=Encoder.name, upload=upload, pair_count=report["pairs"], job=run.job
        )
        result |= {
            **{name: report[name] for name in ("encoder", "layers", "sha256", "pairs", "folds", "before", "after")},
            "summary": f"Learnt from {report['pairs']:,} pairs. Alignment error rate on pairs left out: "
            f"{100 * before:.1f} % before, {100 * after:.1f} % after. {use}",
        }


def _write_known_pairs(run: JobRun, folder: Path) -> None:
    """Write sentences and gold links; of more pairs than can be learnt from, those that chance put first."""
    chosen = list(adjudicated_items(run.job.project).order_by("ring_place", "pk")[:MOST_PAIRS])
    with ExitStack() as stack:
        source, target, gold = (stack.enter_context((folder / name).open("w", encoding="utf-8")) for name in FILES)
        for start in range(0, len(chosen), CHUNK):
            items = chosen[start : start + CHUNK]
            pairs = SentencePair.objects.in_bulk([item.pk for item in items], field_name="item_id")
            golds = read_golds(items)
            for item in items:
                source.write(write_words(pairs[item.pk].source_tokens))
                target.write(write_words(pairs[item.pk].target_tokens))
                gold.write(write_gold(golds[item.pk].links))
            run.report(start)
