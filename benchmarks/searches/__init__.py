"""Searches compared on recorded spaces: autoblas's, Kernel Tuner's and Optuna's."""
