"""Matrix products of PyTorch: an operator with gradients, and a switch that serves unchanged programs."""

from autoblas.torch.control import disable, enable, report, serving, warm
from autoblas.torch.operator import matmul
from autoblas.torch.summary import LayoutReport, Report

__all__ = ["LayoutReport", "Report", "disable", "enable", "matmul", "report", "serving", "warm"]
