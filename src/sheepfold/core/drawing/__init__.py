"""How Sheepfold looks: drawings, colours and the few shapes that every picture needs."""
