"""The same work on Interlinea, doccano and Label Studio, in one run and in turns: docs/performance.md shows the table.

`tools` defines the work, a module for each tool does it there, `environments` installs the peers.
Run it with `python -m tests.benchmarks.peers [--small]`.
"""
