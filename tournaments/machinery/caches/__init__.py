"""What is kept because computing or reading it again takes long."""
