"""Who answers: bots, scripts, people at a terminal."""
