"""The drawings of the old server's help for Mutton, letter for letter."""

FIRST_FIGURE = """\
              1 2 3 4
             / / / / 5
                    / 6
       a-  A B C D   / 7
      b-  E . F . G   /
     c-  H I . . J K
    d-  L . M . N . O
     e-  P Q . . R S
      f-  T . U . V
       g-  W X Y Z"""

EXAMPLE_FIELD = """\
              1 2 3 4
             / / / / 5
                    / 6
       a-  A B X M   / 7
      b-  E . . . O   /
     c-  G . * . L P
    d-  I V . . . . T
     e-  K F . . . N
      f-  Y . . . Z
       g-  U C Q R"""

EXAMPLE_SHEET = """\
Score: 5 (10 to beat).
Sheep   : A B C x E F G x I x K L M N O P Q R x T U V x X Y Z
Round  1:           +   x   +                       +
Round  2:     + +           x                 +
Round  3:       +   +           +   +                 x     +"""
