"""Players in software: what a seat may see goes in, an action comes out."""
