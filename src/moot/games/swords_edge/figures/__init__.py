"""The figures of the book, loaded once from tables/*.toml: no number of the rules stands anywhere else."""
