"""Child processes: interpreters (``processes``), workers that may be lost (``worker``, ``channel``), and single calls (``run``)."""
