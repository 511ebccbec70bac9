"""`measure alpha` on tables worked out by hand and on published ratings."""

import shlex

import pytest
from django.core.management import CommandError

from annotation_site.coefficients.alpha import alpha_interval
from annotation_site.coefficients.figure import LEVELS
from tests.evaluation.cli.measuring import measure
from tests.shared_data import shared

TABLE = "unit, part, who, rating\n" + "".join(
    f"u{unit},a,w{who},{(unit + who % 2) % 5}\n" for unit in range(6) for who in range(3)
)


def alpha(path, *more, level="ordinal"):
    return measure(
        "alpha", path, "--unit", "unit,part", "--annotator", "who", "--value", "rating", "--level", level, *more
    )


def test_alpha_of_a_table(write):
    result = alpha(write("ratings.csv", TABLE))
    assert (result["level"], result["units"], result["annotators"], result["values"]) == ("ordinal", 6, 3, 18)
    assert 0 < result["alpha"] < 1
    assert result == {**alpha(write("ratings.tsv", TABLE.replace(", ", "\t").replace(",", "\t")))}


def test_annotators_are_dropped_by_pattern_and_empty_values_are_missing(write):
    result = alpha(write("ratings.csv", TABLE.replace("w2", "w2_excluded")), "--drop-annotators", "*_excluded")
    assert (result["annotators"], result["values"]) == (2, 12)
    assert alpha(write("ratings.csv", TABLE.replace("w2,4", "w2,")))["missing"] == {
        "count": TABLE.count("w2,4"),
        "read_as": [],
    }


# Two of three pairs agree where all three annotators answered: alpha is 1 if what is missing is no category.
NOMINAL = "unit,annotator,value\n1,r1,1\n2,r1,1\n3,r1,2\n1,r2,1\n2,r2,1\n3,r2,{0}\n1,r3,{0}\n2,r3,1\n3,r3,2\n"
NOMINAL_COLUMNS = ("--unit", "unit", "--annotator", "annotator", "--value", "value", "--level", "nominal")


@pytest.mark.parametrize("name", ["NA", "N/A", "n/a", "NaN", "nan", "None", "null", "-", ".", ""])
def test_a_missing_value_is_no_category(write, capsys, name):
    found = measure("alpha", write("r.csv", NOMINAL.format(name)), *NOMINAL_COLUMNS)
    assert (found["alpha"], found["values"]) == (1.0, 7)
    assert found["missing"] == {"count": 2, "read_as": [name] if name else []}
    said = capsys.readouterr().err
    assert f"2 values were read as missing: “{name}”. If one of them is a value, name the others" in said or not name


def test_a_category_may_be_called_none(write, capsys):
    path = write("r.csv", NOMINAL.format("None"))
    for names in ("NA,NaN", ""):
        found = measure("alpha", path, *NOMINAL_COLUMNS, "--missing", names)
        assert found["missing"] == {"count": 0, "read_as": []} and found["alpha"] == pytest.approx(1 / 3, abs=0.01)
    assert not capsys.readouterr().err
    other = measure("alpha", write("s.csv", NOMINAL.format("99")), *NOMINAL_COLUMNS, "--missing", "99,NA")
    assert (other["alpha"], other["missing"]) == (1.0, {"count": 2, "read_as": ["99"]})


def test_five_and_five_point_zero_are_one_category(write):
    table = "unit,annotator,value\n1,a,5\n1,b,5.0\n2,a,3\n2,b,3.0\n"
    assert measure("alpha", write("r.csv", table), *NOMINAL_COLUMNS)["alpha"] == 1
    words = "unit,annotator,value\n1,a,5\n1,b,5.0\n2,a,x\n2,b,x\n"
    assert measure("alpha", write("r.csv", words), *NOMINAL_COLUMNS)["alpha"] < 1


def test_decimal_commas_are_read_as_decimal_points(write):
    plain = alpha(write("a.tsv", TABLE.replace(", ", "\t").replace(",", "\t")), level="interval")
    commas = TABLE.replace(", ", "\t").replace(",", "\t").splitlines()
    table = "\n".join([commas[0], *(f"{line},000" if n else f"{line},0" for n, line in enumerate(commas[1:]))]) + "\n"
    assert alpha(write("b.tsv", table), level="interval")["alpha"] == plain["alpha"]


def test_names_that_differ_in_case_only_are_reported(write, capsys):
    table = "unit,annotator,value\n1,Anna,1\n2,Anna,2\n1,anna ,1\n2,anna ,2\n1,Ben,1\n2,Ben,3\n"
    found = measure("alpha", write("r.csv", table), *NOMINAL_COLUMNS)
    assert found["similar_annotators"] == [["Anna", "anna"]]
    assert "“Anna” and “anna”" in capsys.readouterr().err


def test_a_pattern_that_matches_nobody_is_an_error(write):
    with pytest.raises(CommandError, match="No annotator matches 'W2', so none can be dropped") as raised:
        alpha(write("ratings.csv", TABLE), "--drop-annotators", "w1", "--drop-annotators", "W2")
    assert raised.value.returncode == 2


