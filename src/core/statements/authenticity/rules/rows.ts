import { isBusinessDay } from '../../../values/days/business-days.ts'
import type { Statement, StatementRow } from '../../statement.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Finding, Detectors } from '../signal.ts'

const WEEKEND_ROWS_MIN = 3
// ACH CREDIT STRIPE   WIRE TRANSFER IN   FEDWIRE   DES:PAYROLL CO ID:123   PPD ID: 9   CCD
const SETTLED_BY_BANKS = /\b(?:ACH|FED ?WIRE|WIRE (?:TRANSFER|IN|OUT|TYPE)|PPD|CCD|CTX)\b|\bDES:/i
// 0045712093 : a number that a bank gives to one entry only
const TRACE = /\d{8,}/

/** Whether the rows are such as a bank posts. */
export const ROW_DETECTORS: Detectors<Evidence> = {
  weekend_settlement: ({ statements }) => statements.flatMap(weekendRows),
  duplicate_row_text: ({ statements }) => statements.flatMap(repeatedRows),
  impossible_date: ({ statements, inspection }) => [
    ...(inspection?.pages ?? []).flatMap(({ number, impossibleDates }) =>
      impossibleDates.map(({ date, box }) => ({ page: number, box, found: date })),
    ),
    ...statements.flatMap(rowsOutside),
  ],
}

function weekendRows({ rows, currency }: Statement): Finding[] {
  if (currency !== 'USD') return []
  const odd = rows.filter(
    ({ date, description }) => SETTLED_BY_BANKS.test(description) && !isBusinessDay(date),
  )
  if (odd.length < WEEKEND_ROWS_MIN) return []
  return odd.map((row) => ({ ...toFinding(row), found: row.date, expected: 'a business day' }))
}

function toFinding({ page, box }: StatementRow): Finding {
  return { page, box }
}

function rowsOutside({ rows, reconciliation, startDate, endDate }: Statement): Finding[] {
  const check = reconciliation.checks.find(({ id, passed }) => id === 'T7' && !passed)
  return (check?.rows ?? []).flatMap((index) => {
    const row = typeof index === 'number' ? rows[index] : undefined
    const expected = `${startDate ?? ''} to ${endDate ?? ''}`
    return row ? [{ ...toFinding(row), found: row.date, expected }] : []
  })
}

function repeatedRows({ rows }: Statement): Finding[] {
  const groups = Map.groupBy(rows, ({ date, amount, lineText }) => `${date} ${amount} ${lineText}`)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    const isUnique = first!.balance !== null ? first!.amount !== 0 : TRACE.test(first!.description)
    return isUnique
      ? others
          .filter(({ balance }) => balance === first!.balance)
          .map((row) => ({ ...toFinding(row), found: row.lineText, expected: 'one such row' }))
      : []
  })
}
