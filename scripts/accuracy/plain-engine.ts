import { spawnSync } from 'node:child_process'
import type { ExpectedStatement } from '../../fixtures/outcome.ts'

const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined

// ` 06/12/2025   CARD PURCHASE 4411 DURHAM NC    -$1,234.56    10,204.11`
const ROW =
  /^\s*(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2,4}))?\s+(.+?)\s+(-?\$?-?[\d,]+\.\d{2})(-?)(?:\s+-?\$?[\d,]+\.\d{2}-?)?\s*$/
const OUTWARD = /\b(?:withdrawals|debits|checks|deductions|subtractions|purchases|fees)\b/i
const INWARD = /\b(?:deposits|credits|additions)\b/i

/**
 * Whether `pdftotext -layout` and a pattern over date, description and amount find the dates and
 * amounts of every row: what is done without arithmetic. It need not read balances and words.
 * Null where `pdftotext` is not installed.
 */
export function readPlainly(
  bytes: Uint8Array,
  expected: readonly ExpectedStatement[],
): boolean | null {
  if (!isInstalled) return null
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: bytes })
  const rows = expected.flatMap((statement) => statement.rows)
  const wanted = rows.map(({ date, amount }) => `${date} ${amount}`).toSorted()
  const year = expected[0]?.endDate?.slice(0, 4) ?? ''
  return plainRows(stdout.toString('utf8'), year).toSorted().join() === wanted.join()
}

/** The statement's own year is given to it; headings give the direction of plain amounts. */
function plainRows(text: string, statementYear: string): string[] {
  let sign = 1
  return text.split('\n').flatMap((line) => {
    const match = ROW.exec(line)
    if (!match) {
      if (OUTWARD.test(line)) sign = -1
      else if (INWARD.test(line)) sign = 1
      return []
    }
    const [, month, day, year = statementYear, , amount, trailing] = match
    const isNegative = amount!.includes('-') || trailing === '-'
    const cents = Number(amount!.replaceAll(/\D/g, '')) * (isNegative ? -1 : sign)
    return [
      `${year.padStart(4, '20')}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')} ${cents}`,
    ]
  })
}
