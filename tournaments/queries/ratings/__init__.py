"""What pages, the API and the services read of ratings."""
