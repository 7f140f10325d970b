import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { asPrinted } from './as-printed.ts'
import { repairCandidates } from './repair.ts'
import type {
  Reconciliation,
  ReconciliationCheck,
  ReconciliationStatus,
  Statement,
  StatementRow,
} from '../statement.ts'

/** A row may stand this far outside the printed period (formulas T7). */
const DAYS_BEFORE = 5
const DAYS_AFTER = 1
/** No statement covers more days than this, whether it prints its first or not. */
const DAYS_MAX = 400

/** Whether the statement's printed figures prove what was read. */
export function isProven({ reconciliation }: Pick<Statement, 'reconciliation'>): boolean {
  return ['reconciled', 'reconciled_by_totals', 'empty'].includes(reconciliation.status)
}

interface Sums {
  credits: Cents
  debits: Cents
  creditsCount: number
  debitsCount: number
}

/**
 * Checks a statement's rows against its printed figures (formulas section 14, T1 to T4, T6 to T8)
 * and sets its status (T9). What the printed figures do not prove is `unverifiable`: an edge that
 * was derived from the rows proves nothing about them.
 */
export function reconcileStatement(read: Statement): Reconciliation {
  const statement = asPrinted(read)
  const rows = statement.rows.filter((row) => !row.isPending)
  const sums = sumRows(rows)
  const difference = isMixed(statement, rows) ? null : identityDifference(statement, sums)
  const running = runningCheck(statement)
  const checks = [
    identityCheck(statement, difference),
    ...totalChecks(statement, sums),
    ...(running ? [running] : []),
    ...dailyChecks(statement, rows),
    averageCheck(statement, rows),
    ...dateChecks(statement),
    ...countChecks(statement, sums),
  ].filter((check) => check !== null)
  const status = computeStatus(statement, { difference, running, sums })
  const isBroken = status === 'unreconciled' && difference !== null && difference !== 0
  const unexplained = balanceSign(statement) * (difference ?? 0)
  const suspects = isBroken ? suspectRows(statement, checks) : new Set<number>()
  const repairs = isBroken ? repairCandidates(statement, unexplained, suspects) : []
  return { status, difference, checks, repairCandidates: repairs }
}

function suspectRows({ rows }: Statement, checks: readonly ReconciliationCheck[]): Set<number> {
  const named = new Set(checks.filter(({ passed }) => !passed).flatMap((check) => check.rows))
  return new Set(
    rows.flatMap(({ section }, index) =>
      named.has(index) || (section !== null && named.has(section)) ? [index] : [],
    ),
  )
}

/** Rows of another currency are no part of a balance; minor units of two currencies do not add. */
function isMixed({ currency }: Statement, rows: readonly StatementRow[]): boolean {
  return rows.some((row) => row.currency !== null && row.currency !== currency)
}

export function sumRows(rows: readonly StatementRow[]): Sums {
  const credits = rows.filter(({ amount }) => amount > 0)
  const debits = rows.filter(({ amount }) => amount < 0)
  return {
    credits: credits.reduce((sum, { amount }) => sum + amount, 0),
    debits: -debits.reduce((sum, { amount }) => sum + amount, 0),
    creditsCount: credits.length,
    debitsCount: debits.length,
  }
}

/** −1 where balances are owed: a debt grows with what the holder spends. */
export function balanceSign(statement: Pick<Statement, 'accountType'>): 1 | -1 {
  return ['credit_card', 'loan', 'line_of_credit'].includes(statement.accountType) ? -1 : 1
}

/** T1: closing − (opening + credits − debits), for cards closing − (opening − credits + debits). */
function identityDifference(statement: Statement, { credits, debits }: Sums): Cents | null {
  const { openingBalance, closingBalance } = statement
  if (openingBalance === null || closingBalance === null) return null
  const difference = closingBalance - openingBalance - balanceSign(statement) * (credits - debits)
  return difference === 0 ? 0 : difference
}

