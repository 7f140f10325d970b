import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { EDGES } from '../reconcile/as-printed.ts'
import { withEdges } from '../reconcile/derive-edges.ts'
import { balanceSign, reconcileStatement } from '../reconcile/reconcile.ts'
import type { AccountType, Statement } from '../statement.ts'
import { inCurrency } from './currency.ts'
import { setDateOrder, setYear, type DateOrder } from './dates.ts'
import { applyRows, findRows, type PlacedStatement, type RowEdit } from './rows.ts'
import { setSectionSigns, setSigns, type Signs } from './signs.ts'
import { addUpSections } from './sums.ts'

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
  signs?: Signs
  /** By the name of the section. */
  sections?: Readonly<Record<string, Signs>>
  dateOrder?: DateOrder
  /** In which the statement ends. */
  year?: number
  rows?: readonly RowEdit[]
}

export interface EditResult extends PlacedStatement {
  /** Corrections of rows that the reading does not have. */
  lost: RowEdit[]
}

export function placed(statement: Statement): PlacedStatement {
  return { statement, positions: statement.rows.map((_, index) => index) }
}

/**
 * The statement with a person's corrections, reconciled again (formulas section 14). Amounts of the
 * edits are in minor units of the edited currency, the places of rows in those of the reading. An
 * edit that the statement cannot take, such as a currency whose decimals cannot hold the amounts,
 * changes nothing.
 */
export function editStatement(read: PlacedStatement, edits: StatementEdits): EditResult {
  const { currency, signs, sections, dateOrder, year, rows = [], ...fields } = edits
  const found = findRows(read, rows)
  let statement = read.statement
  if (currency !== undefined) statement = inCurrency(statement, currency) ?? statement
  if (signs !== undefined) statement = setSigns(statement, signs)
  if (sections !== undefined) statement = setSectionSigns(statement, sections)
  if (dateOrder !== undefined) statement = setDateOrder(statement, dateOrder) ?? statement
  if (year !== undefined) statement = setYear(statement, year) ?? statement
  const there = found.filter(({ at }) => at >= 0)
  const lost = found.filter(({ at }) => at < 0).map(({ edit }) => edit)
  const edited = applyRows({ statement, positions: read.positions }, there)
  const given = EDGES.filter((edge) => edge in fields)
  const derivedEdges = statement.derivedEdges.filter((edge) => !given.includes(edge))
  const stated = currency === undefined ? {} : { currencySource: 'stated' as const }
  const whole = withEdges({ ...edited.statement, ...fields, ...stated, derivedEdges })
  const summed = addUpSections(whole)
  const reconciliation = reconcileStatement(summed)
  return { statement: { ...summed, reconciliation }, positions: edited.positions, lost }
}

/** A row and the amount that a repair would give it; 0 removes the row. */
export interface RowRepair {
  rowIndex: number
  to: Cents
}

/**
 * What a repair candidate of the reconciliation (formulas T10) would make of its row: the row's
 * amount plus the missing money. Null for a candidate that names no row, since a missing row cannot
 * be invented, and for one that does not exist.
 */
export function buildRepair(statement: Statement, candidate: number): RowRepair | null {
  const { difference, repairCandidates } = statement.reconciliation
  const rowIndex = repairCandidates[candidate]?.rowIndex ?? null
  const row = rowIndex === null ? undefined : statement.rows[rowIndex]
  if (rowIndex === null || row === undefined || difference === null) return null
  const to = row.amount + balanceSign(statement) * difference
  return { rowIndex, to: to === 0 ? 0 : to }
}
