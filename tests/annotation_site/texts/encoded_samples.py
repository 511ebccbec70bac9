"""Small texts of many languages as people keep them, with the encodings in which their programs wrote them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple


class Sample(NamedTuple):
    """A text in a language, its kind, and an encoding in which it may be stored."""

    language: str
    kind: str
    encoding: str
    text: str

    @property
    def data(self) -> bytes:
        return self.text.encode(self.encoding, "ignore")


ENCODINGS = {
    "tr": ("cp1254", "iso8859-9"),
    "he": ("cp1255", "iso8859-8"),
    "cs": ("cp1250", "iso8859-2"),
    "pl": ("cp1250", "iso8859-2"),
    "hu": ("cp1250", "iso8859-2"),
    "ru": ("cp1251", "koi8-r", "cp866"),
    "uk": ("cp1251", "koi8-u"),
    "el": ("cp1253", "iso8859-7"),
    "ar": ("cp1256", "iso8859-6"),
    "fa": ("cp1256",),
    "zh": ("gb18030",),
    "zh-hant": ("big5",),
    "ja": ("shift_jis", "euc_jp"),
    "ko": ("cp949",),
    "th": ("cp874", "tis-620"),
    "vi": ("cp1258",),
    "de": ("cp1252", "mac-roman", "cp850"),
    "fr": ("cp1252", "mac-roman", "cp850"),
    "lt": ("cp1257",),
}
SENTENCES = {
    "tr": "Yağmurdan kaçarken doluya tutulduk.\nİşler yarım kaldı, kimse şaşırmadı.\nBu ağır yükü tek başına taşıyor.",
    "he": "הילד אכל את כל העוגה לבדו.\nהיא יצאה מהבית בלי מפתח.\nאין חדש תחת השמש, אמר הזקן.",
    "cs": "Děti si hrály na zahradě až do tmy.\nŘekl to příliš pozdě a všichni se smáli.\nKůň běžel přes žlutou louku.",
    "pl": "Zosia zgubiła klucze w drodze do domu.\nMój sąsiad śpiewa co rano.\nCóż, nie wszystko złoto, co się świeci.",
    "hu": "Az őszi eső egész éjjel verte az ablakot.\nA nővérem tegnap új cipőt vett.\nHűvös szél fújt a tó felől.",
    "ru": "Дети долго играли во дворе.\nОн вышел из дома без зонта.\nСтарый друг лучше новых двух.",
    "uk": "Діти довго гралися надворі.\nВін вийшов із дому без парасолі.\nЇхній сусід співає щоранку.",
    "el": "Τα παιδιά έπαιζαν ώρες στην αυλή.\nΒγήκε από το σπίτι χωρίς ομπρέλα.\nΟ γείτονας τραγουδάει κάθε πρωί.",
    "ar": "خرج الولد من البيت بلا مفتاح.\nلعب الأطفال في الحديقة حتى المساء.\nهذا القول قديم جدا.",
    "fa": "بچه‌ها تا شب در حیاط بازی کردند.\nپیرمرد چتر خود را گم کرد.\nاین گفته بسیار قدیمی است.",
    "zh": "孩子们在院子里玩了很久。\n他出门没有带伞。\n邻居每天早上都唱歌。",
    "zh-hant": "孩子們在院子裡玩了很久。\n他出門沒有帶傘。\n鄰居每天早上都唱歌。",
    "ja": "子どもたちは庭で長い間遊んだ。\n彼は傘を持たずに家を出た。\n隣の人は毎朝歌を歌う。",
    "ko": "아이들은 마당에서 오래 놀았다.\n그는 우산 없이 집을 나섰다.\n이웃은 매일 아침 노래한다.",
    "th": "เด็กๆ เล่นอยู่ในสวนจนค่ำ\nเขาออกจากบ้านโดยไม่มีร่ม\nเพื่อนบ้านร้องเพลงทุกเช้า",
    "vi": "Ông già đi ra khỏi nhà.\nĐứa bé chơi ngoài sân đến tôi.\nBà tôi hát vào môi sáng.",
    "de": "Müllers Hündin schläft auf dem Sofa.\nEr hört täglich dasselbe Lied.\nDas ist mir völlig gleich, hört sie.",
    "fr": "Le voisin a oublié ses clés à l’école.\nÇa ne m’étonne guère, dit-elle.\nOù êtes-vous allé l’été passé ?",
    "lt": "Vaikai ilgai žaidė kieme.\nJis išėjo iš namų be skėčio.\nKaimynas kiekvieną rytą dainuoja.",
}
WORDS = {
    "tr": "ağaç ışık çiçek şeker göz öğrenci kapı yaş gün ütü",
    "he": "בית ילד שמש ספר לחם דלת עיר מים חבר לילה",
    "cs": "kůň řeka žena děti čas šťastný město úřad noc mléko",
    "pl": "łąka źródło żaba ręka ciało święto miód noc koń dąb",
    "hu": "ház őr tűz fű könyv szőlő kenyér erdő víz nő",
    "ru": "дом река солнце хлеб дверь город вода друг ночь книга",
    "uk": "дім річка сонце хліб двері місто вода друг ніч їжак",
    "el": "σπίτι ποτάμι ήλιος ψωμί πόρτα πόλη νερό φίλος νύχτα βιβλίο",
    "ar": "بيت شمس كتاب خبز باب مدينة ماء صديق ليل ولد",
    "fa": "خانه خورشید کتاب نان پنجره چراغ آب دوست شب گل",
    "zh": "房子 太阳 书本 面包 大门 城市 水 朋友 夜晚 孩子",
    "zh-hant": "房子 太陽 書本 麵包 大門 城市 水 朋友 夜晚 孩子",
    "ja": "家 太陽 本 パン 扉 町 水 友だち 夜 子ども",
    "ko": "집 태양 책 빵 문 도시 물 친구 밤 아이",
    "th": "บ้าน ดวงอาทิตย์ หนังสือ ขนมปัง ประตู เมือง น้ำ เพื่อน กลางคืน เด็ก",
    "vi": "nhà sông con đêm bánh cây đá trâu bò làng",
    "de": "Haus Tür Brötchen Straße schön Öl Fluß Käse früh Gefühl",
    "fr": "forêt école clé où garçon théâtre noël à goût élève",
    "lt": "žemė šuo ąžuolas čia ėjo lūpa dėžė naktis vėjas šiaurė",
}
HEADERS = {"he": "id,text,note", "zh": "编号,词语,说明", "zh-hant": "編號,詞語,說明", "ja": "番号,語,注"}


def list_samples() -> Iterator[Sample]:
    """Yield each language's sentences, words one a line, and a table of three rows, in each of its encodings."""
    for language, encodings in ENCODINGS.items():
        words = WORDS[language].split()
        header = HEADERS.get(language, "id,word,note")
        rows = [
            f"{number},{word},{other}" for number, (word, other) in enumerate(zip(words[:3], words[3:6], strict=True))
        ]
        kinds = {
            "sentences": SENTENCES[language] + "\n",
            "words": "\n".join(words) + "\n",
            "table": "\r\n".join([header, *rows]) + "\r\n",
        }
        for encoding in encodings:
            for kind, text in kinds.items():
                kept = _fit(text, language).encode(encoding, "ignore").decode(encoding)
                yield Sample(language, kind, encoding, kept)


def _fit(text: str, language: str) -> str:
    """Return the text with what its encodings offer: Arabic ye and kaf for the Persian ones, tone marks apart."""
    if language == "vi":
        decomposed = unicodedata.normalize("NFD", text)
        return unicodedata.normalize("NFC", re.sub("([\u0302\u0306\u031b])", "\\1\u034f", decomposed)).replace(
            "\u034f", ""
        )
    return text.translate(str.maketrans("یک", "يك")) if language == "fa" else text
