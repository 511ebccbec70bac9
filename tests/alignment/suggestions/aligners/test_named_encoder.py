"""An encoder that a user names: a folder in the layout of Hugging Face, here a small one that is made for the test.

It reads letters. Its second layer takes a letter for the one 13 further, so that it finds a word like its rot-13 and no
other layer does; each word is a few letters, whose mean counts.
"""

import codecs
import json
import string
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError

from alignment.suggestions.aligners.encoder import Encoder
from alignment.suggestions.jobs.suggesting import open_aligner
from tests.alignment.suggestions.aligners.installed import encoder_folder, make_program
from tests.alignment.suggestions.aligners.test_align_words_command import run

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WIDTH = 24
SOURCE = "the quick brown fox jumps over lazy dogs"
# Its words in another order, each by rot-13.
ORDER = [2, 0, 1, 3, 6, 5, 4, 7]
TARGET = " ".join(codecs.encode(SOURCE.split()[place], "rot13") for place in ORDER)
LINKS = {f"{place}-{number}" for number, place in enumerate(ORDER)}


def make_encoder(folder: Path, *, layers: int = 4, outputs: str = "hidden_states.", **settings: Any) -> Path:
    """Return a folder with model.onnx and tokenizer.json; `settings` as in tokenizer_config.json."""
    # Every process of a run collects this file: the library is loaded where the tests are run.
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    (folder / "onnx").mkdir(parents=True)
    _make_tokenizer(folder / "tokenizer.json")
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    chance = np.random.default_rng(5)
    tables = []
    for layer in range(layers):
        table = chance.normal(size=(len(SPECIAL) + 26 * 2, WIDTH)).astype(np.float32)
        if layer == 2:
            for first in (len(SPECIAL), len(SPECIAL) + 26):
                table[first + 13 : first + 26] = table[first : first + 13]
        tables.append(table)
    names = [f"{outputs}{layer}" if outputs.endswith(".") else outputs for layer in range(layers)]
    graph = helper.make_graph(
        [helper.make_node("Gather", [f"table{n}", "input_ids"], [name]) for n, name in enumerate(names)],
        "letters",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "pieces"])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "pieces", WIDTH]) for name in names],
        [numpy_helper.from_array(table, f"table{n}") for n, table in enumerate(tables)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, folder / "onnx" / "model.onnx")
    return folder


def _make_tokenizer(path: Path) -> None:
    letters = [*string.ascii_lowercase, *(f"##{letter}" for letter in string.ascii_lowercase)]
    vocabulary = {piece: place for place, piece in enumerate([*SPECIAL, *letters])}
    special = [
        {
            "id": place, "content": piece, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": False, "special": True,
        }
        for place, piece in enumerate(SPECIAL)
    ]  # fmt: skip
    template = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    described = {
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 6, "strategy": "LongestFirst", "stride": 0},
        "padding": None,
        "added_tokens": special,
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": template,
            "pair": template,
            "special_tokens": {name: {"id": name, "ids": [n], "tokens": [name]} for n, name in enumerate(SPECIAL)},
        },
        "decoder": None,
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary,
        },
    }  # fmt: skip
    path.write_text(json.dumps(described))


def link(folder: Path, encoder: Path, *options: object, source: str = SOURCE) -> tuple[set[str], dict[str, Any]]:
    """Return the links of one pair, and what the command says."""
    (folder / "source").write_text(source + "\n")
    (folder / "target").write_text(TARGET + "\n")
    told = run(
        "align-words", folder / "source", folder / "target", "--program", "encoder", "--aligner", encoder_folder(),
        "--encoder", encoder, "--out", folder / "links", "--format", "jsonl", *options,
    )  # fmt: skip
    [line] = map(json.loads, (folder / "links").read_text().splitlines())
    return {*line.get("sure", "").split(), *line.get("possible", "").split()}, told


def test_the_layer_two_thirds_up_is_read_and_named_with_the_model(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "letters")
    links, told = link(tmp_path, encoder)
    assert links == LINKS
    assert (told["encoder"], told["layers"], len(told["sha256"])) == ("letters", [2], 64)
    other, again = link(tmp_path, make_encoder(tmp_path / "other", layers=5), "--layers", "2")
    assert other == LINKS
    assert again["sha256"] != told["sha256"]


def test_another_layer_is_another_similarity(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "letters")
    assert len(link(tmp_path, encoder, "--layers", "1")[0] & LINKS) < len(LINKS) / 2
    assert link(tmp_path, encoder, "--layers", "1,2")[1]["layers"] == [1, 2]


def test_words_are_lower_cased_unless_the_tokenizer_keeps_case(tmp_path: Path) -> None:
    for folder, settings in (("plain", {}), ("cased", {"do_lower_case": False})):
        encoder = make_encoder(tmp_path / folder, **settings)
        found, _ = link(tmp_path, encoder, source=SOURCE.upper())
        assert (found == LINKS) is (folder == "plain")


def test_a_sentence_longer_than_the_model_reads_is_read_in_windows_of_whole_words(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "short", model_max_length=9)
    assert link(tmp_path, encoder)[0] == LINKS


def test_an_export_of_the_last_layer_alone_is_read(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "last", layers=1, outputs="last_hidden_state")
    assert link(tmp_path, encoder)[1]["layers"] == []
    with pytest.raises(CommandError, match=r"has no output hidden_states\.8, but its last layer only"):
        link(tmp_path, encoder, "--layers", "8")


def test_a_layer_that_was_not_exported_is_named_with_those_that_were(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "letters")
    with pytest.raises(CommandError, match=r"hidden_states\.7, but layers 0 to 3\. Choose another layer"):
        link(tmp_path, encoder, "--layers", "7")


@pytest.mark.parametrize("name", ["onnx/model.onnx", "tokenizer.json"])
def test_a_folder_without_its_files_or_with_broken_ones_is_one_sentence(tmp_path: Path, name: str) -> None:
    encoder = make_encoder(tmp_path / "letters")
    (encoder / name).write_text("{")
    with pytest.raises(CommandError, match=rf"{Path(name).name} cannot be read: "):
        link(tmp_path, encoder)
    (encoder / name).unlink()
    with pytest.raises(CommandError, match=rf"The encoder’s folder .*letters has no {Path(name).name}\."):
        link(tmp_path, encoder)


def test_layers_belong_to_their_model(tmp_path: Path) -> None:
    configured = Encoder(tmp_path, "/models/labse", "8")
    assert configured.reading(None, None) == configured
    assert configured.reading("/models/xlm-r", None) == Encoder(tmp_path, "/models/xlm-r", "")
    assert configured.reading(None, "6") == Encoder(tmp_path, "/models/labse", "6")


def test_the_encoder_of_the_settings_is_the_one_that_jobs_open(tmp_path: Path, settings: Any) -> None:
    make_program(tmp_path, "encoder-align")
    settings.ALIGNER_FOLDERS = {"encoder": str(tmp_path)}
    settings.ENCODER_FOLDER, settings.ENCODER_LAYERS = "/models/labse", "8"
    assert open_aligner("encoder") == Encoder(tmp_path, "/models/labse", "8")


def test_an_aligner_that_reads_no_encoder_refuses_one(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a\n")
    texts = [tmp_path / "text", tmp_path / "text", "--program", "fast_align", "--aligner", tmp_path]
    with pytest.raises(CommandError, match="fast_align reads no encoder"):
        run("align-words", *texts, "--out", tmp_path / "links", "--encoder", tmp_path)
