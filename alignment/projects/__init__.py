"""Projects of word alignment: starting one, its overview and its settings.

Start at `services`; `queries` counts where a project stands.
"""
