"""The way tests run: each process with data of its own, quickly, and in one order."""
