"""Documents of a judging round as pure functions: positions, neighbours, samples, and places on the ring."""

from random import Random

import pytest

from evaluation.judging.documents import Document, DocumentPosition, choose_whole_documents, group_documents
from evaluation.judging.planning import PlannedTask, place_tasks


def test_segments_are_grouped_by_name_wherever_they_stand() -> None:
    documents = group_documents([(1, "a"), (2, "b"), (3, "a"), (4, "")])
    assert documents == {1: Document("a", (1, 3)), 3: Document("a", (1, 3)), 2: Document("b", (2,))}
    assert documents[3].find_position(3) == DocumentPosition("a", 2, 2)


def test_up_to_five_neighbours_are_shown_on_either_side() -> None:
    document = Document("a", tuple(range(1, 21)))
    lengths = dict.fromkeys(document.numbers, 100)
    assert document.list_before(10, lengths) == [5, 6, 7, 8, 9]
    assert document.list_after(10, lengths) == [11, 12, 13, 14, 15]
    assert (document.list_before(1, lengths), document.list_after(20, lengths)) == ([], [])


@pytest.mark.parametrize(("length", "shown"), [(300, 5), (700, 2), (6000, 1)])
def test_fewer_neighbours_are_shown_the_longer_they_are_but_one_always(length: int, shown: int) -> None:
    document = Document("a", tuple(range(1, 21)))
    assert len(document.list_after(10, dict.fromkeys(document.numbers, length))) == shown


def test_a_sample_consists_of_whole_documents_and_segments_without_one() -> None:
    names = ["a", "a", "a", "b", "b", "", "c", ""]
    for seed in range(20):
        chosen = choose_whole_documents(Random(seed), names, 4)
        assert len(chosen) >= 4 and list(chosen) == sorted(chosen)
        for document in "abc":
            indexes = {index for index, name in enumerate(names) if name == document}
            assert indexes <= set(chosen) or not indexes & set(chosen)
    assert list(choose_whole_documents(Random(1), names, None)) == list(range(8))


def make_task(segment: int, document: str, repeats: int | None = None) -> PlannedTask:
    position = DocumentPosition(document, 1, 9) if document else None
    return PlannedTask(segment, 0, "", "x", (), "", (), (), repeats=repeats, document=position)


def test_a_document_follows_its_first_segment_on_the_ring() -> None:
    tasks = [make_task(segment, document) for segment, document in enumerate("aaabbb", 1)]
    places = place_tasks(7, [*range(1, 7)], tasks)
    assert places[:3] == sorted(places[:3]) and places[3:] == sorted(places[3:])
    assert places[2] - places[0] < 1e-9 < abs(places[3] - places[0])
    repeated = place_tasks(7, [*range(1, 8)], [*tasks, make_task(1, "a", repeats=0)])
    assert repeated[:6] == places and abs(repeated[6] - places[0]) > 1e-9
    assert all(0 <= place < 1 for place in repeated)
