"""What games say about strength and about chance, as pure mathematics without a framework.

- `bradley_terry`: ratings of everybody at once, with standard errors;
- `head_to_head`: two entrants that met, and how sure the better one is;
- `sprt`: a test of two versions that stops as soon as it can;
- `seats`: what the first move, or any other seat, is worth;
- `luck`: how far the dice of one game favoured each seat.

They share one unit: the *block*, in which the same entrants play every seat order, without dice
from the same opening. Games of one block need not be independent of each other, blocks are; so
every error here is estimated from how blocks differ.
"""
