"""A folder with a model: `model.onnx`, `tokenizer.json`, and `measure.json`, which says how texts become its input.

`measure.json` is an object:
inputs            parts of which each is a sequence of its own: `["source", "translation", "reference"]`; the model
                  takes `source_input_ids` and `source_attention_mask`, and the same of the others
template          instead of inputs, one sequence: `"source: {source} candidate: {translation}"`; the model takes
                  `input_ids` and `attention_mask`
most_pieces       pieces of words after which a sequence is cut, 512 if it is left out
lower_is_better   true for predicted errors
The first output is one number for each translation.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PARTS = ("source", "translation", "reference")
FILES = ("model.onnx", "tokenizer.json", "measure.json")
_MOST_PIECES = 512


class ModelError(Exception):
    """The folder is not one that can be read; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Description:
    """The reading of a segment that `measure.json` describes."""

    inputs: tuple[str, ...]
    template: str
    most_pieces: int
    lower_is_better: bool

    @property
    def parts(self) -> set[str]:
        """Return the parts of a segment that the model reads."""
        return set(self.inputs) or set(re.findall(r"{(\w+)}", self.template))


def read_description(folder: Path) -> Description:
    """Return what the folder's `measure.json` says; raise ModelError if it or another file is missing or wrong."""
    for name in FILES:
        if not (folder / name).is_file():
            raise ModelError(f"{folder.name}: {name} is missing.")
    try:
        settings = json.loads((folder / "measure.json").read_text(encoding="utf-8"))
        description = Description(
            inputs=tuple(settings.get("inputs", ())),
            template=str(settings.get("template", "")),
            most_pieces=int(settings.get("most_pieces", _MOST_PIECES)),
            lower_is_better=settings.get("lower_is_better", False) is True,
        )
    except (ValueError, AttributeError, TypeError):
        raise ModelError(f"{folder.name}: measure.json is not as docs/measuring/neural-measures.md says.") from None
    if bool(description.inputs) == bool(description.template):
        raise ModelError(f"{folder.name}: measure.json must have either “inputs” or “template”.")
    if unknown := description.parts - set(PARTS):
        raise ModelError(f"{folder.name}: measure.json names “{min(unknown)}”, which is no part of a segment.")
    if "translation" not in description.parts or description.most_pieces < 1:
        raise ModelError(f"{folder.name}: By measure.json, the model does not read the translation.")
    return description


class Model:
    """A model in memory, on one core unless the environment says otherwise."""

    def __init__(self, folder: Path, threads: int) -> None:
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        self.description = read_description(folder)
        options = SessionOptions()
        options.intra_op_num_threads = threads
        self.session = InferenceSession(folder / "model.onnx", options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(self.description.most_pieces)
        if self.tokenizer.padding is None:
            self.tokenizer.enable_padding()

    def score(self, segments: Sequence[Mapping[str, str]]) -> list[float]:
        """Return a score for each segment, which has the parts that the model reads."""
        if template := self.description.template:
            feed = self._encode([template.format_map(segment) for segment in segments])
        else:
            feed = {}
            for part in self.description.inputs:
                encoded = self._encode([segment[part] for segment in segments])
                feed |= {f"{part}_{name}": values for name, values in encoded.items()}
        taken = {model_input.name for model_input in self.session.get_inputs()}
        if missing := taken - set(feed):
            raise ModelError(f"The model takes an input “{min(missing)}”, which measure.json does not give.")
        output = self.session.run(None, {name: feed[name] for name in taken})[0].reshape(-1)
        if len(output) != len(segments):
            raise ModelError(f"The model gave {len(output)} numbers for {len(segments)} translations.")
        return [float(score) for score in output]

    def _encode(self, texts: Sequence[str]) -> dict[str, Any]:
        import numpy as np

        rows = self.tokenizer.encode_batch(list(texts))
        return {
            "input_ids": np.array([row.ids for row in rows], dtype=np.int64),
            "attention_mask": np.array([row.attention_mask for row in rows], dtype=np.int64),
        }
