"""The logic of one clock cycle, as XLS IR."""
