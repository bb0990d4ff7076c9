"""Pictures and pages, drawn from positions and step records."""
