"""Names that are probably one."""

from annotation_site.tables.similar_names import describe_similar_names, find_similar_names


def test_case_and_spaces_do_not_make_two_people():
    names = ["Anna", "Ben", "anna ", "ANNA", "Anna", "Mary Jane", "mary\xa0 jane"]
    assert find_similar_names(names) == [["Anna", "anna ", "ANNA"], ["Mary Jane", "mary\xa0 jane"]]
    assert find_similar_names(["r1", "r2", "r 3"]) == []


def test_an_accent_in_two_encodings_is_one_letter():
    assert find_similar_names(["Zoé", "Zoe\u0301", "Zoe"]) == [["Zoé", "Zoe\u0301"]]


def test_the_sentence_names_all_of_them():
    said = describe_similar_names([["Anna", "anna"], ["B b", "bb", "BB"]])
    assert said.endswith("different annotators: “Anna” and “anna”; “B b” and “bb” and “BB”.")
    assert describe_similar_names([]) == ""
