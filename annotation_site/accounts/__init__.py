"""People, sign-in and API tokens.

Everybody signs up by invitation. django-allauth keeps passwords and second factors; this package has sessions, tokens
for programs (hashed, scoped, shown once) and the count of attempts by which requests are throttled. Start at `models`,
then `authentication` for how a program signs in.
"""
