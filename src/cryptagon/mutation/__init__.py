"""Wrong cores, made from right ones: what verification must find."""
