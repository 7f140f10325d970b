/**
 * Names of the detail codes that US banks send most (BAI2 specification, appendix A), for entries
 * that carry no text of their own.
 */
export const DETAIL_NAMES: Record<string, string> = {
  '108': 'Credit', '115': 'Lockbox deposit', '142': 'ACH credit received',
  '143': 'Item in ACH deposit', '155': 'Preauthorized draft credit',
  '164': 'Corporate trade payment credit', '165': 'Preauthorized ACH credit',
  '166': 'ACH settlement credit', '168': 'ACH return item or adjustment settlement',
  '169': 'Miscellaneous ACH credit', '171': 'Individual loan deposit',
  '172': 'Deposit correction', '174': 'Other deposit', '175': 'Check deposit package',
  '191': 'Individual incoming internal money transfer', '195': 'Incoming money transfer',
  '198': 'Compensation', '201': 'Individual automatic transfer credit', '206': 'Book transfer credit',
  '208': 'International money transfer credit', '213': 'Letter of credit',
  '255': 'Check posted and returned', '257': 'Individual ACH return item', '275': 'ZBA credit',
  '276': 'ZBA float adjustment', '277': 'ZBA credit transfer', '301': 'Commercial deposit',
  '354': 'Interest credit', '357': 'Credit adjustment', '366': 'Currency deposit',
  '373': 'Posting error correction credit', '390': 'Total miscellaneous credits',
  '397': 'Miscellaneous fee refund', '399': 'Miscellaneous credit', '408': 'Float adjustment',
  '409': 'Debit', '445': 'ACH item received', '451': 'ACH debit received',
  '455': 'Preauthorized ACH debit', '464': 'Corporate trade payment debit',
  '466': 'ACH settlement', '469': 'Miscellaneous ACH debit', '472': 'Cumulative checks paid',
  '475': 'Check paid', '481': 'Individual loan payment', '487': 'Cash letter debit',
  '491': 'Individual outgoing internal money transfer', '495': 'Outgoing money transfer',
  '501': 'Individual automatic transfer debit', '506': 'Book transfer debit',
  '508': 'International money transfer debit', '512': 'Letter of credit debit',
  '555': 'Deposited item returned', '557': 'Individual ACH return item',
  '561': 'Individual rejected debit', '566': 'Return item debit', '575': 'ZBA debit',
  '577': 'ZBA debit transfer', '627': 'Debit adjustment', '631': 'Debit adjustment',
  '654': 'Interest debit', '661': 'Account analysis fee', '695': 'Miscellaneous debit',
  '698': 'Miscellaneous fees', '699': 'Miscellaneous debit',
}

/** Codes whose customer reference is the number of a check. */
export const CHECK_CODES: ReadonlySet<string> = new Set(['395', '474', '475'])

/** Information without money. */
export const NON_MONETARY_CODE = '890'

/** Ranges of detail codes by direction (BAI2 specification, appendix A). */
const DIRECTIONS = [
  { from: 100, to: 399, sign: 1 },
  { from: 400, to: 699, sign: -1 },
  { from: 700, to: 759, sign: 1 },
  { from: 760, to: 799, sign: -1 },
  { from: 920, to: 959, sign: 1 },
  { from: 960, to: 999, sign: -1 },
] as const

/** 1 for a credit, −1 for a debit, null for a code that is neither. */
export function getDirection(code: string): 1 | -1 | null {
  // 475
  if (!/^\d{3}$/.test(code)) return null
  const number = Number(code)
  return DIRECTIONS.find(({ from, to }) => number >= from && number <= to)?.sign ?? null
}
