"""Solving as a person does: techniques, their steps and sentences; explanations, hints, ratings."""
