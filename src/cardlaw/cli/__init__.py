"""The command line: thin commands over the judge and the rule indexes."""
