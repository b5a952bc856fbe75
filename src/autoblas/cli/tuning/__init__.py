"""What ``autoblas tune`` does: a search of one problem, or a sweep over many, from lists, networks and logs of calls."""
