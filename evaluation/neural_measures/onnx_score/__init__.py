"""A program that scores translations by a model in the Open Neural Network Exchange format (ONNX), offline.

Run by a Python of its own (`make neural-measures`), never by a web server or worker: it depends on numpy, onnxruntime
and tokenizers alone. `model` reads the folder; start at `__main__`.
"""
