"""Pictures: scenes of sprites as data, the house's drawings, and the writers of SVG and PNG."""
