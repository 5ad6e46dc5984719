"""What happens when a part of the server dies. Every part is a real process here, and so is its death."""
