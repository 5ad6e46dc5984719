"""All SQL of games that is written by hand, by what it is for, each with the plan that it expects."""
