"""Statistics of strength and chance from games, as pure mathematics without a framework.

- `bradley_terry`: ratings of everybody at once, with standard errors;
- `comparisons`, `game_table`: games as narrow columns and sparse tables;
- `prior`, `authors`, `witnesses`: versions of one bot, their owners, and weights of chosen games;
- `definite`, `sandwich`: the linear algebra of `bradley_terry`, and what its blocks vary;
- `triangle`: their covariance, kept small, for the difference of any two;
- `anomalies`: how unlikely the results of two owners are, given the strengths of their bots;
- `owner_pairs`: these strengths by the games of all others;
- `head_to_head`: two entrants that met, and how sure it is which one is better;
- `few_blocks`: the error of a mean over blocks that holds when there are few of them;
- `sprt`: a test of two versions that stops as soon as it can;
- `power`: how likely such a test reaches a verdict, and after how many pairs;
- `seats`: the advantage of the first move, or of any other seat;

They share one unit: the *block*, in which the same entrants play every seat order. Games of one
block may be alike, but blocks are independent. So every error is estimated from how blocks differ.
"""
