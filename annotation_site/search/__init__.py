"""Finding pages, items, people, projects and help from anywhere.

Begin with `queries.search`; `documentation` reads what the documentation is about.
"""
