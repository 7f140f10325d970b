/** Institutions whose names hold no banking word, or are printed alone; folded as phrases are. */
export const BANK_NAMES: readonly string[] = [
  'wells fargo', 'chase', 'jpmorgan chase', 'citi', 'citibank', 'pnc', 'capital one', 'u.s. bank', 'us bank', 'truist',
  'navy federal', 'ally', 'discover', 'american express', 'fifth third', 'keybank', 'huntington', 'bmo', 'santander',
  'hsbc', 'barclays', 'lloyds', 'natwest', 'monzo', 'revolut', 'starling', 'mercury', 'bluevine', 'relay', 'chime',
  'usaa', 'comerica', 'synovus', 'rbc', 'scotiabank', 'desjardins', 'anz', 'westpac', 'kiwibank', 'bnz', 'asb', 'dbs', 'ocbc',
  'uob', 'charles schwab', 'fidelity', 'sofi', 'suncoast', 'becu', 'penfed', 'bbva', 'caixabank', 'bnp paribas', 'ing', 'n26',
  'commerzbank', 'tangerine', 'wise', 'brex', 'tide', 'nationwide', 'halifax', 'tsb', 'novo', 'regions', 'm&t',
]
