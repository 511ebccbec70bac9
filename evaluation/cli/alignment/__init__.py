"""Commands about links: a system against gold links, and annotators with each other."""
