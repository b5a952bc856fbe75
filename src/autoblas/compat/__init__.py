"""Compatibility layers: functions with the signatures of other libraries, computed by autoblas."""
