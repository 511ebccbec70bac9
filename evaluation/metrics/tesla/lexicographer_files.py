"""Names of WordNet's lexicographer files, which NLTK reads and Debian's package of WordNet 3.0 leaves out.

Source: the manual page lexnames(5WN) of WordNet 3.0; their part of speech is 1 noun, 2 verb, 3 adjective, 4 adverb.
"""

_NAMES = {
    "noun": "Tops act animal artifact attribute body cognition communication event feeling food group location motive "
    "object person phenomenon plant possession process quantity relation shape state substance time",
    "verb": "body change cognition communication competition consumption contact creation emotion motion perception "
    "possession social stative weather",
}
_FILES = [
    ("adj.all", 3),
    ("adj.pert", 3),
    ("adv.all", 4),
    *((f"noun.{name}", 1) for name in _NAMES["noun"].split()),
    *((f"verb.{name}", 2) for name in _NAMES["verb"].split()),
    ("adj.ppl", 3),
]
# As the file `lexnames` has them.
LEXNAMES = "".join(f"{number:02}\t{name}\t{part}\n" for number, (name, part) in enumerate(_FILES))
