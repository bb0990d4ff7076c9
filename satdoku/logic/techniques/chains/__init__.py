"""Chains of strong and weak links, colours, and what follows from assumptions."""
