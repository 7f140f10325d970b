import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import { namedCurrency } from '../../currency/read-currency.ts'
import type { ReadingHints, Statement } from '../../statement.ts'
import { compactDay } from '../compact-day.ts'
import { decodeText } from '../decode/decode-text.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import { joinDays } from '../join-days.ts'
import {
  blankRow,
  blankStatement,
  failedReading,
  getLast4,
  takePeriod,
  type TabularReading,
} from '../tabular.ts'

const NOTHING = 'The file holds no account of CFONB 120: no record 01 with an old balance.'

/** Texts of a record 05 that describe the movement: free ones, the other party, the purpose. */
const WORDS: ReadonlySet<string> = new Set(['LIB', 'NPY', 'NBE', 'LCC', 'LC2'])

/**
 * The statements of a file of CFONB 120, one per account and old balance: lines of 120 characters
 * that begin with what they are; extracts of days in a row are one. A record that cannot be read is
 * an `invalid_row`, an account without its new balance a `truncated_statement`. Source: CFONB,
 * Relevé de compte sur support informatique (July 2004).
 */
export function readCfonb(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const statements: Statement[] = []
  const problems: Problem[] = []
  let open: Statement | null = null
  for (const [at, line] of decodeText(bytes)
    .split(/\r\n?|\n/)
    .entries()) {
    const code = line.slice(0, 2)
    if (code === '01') {
      if (open) problems.push(cutShort(open))
      open = begin(line, statements.length, hints)
      statements.push(open)
    } else if (!open) continue
    else if (code === '04' && !takeMovement(line, open)) problems.push(invalidRow(at + 1))
    else if (code === '05') takeWords(line, open)
    else if (code === '07') {
      open.closingBalance = readAmount(line)
      const start = open.startDate
      open.startDate = null
      takePeriod(open, start, readDay(line, 34))
      open = null
    }
  }
  if (open) problems.push(cutShort(open))
  if (statements.length === 0) return failedReading('no_transactions', NOTHING)
  return joinDays({ statements, problems, failure: null })
}

function cutShort({ index }: Statement): Problem {
  const message = 'The account ends without its new balance (07); the file may be cut short.'
  return { code: 'truncated_statement', where: `statement ${index + 1}`, message }
}

function invalidRow(number: number): Problem {
  const message = 'The record 04 has no day or no amount in its place.'
  return { code: 'invalid_row', where: `line ${number}`, message }
}

/** `01`, bank, branch, currency, its decimals, account, the day of the old balance, the balance. */
function begin(line: string, index: number, hints: ReadingHints): Statement {
  const number = line.slice(21, 32).trim()
  const currency = namedCurrency(
    line.slice(16, 19).trim() || undefined,
    { head: [number], rows: [] },
    hints.currency,
  )
  return {
    ...blankStatement(index, currency),
    accountNumber: number,
    accountLast4: getLast4(number),
    accountType: hints.accountType ?? 'unknown',
    openingBalance: readAmount(line),
    startDate: readDay(line, 34),
  }
}

/** `310826`: day, month, year. */
function readDay(line: string, at: number): PlainDate | null {
  const [day, month, year] = [
    line.slice(at, at + 2),
    line.slice(at + 2, at + 4),
    line.slice(at + 4, at + 6),
  ]
  return compactDay(`${year}${month}${day}`)
}

/** The last digit of an amount is a letter that holds its sign: `{AB…I` above, `}JK…R` below. */
const ABOVE = '{ABCDEFGHI'
const BELOW = '}JKLMNOPQR'

/** Fourteen characters, with as many decimals as the record says; null when they are no amount. */
function readAmount(line: string): Cents | null {
  const [, digits, last] = /^(\d{13})(.)/.exec(line.slice(90, 104)) ?? []
  const decimals = Number(line.slice(19, 20))
  if (digits === undefined || !Number.isInteger(decimals)) return null
  const isBelow = BELOW.includes(last!)
  const digit = isBelow ? BELOW.indexOf(last!) : ABOVE.indexOf(last!)
  if (digit < 0) return null
  const whole = `${digits}${digit}`
  const at = whole.length - decimals
  const text = `${isBelow ? '-' : ''}${whole.slice(0, at)}.${whole.slice(at)}`
  return exactCents(text, line.slice(16, 19))
}

/** `04`, bank, codes, branch, currency, account, code, day, day of value, label, amount. */
function takeMovement(line: string, statement: Statement): boolean {
  const date = readDay(line, 34)
  const amount = readAmount(line)
  if (date === null || amount === null) return false
  const row = blankRow(date, amount, line.slice(48, 79))
  statement.rows.push({ ...row, bankType: line.slice(32, 34).trim() || null, lineText: line })
  return true
}

/** `05`, as the movement above it, what its text is, and the text. */
function takeWords(line: string, { rows }: Statement): void {
  const row = rows.at(-1)
  if (!row || !WORDS.has(line.slice(45, 48))) return
  row.description = `${row.description} ${line.slice(48, 118)}`.replace(/\s+/g, ' ').trim()
}
