/**
 * Names that look like a funder and are not (formulas 9.4). A funder alias that overlaps one of
 * these words does not count. `in` and `out` are the leaves that the name itself settles.
 */
export interface NotFunder {
  cues: readonly string[]
  in: string | null
  out: string | null
}

export const NOT_FUNDERS: readonly NotFunder[] = [
  {
    cues: ['AMERICAN FUNDS', 'CAPITAL GROUP'],
    in: 'transfers.investment',
    out: 'transfers.investment',
  },
  {
    cues: ['CAPITAL ONE', 'CAPITAL ONE CRCARDPMT', 'CAPITAL ONE N A'],
    in: 'debt.credit_card_payment',
    out: 'debt.credit_card_payment',
  },
  { cues: ['CAPITAL ONE AUTO'], in: null, out: 'debt.auto_loan' },
  { cues: ['AMF TEAM', 'AMFTEAM'], in: null, out: 'expenses.staffing_agency' },
  { cues: ['FLEETCOR FUNDING', 'WEX', 'COMDATA', 'EFS', 'FUELMAN'], in: null, out: 'cogs.fuel' },
  { cues: ['PAYROLL FUNDING'], in: null, out: 'expenses.payroll' },
  {
    cues: ['FIRST INSURANCE FUNDING', 'PREMIUM FINANCE', 'IPFS', 'AFCO', 'BANKDIRECT CAPITAL'],
    in: null,
    out: 'expenses.insurance',
  },
  {
    cues: ['FREEDOM MORTGAGE', 'PENNYMAC', 'LAKEVIEW LOAN', 'UWM', 'MORTGAGE FUNDING'],
    in: null,
    out: 'debt.mortgage_payment',
  },
  { cues: ['RELIANT ENERGY', 'MADISON GAS', 'TIGER GAS'], in: null, out: 'expenses.utilities' },
  { cues: ['RELIANT PHARMACY', 'PEARL DENTAL'], in: null, out: 'expenses.medical' },
  { cues: ['RAMP PARKING', 'PARKING RAMP'], in: null, out: 'expenses.tolls_parking' },
  {
    cues: [
      'MERCURY INSURANCE',
      'PEARL INSURANCE',
      'SHIELD INSURANCE',
      'ACCORD INS+',
      'EVEREST INS+',
    ],
    in: 'income.insurance_payout',
    out: 'expenses.insurance',
  },
  {
    cues: ['EVEREST NATIONAL INSURANCE', 'LIBERTY MUTUAL'],
    in: 'income.insurance_payout',
    out: 'expenses.insurance',
  },
  { cues: ['PRIORITY HEALTH', 'NEWPORT GROUP'], in: null, out: 'expenses.benefits' },
  { cues: ['HORIZON BCBS'], in: 'revenue.insurance_claims', out: 'expenses.benefits' },
  {
    cues: ['PRIORITY PAYMENT', 'VELOCITY MERCHANT'],
    in: 'revenue.card_settlement',
    out: 'fees.merchant_processing',
  },
  { cues: ['VELOCITY FUEL'], in: null, out: 'expenses.fuel' },
  {
    cues: ['VELOCITY GYM', 'ELEVATE FITNESS', 'RETRO FITNESS'],
    in: null,
    out: 'expenses.memberships_dues',
  },
  { cues: ['PIPE SUPPLY'], in: null, out: 'cogs.materials' },
  { cues: ['PRESTIGE AUTO'], in: null, out: 'expenses.vehicle' },
  { cues: ['PRESTIGE LABS', 'UNIQUE VENDOR'], in: null, out: null },
  { cues: ['KINETIC INTERNET', 'CROWN CASTLE'], in: null, out: 'expenses.telecom_internet' },
  { cues: ['OASIS PAYROLL', 'OASIS OUTSOURCING', 'OASIS PEO'], in: null, out: 'expenses.payroll' },
  { cues: ['REPUBLIC SERVICES'], in: null, out: 'expenses.cleaning_waste' },
  { cues: ['WALL STREET JOURNAL'], in: null, out: 'expenses.personal' },
  {
    cues: ['SAMSON PROPERTIES', 'PINNACLE BANK', 'MULLIGAN BAR', 'PAID IN ADVANCE'],
    in: null,
    out: null,
  },
  { cues: ['TREAS 310', 'CELTIC BANK'], in: null, out: null },
]

/** Houses whose descriptors speak of CAPITAL and FUND without being funders: investments. */
export const WEALTH_WORDS: readonly string[] = [
  '401K',
  'FIDELITY',
  'VANGUARD',
  'SCHWAB',
  'EMPOWER',
  'PRINCIPAL LIFE',
]

/** Words that turn a processor into a lender (taxonomy section 2, hard cases). */
export const CAPITAL_WORDS: readonly string[] = [
  'CAPITAL',
  'CAP',
  'LOAN',
  'LOANS',
  'LENDING',
  'ADVANCE',
  'WORKING CAP',
  'PPWC',
  'LOANBUILDER',
]

/** Never a funder by themselves; they raise a candidate (formulas P1, P2 and 9.6). */
export const FUNDING_WORDS: readonly string[] = [
  'CAPITAL',
  'FUNDING',
  'ADVANCE',
  'LOAN',
  'MCA',
  'SPLIT',
  'LOAN PYMT',
  'LOAN PMT',
  'MERCHANT ADV',
  'MERCHANT ADVANCE',
  'MCA PMT',
  'MCA PYMT',
  'SPLIT FUND',
  'SPLIT PYMT',
  'DAILY ACH',
  'DAILY DEBIT',
  'BUSINESS LOAN',
  'BUS LOAN',
  'COMMERCIAL FUND',
  'CAPITAL ADV',
  'CAP ADVANCE',
  'FUNDING PMT',
  'RECEIVABLE PURCHASE',
  'FUTURE RECEIPTS',
  'REMITTANCE',
  'PURCHASED AMT',
  'UCC FEE',
  'FUNDERS',
  'CAPI',
  'CAPIT',
  'CAPITA',
  'FUNDI',
  'FUNDIN',
  'ADVAN',
  'ADVANC',
  'REMIT',
]
