import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import { roundRatio, type Cents } from '../../values/money.ts'
import { computeRatio } from '../arithmetic.ts'
import { transactionsHref, type Evidence } from '../metric/evidence.ts'
import {
  listLeaves,
  computeCashFlowLines,
  getCashFlowLine,
  netSpend,
  SUM_LINES,
  type CashFlow,
  PAYROLL,
  RENT,
} from '../figures/cashflow.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { LEAF_LINES } from '../ledger/lines.ts'
import { idAt, selectRows } from '../ledger/rows/select.ts'
import { EVIDENCE_LIMIT, firstRowsOfLines } from '../ledger/tally.ts'
import { toAmount } from '../metric.ts'
import { EvidenceNote, Figure, Shape } from '../schemas.ts'
import type { CashflowLine } from '../settings.ts'
import { type Scope, toScopeKey } from '../window.ts'

const lineProperties = {
  key: Type.String(),
  label: Type.String(),
  order: Type.Integer(),
  level: Type.Integer(),
  amount: Figure,
  count: Type.Integer(),
  share_of_revenue: Figure,
}
const ChildLine = Shape({
  ...lineProperties,
  children: Type.Array(Type.Never()),
  evidence: EvidenceNote,
})
/** One line of the cash flow with its parts. */
export const Line = Shape({
  ...lineProperties,
  children: Type.Array(ChildLine),
  evidence: EvidenceNote,
})
/** Shares of true revenue and of operating outflow (formulas section 11). */
export const Ratios = Shape({
  gross_margin: Figure,
  operating_margin: Figure,
  payroll_to_revenue: Figure,
  rent_to_revenue: Figure,
  cogs_to_revenue: Figure,
  personal_spend_ratio: Figure,
  cash_withdrawal_ratio: Figure,
  fee_ratio: Figure,
})

interface ShownLine {
  key: string
  label: string
  order: number
  parent: string | null
  /** Its leaf lines, by index. */
  leaves: number[]
}

/** Every line in the order of formulas section 11, parts under their parents. */
const SHOWN_LINES: readonly ShownLine[] = [
  ...LEAF_LINES.map(({ key, label, order, parent }, index) => ({
    key,
    label,
    order,
    parent,
    leaves: [index],
  })),
  ...SUM_LINES.map(({ key, label, order }) => ({
    key,
    label,
    order,
    parent: null,
    leaves: listLeaves(key),
  })),
].sort((a, b) => a.order - b.order)

/** The lines that stand on their own, not as a part of another. */
export const TOP_LINES: readonly ShownLine[] = SHOWN_LINES.filter(({ parent }) => parent === null)

/** The lines of a scope as the report shows them. */
export function buildLines(ledger: Ledger, scope: Scope): Static<typeof Line>[] {
  const amounts = computeCashFlowLines(ledger, scope)
  return TOP_LINES.map((line) => ({
    ...lineOfScope(ledger, scope, { line, amounts, level: 1 }),
    children: SHOWN_LINES.filter(({ parent }) => parent === line.key).map((child) => ({
      ...lineOfScope(ledger, scope, { line: child, amounts, level: 2 }),
      children: [],
    })),
  }))
}

/**
 * The lines of a tenant's own layout: default lines added and taken away. No single link lists the
 * rows of several lines, so there is none.
 */
export function linesOfLayout(
  ledger: Ledger,
  scope: Scope,
  layout: readonly CashflowLine[],
): Static<typeof Line>[] {
  const amounts = computeCashFlowLines(ledger, scope)
  const total = (keys: readonly string[]): Cents =>
    keys.reduce((sum, key) => sum + amounts.get(key)!, 0)
  return layout.map(({ key, label, plus, minus }, index) => {
    const amount = total(plus) - total(minus)
    const leaves = [...new Set([...plus, ...minus].flatMap(listLeaves))]
    const shown = { key, label, order: index + 1, parent: null, leaves }
    const evidence = { ...evidenceOfLine(ledger, scope, shown), href: null }
    return {
      key,
      label,
      order: index + 1,
      level: 1,
      amount: toAmount(amount, ledger.currency),
      count: evidence.transactions_count,
      share_of_revenue: rounded(computeRatio(amount, amounts.get('true_revenue')!)),
      evidence,
      children: [],
    }
  })
}

/** The ratios of a scope; null when their denominator has nothing. */
export function computeRatios(ledger: Ledger, scope: Scope): Static<typeof Ratios> {
  const amount = (key: string): Cents => getCashFlowLine(ledger, scope, key)
  const revenue = amount('true_revenue')
  const outflow = amount('cogs') + amount('opex')
  const share = (part: number, whole: number): number | null => rounded(computeRatio(part, whole))
  return {
    gross_margin: share(amount('gross_profit'), revenue),
    operating_margin: share(amount('operating_income'), revenue),
    payroll_to_revenue: share(netSpend(ledger, scope, PAYROLL), revenue),
    rent_to_revenue: share(netSpend(ledger, scope, RENT), revenue),
    cogs_to_revenue: share(amount('cogs'), revenue),
    personal_spend_ratio: share(amount('opex.personal'), outflow),
    cash_withdrawal_ratio: share(amount('opex.cash'), outflow),
    fee_ratio: share(amount('opex.bank_fees'), revenue),
  }
}

/** A ratio for the wire: four decimals, or null. */
export function rounded(ratio: number | null): number | null {
  return ratio === null ? null : roundRatio(ratio)
}

function lineOfScope(
  ledger: Ledger,
  scope: Scope,
  { line, amounts, level }: { line: ShownLine; amounts: CashFlow; level: number },
): Omit<Static<typeof Line>, 'children'> {
  const amount = amounts.get(line.key)!
  const evidence = evidenceOfLine(ledger, scope, line)
  return {
    key: line.key,
    label: line.label,
    order: line.order,
    level,
    amount: toAmount(amount, ledger.currency),
    count: evidence.transactions_count,
    share_of_revenue: rounded(computeRatio(amount, amounts.get('true_revenue')!)),
    evidence,
  }
}

function evidenceOfLine(ledger: Ledger, scope: Scope, { key, leaves }: ShownLine): Evidence {
  const tally = getTally(ledger, scope)
  const count = leaves.reduce((sum, leaf) => sum + tally.lineCount[leaf]!, 0)
  const spot = `first rows:${toScopeKey(scope)}`
  const first = remember(ledger, spot, () => firstRowsOfLines(ledger.columns, scope))
  const rows = Uint32Array.from(leaves.flatMap((leaf) => first[leaf]!)).sort()
  const href = transactionsHref(ledger, {
    line: key,
    start_date: dateOfDay(scope.startDay),
    end_date: dateOfDay(scope.endDay),
  })
  const transaction_ids = Array.from(rows.subarray(0, EVIDENCE_LIMIT), (row) => idAt(ledger, row))
  return { transactions_count: count, transaction_ids, href }
}

/** Every line a row can be listed by, as `GET /v1/transactions?line=` names it. */
export const LINE_KEYS: readonly string[] = SHOWN_LINES.map(({ key }) => key)

/** All transaction ids of a line, oldest first; null for a line that does not exist. */
export function idsOfLine(ledger: Ledger, scope: Scope, key: string): string[] | null {
  const line = SHOWN_LINES.find((each) => each.key === key)
  if (line === undefined) return null
  const leaves = new Set(line.leaves)
  const rows = selectRows(ledger, scope, (row) => leaves.has(ledger.columns.line[row]!))
  return rows.map((row) => idAt(ledger, row))
}
