"""The mathematics of tournaments and ratings. It knows neither Django nor the database."""
