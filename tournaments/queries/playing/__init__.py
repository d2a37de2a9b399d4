"""The queues, and the hosts whose workers serve them."""