function identityCheck(statement: Statement, difference: Cents | null): ReconciliationCheck | null {
  if (difference === null || statement.closingBalance === null) return null
  const expected = statement.closingBalance
  return { id: 'T1', passed: difference === 0, expected, actual: expected - difference, rows: [] }
}

/** T2: each section against its printed total, and all rows against the printed sums. */
function totalChecks(statement: Statement, sums: Sums): ReconciliationCheck[] {
  const check = (name: string, printed: Cents | null, parsed: Cents): ReconciliationCheck[] => {
    if (printed === null) return []
    const [expected, actual] = [Math.abs(printed), Math.abs(parsed)]
    return [{ id: 'T2', passed: expected === actual, expected, actual, rows: [name] }]
  }
  return [
    ...statement.sections.flatMap(({ name, printedTotal, parsedTotal }) =>
      check(name, printedTotal, parsedTotal),
    ),
    ...check('credits', statement.printedTotals.credits, sums.credits),
    ...check('debits', statement.printedTotals.debits, sums.debits),
  ]
}

/**
 * T3: every printed running balance follows from the one before it and the rows between. Lists
 * that run from newest to oldest are checked backwards; a balance printed once a day is checked
 * on the row it stands on. Null when no row prints a balance.
 */
function runningCheck(statement: Statement): ReconciliationCheck | null {
  if (!statement.rows.some((row) => !row.isPending && row.balance !== null)) return null
  const { breaks } = findBreaks(statement)
  const first = breaks[0]
  return {
    id: 'T3',
    passed: breaks.length === 0,
    expected: first?.expected ?? null,
    actual: first?.actual ?? null,
    rows: breaks.map(({ index }) => index),
  }
}

/** The printed balances that do not follow from the rows before them, in the order of the list. */
export function findBreaks(statement: Statement): { breaks: RunningBreak[]; isBackward: boolean } {
  const indexed = statement.rows.flatMap((row, index) => (row.isPending ? [] : [{ row, index }]))
  const sign = balanceSign(statement)
  const forward = runningBreaks(indexed, sign, statement.openingBalance)
  if (forward.length === 0) return { breaks: forward, isBackward: false }
  const backward = runningBreaks(indexed.toReversed(), sign, statement.openingBalance)
  const isBackward = backward.length < forward.length
  return { breaks: isBackward ? backward : forward, isBackward }
}

interface RunningBreak {
  index: number
  expected: Cents
  actual: Cents
}

function runningBreaks(
  rows: readonly { row: StatementRow; index: number }[],
  sign: 1 | -1,
  opening: Cents | null,
): RunningBreak[] {
  const breaks: RunningBreak[] = []
  let balance = opening
  for (const { row, index } of rows) {
    if (balance !== null) balance += sign * row.amount
    if (row.balance === null) continue
    if (balance !== null && balance !== row.balance) {
      breaks.push({ index, expected: balance, actual: row.balance })
    }
    balance = row.balance
  }
  return breaks
}

/** T4: the bank's daily table against the end-of-day balances the rows give. */
function dailyChecks(statement: Statement, rows: readonly StatementRow[]): ReconciliationCheck[] {
  const { dailyBalances, openingBalance } = statement
  if (dailyBalances.length === 0 || openingBalance === null) return []
  const byDate = rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const failed: string[] = []
  const first: { expected: Cents | null; actual: Cents | null } = { expected: null, actual: null }
  let balance = openingBalance
  let at = 0
  for (const day of dailyBalances.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    for (; at < byDate.length && byDate[at]!.date <= day.date; at += 1) {
      balance += balanceSign(statement) * byDate[at]!.amount
    }
    if (balance === day.balance) continue
    first.expected ??= day.balance
    first.actual ??= balance
    failed.push(day.date)
  }
  return [{ id: 'T4', passed: failed.length === 0, ...first, rows: failed }]
}

/** Averages may differ by so much: banks count days and round in their own ways (formulas T6). */
const AVERAGE_CENTS = 50
const AVERAGE_SHARE = 0.001

