"""Pages about what is known of a device: searches, records, and what is served; written for reading, printing and papers.

It knows records, journals and classes of problems, and no kernel. ``content`` is what a page is made of; ``searches``,
``speeds``, ``importance`` and ``ranking`` are what follows from it; ``charts`` draw, and ``page`` writes. Only these two
need what the extra ``report`` brings.
"""

from autoblas.report.content import Content, Served
from autoblas.report.searches import RecordedSearch, RecordedTrial, read_searches, search_in
from autoblas.report.speeds import Bench, read_bench
from autoblas.report.work import ProblemWork, work_of

__all__ = [
    "Bench",
    "Content",
    "ProblemWork",
    "RecordedSearch",
    "RecordedTrial",
    "Served",
    "read_bench",
    "read_searches",
    "search_in",
    "work_of",
]
