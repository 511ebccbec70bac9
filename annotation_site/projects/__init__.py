"""Projects and their settings, members and abilities, invitations, guidelines and navigation.

Start at `models`, then `abilities` for what each role allows, `access` for how a view admits people, `kinds` for what
each kind of annotation adds, and `forms.ProjectForm`, which declares the settings.
"""
