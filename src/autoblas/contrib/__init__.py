"""What others contributed to matrix products before autoblas, in terms of autoblas; nothing here is needed to serve calls."""
