"""Every command that reads files, with arguments by which it succeeds: a new command enters this list.

A name in braces stands for a file with these contents; `{out}` for one that is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.idiomaticity.predictors.probing.files import write_npz


@dataclass(frozen=True)
class Invocation:
    words: Sequence[str]
    files: Mapping[str, str | bytes]

    def write(self, folder: Path) -> list[str]:
        """Return the arguments, with the files written into the folder."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        paths = {name: str(folder / name) for name in [*self.files, "out"]}
        return [paths.get(word[1:-1], word) if word.startswith("{") else word for word in self.words]


def invoke(words: str, **files: str | bytes) -> Invocation:
    """Return an invocation; a file `a_csv` is called `a.csv`."""
    named = {name.replace("_", "."): content for name, content in files.items()}
    return Invocation(words.split(), named)


TEXT = "the old house\na green tree\n"
SPANS = "old house\t[(4, 13)]\ngreen tree\t[(2, 12)]\n"
LINKS = "0-0 1-1 2-2\n0-0 1-1 2-2\n"
LISTS = "house 3\ntree 2\n"
RATINGS = "unit,annotator,value\n" + "".join(
    f"u{n},{who},{(n + n * k) % 5}\n" for n in range(6) for k, who in enumerate("ab")
)
MACHINE = "unit,value\n" + "".join(f"u{n},{n % 5}\n" for n in range(6))
ANSWERS = "rater,item,scale,value,machine_score,shown,excluded,seconds\n" + "".join(
    f"r{k},i{n},head,{(n + k) % 5},{n % 5},{'true' if k else 'false'},false,{3 + n}\n"
    for n in range(6)
    for k in range(2)
)
SCORES = "system,segment,score\n" + "".join(f"s{s},{n},0.{n + s}\n" for s in range(3) for n in range(1, 5))
HUMAN = "segment,system,annotator,score\n" + "".join(f"{n},s{s},a,{n * s + s}\n" for s in range(3) for n in range(1, 5))
PREFERENCES = "segment,better,worse\n1,s1,s0\n2,s2,s1\n"
RUNS = "system,run,segment,score\n" + "".join(
    f"{s},{r},{n},0.{n}{r}\n" for s in "ab" for r in range(2) for n in range(4)
)
LABELLED = "label,value\nliteral,4\nidiomatic,1\nliteral,3\nidiomatic,2\n"
MARKED = "expression,hypothesis,reference\nold house,the old house,the old house\ngreen tree,a tree,a green tree\n"
COMPOUNDS = "compound,compositionality\nold house,0.5\n"
MQM = (
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "s1\td\t1\t1\tr1\ta b\t<v>x</v> y\tAccuracy/Omission\tmajor\ns1\td\t1\t1\tr2\ta b\tx y\tNo-error\tno-error\n"
)
ENTROPY = '{"entropies": [0.5, 0.25, 1.0], "expression": [1]}\n'
PERPLEXITY = '{"log_probabilities": [-0.5, -0.25, -1.0], "expression": [1]}\n'
STUDY = (
    "compound,sentence,mean,head,modifier\n"
    "old house,An old house stands.,2,house,old\ngreen tree,A green tree.,4,tree,green\n"
)
SIMILARITIES = "compound,sentence,nc_out,nc_out_comp\nold house,1,0.5,0.5\ngreen tree,1,0.25,0.5\n"
TRANSLATIONS = (
    "word,it\nold house,casa vecchia\nold,vecchia\nhouse,casa\ngreen tree,albero verde\ngreen,verde\ntree,albero\n"
)
VECTORS = {
    "compound": ["old house", "green tree"],
    "sentence": [1, 1],
    "in_sentence": [[1.0, 0.0], [1.0, 1.0]],
    "compounds": ["old house", "green tree"],
    "alone": [[1.0, 0.5], [0.5, 1.0]],
}
CUPT = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
    "# source_sent_id = . . 1\n# text = They gave up.\n1\tThey\tthey\tPRON\t_\t_\t2\tnsubj\t_\t_\t*\n"
    "2\tgave\tgive\tVERB\t_\t_\t0\troot\t_\t_\t1:VID\n3\tup\tup\tADV\t_\t_\t2\tadvmod\t_\tSpaceAfter=No\t1\n"
    "4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\t*\n\n"
)
FOLIA = (
    '<FoLiA xmlns="http://ilk.uvt.nl/folia" xml:id="x"><text xml:id="t"><s xml:id="s"><w xml:id="w"><t>up</t></w>'
    '<entities><entity class="VID"><wref id="w"/></entity></entities></s></text></FoLiA>'
)
TALP = "1-1 2-2 3-3\n1-1 2-2 3-3\n"

