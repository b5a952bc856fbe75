"""Export, import and merge of ``autoblas db``: files of every form that ``autoblas.exchange`` reads or writes."""
