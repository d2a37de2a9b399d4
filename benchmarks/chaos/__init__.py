"""The platform under fire: what it runs on is killed at random, and nothing may be lost.

`fleet` has the processes, `trouble` what is done to them, `story` the tournaments that are played
meanwhile, `laws` what must hold at the end. `python -m benchmarks.chaos` runs it
for minutes, and tests/e2e/test_chaos.py for seconds.
"""
