"""More ratings of single items, where figures are least certain.

Start at `queries`, which names the items, then `services`.
"""
