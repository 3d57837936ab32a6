"""What every game shares: the contract, records, fair chance, options, duels, geometry."""
