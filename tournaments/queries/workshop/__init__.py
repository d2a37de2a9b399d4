"""What the workshop's page needs: its data, and the sources that run in the visitor's browser."""
