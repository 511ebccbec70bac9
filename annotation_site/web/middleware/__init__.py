"""Steps of every request before and after its view, a module for each concern.

`bodies` limits what is read, `policy` sends the content policy, `pages` keeps pages private, `sent_forms` says what
became of a form, `typed_texts` lets browsers forget what was taken, `errors` shows refusals, `actors` names who changed
a row, `compression` packs pages. The settings name their order. Middleware of a subject, such as languages, lies with
it.
"""
