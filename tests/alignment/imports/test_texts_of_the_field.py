"""Texts as people have them come in right: raw text, blank lines, IDs before a tab, repeated IDs, many languages."""

import pytest

from alignment.imports.tokenisation import describe_tokenisation
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.alignment.imported_annotation.importing import look
from tests.alignment.imports.by_services import confirm, make_stale, pairs_of, preview
from tests.factories import make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {"source": "English", "target": "Italian"}
RAW = b"He comes.\nShe goes, too.\n", b"Lui viene.\nAnche lei va.\n"
TOKENISED = b"He comes .\nShe goes , too .\n", b"Lui viene .\nAnche lei va .\n"


def identifiers(project: Project) -> list[str]:
    return list(project.items.order_by("number").values_list("identifier", flat=True))


def sentences(previewed: Job) -> list[str]:
    return [each.sentence for each in describe_tokenisation(previewed.result, NAMES)]


def test_raw_text_is_split_by_rules_and_it_says_why() -> None:
    project = make_project()
    previewed = preview(project, *RAW, text_format="detect", tokens="detect")
    assert previewed.result["tokens"] == {"source": "words", "target": "words"}
    assert sentences(previewed) == [
        "5 words end in punctuation: this looks like raw text. It was split by language rules."
    ]
    assert previewed.result["shown"][0]["source"] == ["He", "comes", "."]
    confirm(project, previewed)
    assert pairs_of(project)[1] == (["She", "goes", ",", "too", "."], ["Anche", "lei", "va", "."])


def test_tokenised_text_is_left_as_it_is() -> None:
    previewed = preview(make_project(), *TOKENISED, text_format="detect", tokens="detect")
    assert previewed.result["tokens"] == {"source": "spaces", "target": "spaces"}
    assert sentences(previewed) == [
        "Punctuation stands apart from the words: this looks like tokenised text. It was split at spaces only."
    ]


def test_each_side_is_split_as_it_needs_and_a_stale_preview_is_read_the_same_way() -> None:
    project = make_project()
    previewed = preview(project, RAW[0], TOKENISED[1], text_format="moses", tokens="detect")
    assert previewed.result["tokens"] == {"source": "words", "target": "spaces"}
    assert [sentence.partition(":")[0] for sentence in sentences(previewed)] == ["English", "Italian"]
    confirm(project, make_stale(previewed))
    assert pairs_of(project)[0] == (["He", "comes", "."], ["Lui", "viene", "."])


def test_raw_text_that_was_split_at_spaces_on_request_is_warned_of() -> None:
    previewed = preview(make_project(), *RAW, text_format="moses", tokens="spaces")
    (told,) = describe_tokenisation(previewed.result, NAMES)
    assert told == (
        "5 words end in punctuation: this looks like raw text, but it was split at spaces only.", True
    )  # fmt: skip


def test_words_of_the_file_itself_are_not_judged() -> None:
    row = b'{"source_tokens": ["a.", "b."], "target_tokens": ["c."]}\n'
    previewed = preview(make_project(), row, text_format="jsonl", tokens="detect")
    assert sentences(previewed) == []
    assert previewed.result["shown"][0]["source"] == ["a.", "b."]


def test_blank_lines_at_the_end_do_not_matter_and_those_inside_are_named() -> None:
    project = make_project()
    previewed = preview(project, b"a\n\nb\n\n\n", b"x\n \ny\n", text_format="moses")
    assert previewed.result["blank"] == {"count": 1, "lines": "2"}
    with pytest.raises(DomainError, match="1 row has errors"):
        confirm(project, previewed)
    confirm(project, previewed, leave_out_rejected=True)
    assert pairs_of(project) == [(["a"], ["x"]), (["b"], ["y"])]
    assert identifiers(project) == ["1", "3"]


def test_ids_before_a_tab_name_the_pairs() -> None:
    project = make_project()
    previewed = preview(project, b"0\ta cat\n1\ta dog\n", b"0\tun gatto\n1\tun cane\n", text_format="detect")
    assert previewed.result["has_line_ids"]
    confirm(project, previewed)
    assert pairs_of(project) == [(["a", "cat"], ["un", "gatto"]), (["a", "dog"], ["un", "cane"])]
    assert identifiers(project) == ["0", "1"]


