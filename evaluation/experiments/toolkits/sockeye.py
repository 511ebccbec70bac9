"""Sockeye 3, by Amazon (Apache-2.0): transformers with source factors, on PyTorch.

Version 3.1.34, of 2023, is its last; it runs unchanged with PyTorch 2.13 and NumPy 2.3. Factors are summed to the
embedding of the piece, so that all variants have a network of the same size. Nematus concatenated them in the paper;
Sockeye does so only for an encoder larger than the decoder, or fails.
"""

from __future__ import annotations

from evaluation.experiments.configuration import Configuration
from evaluation.experiments.toolkits.base import Command, Files, Progress


class Sockeye:
    """Sockeye's commands."""

    name = "sockeye"
    title = "Sockeye"
    version = "3.1.34"
    licence = "Apache-2.0"
    program = "sockeye-train"
    metrics_file = "metrics"
    version_file = "version"

    def train(self, train: Files, dev: Files, model: str, configuration: Configuration, seed: int) -> Command:
        """Return the command; without a development score among the last eight checkpoints that is better, training
        ends before its steps are over.
        """
        layers, heads = configuration.layers, configuration.heads
        size, hidden = configuration.model_size, configuration.feed_forward
        words = [
            "sockeye-train",
            *("--source", train.source, "--target", train.target),
            *("--validation-source", dev.source, "--validation-target", dev.target),
            *("--output", model),
            *("--num-layers", f"{layers}:{layers}", "--transformer-model-size", f"{size}:{size}"),
            *("--transformer-attention-heads", f"{heads}:{heads}"),
            *("--transformer-feed-forward-num-hidden", f"{hidden}:{hidden}"),
            *("--transformer-dropout-prepost", f"{configuration.dropout}:{configuration.dropout}"),
            *("--initial-learning-rate", str(configuration.learning_rate)),
            *("--batch-type", "word", "--batch-size", str(configuration.batch_words)),
            *("--max-updates", str(configuration.steps)),
            *("--checkpoint-interval", str(configuration.checkpoint_steps)),
            *("--max-num-checkpoint-not-improved", "8"),
            *("--keep-last-params", "2", "--decode-and-evaluate", "0"),
            *("--max-seq-len", "256", "--seed", str(seed)),
        ]
        if train.factors:
            words += ["--source-factors", *train.factor_files]
            words += ["--validation-source-factors", *dev.factor_files]
            words += ["--source-factors-combine", *(["sum"] * len(train.factors))]
        return words

    def translate(self, test: Files, model: str, output: str, configuration: Configuration) -> Command:
        words = ["sockeye-translate", "--models", model, "--input", test.source, "--output", output]
        if test.factors:
            words += ["--input-factors", *test.factor_files]
        return [*words, "--beam-size", str(configuration.beam), "--batch-size", "16"]

    def score(self, test: Files, model: str, output: str) -> Command:
        words = ["sockeye-score", "--model", model, "--source", test.source, "--target", test.target]
        if test.factors:
            words += ["--source-factors", *test.factor_files]
        # Without a length penalty the sum over the pieces is left.
        return [*words, "--output", output, "--score-type", "neglogprob", "--length-penalty-alpha", "0"]

    def device_words(self, device: str) -> Command:
        return ["--use-cpu"] if device == "cpu" else ["--device-id", device]

    def read_progress(self, text: str, configuration: Configuration) -> list[Progress]:
        """Return the checkpoints of `metrics`, a line each: number, then name=value."""
        checkpoints = []
        # The last line may be half written.
        for line in text.split("\n")[:-1]:
            number, *cells = line.split("\t")
            values = dict(cell.split("=", 1) for cell in cells)
            step = min(int(number) * configuration.checkpoint_steps, configuration.steps)
            training, development = (float(values[f"perplexity-{part}"]) for part in ("train", "val"))
            checkpoints.append(Progress(step, training, development))
        return checkpoints
