"""Categories of expressions: the sets of PARSEME's editions, and the names that changed between them."""
