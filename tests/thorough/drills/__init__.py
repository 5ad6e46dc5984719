"""What operators may have to go through, done to real servers."""
