"""What happens without a call: due turns, bots' moves, operators' commands."""