def test_ids_that_disagree_stop_the_preview_with_the_line() -> None:
    previewed = preview(make_project(), b"0\ta cat\n1\ta dog\n", b"0\tun gatto\n2\tun cane\n", text_format="detect")
    assert previewed.state == Job.State.FAILED
    assert previewed.error.startswith("file-2.txt, line 2: The ID of this line is “2”, but “1” in file-1.txt.")


REPEATED = b"id\tsource\ttarget\n7\ta\tx\n8\tb\ty\n7\tc\tz\n7\td\tw\n"


def test_repeated_ids_are_named_and_nothing_is_imported_without_a_choice() -> None:
    project = make_project()
    previewed = preview(project, REPEATED, text_format="tsv")
    assert previewed.result["repeated_ids"] == {
        "count": 2, "lines": "4–5", "in_project": 0, "examples": [{"id": "7", "lines": "2, 4–5"}]
    }  # fmt: skip
    with pytest.raises(DomainError, match=r"2 pairs have the ID of an earlier pair \(lines 4–5\)\. Choose whether"):
        confirm(project, previewed)
    with pytest.raises(DomainError, match="in these ways: rename, leave_out"):
        confirm(project, previewed, repeated_ids="merge")
    assert not project.items.exists()


@pytest.mark.parametrize("is_stale", [False, True])
@pytest.mark.parametrize(("choice", "names"), [("rename", ["7", "8", "7:4", "7:5"]), ("leave_out", ["7", "8"])])
def test_pairs_with_repeated_ids_are_renamed_or_left_out(choice: str, names: list[str], is_stale: bool) -> None:
    project = make_project()
    previewed = preview(project, REPEATED, text_format="tsv")
    job = confirm(project, make_stale(previewed) if is_stale else previewed, repeated_ids=choice)
    assert job.state == Job.State.SUCCEEDED, job.error
    assert (job.result["imported"], identifiers(project)) == (len(names), names)


def test_ids_that_the_project_has_are_repeated_ones_too() -> None:
    project = make_project()
    confirm(project, preview(project, b"1\ta ||| x\n2\tb ||| y\n"))
    previewed = preview(project, b"1\tc ||| z\n3\td ||| w\n")
    found = previewed.result["repeated_ids"]
    assert (found["count"], found["lines"], found["in_project"]) == (1, "1", 1)
    confirm(project, previewed, repeated_ids="rename")
    assert identifiers(project) == ["1", "2", "1:1", "3"]


def test_units_in_one_line_get_different_names() -> None:
    project = make_project()
    units = "".join(f"<trans-unit id='k'><source>a {n}</source><target>b</target></trans-unit>" for n in range(3))
    file = f"<xliff version='1.2'><file><body>{units}</body></file></xliff>".encode()
    confirm(project, preview(project, file, text_format="xliff"), repeated_ids="rename")
    assert identifiers(project) == ["k", "k:1", "k:1.2"]


def test_segments_without_translation_are_counted_and_need_no_consent() -> None:
    project = make_project()
    units = "<trans-unit id='1'><source>a</source><target>b</target></trans-unit><trans-unit id='2'><source>c</source>"
    file = f"<xliff version='1.2'><file><body>{units}</trans-unit></body></file></xliff>".encode()
    previewed = preview(project, file, text_format="xliff")
    assert (previewed.result["untranslated"], previewed.result["counts"]["rejected"]) == (1, 0)
    assert confirm(project, previewed).result["imported"] == 1


def memory(*units: dict[str, str]) -> bytes:
    rows = ["".join(f'<tuv xml:lang="{tag}"><seg>{text}</seg></tuv>' for tag, text in unit.items()) for unit in units]
    return f"<tmx version='1.4'><body>{''.join(f'<tu>{row}</tu>' for row in rows)}</body></tmx>".encode()


