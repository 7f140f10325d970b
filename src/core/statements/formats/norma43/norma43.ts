import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import { namedCurrency } from '../../currency/read-currency.ts'
import type { ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { compactDay } from '../compact-day.ts'
import { decodeText } from '../decode/decode-text.ts'
import {
  blankRow,
  blankStatement,
  failedReading,
  getLast4,
  takePeriod,
  type TabularReading,
} from '../tabular.ts'

/** Numbers of ISO 4217 that Spanish banks write. */
const CURRENCIES: Readonly<Record<string, string>> = {
  '978': 'EUR',
  '840': 'USD',
  '826': 'GBP',
  '756': 'CHF',
}

const NOTHING = 'The file holds no account of Norma 43: no record 11 with its record 33.'

interface Reading {
  statements: Statement[]
  problems: Problem[]
  hints: ReadingHints
}

/**
 * The statements of a file of Norma 43, one per account: lines of 80 characters that begin with
 * what they are. Its totals and counts are checked as printed ones are. A record that cannot be
 * read is an `invalid_row`, a file that ends before its account does a `truncated_statement`.
 * Source: AEB and CECA, Cuaderno 43, Información normalizada de cuenta corriente (June 2012).
 */
export function readNorma43(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const reading: Reading = { statements: [], problems: [], hints }
  let isOpen = false
  for (const [at, line] of decodeText(bytes)
    .split(/\r\n?|\n/)
    .entries()) {
    const [statement] = reading.statements.slice(-1)
    const code = line.slice(0, 2)
    if (code === '11') {
      if (isOpen) reading.problems.push(cutShort(reading.statements.length))
      begin(line, reading)
      isOpen = true
    } else if (!statement) continue
    else if (code === '22') takeMovement(line, at + 1, reading)
    else if (code === '23') takeWords(line, statement)
    else if (code === '33') {
      close(line, statement)
      isOpen = false
    }
  }
  const { statements, problems } = reading
  if (statements.length === 0) return failedReading('no_transactions', NOTHING)
  if (isOpen) problems.push(cutShort(statements.length))
  return { statements, problems, failure: null }
}

function cutShort(number: number): Problem {
  const message = 'The account ends without its closing record (33); the file may be cut short.'
  return { code: 'truncated_statement', where: `statement ${number}`, message }
}

/** `11`, bank, branch, account, first and last day, side, opening balance, currency, mode, name. */
function begin(line: string, { statements, hints }: Reading): void {
  const number = line.slice(2, 20)
  const texts = { head: [number], rows: [] }
  const currency = namedCurrency(CURRENCIES[line.slice(47, 50)], texts, hints.currency)
  const statement = blankStatement(statements.length, currency)
  statement.accountNumber = number
  statement.accountLast4 = getLast4(number)
  statement.accountType = hints.accountType ?? 'unknown'
  statement.accountHolderNames = [line.slice(51, 77).trim()].filter((name) => name !== '')
  takePeriod(statement, compactDay(line.slice(20, 26)), compactDay(line.slice(26, 32)))
  statement.openingBalance = signedAmount(line, 32)
  statements.push(statement)
}

/** A side, 1 against and 2 in favor of the holder, and fourteen digits of minor units. */
function signedAmount(line: string, at: number): Cents | null {
  const [, side, digits = ''] = /^([12])(\d{14})$/.exec(line.slice(at, at + 15)) ?? []
  if (side === undefined) return null
  const cents = Number(digits)
  return side === '1' && cents !== 0 ? -cents : cents
}

/** `22`, branch, day, day of value, concepts, side, amount, number of document, references. */
function takeMovement(line: string, number: number, { statements, problems }: Reading): void {
  const statement = statements.at(-1)!
  const date: PlainDate | null = compactDay(line.slice(10, 16))
  const amount = signedAmount(line, 27)
  if (date === null || amount === null) {
    const message = 'The record 22 has no day or no amount in its place.'
    problems.push({ code: 'invalid_row', where: `line ${number}`, message })
    return
  }
  const row = blankRow(date, amount, '')
  statement.rows.push({
    ...row,
    bankType: `${line.slice(22, 24)}-${line.slice(24, 27)}`,
    lineText: line,
  })
}

/** `23`, its number, and two texts of 38 characters that go on in each other. */
function takeWords(line: string, { rows }: Statement): void {
  const row: StatementRow | undefined = rows.at(-1)
  if (!row) return
  const words = [row.description, line.slice(4, 42), line.slice(42, 80)]
  row.description = words.join(' ').replace(/\s+/g, ' ').trim()
}

/** `33`, account, count and sum of debits, count and sum of credits, side, closing balance. */
function close(line: string, statement: Statement): void {
  const read = (from: number, to: number): number | null =>
    /^\d+$/.test(line.slice(from, to)) ? Number(line.slice(from, to)) : null
  statement.closingBalance = signedAmount(line, 58)
  statement.printedTotals = {
    debitsCount: read(20, 25),
    debits: read(25, 39),
    creditsCount: read(39, 44),
    credits: read(44, 58),
  }
}
