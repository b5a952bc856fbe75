"""What ``autoblas db`` sends and takes: files of every form that ``autoblas.exchange`` knows, for this machine's results."""
