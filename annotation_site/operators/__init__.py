"""Work of those who run the site: people, projects, what is kept how long, and how much each may use.

Every service asks `projects.abilities.require_operator`, and every act is recorded with who did it. Start at
`services/accounts`; `services/pseudonyms` is the designed form of erasing a person, `exports` writes all data stored
about one.
"""
