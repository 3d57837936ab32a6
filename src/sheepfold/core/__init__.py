"""What every game shares: the contract, records, results, words, drawings, options, duels, errors."""
