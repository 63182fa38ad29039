// placeholder until the first file of this room
