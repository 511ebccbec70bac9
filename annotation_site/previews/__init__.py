"""Previews: files come in, a job looks at them, people see what it found, and confirm.

A kind of file adds a `Preview` (two kinds of jobs), a form, the bodies of the jobs and the part of the page that shows
what was found; the steps between are here, for pages and API alike. Depends on jobs. Start with `services.Preview`.
"""
