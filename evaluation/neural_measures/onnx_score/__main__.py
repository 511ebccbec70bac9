"""`onnx-score --model FOLDER --source FILE [--reference FILE] --translations FILE… --to-json OUT`: a score of every
translation, in the JSON that `comet-score --to_json` writes, by the names of the files; null where the model has none.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from evaluation.neural_measures.onnx_score.model import Model, ModelError

BATCH = 16


def main() -> None:
    """Score the files of the command line; a fault is one line."""
    parser = argparse.ArgumentParser(prog="onnx-score", description="Score translations by an ONNX model.")
    for name in ("model", "source", "to-json"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--translations", type=Path, nargs="+", required=True)
    given = parser.parse_args()
    texts = {"source": given.source, **({"reference": given.reference} if given.reference else {})}
    try:
        model = Model(given.model, threads=int(os.environ.get("OMP_NUM_THREADS", "1")))
        if lacking := model.description.parts - {*texts, "translation"}:
            raise ModelError(f"The model reads the {min(lacking)}, and there is none.")
        scores_by_file = {path.name: list(_score(model, {**texts, "translation": path})) for path in given.translations}
        given.to_json.write_text(json.dumps(scores_by_file, ensure_ascii=False), encoding="utf-8")
    except (OSError, ValueError, ModelError) as error:
        sys.exit(str(error))


def _score(model: Model, paths: dict[str, Path]) -> Iterator[dict[str, object]]:
    """Yield segments with their scores; long ones stand beside long ones, so that little is padded."""
    columns = {part: path.read_text(encoding="utf-8").split("\n")[:-1] for part, path in paths.items()}
    for part, texts in columns.items():
        if len(texts) != len(columns["source"]):
            raise ModelError(f"{paths[part]} has {len(texts)} lines, but the source has {len(columns['source'])}.")
    segments = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    order = sorted(range(len(segments)), key=lambda index: sum(map(len, segments[index].values())))
    scores = [0.0] * len(segments)
    for first in range(0, len(order), BATCH):
        batch = order[first : first + BATCH]
        for index, score in zip(batch, model.score([segments[index] for index in batch]), strict=True):
            scores[index] = score
    for segment, score in zip(segments, scores, strict=True):
        yield {"src": segment["source"], "mt": segment["translation"], "COMET": score if math.isfinite(score) else None}


if __name__ == "__main__":
    main()
