import type { Cadence } from '../../values/position.ts'

/** The figures of a cadence in the rules of formulas section 8. */
export interface CadenceRule {
  cadence: Cadence
  /** Calendar days between occurrences that fit; business days for business_daily. */
  minGapDays: number
  maxGapDays: number
  /** Rows needed (S3). */
  minOccurrences: number
  /** Occurrences a month (S12). */
  monthlyFactor: number
  graceDays: number
  /** Grace of the daily cadences counts business days (S9). */
  isBusinessDays: boolean
}

/**
 * In the order in which they are tried (S5), the exact twice-weekly test last. Cadences that keep
 * to days of the month leave room for weekends and holidays: the days themselves are tested too.
 */
export const CADENCE_RULES: readonly CadenceRule[] = [
  rule('business_daily', [1, 1], {
    minOccurrences: 5,
    monthlyFactor: 21,
    graceDays: 5,
    isBusinessDays: true,
  }),
  rule('daily', [1, 1], {
    minOccurrences: 3,
    monthlyFactor: 30.4375,
    graceDays: 5,
    isBusinessDays: true,
  }),
  rule('weekly', [5, 9], { minOccurrences: 3, monthlyFactor: 4.333, graceDays: 5 }),
  rule('biweekly', [11, 17], { minOccurrences: 3, monthlyFactor: 2.167, graceDays: 6 }),
  rule('semi_monthly', [12, 20], { minOccurrences: 3, monthlyFactor: 2, graceDays: 10 }),
  rule('four_weekly', [25, 31], { minOccurrences: 3, monthlyFactor: 1.083, graceDays: 10 }),
  rule('monthly', [26, 36], { minOccurrences: 3, monthlyFactor: 1, graceDays: 10 }),
  rule('bimonthly', [55, 67], { minOccurrences: 3, monthlyFactor: 1 / 2, graceDays: 20 }),
  rule('quarterly', [85, 97], { minOccurrences: 3, monthlyFactor: 1 / 3, graceDays: 20 }),
  rule('semi_annual', [175, 190], { minOccurrences: 3, monthlyFactor: 1 / 6, graceDays: 20 }),
  rule('annual', [355, 375], { minOccurrences: 2, monthlyFactor: 1 / 12, graceDays: 20 }),
  rule('twice_weekly', [2, 5], { minOccurrences: 3, monthlyFactor: 8.667, graceDays: 5 }),
]

const BY_CADENCE = new Map(CADENCE_RULES.map((entry) => [entry.cadence, entry]))

/** The rule of a cadence; irregular and split remittances have none. */
export function cadenceRule(cadence: Cadence): CadenceRule | null {
  return BY_CADENCE.get(cadence) ?? null
}

function rule(
  cadence: Cadence,
  [minGapDays, maxGapDays]: [number, number],
  rest: Pick<CadenceRule, 'minOccurrences' | 'monthlyFactor' | 'graceDays'> & {
    isBusinessDays?: boolean
  },
): CadenceRule {
  return { cadence, minGapDays, maxGapDays, isBusinessDays: false, ...rest }
}
