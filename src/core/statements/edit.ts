import type { PlainDate } from '../values/dates.ts'
import { getExponent, type Cents } from '../values/money.ts'
import { EDGES } from './edges/as-printed.ts'
import { withEdges } from './edges/derive-edges.ts'
import { balanceSign, reconcileStatement } from './reconcile.ts'
import type { AccountType, Statement, StatementRow } from './statement.ts'

/** A row to be counted with another amount; an amount `to` of 0 removes it. */
export interface RowRepair {
  position: number
  date: PlainDate
  amount: Cents
  to: Cents
}

/** A person's corrections of a statement; absent fields stay as read. */
export interface StatementEdits {
  accountNumber?: string | null
  accountLast4?: string | null
  accountType?: AccountType
  institutionName?: string | null
  accountHolderNames?: string[]
  startDate?: PlainDate | null
  endDate?: PlainDate | null
  openingBalance?: Cents | null
  closingBalance?: Cents | null
  currency?: string
  repairs?: RowRepair[]
}

/** A statement whose rows keep their positions in the reading after a row was removed. */
export interface PlacedStatement {
  statement: Statement
  positions: number[]
}

export function placed(statement: Statement): PlacedStatement {
  return { statement, positions: statement.rows.map((_, index) => index) }
}

/**
 * The statement with a person's corrections, reconciled again (formulas section 14). Amounts of the
 * edits are in minor units of the edited currency; a repair of a missing row, and a currency whose
 * decimals cannot hold the amounts, change nothing.
 */
export function editStatement(
  { statement, positions }: PlacedStatement,
  edits: StatementEdits,
): PlacedStatement {
  const { currency, repairs = [], ...fields } = edits
  const converted =
    currency === undefined ? statement : (inCurrency(statement, currency) ?? statement)
  const repaired = repairs.reduce(repairRow, { statement: converted, positions })
  const given = EDGES.filter((edge) => edge in fields)
  const derivedEdges = repaired.statement.derivedEdges.filter((edge) => !given.includes(edge))
  const stated = currency === undefined ? {} : { currencySource: 'stated' as const }
  const edited = withEdges({ ...repaired.statement, ...fields, ...stated, derivedEdges })
  const reconciliation = reconcileStatement(edited)
  return { statement: { ...edited, reconciliation }, positions: repaired.positions }
}

/**
 * The printed figures read as another currency: `1,234` of dollars is 123400 cents, of yen 1234.
 * Null when an amount has decimals that the currency has not.
 */
export function inCurrency(statement: Statement, currency: string): Statement | null {
  const shift = getExponent(currency) - getExponent(statement.currency)
  const divisor = 10 ** Math.max(0, -shift)
  const amounts = { fits: true }
  const scaled = <Amount extends Cents | null>(cents: Amount): Amount => {
    if (cents === null) return cents
    const value = (cents * 10 ** Math.max(0, shift)) / divisor
    if (!Number.isSafeInteger(value)) amounts.fits = false
    return value as Amount
  }
  const converted = scaleFigures(statement, scaled)
  return amounts.fits ? { ...converted, currency } : null
}

function scaleFigures(
  statement: Statement,
  scaled: <Amount extends Cents | null>(cents: Amount) => Amount,
): Statement {
  const { printedTotals, currency } = statement
  return {
    ...statement,
    openingBalance: scaled(statement.openingBalance),
    closingBalance: scaled(statement.closingBalance),
    averageBalancePrinted: scaled(statement.averageBalancePrinted),
    feesPrinted: statement.feesPrinted && {
      overdraftPeriod: scaled(statement.feesPrinted.overdraftPeriod),
      overdraftYtd: scaled(statement.feesPrinted.overdraftYtd),
      returnedPeriod: scaled(statement.feesPrinted.returnedPeriod),
      returnedYtd: scaled(statement.feesPrinted.returnedYtd),
    },
    printedTotals: {
      ...printedTotals,
      credits: scaled(printedTotals.credits),
      debits: scaled(printedTotals.debits),
    },
    sections: statement.sections.map((section) => ({
      ...section,
      printedTotal: scaled(section.printedTotal),
      parsedTotal: scaled(section.parsedTotal),
      difference: scaled(section.difference),
    })),
    dailyBalances: statement.dailyBalances.map((day) => ({ ...day, balance: scaled(day.balance) })),
    rows: statement.rows.map((row) =>
      row.currency === null || row.currency === currency
        ? { ...row, currency: null, amount: scaled(row.amount), balance: scaled(row.balance) }
        : row,
    ),
  }
}

/**
 * What a repair candidate of the reconciliation (formulas T10) would make of its row: the row's
 * amount plus the missing money. Null for a candidate that names no row, since a missing row cannot
 * be invented, and for one that does not exist.
 */
export function buildRepair(
  { statement, positions }: PlacedStatement,
  candidate: number,
): RowRepair | null {
  const { difference, repairCandidates } = statement.reconciliation
  const rowIndex = repairCandidates[candidate]?.rowIndex ?? null
  const row = rowIndex === null ? undefined : statement.rows[rowIndex]
  if (rowIndex === null || row === undefined || difference === null) return null
  const to = row.amount + balanceSign(statement) * difference
  return {
    position: positions[rowIndex]!,
    date: row.date,
    amount: row.amount,
    to: to === 0 ? 0 : to,
  }
}

function repairRow({ statement, positions }: PlacedStatement, repair: RowRepair): PlacedStatement {
  const fits = (row: StatementRow): boolean =>
    row.date === repair.date && row.amount === repair.amount
  const there = positions.indexOf(repair.position)
  const isThere = there >= 0 && fits(statement.rows[there]!)
  const at = isThere ? there : statement.rows.findIndex(fits)
  if (at < 0) return { statement, positions }
  if (repair.to !== 0) {
    const rows = statement.rows.with(at, { ...statement.rows[at]!, amount: repair.to })
    return { statement: { ...statement, rows }, positions }
  }
  const rows = statement.rows.toSpliced(at, 1)
  return { statement: { ...statement, rows }, positions: positions.toSpliced(at, 1) }
}
