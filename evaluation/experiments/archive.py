"""The archive of an experiment: how it is laid out, and the scripts that run it anywhere and send back its outputs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.experiments.configuration import FACTORS, Configuration, SystemName
from evaluation.experiments.toolkits import Files, Toolkit
from evaluation.experiments.toolkits.base import Command

LEMMA_AND_LABEL = ("lemma", "iob")


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the scripts of an archive name."""

    name: str
    toolkit: Toolkit
    configuration: Configuration
    systems: Sequence[SystemName]
    test_sets: Sequence[tuple[int, str]]
    software: str

    @property
    def variants(self) -> list[str]:
        return list(dict.fromkeys(system.variant for system in self.systems))


def find_files(variant: str, part: str) -> Files:
    return Files(f"data/{variant}", part, LEMMA_AND_LABEL if variant == FACTORS else ())


def name_test(test_set: int) -> str:
    """Return the part of a test set in names of files."""
    return f"test-{test_set}"


def find_model(system: SystemName) -> str:
    return f"models/{system}"


def find_output(system: SystemName, test_set: int) -> str:
    return f"outputs/{system}.{name_test(test_set)}.txt"


def list_training(plan: Plan, system: SystemName) -> Command:
    """Return the command that trains the system."""
    train, dev = (find_files(system.variant, part) for part in ("train", "dev"))
    return plan.toolkit.train(train, dev, find_model(system), plan.configuration, system.seed)


def list_translating(plan: Plan, system: SystemName, test_set: int) -> Command:
    """Return the command that translates a test set, in pieces."""
    test = find_files(system.variant, name_test(test_set))
    return plan.toolkit.translate(
        test, find_model(system), f"{find_output(system, test_set)}.pieces", plan.configuration
    )


RUN = """\
#!/bin/sh
# Trains {count} and translates {tests} with each. Needs {title} {version} ({licence}) on the PATH.
# On a GPU: DEVICE=0 ./run.sh. Start it again after a stop: finished systems are kept, and training
# continues from its last checkpoint.
set -eu
cd "$(dirname "$0")"
if [ "${{DEVICE:-cpu}}" = cpu ]; then device="{cpu}"; else device="{gpu}"; fi
command -v {program} >/dev/null || {{ echo "{program} is not on the PATH. See README.md." >&2; exit 2; }}
mkdir -p models outputs

join_pieces() {{ sed 's/ //g; s/{space}/ /g; s/^ *//; s/ *$//' "$1.pieces" > "$1.partial" && mv "$1.partial" "$1"; }}
sum_of() {{ if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }}
# Writes where the outputs of a system come from: name, variant, seed, seconds.
record() {{
  printf '{{"experiment": "%s", "variant": "%s", "seed": %s, "toolkit": "{toolkit}", "version": "%s", ' \\
    "$(sum_of experiment.json)" "$2" "$3" "$(cat "models/$2.seed$3/{version_file}" | tr -d '"\\\\')" > "$1.partial"
  printf '"device": "%s", "machine": "%s", "seconds": %s, "finished": "%s"}}\\n' \\
    "${{DEVICE:-cpu}}" "$(uname -srm | tr -d '"\\\\')" "$4" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >> "$1.partial"
  mv "$1.partial" "$1"
}}
"""

SYSTEM = """
if [ ! -e {record} ]; then
  echo "Training {system} …" >&2
  started=$(date +%s)
  # The toolkit refuses to train a finished model again.
  [ -e models/{system}.trained ] || {train} $device
  : > models/{system}.trained
  echo $(( $(cat models/{system}.seconds 2>/dev/null || echo 0) + $(date +%s) - started )) > models/{system}.seconds
{tests}  record {record} {variant} {seed} "$(cat models/{system}.seconds)"
fi
"""
TEST = """  {translate} $device
  join_pieces {output}
"""


def write_run(plan: Plan) -> str:
    """Return `run.sh`."""
    toolkit = plan.toolkit
    head = RUN.format(
        count=count(len(plan.systems), "system"),
        tests=count(len(plan.test_sets), "test set"),
        title=toolkit.title,
        version=toolkit.version,
        licence=toolkit.licence,
        program=toolkit.program,
        toolkit=toolkit.name,
        version_file=toolkit.version_file,
        cpu=" ".join(toolkit.device_words("cpu")),
        gpu=" ".join(toolkit.device_words("$DEVICE")),
        space="▁",
    )
    systems = "".join(_write_system(plan, system) for system in plan.systems)
    return f'{head}{systems}\necho "All outputs are in outputs/. Send them with ./upload.sh." >&2\n'


def _write_system(plan: Plan, system: SystemName) -> str:
    tests = "".join(
        TEST.format(
            translate=shlex.join(list_translating(plan, system, pk)), output=shlex.quote(find_output(system, pk))
        )
        for pk, _ in plan.test_sets
    )
    return SYSTEM.format(
        record=f"outputs/{system}.json",
        system=system,
        train=shlex.join(list_training(plan, system)),
        tests=tests,
        variant=system.variant,
        seed=system.seed,
    )


UPLOAD = """\
#!/bin/sh
# Sends finished outputs to the site, where they become systems. Needs the client: pip install interlinea,
# then interlinea login {site}. What was sent before is not stored twice.
set -eu
cd "$(dirname "$0")"
exec interlinea outputs {project} {number} outputs
"""


def write_upload(site: str, project: str, number: int) -> str:
    """Return `upload.sh`."""
    return UPLOAD.format(site=shlex.quote(site or "URL"), project=shlex.quote(project), number=number)


README = """\
# {name}

Translation systems trained with and without knowledge of expressions, after Zaninello & Birch (2020), §6.
Made by Interlinea {software}.

1. Install {title} {version} ({licence}): `pip install torch numpy sacrebleu pyyaml`, then
   `pip install --no-deps sockeye=={version}`.
2. `./run.sh`, or `DEVICE=0 ./run.sh` on a GPU. After a stop, start it again.
3. `./upload.sh` sends the outputs back, with the time, machine and versions of each training.

| file | contents |
|---|---|
| `experiment.json` | configuration, counts, and the SHA-256 of every file that the data was made of |
| `data/VARIANT/train.*`, `dev.*` | line-aligned source and target in pieces of words; `▁` is a space of the text |
| `data/VARIANT/test-N.source` | the source of test set N, marked as in training |
| `data/factors/*.source.lemma`, `.iob` | factors: a lemma and a label B, I or O for each piece |
| `data/VARIANT/subwords.model` | the pieces, for sentencepiece |
| `SHA256SUMS` | hashes of these files: `sha256sum -c SHA256SUMS` |

Variants: {variants}.
Test sets: {tests}.
"""


def write_readme(plan: Plan) -> str:
    return README.format(
        name=" ".join(plan.name.split()),
        software=plan.software,
        title=plan.toolkit.title,
        version=plan.toolkit.version,
        licence=plan.toolkit.licence,
        variants=", ".join(plan.variants),
        tests=", ".join(f"{pk} ({name})" for pk, name in plan.test_sets),
    )


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