def test_alpha_interval(write):
    result = alpha(write("ratings.csv", TABLE), "--bootstrap", 50)
    low, high = result["interval"]["alpha"]
    assert low < result["alpha"] < high
    assert "|jackknife:yes|" in result["signature"]  # six units are too few for a bootstrap


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("unit,part,who\n", "line 1: There is no column “rating”"),
        ("", "The file is empty."),
        ("unit,part,who,rating\nu,a,w,x\n", "line 2: “x” is not a number."),
        ("unit,part,who,rating\nu,a,w,inf\n", "line 2: “inf” is not a number."),
        ("unit,part,who,rating\nu,a,w,nan\n", "The table has no ratings."),
        ('unit,part,who,rating\nu,a,w,1\nu,b,w,"1,234"\n', "line 3: “1,234” may be 1234 or 1.234."),
        ("unit,part,who,rating\nu,a,w,1\nu,a,w,2\n", "line 3: w has already rated “u, a”."),
        ("unit,part,who,rating\nu,a,w\n", "line 2: The row has 3 cells"),
        ("unit,part,who,rating\n", "The table has no ratings."),
        # Of two faults, the first.
        ("unit,part,who,rating\nu,a,w,1\nu,a,w,2\nu,b,w,x\n", "line 3: w has already rated “u, a”."),
        ("unit,part,who,rating\nu,a,w,1\nu,b,w,x\nu,a,w,2\n", "line 3: “x” is not a number."),
        ("unit,part,who,rating\nu,a,w,1\nu,a,w,x\n", "line 3: w has already rated “u, a”."),
        ("unit,part,who,rating\nu,a,w,1\n\nu,a,w,2\nu,b,w\n", "line 4: w has already rated “u, a”."),
        ('unit,part,who,rating\n"u\nv",a,w,1\nu,b,w,1\nu,b,w,2\n', "line 5: w has already rated “u, b”."),
        ("unit,part,who,rating\n" + "".join(f"{n},a,w,1\n" for n in range(2500)) + "7,a,w,1\n", "line 2502: w has"),
    ],
)
def test_bad_tables_are_one_sentence_and_status_2(write, table, sentence):
    with pytest.raises(CommandError) as caught:
        alpha(write("ratings.csv", table))
    assert sentence in str(caught.value)
    assert caught.value.returncode == 2


@pytest.mark.parametrize(
    ("table", "example"),
    [
        ("Wort;Anna;Bert;Carla\na;1;1;0\nb;NA;2;2\nc;0;0;0\n", "unit=Wort value=Anna,Bert,Carla"),
        (",Wort,Anna B,Bert\n0,a,1,1\n1,b,2,2\n", "unit=Wort 'value=Anna B,Bert'"),
    ],
)
def test_a_column_for_each_annotator_is_proposed_and_works(write, table, example):
    path = write("wide.csv", table)
    with pytest.raises(CommandError, match="If each annotator has a column, name all of them") as refused:
        measure("alpha", path, "--level", "ordinal")
    assert f"such as --columns {example}." in str(refused.value)
    result = measure("alpha", path, "--level", "ordinal", "--columns", *shlex.split(example))
    assert result["annotators"] == example.count(",") + 1


def test_no_column_for_each_annotator_is_proposed_where_annotators_have_one(write):
    path = write("long.csv", "rater,Wort,Note,Alter\nA,x,1,20\nB,x,2,30\n")
    with pytest.raises(CommandError) as refused:
        measure("alpha", path, "--level", "ordinal")
    assert "If each annotator" not in str(refused.value)


def test_scientific_compounds_through_the_command_line():
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    columns = ("--unit", "compound,constituent", "--annotator", "anonymized_annotator_id", "--value", "rating")
    result = measure("alpha", path, *columns, "--level", "ordinal", "--drop-annotators", "*_excluded")
    assert (round(result["alpha"], 4), result["units"]) == (0.1179, 400)


def test_annotators_with_most_in_common_through_the_command_line():
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    columns = ("--unit", "compound,constituent", "--annotator", "anonymized_annotator_id", "--value", "rating")
    expected = {
        2: {
            "ordinal": {(5, 63): 0.2342, (5, 79): 0.1850, (16, 23): 0.3448, (63, 79): 0.3192},
            "interval": {(5, 63): 0.2592, (5, 79): 0.2116, (16, 23): 0.3131, (63, 79): 0.3196},
        },
        3: {"nominal": {(5, 63, 79): 0.0319}, "ordinal": {(5, 63, 79): 0.2460}, "interval": {(5, 63, 79): 0.2654}},
    }
    for k, levels in expected.items():
        for level, alphas in levels.items():
            asked = ("--level", level, "--drop-annotators", "*_excluded", "--most-in-common", k)
            found = measure("alpha", path, *columns, *asked)["most_in_common"]
            sets = {
                tuple(int(name.split("_")[1]) for name in each["annotators"]): round(each["alpha"], 4)
                for each in found["sets"]
            }
            assert (found["units"], found["tied"], sets) == (100, len(alphas), alphas)
            assert next(iter(sets)) == min(alphas)


def test_alpha_without_each_annotator(write):
    rows = alpha(write("ratings.csv", TABLE), "--without-each")["without"]
    assert [row["annotator"] for row in rows] == ["w1", "w0", "w2"]
    for row in rows:
        dropped = alpha(write("ratings.csv", TABLE), "--drop-annotators", row["annotator"])
        assert row["alpha"] == pytest.approx(dropped["alpha"])


def test_the_interval_of_few_values_is_that_of_many_resamples_of_units(write):
    table = "unit,part,who,rating\n" + "".join(
        f"u{unit},a,w{who},{(unit * unit + who * (unit % 3)) % 5}\n" for unit in range(60) for who in range(3)
    )
    ends = [alpha(write("r.csv", table), "--bootstrap", 4000, level=each)["interval"]["alpha"] for each in LEVELS]
    rows = [line.split(",") for line in table.splitlines()[1:]]
    for level, found in zip(LEVELS, ends, strict=True):
        value = str if level == "nominal" else int
        columns = [row[0] for row in rows], [row[2] for row in rows], [value(row[3]) for row in rows]
        plain = alpha_interval(*columns, level, resamples=2000, seed=3)
        assert found == pytest.approx((plain.low, plain.high), abs=0.02)
