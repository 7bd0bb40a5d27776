"""Which members, variants, values and situations the inputs of a default run contain: the rows of each operation."""
