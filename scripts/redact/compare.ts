import type { Reading, Statement } from '../../src/core/statements/statement.ts'
import { plainWord } from '../../src/core/statements/vocabulary/phrases.ts'
import { lettersIn } from './harmless.ts'
import { DISTINCTIVE_DIGITS, type Account } from './rewrite.ts'

/** How the redacted document reads otherwise than the original; nothing when it is as good. */
export function differences(before: Reading, after: Reading): string[] {
  if (before.failure?.code !== after.failure?.code)
    return [`failure ${before.failure?.code ?? 'none'} became ${after.failure?.code ?? 'none'}`]
  if (before.statements.length !== after.statements.length)
    return [`${before.statements.length} statements became ${after.statements.length}`]
  return before.statements.flatMap((statement, at) => {
    const [old, fresh] = [listFacts(statement), listFacts(after.statements[at]!)]
    return Object.keys(old)
      .filter((name) => old[name] !== fresh[name])
      .map(
        (name) => `statement ${at + 1}: ${name} ${short(old[name]!)} became ${short(fresh[name]!)}`,
      )
  })
}

/** What a fixture is wanted for: the structure, and how the figures hang together. */
function listFacts({ rows, reconciliation, ...head }: Statement): Record<string, string> {
  const { accountType, currency, startDate, endDate, openingBalance, closingBalance } = head
  const known = [openingBalance, closingBalance].map((balance) => Math.sign(balance ?? NaN))
  return {
    rows: String(rows.length),
    dates: rows.map(({ date }) => date).join(),
    directions: rows.map(({ amount }) => (amount < 0 ? '-' : '+')).join(''),
    'running balances': rows.map(({ balance }) => (balance === null ? '.' : 'b')).join(''),
    account: `${accountType} ${currency}`,
    period: `${startDate ?? '?'} to ${endDate ?? '?'}`,
    balances: known.join(),
    sections: head.sections.map(({ parsedCount }) => parsedCount).join(),
    'daily balances': head.dailyBalances.map(({ date }) => date).join(),
    reconciliation: reconciliation.status,
    difference: String(reconciliation.difference),
    checks: reconciliation.checks.map(({ id, passed }) => `${id}${passed ? '' : '!'}`).join(),
  }
}

const SHORT = 60

function short(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text
}

/** What was replaced and stands in the new document all the same. */
export function leftovers(
  lines: readonly string[],
  { letters, digits }: Account,
  names: readonly string[][],
): string[] {
  return lines.flatMap((line) => {
    const words = lettersIn(line).map(plainWord)
    const numbers = line.match(/\d+/g) ?? []
    return [
      ...words.filter((word) => letters.has(word)),
      ...numbers.filter((number) => number.length >= DISTINCTIVE_DIGITS && digits.has(number)),
      ...names
        .map((name) => name.join(' '))
        .filter((name) => ` ${words.join(' ')} `.includes(` ${name} `)),
    ]
  })
}
