"""People, sign-in and API tokens.

Everybody signs up by invitation. allauth keeps passwords and second factors; this package has the account page, tokens
for programs (hashed, scoped, shown once) and the count of attempts by which requests are throttled. Depends on nothing
but `web`. Start at `models`, then `authentication` for how a program signs in.
"""
