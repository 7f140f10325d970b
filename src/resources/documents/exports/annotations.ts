import { getExponent, toMajor, type Cents } from '../../../core/values/money.ts'
import type { Annotations } from '../../../parser/variant/annotate.ts'
import type { ParsedStatementRow } from '../parsed/store.ts'
import type { SignalRow } from '../../records/documents/signals/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { ExportedRow } from './store.ts'

interface Read {
  document: DocumentRow
  statements: readonly ParsedStatementRow[]
  rows: readonly ExportedRow[]
  signals: readonly SignalRow[]
}

/** Characters that fit on a line. */
const LINE_CHARS = 105

/** What was read: marked on the page where its place is known, and as text on appended pages. */
export function buildAnnotations({ document, statements, rows, signals }: Read): Annotations {
  const counted = signals.filter(({ isDismissed }) => !isDismissed)
  return {
    notes: [
      ...rows.flatMap(({ page, box, date, amount, currency }) =>
        page === null || box === null
          ? []
          : [{ kind: 'row' as const, page, box, labels: [date, money(amount, currency)] }],
      ),
      ...counted.flatMap(({ page, box, code }) =>
        page === null || box === null
          ? []
          : [{ kind: 'signal' as const, page, box, labels: [code] }],
      ),
    ],
    lines: [
      title(`What was read from ${document.displayName}`),
      ...statements.flatMap((statement) => ['', ...statementLines(statement)].map(line)),
      line(''),
      title(counted.length === 0 ? 'No signals' : `Signals: ${document.authenticity?.level ?? ''}`),
      ...counted.flatMap(signalLines).map(line),
    ],
  }
}

function title(text: string): Annotations['lines'][number] {
  return { text: text.slice(0, LINE_CHARS), isTitle: true }
}

function line(text: string): Annotations['lines'][number] {
  return { text: text.slice(0, LINE_CHARS), isTitle: false }
}

/** How the statement reconciles: balances, totals and failed checks. */
function statementLines(statement: ParsedStatementRow): string[] {
  const { index, institutionName, accountLast4, startDate, endDate, reconciliation } = statement
  const { openingBalance, closingBalance, computedCredits, computedDebits, currency } = statement
  const sum = (cents: Cents | null): string => (cents === null ? 'unknown' : money(cents, currency))
  const account = [institutionName, accountLast4 && `account ending in ${accountLast4}`]
  const failed = reconciliation.checks.filter(({ passed }) => !passed).map(({ id }) => id)
  return [
    `Statement ${index + 1}: ${account.filter(Boolean).join(', ') || 'bank unknown'}`,
    `${startDate ?? 'unknown'} to ${endDate ?? 'unknown'}, ${statement.transactionsCount} transactions`,
    [
      `Opening ${sum(openingBalance)}, credits ${sum(computedCredits)}`,
      `debits ${sum(computedDebits)}, closing ${sum(closingBalance)} ${currency}`,
    ].join(', '),
    [
      `${reconciliation.status.replaceAll('_', ' ')}, difference ${sum(reconciliation.difference)}`,
      ...(failed.length > 0 ? [`failed checks: ${failed.join(', ')}`] : []),
    ].join('; '),
  ]
}

function signalLines({ code, page, points, found, expected }: SignalRow): string[] {
  const where = page === null ? 'the whole file' : `page ${page}`
  const what = [found && `found ${found}`, expected && `expected ${expected}`]
  return [
    `${code}, ${points} points, ${where}`,
    ...what.flatMap((text) => (text ? [`    ${text}`] : [])),
  ]
}

function money(cents: Cents, currency: string): string {
  return toMajor(cents, currency).toFixed(getExponent(currency))
}
