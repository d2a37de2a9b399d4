"""What people and staff do: accounts, clubs, and interventions."""
