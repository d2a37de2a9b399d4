ROLES = ("anonymous", "stranger", "owner", "organiser", "staff")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
TABLE = {}
BODIES = {}
