"""Machines compared with people: the pages, the job and the API of the report on a machine.

Its figures are `evaluation.machine_reports`.
"""
