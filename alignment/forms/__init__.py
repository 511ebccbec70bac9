"""What the pages of word alignment take in."""
