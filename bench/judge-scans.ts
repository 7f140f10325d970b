import type { Reading, Statement } from '../src/core/statements/statement.ts'
import type { Scan, TruthStatement } from './scans.ts'

/** `wrong` is what must not be: another figure than the paper's, with nothing that says so. */
export type Verdict = 'exact' | 'flagged' | 'wrong'

const PROVEN = ['reconciled', 'reconciled_by_totals', 'empty']
const REVIEWED = ['scan_unproven', 'doubtful_date']

/** What a reading is worth beside the truth of the scan. */
export function judge({ failure, statements, problems }: Reading, { truth }: Scan): Verdict {
  const isExact =
    statements.length === truth.statements.length &&
    truth.statements.every((wanted, index) => textOf(statements[index]!) === truthOf(wanted))
  const isFlagged =
    failure !== null ||
    statements.some(({ reconciliation }) => !PROVEN.includes(reconciliation.status)) ||
    problems.some(({ code }) => REVIEWED.includes(code))
  if (isFlagged) return 'flagged'
  return isExact ? 'exact' : 'wrong'
}

/** Card statements print the day of purchase and of posting; the truth has the latter. */
function truthOf(truth: TruthStatement): string {
  const isCard = truth.accountType === 'credit_card'
  const rows = truth.rows.map(({ date, amountCents }) => `${isCard ? '' : date} ${amountCents}`)
  return [truth.openingBalanceCents, truth.closingBalanceCents, ...rows.toSorted()].join('\n')
}

function textOf(statement: Statement): string {
  const isCard = statement.accountType === 'credit_card'
  const rows = statement.rows.map(({ date, amount }) => `${isCard ? '' : date} ${amount}`)
  return [statement.openingBalance, statement.closingBalance, ...rows.toSorted()].join('\n')
}
