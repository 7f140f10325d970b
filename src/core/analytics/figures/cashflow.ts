import { CATEGORIES } from '../../values/categories.ts'
import type { Cents } from '../../values/money.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { LEAF_LINES } from '../ledger/lines.ts'
import { type Scope, toScopeKey } from '../window.ts'

/** A line that is computed from others (formulas section 11). */
interface SumLine {
  key: string
  label: string
  order: number
  plus: readonly string[]
  minus: readonly string[]
}

/** Lines that are nothing but the sum of their parts. */
function parent(key: string, label: string, order: number): SumLine {
  return {
    key,
    label,
    order,
    plus: LEAF_LINES.filter((leaf) => leaf.parent === key).map((leaf) => leaf.key),
    minus: [],
  }
}

/** The computed lines; each uses only lines above it or leaf lines. */
export const SUM_LINES: readonly SumLine[] = [
  {
    key: 'true_revenue',
    label: 'True revenue',
    order: 3,
    plus: ['gross_revenue'],
    minus: ['contra_revenue'],
  },
  { key: 'gross_profit', label: 'Gross profit', order: 5, plus: ['true_revenue'], minus: ['cogs'] },
  parent('opex', 'Operating expenses', 6),
  {
    key: 'operating_income',
    label: 'Operating income',
    order: 7,
    plus: ['gross_profit'],
    minus: ['opex'],
  },
  parent('other_income', 'Other income', 8),
  {
    key: 'operating_cash_flow',
    label: 'Operating cash flow (available for debt service)',
    order: 10,
    plus: ['operating_income', 'other_income.recurring'],
    minus: ['taxes'],
  },
  parent('debt_service', 'Debt service', 11),
  {
    key: 'net_cash_after_debt',
    label: 'Net cash after debt service',
    order: 12,
    plus: ['operating_cash_flow'],
    minus: ['debt_service'],
  },
  parent('transfers_net', 'Transfers, net', 15),
  {
    key: 'net_change_in_cash',
    label: 'Net change in cash',
    order: 17,
    plus: [
      'net_cash_after_debt',
      'owner_and_equity',
      'debt_proceeds',
      'transfers_net',
      'uncategorized_net',
      'returns',
      'other_income.one_off',
    ],
    minus: [],
  },
]

/** The leaf lines of a line, all the way down, by their place in `LEAF_LINES`. */
export function listLeaves(key: string): number[] {
  const leaf = LEAF_LINES.findIndex((each) => each.key === key)
  if (leaf >= 0) return [leaf]
  const sum = SUM_LINES.find((each) => each.key === key)
  return sum === undefined ? [] : [...sum.plus, ...sum.minus].flatMap(listLeaves)
}

/** Leaves of `payroll_total` (formulas section 22). */
export const PAYROLL = ['expenses.payroll', 'expenses.benefits', 'expenses.staffing_agency']
/** Leaves of `rent_total`. */
export const RENT = ['expenses.rent']

/** Cents by line key for every line of the cash flow. */
export type CashFlow = ReadonlyMap<string, Cents>

/** All lines of a scope; costs are positive, the other lines keep the sign of their rows. */
export function computeCashFlowLines(ledger: Ledger, scope: Scope): CashFlow {
  const key = `cashflow:${toScopeKey(scope)}`
  return remember(ledger, key, () => {
    const tally = getTally(ledger, scope)
    const amounts = new Map<string, Cents>()
    LEAF_LINES.forEach((leaf, index) => {
      const sum = tally.lineSum[index]!
      amounts.set(leaf.key, leaf.isCost ? 0 - sum : sum)
    })
    const total = (keys: readonly string[]): Cents =>
      keys.reduce((sum, each) => sum + amounts.get(each)!, 0)
    for (const line of SUM_LINES) amounts.set(line.key, total(line.plus) - total(line.minus))
    return amounts
  })
}

/** One line of a scope in cents. */
export function getCashFlowLine(ledger: Ledger, scope: Scope, key: string): Cents {
  return computeCashFlowLines(ledger, scope).get(key)!
}

/** 1 at the index of each leaf that the slugs name; a name without a dot is a whole root. */
export function categoryMask(slugs: readonly string[]): Uint8Array {
  return Uint8Array.from(CATEGORIES, ({ slug, parentSlug }) =>
    slugs.includes(slug) || slugs.includes(parentSlug) ? 1 : 0,
  )
}

/** Outflows less inflows of some leaves or roots: what was paid less what came back. */
export function netSpend(ledger: Ledger, scope: Scope, slugs: readonly string[]): Cents {
  const { outflow, inflow } = getTally(ledger, scope)
  return categoryMask(slugs).reduce(
    (sum, isWanted, index) => sum + isWanted * (outflow[index]! - inflow[index]!),
    0,
  )
}

/** What the accounts held before and after a scope. */
export interface CashPosition {
  opening: Cents | null
  closing: Cents | null
  /** Closing less opening less the rows in between; null when a balance is unknown. */
  unexplained: Cents | null
}

/**
 * The identity check of formulas section 11, account by account: what the balances moved less what
 * the rows explain. Unknown as soon as one account with rows has no balance.
 */
export function computeCashPosition(ledger: Ledger, scope: Scope): CashPosition {
  const parts = ledger.accounts
    .map((_, account) => account)
    .filter((account) => scope.account == null || scope.account === account)
    .map((account) => accountPosition(ledger, { ...scope, account }))
    .filter((part) => part !== 'idle')
  if (parts.length === 0 || parts.includes(null)) {
    return { opening: null, closing: null, unexplained: null }
  }
  const known = parts as { opening: Cents; closing: Cents }[]
  const opening = known.reduce((sum, part) => sum + part.opening, 0)
  const closing = known.reduce((sum, part) => sum + part.closing, 0)
  const explained = getCashFlowLine(ledger, scope, 'net_change_in_cash')
  return { opening, closing, unexplained: closing - opening - explained }
}

function accountPosition(
  ledger: Ledger,
  scope: Scope & { account: number },
): { opening: Cents; closing: Cents } | 'idle' | null {
  const { balances } = ledger.accounts[scope.account]!
  const from = Math.max(0, scope.startDay - balances.firstDay)
  const to = Math.min(balances.closing.length, scope.endDay - balances.firstDay + 1)
  let first = -1
  let last = -1
  for (let index = from; index < to; index += 1) {
    if (Number.isNaN(balances.closing[index]!)) continue
    if (first < 0) first = index
    last = index
  }
  if (first >= 0) return { opening: balances.opening[first]!, closing: balances.closing[last]! }
  return getTally(ledger, scope).rowCount === 0 ? 'idle' : null
}
