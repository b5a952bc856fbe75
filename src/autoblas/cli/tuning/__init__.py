"""Searches of ``autoblas tune``: of one problem, or sweeps over many, from lists, networks and logs of calls."""
