/** What a financier sells; it decides the debt leaf and the merchant group (formulas 9.5). */
export const FUNDER_TYPES = [
  'mca',
  'rbf',
  'platform_capital',
  'reverse_consolidation',
  'term',
  'loc',
  'sba',
  'bnpl',
  'card',
  'factor',
  'equipment',
  'trade_finance',
  'fuel_credit',
  'collector',
  'debt_relief',
] as const

export type FunderType = (typeof FUNDER_TYPES)[number]
