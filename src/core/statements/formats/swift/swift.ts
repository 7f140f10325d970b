import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import type { ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { compactDay } from '../compact-day.ts'
import { decodeText } from '../decode/decode-text.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import { joinDays } from '../join-days.ts'
import {
  blankStatement,
  failedReading,
  getLast4,
  takePeriod,
  type TabularReading,
} from '../tabular.ts'
import { readEntry } from './entry.ts'
import { readMessages, type SwiftMessage } from './fields.ts'
import { checkInterimTotals } from './interim.ts'

const NOTHING =
  'The file holds no SWIFT statement: no message with a balance (:60F:) or an entry (:61:).'

interface SwiftBalance {
  date: PlainDate | null
  currency: string
  amount: Cents | null
}

interface OpenStatement {
  statement: Statement
  /** `27` of `27/01`; null when the message has no number. */
  number: string | null
  isContinued: boolean
}

/**
 * The statements of an MT940 file (customer statement) and the interim reports of an MT942 file,
 * one per account and statement number; the pages of a long statement (`:60M:`, `:62M:`) are one,
 * and so are extracts of days in a row.
 * Rows of an interim report are pending. Bad entries are `invalid_row` problems. Failure
 * `no_transactions` when there is no statement. Source: SWIFT Standards MT, category 9.
 */
export function readSwift(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const messages = readMessages(decodeText(bytes)).filter(isStatement)
  if (messages.length === 0) return failedReading('no_transactions', NOTHING)
  const problems: Problem[] = []
  const open: OpenStatement[] = []
  for (const message of messages) readMessage(message, { open, problems, hints })
  const statements = open.map(({ statement }) => statement)
  return joinDays({ statements, problems, failure: null })
}

/** A message with a balance, an entry or announced sums; other messages have none of them. */
function isStatement(message: SwiftMessage): boolean {
  return message.some(({ tag }) => /^6[012][FM]?$|^90[CD]$/.test(tag))
}

interface MessageTarget {
  open: OpenStatement[]
  problems: Problem[]
  hints: ReadingHints
}

interface MessageHead {
  account: string | null
  number: string | null
  currency: CurrencyReading
  opening: SwiftBalance | null
  closing: SwiftBalance | null
  /** Begins with an intermediate balance (`:60M:`): a later page of a statement. */
  isLaterPage: boolean
  /** Ends with an intermediate balance (`:62M:`): another page follows. */
  isContinued: boolean
}

function readHead(message: SwiftMessage, hints: ReadingHints): MessageHead {
  return {
    account: findValue(message, '25')?.trim() ?? null,
    number: findValue(message, '28')?.trim().split('/')[0] ?? null,
    currency: currencyIn(message, hints),
    opening: balanceIn(message, '60'),
    closing: balanceIn(message, '62'),
    isLaterPage: findTag(message, '60') === '60M',
    isContinued: findTag(message, '62') === '62M',
  }
}

function readMessage(message: SwiftMessage, { open, problems, hints }: MessageTarget): void {
  const head = readHead(message, hints)
  const page = pageBefore(open.at(-1), head)
  const statement = page?.statement ?? begin(head, open.length, hints)
  const where = `statement ${statement.index + 1}`
  if (page && head.opening?.amount !== statement.closingBalance)
    problems.push(missingPage(where, statement.closingBalance, head.opening?.amount ?? null))
  const isInterim = !head.opening && !head.closing
  const { currency } = statement
  const rows = readRows(message, { currency, isInterim, problems })
  statement.rows = statement.rows.concat(rows)
  close(statement, head.closing, isInterim)
  if (isInterim) problems.push(...checkInterimTotals(message, rows, { where, currency }))
  else if (!head.closing) problems.push(noClosing(where))
  problems.push(...unreadBalances(where, [head.opening, head.closing]))
  if (page) page.isContinued = head.isContinued
  else open.push({ statement, number: head.number, isContinued: head.isContinued })
}

function pageBefore(
  before: OpenStatement | undefined,
  head: MessageHead,
): OpenStatement | undefined {
  const isSame =
    head.isLaterPage &&
    before?.isContinued === true &&
    before.number === head.number &&
    before.statement.accountNumber === head.account
  return isSame ? before : undefined
}

function begin(head: MessageHead, index: number, hints: ReadingHints): Statement {
  const statement = blankStatement(index, head.currency)
  statement.accountNumber = head.account
  statement.accountLast4 = getLast4(head.account)
  statement.accountType = hints.accountType ?? 'unknown'
  statement.openingBalance = head.opening?.amount ?? null
  statement.startDate = head.opening?.date ?? null
  return statement
}

/** Without a closing balance, that of an earlier page does not count: it was not the last page. */
function close(statement: Statement, closing: SwiftBalance | null, isInterim: boolean): void {
  if (isInterim) statement.choices.push('an interim report: its entries are pending')
  statement.closingBalance = closing?.amount ?? null
  if (!closing) return
  const start = statement.startDate
  statement.startDate = null
  takePeriod(statement, start, closing.date)
}

interface RowTarget {
  currency: string
  isInterim: boolean
  problems: Problem[]
}

function readRows(message: SwiftMessage, target: RowTarget): StatementRow[] {
  return message.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const next = message[index + 1]
    const row = readEntry(field, next?.tag === '86' ? next : null, target)
    if (!('fault' in row)) return [row]
    const where = `line ${field.line}`
    target.problems.push({ code: 'invalid_row', where, message: row.fault })
    return []
  })
}

