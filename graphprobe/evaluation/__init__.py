"""Closed-book evaluation: run target models, judge what they say, and write the results back to the graph."""
