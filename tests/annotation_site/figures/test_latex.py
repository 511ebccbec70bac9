"""Tables as papers print them: the best in bold, a dagger where nothing is significantly better."""

from dataclasses import replace

from annotation_site.figures.latex import PaperTable, Placed, place_column, print_table


def test_the_best_is_bold_and_equals_have_a_dagger_that_a_comment_explains() -> None:
    names = ["one", "two", "three", "four"]
    scores = place_column(["46.21", "46.38", "43.71", "–"], [46.21, 46.38, 43.71, None], [0, 1])
    text = print_table(PaperTable([["System", "BLEU ↑"], *zip(names, scores, strict=True)], "p < 0.05, bootstrap"))
    assert text.splitlines()[1:] == [
        "% Bold: best.",
        "% Dagger: not significantly worse than the best (p < 0.05, bootstrap).",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"System & BLEU $\uparrow$ \\",
        r"\midrule",
        r"one & 46.21\rlap{$^\dagger$} \\",
        r"two & \textbf{46.38} \\",
        r"three & 43.71 \\",
        r"four & – \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_heads_span_columns_and_rules_part_rows() -> None:
    table = PaperTable([["Split", "System", "a", "b"], ["zero", "x", 1, 2], ["joint", "x", 3, 4]], "", (), (1,), 2)
    text = print_table(replace(table, spans=(("", 2), ("BLEU ↑", 2))))
    assert text.splitlines()[1:] == [
        r"\begin{tabular}{llrr}",
        r"\toprule",
        r"\multicolumn{2}{c}{} & \multicolumn{2}{c}{BLEU $\uparrow$} \\",
        r"\cmidrule(lr){3-4}",
        r"Split & System & a & b \\",
        r"\midrule",
        r"zero & x & 1 & 2 \\",
        r"\midrule",
        r"joint & x & 3 & 4 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_a_column_of_p_never_has_zero() -> None:
    text = print_table([["First", "t", "p"], ["one", 0.0001, 0.0001], ["two", 2.0, 0.0304], ["three", None, ""]])
    assert [line for line in text.splitlines() if " & " in line][1:] == [
        r"one & 0.000 & \textless{} 0.001 \\",
        r"two & 2.000 & 0.030 \\",
        r"three & – & – \\",
    ]


def test_values_printed_alike_share_the_first_place() -> None:
    assert [cell.is_best for cell in place_column([0.3001, 0.3002, 0.2], [0.3001, 0.3002, 0.2])] == [True, True, False]
    # Lower is better: the order is turned round.
    assert [cell.is_best for cell in place_column([20.1, 30.2], [-20.1, -30.2])] == [True, False]


def test_a_single_value_is_not_the_best_of_anything() -> None:
    assert place_column([1.0, None], [1.0, None], [0]) == [Placed(1.0), Placed(None)]
    assert "Bold" not in print_table([["a", "b"], ["x", 1.0]])
