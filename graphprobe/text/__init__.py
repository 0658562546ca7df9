"""Typed values, names and normalization: pure functions over text, the heart of conflict detection."""
