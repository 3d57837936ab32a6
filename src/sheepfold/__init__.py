"""Sheepfold: four tabletop games of wolves and sheep on one table."""

__version__ = "0.1.0"