function balanceIn(message: SwiftMessage, tag: string): SwiftBalance | null {
  const text = findValue(message, tag)
  if (text === null) return null
  // C131016EUR84349,74
  const match = /^([CD])(\d{6})([A-Z]{3})(\d+(?:[.,]\d*)?)$/.exec(text.trim())
  if (!match) return { date: null, currency: '', amount: null }
  const [, direction, day = '', currency = '', digits = ''] = match
  const amount = exactCents(direction === 'D' ? `-${digits}` : digits, currency)
  return { date: compactDay(day), currency, amount }
}

/** The currency of the balances, else that of the floor limit (`:34F:EURD100,`) of an MT942. */
function currencyIn(message: SwiftMessage, hints: ReadingHints): CurrencyReading {
  const balances = [balanceIn(message, '60'), balanceIn(message, '62')]
  const named = balances.find((balance) => balance?.currency)?.currency
  const floor = /^[A-Z]{3}/.exec(findValue(message, '34') ?? '')?.[0]
  const head = [findValue(message, '25') ?? '']
  const rows = message.filter(({ tag }) => tag === '86').map(({ value }) => value)
  return namedCurrency(named ?? floor, { head, rows }, hints.currency)
}

/** The value of the first field whose tag begins so: `28` finds `28C`. */
function findValue(message: SwiftMessage, tag: string): string | null {
  return message.find((field) => field.tag.startsWith(tag))?.value ?? null
}

function findTag(message: SwiftMessage, tag: string): string | null {
  return message.find((field) => field.tag.startsWith(tag))?.tag ?? null
}

function missingPage(where: string, expected: Cents | null, actual: Cents | null): Problem {
  const message = `A page is missing: the page before ends with ${expected} and this one begins with ${actual} (minor units).`
  return { code: 'missing_page', where, message }
}

function noClosing(where: string): Problem {
  const message = 'The statement ends without a closing balance (:62F:); it may be cut short.'
  return { code: 'truncated_statement', where, message }
}

function unreadBalances(where: string, balances: readonly (SwiftBalance | null)[]): Problem[] {
  if (!balances.some((balance) => balance?.amount === null)) return []
  const message = 'A balance (:60F: or :62F:) is not written as direction, date, currency, amount.'
  return [{ code: 'invalid_balance', where, message }]
}
