"""Connections kept by threads, beside a pool of psycopg: pages a second, CPU and connections."""
