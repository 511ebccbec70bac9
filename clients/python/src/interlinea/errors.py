"""The one error of this package."""


class Refusal(Exception):
    """One sentence for people; `code` and `status` are the site's, where it answered."""

    def __init__(self, sentence: str, *, code: str = "", status: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.code, self.status = sentence, code, status
