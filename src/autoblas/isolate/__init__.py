"""Child processes: interpreters (``processes``), workers that may be lost (``worker``, ``channel``), and verdicts (``apart``)."""
