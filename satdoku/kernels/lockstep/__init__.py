"""Kernels for many 9×9 boards at a time: one vector lane per board."""
