"""Queries for pages, the API and the services; none of them changes a row."""
