"""The subcommands: a module each, which defines ``command`` and is imported when it is run."""
