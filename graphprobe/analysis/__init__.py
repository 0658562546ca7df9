"""From outcomes to figures that can be published: intervals, tests, agreement, and frames for notebooks."""
