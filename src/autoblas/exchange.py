"""Results in other projects' forms, and in one of our own for sending: files that leave this machine, or come from elsewhere.

In ``records``, ``files`` reads any file without trusting it; ``kernel_tuner``, ``t4`` and ``clblast`` are forms of other
projects, ``bundle`` is our own, with a checksum, and ``merge`` compares bundles with our records. ``search_results`` defines
what all of them hold: trials of a search.
"""

from autoblas.records.bundle import bundle_text, records_in_bundle
from autoblas.records.clblast import ClblastResults, clblast_in
from autoblas.records.files import Form, form_of, load
from autoblas.records.kernel_tuner import cache_in, cache_text
from autoblas.records.merge import Change, Review, merged, review
from autoblas.records.search_results import Found, Trial, found_in
from autoblas.records.t4 import t4_in, t4_text

__all__ = [
    "Change",
    "ClblastResults",
    "Form",
    "Found",
    "Review",
    "Trial",
    "bundle_text",
    "cache_in",
    "cache_text",
    "clblast_in",
    "form_of",
    "found_in",
    "load",
    "merged",
    "records_in_bundle",
    "review",
    "t4_in",
    "t4_text",
]
