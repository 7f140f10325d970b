import type { Reading, Statement } from '../../src/core/statements/statement.ts'
import { toMajor, type Cents } from '../../src/core/values/money.ts'

/** What was read from a document, in the units of the wire: its statements, its rows and where they stand. */
export interface ReportedDocument {
  statements: string[]
  rows: string[]
  /** Edges of all rows' boxes in the order of the rows; the wire keeps them less exactly. */
  boxes: number[]
}

/** A statement as `GET …/parsed-results` shows it, as far as it is compared. */
export interface ShownStatement {
  index: number
  account_last4: string | null
  account_type: string
  currency: string
  start_date: string | null
  end_date: string | null
  opening_balance: number | null
  closing_balance: number | null
  sections: { name: string; printed_total: number | null; parsed_count: number }[]
  reconciliation: {
    status: string
    difference: number | null
    checks: { id: string; passed: boolean }[]
  }
}

/** A transaction as it is listed. */
export interface ShownRow {
  date: string
  amount: number
  balance: number | null
  description: string
  evidence: { page: number | null; bbox: number[] | null }
}

/** What the service shows. T5 compares documents with each other and is left out. */
export function describeServiceOutput(
  statements: readonly ShownStatement[],
  rows: readonly ShownRow[],
): ReportedDocument {
  return {
    statements: statements.map((statement) => {
      const { reconciliation, sections } = statement
      return JSON.stringify({
        index: statement.index,
        account: [statement.account_last4, statement.account_type, statement.currency],
        period: [statement.start_date, statement.end_date],
        balances: [statement.opening_balance, statement.closing_balance],
        sections: sections.map((each) => [each.name, each.printed_total, each.parsed_count]),
        status: reconciliation.status,
        difference: reconciliation.difference,
        checks: describeChecks(reconciliation.checks),
      })
    }),
    ...describeRows(rows.map(({ evidence, ...row }) => ({ ...row, ...evidence }))),
  }
}

/** What reading the file without the service gives. */
export function describeReading({ statements }: Reading): ReportedDocument {
  return {
    statements: statements.map(describeStatement),
    ...describeRows(
      statements.flatMap(({ rows, currency }) =>
        rows.map((row) => ({
          date: row.date,
          amount: toMajor(row.amount, row.currency ?? currency),
          balance: major(row.balance, row.currency ?? currency),
          description: row.description,
          page: row.page,
          bbox: row.box,
        })),
      ),
    ),
  }
}

function describeStatement(statement: Statement): string {
  const { reconciliation, sections, currency } = statement
  return JSON.stringify({
    index: statement.index,
    account: [statement.accountLast4, statement.accountType, currency],
    period: [statement.startDate, statement.endDate],
    balances: [
      major(statement.openingBalance, currency),
      major(statement.closingBalance, currency),
    ],
    sections: sections.map((each) => [
      each.name,
      major(each.printedTotal, currency),
      each.parsedCount,
    ]),
    status: reconciliation.status,
    difference: major(reconciliation.difference, currency),
    checks: describeChecks(reconciliation.checks),
  })
}

function describeChecks(checks: readonly { id: string; passed: boolean }[]): string[] {
  return checks.filter(({ id }) => id !== 'T5').map(({ id, passed }) => `${id} ${passed}`)
}

function major(cents: Cents | null, currency: string): number | null {
  return cents === null ? null : toMajor(cents, currency)
}

interface ReportedRow extends Omit<ShownRow, 'evidence'> {
  page: number | null
  bbox: readonly number[] | null
}

function describeRows(rows: readonly ReportedRow[]): Pick<ReportedDocument, 'rows' | 'boxes'> {
  const lines = rows.map(({ date, amount, balance, description, page, bbox }) => ({
    text: JSON.stringify([page, date, amount, balance, description]),
    box: bbox ?? [],
  }))
  const top = ({ box }: { box: readonly number[] }): number => box[1] ?? 0
  const sorted = lines.toSorted((left, right) =>
    left.text === right.text ? top(left) - top(right) : left.text < right.text ? -1 : 1,
  )
  return { rows: sorted.map(({ text }) => text), boxes: sorted.flatMap(({ box }) => box) }
}

const POINTS = 0.1

/** Where the two differ; empty when they agree. */
export function differences(service: ReportedDocument, reading: ReportedDocument): string[] {
  const missing = (of: readonly string[], from: readonly string[], what: string): string[] => {
    const left = [...from]
    return of.flatMap((text) => {
      const at = left.indexOf(text)
      if (at >= 0) left.splice(at, 1)
      return at >= 0 ? [] : [`${what}: ${text}`]
    })
  }
  const areBoxesSame =
    service.boxes.length === reading.boxes.length &&
    service.boxes.every((value, at) => Math.abs(value - reading.boxes[at]!) <= POINTS)
  return [
    ...missing(service.statements, reading.statements, 'only the service'),
    ...missing(reading.statements, service.statements, 'only the reading'),
    ...missing(service.rows, reading.rows, 'only the service'),
    ...missing(reading.rows, service.rows, 'only the reading'),
    ...(areBoxesSame ? [] : ['the boxes of the rows differ']),
  ]
}
