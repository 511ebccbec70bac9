"""The smallest whole kind of annotation: is a sentence acceptable? The example of docs/developing/new-kind.md."""
