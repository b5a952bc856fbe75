"""Child processes: interpreters that may be lost to a driver (``processes``), and what became of one (``apart``)."""
