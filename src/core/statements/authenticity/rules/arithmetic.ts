import { getExponent, toMajor } from '../../../values/money.ts'
import type { ReconciliationCheck, Statement, StatementSection } from '../../statement.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Finding, Detectors } from '../signal.ts'
import { isChained, isComplete, isPrintedElsewhere } from '../evidence/complete.ts'

const BREAK_POINTS = 20
const FURTHER_BREAK_POINTS = 5
const FURTHER_BREAKS_MAX = 4

/** Whether the figures follow from each other (formulas section 14). */
export const ARITHMETIC_DETECTORS: Detectors<Evidence> = {
  running_balance_break: (evidence) =>
    listComplete(evidence).filter(isChained).flatMap(balanceBreaks),
  reconciliation_failure: (evidence) =>
    listComplete(evidence)
      .filter((statement) => !isOtherFigure(statement, evidence))
      .flatMap((statement) => failures(statement, 'T1')),
  section_total_mismatch: (evidence) =>
    listComplete(evidence).flatMap((statement) =>
      agreesAltogether(statement) ? [] : failures(statement, 'T2'),
    ),
  daily_balance_mismatch: (evidence) =>
    listComplete(evidence).flatMap((statement) => failures(statement, 'T4')),
}

function listComplete(evidence: Evidence): Statement[] {
  return evidence.statements.filter((statement) => isComplete(statement, evidence))
}

/** The balance to which the rows lead is printed; the reader took another for the closing one. */
function isOtherFigure(statement: Statement, evidence: Evidence): boolean {
  const check = statement.reconciliation.checks.find(({ id, passed }) => id === 'T1' && !passed)
  return typeof check?.actual === 'number' && isPrintedElsewhere(check.actual, statement, evidence)
}

function balanceBreaks(statement: Statement): Finding[] {
  const check = statement.reconciliation.checks.find(({ id, passed }) => id === 'T3' && !passed)
  const rows = (check?.rows ?? []).filter((row) => typeof row === 'number')
  const points = BREAK_POINTS + FURTHER_BREAK_POINTS * Math.min(rows.length - 1, FURTHER_BREAKS_MAX)
  return rows.map((index, at) => {
    const row = statement.rows[index]
    const found = money(row?.balance ?? null, statement)
    // The check reports the expected balance of its first row only.
    const expected = at === 0 ? money(check!.expected, statement) : null
    return { page: row?.page ?? null, box: row?.box ?? null, found, expected, points }
  })
}

/**
 * Rows assigned to the wrong section change no sum, and a total of all debits printed under the
 * title of one kind of debit is not the total of that kind. Neither explains a section with just
 * as many rows as it says.
 */
function agreesAltogether({ reconciliation, printedTotals, sections }: Statement): boolean {
  const failed = reconciliation.checks.filter(({ id, passed }) => id === 'T2' && !passed)
  if (failed.length === 0) return true
  const names = failed.flatMap(({ rows }) => rows)
  if (sections.some((section) => names.includes(section.name) && isCounted(section))) return false
  const ofAll = [printedTotals.credits, printedTotals.debits].map((total) => Math.abs(total ?? 0))
  if (failed.every(({ expected }) => expected !== 0 && ofAll.includes(Number(expected))))
    return true
  const sums = failed.map(({ expected, actual }) => Number(expected) - Number(actual))
  return failed.length > 1 && sums.reduce((total, value) => total + value, 0) === 0
}

function isCounted({ printedCount, parsedCount }: StatementSection): boolean {
  return printedCount !== null && printedCount === parsedCount
}

function failures(statement: Statement, id: ReconciliationCheck['id']): Finding[] {
  return statement.reconciliation.checks
    .filter((check) => check.id === id && !check.passed)
    .map(({ expected, actual, rows }) => ({
      page: statement.pages?.start ?? null,
      found: [...rows.filter((row) => typeof row === 'string'), money(actual, statement)].join(
        ': ',
      ),
      expected: money(expected, statement),
    }))
}

function money(cents: number | string | null, { currency }: Statement): string | null {
  if (typeof cents !== 'number') return cents
  return `${toMajor(cents, currency).toFixed(getExponent(currency))} ${currency}`
}
