"""Who sits where and until when."""