/**
 * T6: the printed average of an account against the mean of its end-of-day balances over the days
 * of the period. For information: it may be of collected or available funds.
 */
function averageCheck(
  statement: Statement,
  rows: readonly StatementRow[],
): ReconciliationCheck | null {
  const { averageBalancePrinted: expected, openingBalance, startDate, endDate } = statement
  const isKnown = expected !== null && openingBalance !== null && balanceSign(statement) === 1
  if (!isKnown || startDate === null || endDate === null || startDate > endDate) return null
  const days = daysBetween(startDate, endDate) + 1
  // A row counts from its day to the last.
  const moved = rows.reduce((sum, { amount, date }) => {
    const held = Math.min(days, Math.max(0, daysBetween(date, endDate) + 1))
    return sum + amount * held
  }, 0)
  const actual = Math.round(openingBalance + moved / days)
  const slack = Math.max(AVERAGE_CENTS, Math.abs(expected) * AVERAGE_SHARE)
  return { id: 'T6', passed: Math.abs(actual - expected) <= slack, expected, actual, rows: [] }
}

function dateChecks(statement: Statement): ReconciliationCheck[] {
  const { startDate, endDate, rows } = statement
  if (endDate === null || rows.length === 0) return []
  const earliest = addDays(startDate ?? endDate, startDate === null ? -DAYS_MAX : -DAYS_BEFORE)
  const latest = addDays(endDate, DAYS_AFTER)
  const isOutside = (date: PlainDate): boolean => date < earliest || date > latest
  // A purchase of the last cycle may be posted in this one: one of the two dates is enough.
  // What is pending is posted after the period.
  const outside = rows.flatMap(({ date, postedOn, isPending }, index) =>
    !isPending && isOutside(date) && isOutside(postedOn ?? date) ? [index] : [],
  )
  const span = `${earliest} to ${latest}`
  const actual = outside.length > 0 ? rows[outside[0]!]!.date : null
  return [{ id: 'T7', passed: outside.length === 0, expected: span, actual, rows: outside }]
}

function countChecks(statement: Statement, sums: Sums): ReconciliationCheck[] {
  const check = (name: string, expected: number | null, actual: number): ReconciliationCheck[] =>
    expected === null
      ? []
      : [{ id: 'T8', passed: expected === actual, expected, actual, rows: [name] }]
  return [
    ...statement.sections.flatMap(({ name, printedCount, parsedCount }) =>
      check(name, printedCount, parsedCount),
    ),
    ...check('credits', statement.printedTotals.creditsCount, sums.creditsCount),
    ...check('debits', statement.printedTotals.debitsCount, sums.debitsCount),
  ]
}

interface Evidence {
  difference: Cents | null
  running: ReconciliationCheck | null
  sums: Sums
}

/** T9 and Q8. */
function computeStatus(
  statement: Statement,
  { difference, running, sums }: Evidence,
): ReconciliationStatus {
  const isMissingSection = hasUnreadSection(statement, sums)
  if (statement.rows.length === 0) {
    if (difference !== null && (difference !== 0 || isMissingSection)) return 'unreconciled'
    if (difference === null) return isMissingSection ? 'unreconciled' : 'unverifiable'
    return 'empty'
  }
  if (isMissingSection || (running && !running.passed)) return 'unreconciled'
  if (difference === null) return 'unverifiable'
  if (difference !== 0) return 'unreconciled'
  return running ? 'reconciled' : 'reconciled_by_totals'
}

/** Q8: money is printed as moved in a direction from which not one row was read. */
function hasUnreadSection(statement: Statement, { credits, debits }: Sums): boolean {
  const { printedTotals, sections } = statement
  return (
    ((printedTotals.credits ?? 0) !== 0 && credits === 0) ||
    ((printedTotals.debits ?? 0) !== 0 && debits === 0) ||
    sections.some(({ printedTotal, parsedCount }) => (printedTotal ?? 0) !== 0 && parsedCount === 0)
  )
}
