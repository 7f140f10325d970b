import { CATEGORIES } from '../../core/values/categories.ts'
import { daysBetween, type PlainDate } from '../../core/values/dates.ts'
import { computeConfidence, type MissingAccount } from './detect.ts'

/** Categories that a business with staff or premises pays every month. */
export const RUNNING_COSTS: readonly string[] = CATEGORIES.filter(
  ({ pnlLine, slug }) =>
    pnlLine === 'Operating expenses: payroll' ||
    slug.startsWith('taxes.') ||
    slug === 'expenses.rent' ||
    slug === 'expenses.utilities',
).map(({ slug }) => slug)

/**
 * Sectors of NAICS that work with staff or on premises: building, making, selling, storing,
 * offices, schools, health, leisure, food, repairs. Farms, lessors, holdings and sole
 * carriers may have none.
 */
const SECTORS = [
  '23', '31', '32', '33', '42', '44', '45', '49', '51', '54', '55', '56', '61', '62', '71', '72', '81',
] // prettier-ignore

/** All of these costs fall at least once in so many days. */
const DAYS_MIN = 31

/** Whether an industry certainly has running costs; false for an unknown one. */
export function expectsRunningCosts(naicsCode: string | null | undefined): boolean {
  return SECTORS.includes(naicsCode?.slice(0, 2) ?? '')
}

/** What the rows of a submission show of running costs. */
export interface RunningCosts {
  arePaid: boolean
  firstDate: PlainDate | null
  lastDate: PlainDate | null
  currency: string | null
}

/**
 * The account that wages, taxes, rent and utilities are paid from when none of them is paid from
 * the accounts that were submitted (formulas 13.3, `possible_operating_account`).
 */
export function detectOperatingAccount({
  arePaid,
  firstDate,
  lastDate,
  currency,
}: RunningCosts): MissingAccount[] {
  if (arePaid || firstDate === null || lastDate === null || currency === null) return []
  if (daysBetween(firstDate, lastDate) + 1 < DAYS_MIN) return []
  return [
    {
      key: 'operating',
      accountMask: null,
      institutionHint: null,
      accountTypeHint: 'possible_operating_account',
      direction: 'outflow',
      transactionCount: 0,
      currency,
      inflowTotal: 0,
      outflowTotal: 0,
      firstDate,
      lastDate,
      confidence: computeConfidence({ rows: 0, hasMask: false, isBoth: false }),
      transactionIds: [],
      requestText:
        `Please send the statements of the account that pays wages, taxes, rent and utilities ` +
        `for ${firstDate} to ${lastDate}: none of them is paid from the accounts sent.`,
    },
  ]
}
