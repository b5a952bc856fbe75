"""Results in the forms of others and in one's own for sending: files that leave this machine, or come from elsewhere.

``files`` reads whatever comes without believing it; ``kernel_tuner``, ``t4`` and ``clblast`` are forms of other projects,
``bundle`` is our own, with a checksum, and ``merge`` compares bundles with what is there already. ``found`` says what all of
them hold: trials of a search.
"""

from autoblas.exchange.bundle import bundle_text, records_in_bundle
from autoblas.exchange.clblast import ClblastResults, clblast_in
from autoblas.exchange.files import Form, form_of, load
from autoblas.exchange.found import Found, Trial, found_in
from autoblas.exchange.kernel_tuner import cache_in, cache_text
from autoblas.exchange.merge import Change, Review, merged, review
from autoblas.exchange.t4 import t4_in, t4_text

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
