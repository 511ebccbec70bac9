"""Webhooks: a project's events, sent to addresses that its managers add.

An event is a row, stored in the transaction that caused it (`services.announce`), and sent by workers until the host
takes it (`jobs`): at least once, each time with the same ID. Where a project has no webhook, an event costs no
statement. Start at `services`.
"""