SEVERAL = memory({"en-GB": "lift", "it": "ascensore"}, {"en-GB": "a", "en-US": "elevator", "it": "b"})


def test_a_memory_with_variants_of_a_language_asks_which_to_read() -> None:
    project = make_project()
    previewed = preview(project, SEVERAL, text_format="detect")
    found = previewed.result["file_languages"]
    assert found["question"].startswith("“en” can be en-GB (2) and en-US (1).")
    assert found["counts"] == {"en-GB": 2, "it": 2, "en-US": 1}
    with pytest.raises(DomainError, match="Choose the languages of source and target and preview the file again"):
        confirm(project, previewed)
    chosen = preview(project, SEVERAL, text_format="tmx", file_source_language="en-US")
    assert (chosen.result["file_languages"]["question"], chosen.result["untranslated"]) == ("", 1)
    confirm(project, make_stale(chosen))
    assert pairs_of(project) == [(["elevator"], ["b"])]


def test_a_memory_in_other_languages_asks_and_is_read_as_chosen() -> None:
    project = make_project()
    file = memory({"de": "Katze", "fr": "chat"})
    previewed = preview(project, file, text_format="tmx")
    assert previewed.result["counts"]["pairs"] == 0
    assert previewed.result["file_languages"]["question"].startswith("The file has no text in “en”.")
    chosen = preview(project, file, text_format="tmx", file_source_language="fr", file_target_language="de")
    confirm(project, chosen)
    assert pairs_of(project) == [(["chat"], ["Katze"])]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        (b"a cat\tun gatto\t0-0 1-1\nit rains\tpiove\t0-0 1-0\n", "xl-wa"),
        (b'{"source_tokens": ["a"], "target_tokens": ["b"], "sure": "0-0", "source": "a", "target": "b"}\n', "jsonl"),
        (b"source\ttarget\tlinks\na cat\tun gatto\t0-0 1-1\n", "xl-wa"),
        (b"a cat\tun gatto\n", ""),
    ],
)
def test_links_beside_a_text_are_named(file: bytes, name: str) -> None:
    assert preview(make_project(), file, text_format="detect").result["links"] == name


def test_old_mac_files_are_read_line_by_line() -> None:
    project = make_project()
    confirm(project, preview(project, b"a\rb\r", "è\rü\r".encode("mac-roman"), text_format="moses"))
    assert pairs_of(project) == [(["a"], ["è"]), (["b"], ["ü"])]


def test_published_sets_with_ids_come_in_with_their_links() -> None:
    texts = [shared(f"cases/07-idtab/{name}").read_bytes() for name in ("s.en", "t.de")]
    project = make_project(source_language="en", target_language="de")
    confirm(project, preview(project, *texts, text_format="detect", tokens="detect"))
    assert identifiers(project) == ["0", "1", "2"]
    links = [shared(f"cases/16-twins/{name}").read_bytes() for name in ("set_A.talp", "set_B.talp")]
    readings = look(project, links, "detect")
    assert readings.result["twins"] == [{"names": ["0", "1"], "pairs": 3}]
    assert readings.result["shown"][0]["readings"][0]["links"][0] == ["I", "Ich", "S"]
    assert readings.result["rejected_count"] == 0


def test_texts_are_read_in_an_encoding_of_the_projects_languages() -> None:
    project = make_project(source_language="tr", target_language="he")
    turkish, hebrew = "şu iş\nağır yük\n".encode("cp1254"), "בית\nאין חדש\n".encode("cp1255")
    previewed = preview(project, turkish, hebrew, text_format="moses")
    confirm(project, previewed)
    assert pairs_of(project) == [(["şu", "iş"], ["בית"]), (["ağır", "yük"], ["אין", "חדש"])]


def test_a_text_in_no_readable_encoding_is_refused_in_a_sentence() -> None:
    previewed = preview(make_project(), bytes(range(0x80, 0x100)), b"x\n", text_format="moses")
    assert previewed.state == Job.State.FAILED
    assert previewed.error.startswith("file-1.txt: The encoding of the text was not recognised")
