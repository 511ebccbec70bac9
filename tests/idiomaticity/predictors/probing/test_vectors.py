"""Vectors in an .npz, against cosines by hand and by NumPy; files that are not what they say."""

import zipfile
from io import BytesIO

import numpy as np
import pytest

from annotation_site.texts.faults import FormatError
from idiomaticity.predictors.probing import vectors
from idiomaticity.predictors.probing.vectors import read_vectors
from tests.idiomaticity.predictors.probing.files import write_npz

GOOD = {
    "compound": ["Fish  Tank", "fish tank", "gas tank"],
    "sentence": [2, 1, 1],
    "in_sentence": [[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]],
    "sentence_vector": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "compounds": ["fish tank", "gas tank"],
    "alone": [[1.0, 0.0], [0.0, 0.0]],
    "modifier": [[1.0, 0.0], [1.0, 1.0]],
    "head": [[0.0, 1.0], [-1.0, 1.0]],
}


def fault(**changes: object) -> str:
    arrays = {name: values for name, values in {**GOOD, **changes}.items() if values is not None}
    with pytest.raises(FormatError) as caught:
        read_vectors(write_npz(**arrays), "model.npz")
    return str(caught.value)


def test_similarities_are_the_cosines_of_the_definitions() -> None:
    found = read_vectors(write_npz(**GOOD), "model.npz")
    half = 0.5**0.5
    assert found.sentences["fish tank", 2] == {"nc_out": pytest.approx(1), "nc_out_comp": pytest.approx(half)}
    assert found.sentences["fish tank", 1] == {"nc_out": pytest.approx(half), "nc_out_comp": pytest.approx(1)}
    assert found.pairs == {("fish tank", 1, 2): {"sentence_similarity": 0, "compound_similarity": pytest.approx(half)}}


def test_a_zero_vector_gives_nothing() -> None:
    found = read_vectors(write_npz(**GOOD), "model.npz")
    assert found.sentences["gas tank", 1] == {"nc_out": None, "nc_out_comp": pytest.approx(1)}


def test_many_vectors_give_what_numpy_gives_at_once() -> None:
    random = np.random.default_rng(7)
    rows, size = 30, 12
    names = [f"thing{number // 3} tank" for number in range(rows)]
    inside, alone = random.normal(size=(rows, size)), random.normal(size=(10, size))
    modifier, head = random.normal(size=(10, size)), random.normal(size=(10, size))
    found = read_vectors(
        write_npz(
            compound=names,
            sentence=[number % 3 + 1 for number in range(rows)],
            in_sentence=inside,
            compounds=[f"thing{number} tank" for number in range(10)],
            alone=alone,
            modifier=modifier,
            head=head,
        ),
        "model.npz",
    )

    def cosines(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return (left * right).sum(axis=1) / np.sqrt((left**2).sum(axis=1) * (right**2).sum(axis=1))

    spread = np.repeat(np.arange(10), 3)
    assert [each["nc_out"] for each in found.sentences.values()] == pytest.approx(cosines(inside, alone[spread]))
    together = (modifier + head)[spread]
    assert [each["nc_out_comp"] for each in found.sentences.values()] == pytest.approx(cosines(inside, together))
    assert len(found.pairs) == 30
    assert found.pairs["thing4 tank", 1, 3]["compound_similarity"] == pytest.approx(
        cosines(inside[12:13], inside[14:15])[0]
    )


def test_what_is_left_out_is_not_made_up() -> None:
    found = read_vectors(write_npz(**{name: GOOD[name] for name in ("compound", "sentence", "in_sentence")}), "m.npz")
    assert found.sentences["fish tank", 1] == {"nc_out": None, "nc_out_comp": None}
    assert found.pairs["fish tank", 1, 2]["sentence_similarity"] is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"in_sentence": None}, "There is no array called in_sentence."),
        ({"head": None}, "The arrays modifier and head must be given together."),
        ({"sentence": [2.0, 1.0, 1.0]}, "The array sentence must have whole numbers, not float32."),
        ({"in_sentence": [1.0, 2.0, 3.0]}, "The array in_sentence is not rows of vectors (its shape is (3,))."),
        ({"alone": [[1.0], [2.0]]}, "The vectors of alone have 1 numbers, those of in_sentence 2."),
        ({"sentence": [2, 1]}, "The array sentence has 2 rows, compound has 3."),
        ({"compounds": None}, "The array alone requires the array compounds."),
        ({"sentence": [1, 1, 1]}, "Row 2 of the array sentence names sentence 1 of fish tank a second time."),
        ({"sentence": [1, 0, 1]}, "Row 2 of the array sentence does not name a compound and a sentence."),
        ({"compounds": ["a b", "A  b"]}, "Row 2 of the array compounds names a compound a second time."),
        ({"compounds": ["a\x00b", "c"]}, "Row 1 of the array compounds contains a control character."),
        (
            {"head": [[0.0, float("nan")], [1.0, 1.0]]},
            "Row 1 of the array head contains a value that is not a number.",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(changes: dict[str, object], sentence: str) -> None:
    assert fault(**changes) == f"model.npz: {sentence}"


def test_nothing_is_unpickled() -> None:
    assert "The array compound must have texts, not object" in fault(
        compound=np.array(["fish tank", "gas tank", None], dtype=object)
    )


def test_a_file_that_is_no_archive_is_refused() -> None:
    for data in (b"", b"no archive", write_npz(**GOOD).getvalue()[:400]):
        with pytest.raises(FormatError, match=r"model.npz: The file is not a valid NumPy .npz file"):
            read_vectors(BytesIO(data), "model.npz")


def test_characters_that_there_are_not_are_refused() -> None:
    damaged = np.array(["fish tank", "gas tank", "a"])
    damaged.view(np.uint32)[0] = 0x110000
    assert fault(compound=damaged) == "model.npz: The array compound contains invalid characters."


@pytest.mark.parametrize("head", [b"{'descr': '<U9', 'shape': (3,", b"['descr']]", b"{'descr': '", b"("])
def test_an_array_with_a_damaged_head_is_no_array(head: bytes) -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("compound.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
    with pytest.raises(FormatError, match=r"The file is not a valid NumPy .npz file."):
        read_vectors(file, "model.npz")


def test_an_archive_of_something_else_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("compound.npy", b"not an array")
    with pytest.raises(FormatError, match=r"not a valid NumPy .npz file"):
        read_vectors(file, "model.npz")


def test_arrays_that_would_fill_the_memory_are_refused_by_their_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "MOST_BYTES", 1 << 20)
    file = BytesIO()
    np.savez_compressed(file, **{**GOOD, "in_sentence": np.zeros((3, 1 << 19), dtype=np.float32)})
    assert len(file.getvalue()) < 100_000
    with pytest.raises(FormatError, match="Its arrays need 6 MB of memory; the limit is 1 MB"):
        read_vectors(file, "model.npz")


def test_an_array_of_a_billion_entries_that_take_no_bytes_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, values in {"compound": np.zeros(1, "U1"), "sentence": np.zeros(1, int)}.items():
            with archive.open(f"{name}.npy", "w") as stream:
                np.save(stream, values)
        with archive.open("in_sentence.npy", "w") as stream:
            np.lib.format.write_array_header_1_0(stream, {"descr": "<f8", "fortran_order": False, "shape": (10**12, 0)})
        with archive.open("compounds.npy", "w") as stream:
            np.lib.format.write_array_header_1_0(stream, {"descr": "<U0", "fortran_order": False, "shape": (10**12,)})
    with pytest.raises(FormatError, match=r"at most 200,000 are read|is not rows of vectors"):
        read_vectors(file, "model.npz")
