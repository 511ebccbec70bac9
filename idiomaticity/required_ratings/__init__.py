"""More ratings of single items, where figures are least certain.

Depends on `ratings`. Start at `queries`, which names the items, then `services`.
"""
