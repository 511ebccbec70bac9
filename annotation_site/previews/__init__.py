"""Previews: files are uploaded, a job examines them, people see the result and confirm the import.

A kind of file adds a `Preview` (two kinds of jobs), a form, the bodies of the jobs and the part of the page that shows
the result; the steps between are here, for pages and API alike. Start with `services.Preview`.
"""
