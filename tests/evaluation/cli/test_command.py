"""The command line as people use it: real files, one JSON object, exit status 2 with one sentence."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation_site.coefficients.agreement import LEVELS, alpha_interval
from tests.shared_data import shared

MANAGE = Path(__file__).parents[3] / "manage.py"


def measure(*arguments):
    out = StringIO()
    call_command("measure", *map(str, arguments), stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def write(tmp_path):
    def write_file(name, text, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write_file


def align(gold, system, *more, gold_format="talp", system_format="pharaoh"):
    return measure(
        "word-alignment", gold, system, "--gold-format", gold_format, "--system-format", system_format, *more
    )


def test_word_alignment_by_hand(write):
    result = align(write("gold", "1-1 2-2 3p3\n\n"), write("system", "0-0 2-2 5-5\n1-0"))
    signature = result.pop("signature")
    assert result == {
        "aer": pytest.approx(1 - 3 / 6),
        "precision": pytest.approx(0.5),
        "recall": pytest.approx(0.5),
        "f": pytest.approx(0.5),
        "n": 2,
        "sure": 2,
        "possible": 1,
        "links": 4,
    }
    assert signature.startswith("word-alignment|average:micro|nulls:dropped|a:0.5|pairs:2|version:")


def test_bases_and_direction_are_arguments(write):
    gold, system = write("gold", "0p1 1-1"), write("system", "2-1 2-2")
    options = ("--gold-base", 0, "--system-base", 1)
    assert align(gold, system, *options, "--reverse-system")["aer"] == 0
    assert align(gold, system, *options)["aer"] > 0


def test_sentences_without_links_may_be_missing_from_naacl(write):
    gold = write("gold", "1 1 1 S\n3 1 2 P\n3 1 0\n")
    system = write("system", "0-0\n0-0\n0-1\n")
    result = align(gold, system, gold_format="naacl")
    assert (result["n"], result["links"], result["sure"], result["possible"]) == (3, 3, 1, 1)


def test_interval_names_its_seed(write):
    gold, system = write("gold", "1-1 2-2\n1-2\n" * 20), write("system", "0-0 1-1\n0-0\n" * 20)
    result = align(gold, system, "--bootstrap", 100, "--seed", 7)
    low, high = result["interval"]["aer"]
    assert low <= result["aer"] <= high
    assert "|bs:100|seed:7|" in result["signature"]


@pytest.mark.parametrize(
    ("gold", "system", "sentence"),
    [
        ("1-1\n", "0-0\nx-1\n", "system, line 2: “x-1” is not a link"),
        ("1-1\n0-1\n", "0-0\n0-0\n", "gold, line 2: “0-1” contains the index 0"),
        ("1-1\n1-1\n", "0-0\n", "system: Sentence 2 is missing, but"),
        ("1-1\n", "\n", "system: The system output has no links."),
        ("\n", "0-0\n", "gold: The gold standard has no links."),
        ("", "", "gold: The gold standard has no links."),
    ],
)
def test_bad_alignments_are_one_sentence_and_status_2(write, gold, system, sentence):
    with pytest.raises(CommandError) as caught:
        align(write("gold", gold), write("system", system))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2


def test_link_agreement_by_hand(write):
    files = write("anna", "0-0 1-1 2p2\n"), write("bert", "0-0 1p1 2p2 3p3\n")
    result = measure("link-agreement", *files, "--format", "talp", "--base", 0)
    assert result["pairs"] == [
        {
            "annotators": ["anna", "bert"],
            "any": pytest.approx(6 / 7),
            "both": pytest.approx(4 / 7),
            "sure": pytest.approx(2 / 3),
            "possible": pytest.approx(0.5),
        }
    ]
    # items: 0-0 S S, 1-1 S P, 2-2 P P, 3-3 N P, 3-null N N
    assert (result["items"], result["labels"]) == (5, {"S": 3, "P": 4, "N": 3})
    assert result["fleiss_kappa"] == pytest.approx((0.6 - 0.34) / (1 - 0.34))


def test_unaligned_tokens_count_when_asked_for(write):
    row = '{"sure": "0-0", "unaligned_source": [1]}'
    files = write("anna", row), write("bert", row.replace("0-0", "0-1"))
    assert measure("link-agreement", *files, "--format", "jsonl")["pairs"][0]["any"] == 0
    counted = measure("link-agreement", *files, "--format", "jsonl", "--count-unaligned")
    assert counted["pairs"][0]["any"] == pytest.approx(0.5)


def test_undefined_agreement_is_null_with_a_reason(write):
    files = write("anna", "1-1\n"), write("bert", "1-1\n")
    result = measure("link-agreement", *files, "--format", "talp")
    assert result["pairs"][0]["possible"] is None
    assert result["fleiss_kappa"] is None
    assert result["reasons"]["possible"] == "Neither annotator has a Possible link."
    assert "All labels are identical, so chance agreement is 1." in result["reasons"]["fleiss_kappa"]


def test_agreement_needs_two_files_of_the_same_sentences(write):
    anna, bert = write("anna", "1-1\n1-1\n"), write("bert", "1-1\n")
    with pytest.raises(CommandError, match="at least two annotators"):
        measure("link-agreement", anna, "--format", "talp")
    with pytest.raises(CommandError, match=r"bert: Sentence 2 is missing, but .*anna has it"):
        measure("link-agreement", anna, bert, "--format", "talp")


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
    assert alpha(write("ratings.csv", TABLE.replace("w2,4", "w2,")))["missing"] == TABLE.count("w2,4")


def test_alpha_interval(write):
    result = alpha(write("ratings.csv", TABLE), "--bootstrap", 50)
    low, high = result["interval"]["alpha"]
    assert low < result["alpha"] < high
    assert "|jackknife:yes|" in result["signature"]  # six units are too few for a bootstrap


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("unit,part,who\n", "line 1: There is no column “rating”"),
        ("", "line 1: There is no column “unit”"),
        ("unit,part,who,rating\nu,a,w,x\n", "line 2: “x” is not a number."),
        ("unit,part,who,rating\nu,a,w,nan\n", "line 2: “nan” is not a number."),
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


def run(*arguments):
    """In a process of its own, with a database that cannot be reached."""
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody:none@127.0.0.1:1/none"}
    command = [sys.executable, MANAGE, "measure", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_measuring_needs_no_database(write):
    gold, system = write("gold", "1-1\n"), write("system", "0-0\n")
    done = run("word-alignment", gold, system, "--gold-format", "talp", "--system-format", "pharaoh")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["aer"] == 0


def test_bad_input_prints_nothing_on_standard_output(write):
    system = write("system", "0-0\n")
    done = run("word-alignment", "missing.talp", system, "--gold-format", "talp", "--system-format", "pharaoh")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith("missing.talp: The file cannot be read: No such file or directory.")
    assert done.stderr.count("\n") == 1


def test_hansards_through_the_command_line():
    folder = shared("data/alignment/hansards-enfr")
    bases = ("--gold-base", 1, "--system-base", 0)
    result = align(folder / "enfr.gold", folder / "giza/test.enfr.reverse.talp", *bases, "--reverse-system")
    assert round(100 * result["aer"], 1) == 9.8
    assert (result["n"], result["sure"], result["possible"]) == (447, 4038, 13400)


def test_rte2_through_the_command_line():
    folder = shared("data/alignment/rte2-three-annotators")
    files = [folder / f"RTE2_test_{name}.align.txt" for name in "ABC"]
    result = measure("link-agreement", *files, "--format", "giza-sp")
    assert (round(result["fleiss_kappa"], 5), result["items"]) == (0.72887, 11438)
    assert [round(pair["any"], 4) for pair in result["pairs"]] == [0.8310, 0.8346, 0.9862]


def test_scientific_compounds_through_the_command_line():
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    columns = ("--unit", "compound,constituent", "--annotator", "anonymized_annotator_id", "--value", "rating")
    result = measure("alpha", path, *columns, "--level", "ordinal", "--drop-annotators", "*_excluded")
    assert (round(result["alpha"], 4), result["units"]) == (0.1179, 400)


def test_encodings_are_found_or_named(write):
    gold, system = write("gold", "naïf\t1-1\n", "latin-1"), write("system", "0-0", "utf-16")
    assert align(gold, system, "--gold-encoding", "latin-1")["aer"] == 0.0
    with pytest.raises(CommandError, match="“klingon” is not an encoding"):
        align(gold, system, "--system-encoding", "klingon")
    with pytest.raises(CommandError, match="“klingon” is not an encoding"):
        measure("link-agreement", gold, gold, "--format", "talp", "--encoding", "klingon")


def test_agreement_reads_folders_of_annotators(tmp_path):
    for annotator, lines in (("A1", "1 1\n2 0\n"), ("A2", "1 1\n2 1\n")):
        (tmp_path / annotator).mkdir()
        (tmp_path / annotator / "samp1.SentPair0").write_text(lines)
    result = measure("link-agreement", tmp_path / "A1", tmp_path / "A2", "--format", "blinker")
    assert result["pairs"][0]["annotators"] == ["A1", "A2"]
    assert result["n"] == 1


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
