"""The results site: the records of a checkout and of one's own results as pages, exports and an
API, from one local database."""
