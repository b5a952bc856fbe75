"""What a report is told: results, journals and files of ``bench`` of one device, and what serves there."""
