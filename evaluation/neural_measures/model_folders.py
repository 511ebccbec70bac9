"""Folders of models, and the programs that score by them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation_site.programs.running import run_program
from evaluation.measures.kinds.external import LONGEST_NAME
from evaluation.neural_measures.onnx_score.model import Description, read_description

CHECKPOINT = Path("checkpoints", "model.ckpt")
ONNX, COMET = "onnx-score", "comet-score"


@dataclass(frozen=True, slots=True)
class NeuralModel:
    """A model's folder, named as its measure is, and the program that reads it."""

    folder: Path
    program: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def is_checkpoint(self) -> bool:
        """Return whether the model is one of COMET, of which only its own program knows more."""
        return self.program.name == COMET

    def describe(self) -> Description:
        """Return what the model reads; raise ModelError for a folder that is not as it must be."""
        if self.is_checkpoint:
            return Description(("source", "translation"), "", 0, lower_is_better=False)
        return read_description(self.folder)

    def find_checksum(self) -> str:
        """Return the SHA-256 of the model's weights."""
        path = self.folder / (CHECKPOINT if self.is_checkpoint else "model.onnx")
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def score(
        self,
        source: Path,
        reference: Path | None,
        translations: Sequence[Path],
        into: Path,
        *,
        watch: Callable[[], None],
    ) -> None:
        """Write the scores of all translations into a JSON file, by the names of their files; texts have one segment
        per line. Raise ProgramError if the program fails.
        """
        if self.is_checkpoint:
            arguments: list[object] = ["--model", self.folder / CHECKPOINT, "-s", source, "-t", *translations]
            arguments += [*(["-r", reference] if reference else []), "--to_json", into, "--gpus", "0", "--quiet"]
        else:
            arguments = ["--model", self.folder, "--source", source, "--translations", *translations]
            arguments += [*(["--reference", reference] if reference else []), "--to-json", into]
        run_program(self.program, arguments, watch=watch)


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs that read each kind of folder."""

    onnx: Path
    comet: Path

    def find(self, folder: Path) -> Path | None:
        """Return the program that reads such a folder, if it is there."""
        if (folder / "measure.json").is_file():
            program = self.onnx
        elif (folder / CHECKPOINT).is_file():
            program = self.comet
        else:
            return None
        return program if program.is_file() else None


def list_models(folder: Path, programs: Programs) -> list[NeuralModel]:
    """Return the models in a folder that can be used now, in the order of their names."""
    if not folder.is_dir():
        return []
    readable = [path for path in sorted(folder.iterdir()) if path.is_dir() and _is_name(path.name)]
    with_programs = ((path, programs.find(path)) for path in readable)
    return [NeuralModel(path, program) for path, program in with_programs if program]


def _is_name(name: str) -> bool:
    """Return whether a measure can have the name of the folder."""
    return len(name) <= LONGEST_NAME and name.isprintable() and not name.startswith(".") and name == name.strip()