_PARALLEL = "--hypothesis {h.txt} --reference {r.txt} --reference {r2.txt}"
_TWO = {"h_txt": TEXT, "r_txt": TEXT, "r2_txt": TEXT}

COMMANDS: Mapping[str, Sequence[Invocation]] = {
    "measure word-alignment": [
        invoke(
            "{g.txt} {s.txt} --gold-format talp --system-format pharaoh --second-system {t.txt} "
            "--texts {a.txt} {b.txt} --source-frequencies {f.txt} --target-frequencies {e.txt} --bands 0,1-",
            g_txt=TALP, s_txt=LINKS, t_txt=LINKS, a_txt=TEXT, b_txt=TEXT, f_txt=LISTS, e_txt=LISTS,
        ),
    ],
    "measure link-agreement": [
        invoke("{a.txt} {b.txt} --format pharaoh", a_txt=LINKS, b_txt=LINKS),
        invoke("{a.txt} {b.txt}", a_txt=LINKS, b_txt=LINKS),
    ],
    "measure machine-agreement": [
        invoke("{r.csv} --machine {m.csv} --columns unit=unit annotator=annotator value=value", r_csv=RATINGS,
               m_csv=MACHINE),
        invoke("{a.txt} {b.txt} --machine {m.txt} --format pharaoh", a_txt=LINKS, b_txt=LINKS, m_txt=LINKS),
    ],
    "measure alpha": [invoke("{r.csv} --level ordinal --unit unit --annotator annotator --value value", r_csv=RATINGS)],
    "measure anchoring": [invoke("{r.csv} --scales head", r_csv=ANSWERS)],
    "measure separation": [invoke("{r.csv} --label label --value value", r_csv=LABELLED)],
    "measure mwe-score": [
        invoke("{t.csv} --expression expression --hypothesis hypothesis", t_csv=MARKED),
        invoke("--expressions {e.txt} --hypotheses {h.txt} --references {r.txt}", e_txt="old house\ngreen tree\n",
               h_txt=TEXT, r_txt=TEXT),
    ],
    **{f"measure {name}": [invoke(f"{_PARALLEL} --against {{o.txt}}", **_TWO, o_txt=TEXT)]
       for name in ("bleu", "chrf", "chrfpp", "ter")},
    "measure meteor": [invoke(f"{_PARALLEL} --target-language en", **_TWO)],
    "measure litter": [
        invoke("--source {s.txt} --reference {r.txt} --hypothesis {h.txt} --spans {p.txt} --source-language en "
               "--target-language en --dictionary {d.txt} --reverse-dictionary {v.txt} --stop-words {w.txt}",
               s_txt=TEXT, r_txt=TEXT, h_txt=TEXT, p_txt=SPANS, d_txt="old\tvieux\nhouse\tmaison\n",
               v_txt="vieux\told\n", w_txt="the\n"),
    ],
    "measure apt": [
        invoke("--source {s.txt} --spans {p.txt} --reference {r.txt} --reference-alignment {a.txt} "
               "--hypothesis {h.txt} --hypothesis-alignment {b.txt} --source-tokens {t.txt}", s_txt=TEXT,
               p_txt=SPANS, r_txt=TEXT, a_txt=LINKS, h_txt=TEXT, b_txt=LINKS, t_txt=TEXT),
    ],
    "measure tesla": [
        invoke("--reference {r.txt} --hypothesis {h.txt} --language en --compounds {c.csv}", r_txt=TEXT, h_txt=TEXT,
               c_csv=COMPOUNDS),
    ],
    "measure correlation": [
        invoke("{a.csv} {b.csv} --human {h.csv} --preferences {p.csv}", a_csv=SCORES, b_csv=SCORES, h_csv=HUMAN,
               p_csv=PREFERENCES),
    ],
    "measure meta-evaluation": [invoke("{a.csv} {b.csv} --human {h.csv}", a_csv=SCORES, b_csv=SCORES, h_csv=HUMAN)],
    "measure error-spans": [invoke("{m.tsv}", m_tsv=MQM)],
    "measure expressions": [
        invoke("{g.cupt} {s.cupt} --train {t.cupt}", g_cupt=CUPT, s_cupt=CUPT, t_cupt=CUPT),
        invoke("{g.xml} {s.xml} --format folia", g_xml=FOLIA, s_xml=FOLIA),
    ],
    "measure expression-agreement": [invoke("{a.cupt} {b.cupt}", a_cupt=CUPT, b_cupt=CUPT)],
    "measure runs": [invoke("{r.csv}", r_csv=RUNS)],
    "measure entropy": [invoke("{a.jsonl} {b.jsonl}", a_jsonl=ENTROPY, b_jsonl=ENTROPY)],
    "measure perplexity": [invoke("{a.jsonl} {b.jsonl}", a_jsonl=PERPLEXITY, b_jsonl=PERPLEXITY)],
    "measure compositionality": [
        invoke("{s.csv} --language en --vectors {v.npz} --similarities {i.csv} --corpus {c.txt} --translations {t.csv}",
               s_csv=STUDY, v_npz=write_npz(**VECTORS).getvalue(), i_csv=SIMILARITIES, c_txt=TEXT * 3,
               t_csv=TRANSLATIONS),
    ],
    "convert": [
        invoke("{i.csv} {out} --from table --to jsonl", i_csv="source,target\nthe old house,das alte Haus\n"),
        invoke("{a.txt} {b.txt} {out} --from moses --to jsonl", a_txt=TEXT, b_txt=TEXT),
        invoke("{l.txt} {out} --from pharaoh --to jsonl --kind links --texts {a.txt} {b.txt}", l_txt=LINKS, a_txt=TEXT,
               b_txt=TEXT),
        invoke("{t.txt} {p.txt} {out} --from spans --to segments", t_txt=TEXT, p_txt=SPANS),
        invoke("{d.jsonl} {out} --from marked --to table",
               d_jsonl='{"id": 1, "text": "An old house.", "label": [[3, 12, "NC"]]}\n'),
        invoke("{s.jsonl} {out} --from segments --to doccano", s_jsonl='{"source": "An old house."}\n'),
        invoke("{c.cupt} {out} --from cupt --to folia", c_cupt=CUPT),
        invoke("{c.xml} {out} --from folia --to cupt", c_xml=FOLIA),
        invoke("{c.txt} {c.ann} {out} --from brat --to cupt", c_txt="up\n", c_ann="T1\tVID 0 2\tup\n"),
        invoke("{i.tmx} {out} --from tmx --to jsonl",
               i_tmx='<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>old</seg></tuv>'
                     '<tuv xml:lang="de"><seg>alt</seg></tuv></tu></body></tmx>'),
    ],
    "check-cupt": [invoke("{c.cupt}", c_cupt=CUPT)],
    "split-cupt": [
        invoke("{c.cupt} --out {out} --unseen-test 1 --unseen-dev 1",
               c_cupt=CUPT + "".join(CUPT.partition("\n")[2].replace("give", each) for each in ("hold", "make"))),
    ],
    "find-expressions": [invoke("{c.txt} {p.txt}", c_txt=TEXT, p_txt="old house\n")],
    "split-expressions": [invoke("{a.txt} {b.txt} {p.txt} --out {out}", a_txt=TEXT, b_txt=TEXT, p_txt="old house\n")],
    "training-data": [
        invoke("{a.txt} {b.txt} --out {out} --phrases {p.txt} --marking spaces --dictionary {d.txt} --back-translated "
               "{c.txt} {e.txt}", a_txt=TEXT, b_txt=TEXT, p_txt="old house\n", d_txt="old house\taltes Haus\n",
               c_txt=TEXT, e_txt=TEXT),
    ],
    "select-sentences": [
        invoke("{a.txt} {b.txt} --format moses --out {out} --source-training {t.txt} --target-frequencies {f.txt}",
               a_txt=TEXT, b_txt=TEXT, t_txt=TEXT, f_txt=LISTS),
        invoke("{a.txt} {b.txt} --format moses --out {out} --target-training {t.txt} --source-frequencies {f.txt}",
               a_txt=TEXT, b_txt=TEXT, t_txt=TEXT, f_txt=LISTS),
    ],
}  # fmt: skip

# Commands that read no file of a stranger, with the reason.
OTHERS: Mapping[str, str] = {
    "align-words": "its texts are those of an installed aligner",
    "learn-links": "its texts are those of an installed aligner",
    "compare-releases": "reads releases",
    "verify": "reads releases",
    "load_demo": "reads the demo",
    "import_readings": "works on the site's database",
    "recount_agreement": "works on the site's database",
}
