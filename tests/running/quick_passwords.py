"""Quick hashes of passwords: Argon2 takes a tenth of a second of every core by design, and tests sign in very often."""

from django.contrib.auth.hashers import Argon2PasswordHasher


def hash_quickly() -> None:
    """Let Argon2 hash with the least it can, in this process; it checks each hash by the parameters in the hash."""
    Argon2PasswordHasher.time_cost = 1
    Argon2PasswordHasher.memory_cost = 8
    Argon2PasswordHasher.parallelism = 1
