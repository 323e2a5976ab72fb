void outbyte(char letter);
