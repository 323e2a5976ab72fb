"""Pages: each view reads the database and fills one template."""
