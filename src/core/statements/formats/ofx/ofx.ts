import { addDays, daysBetween, existingDate, type PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import { isRoutingNumber } from '../../../values/us/routing-number.ts'
import type { AccountType, ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { decodeText } from '../decode/decode-text.ts'
import { findAll, readMarkup, type OfxNode } from './ofx-markup.ts'
import {
  parseCents,
  decideDecimalMark,
  scanAmount,
  type DecimalMark,
} from '../grid/cells/amounts.ts'
import {
  blankRow,
  blankStatement,
  failedReading,
  getLast4,
  type TabularReading,
} from '../tabular.ts'

/** ACCTTYPE (OFX 2.2 section 11.3.1.2). */
const ACCOUNT_TYPES: Record<string, AccountType> = {
  CHECKING: 'checking',
  SAVINGS: 'savings',
  MONEYMRKT: 'money_market',
  CREDITLINE: 'line_of_credit',
  CD: 'savings',
}

/** Statement aggregates whose name alone determines the type. */
const STATEMENT_TYPES: Record<string, AccountType> = {
  STMTRS: 'unknown',
  CCSTMTRS: 'credit_card',
  INVSTMTRS: 'investment',
  LOANSTMTRS: 'loan',
}

/** Files made by hand say "since ever" with a DTSTART of 1970 or 2000, or a span of decades. */
const EARLIEST_START: PlainDate = '2001-01-01'
const LONGEST_PERIOD_DAYS = 3_660

/**
 * The statements of an OFX, QFX or QBO file, versions 1 and 2, one per account, signed as the file
 * signs them (outflows negative). A card's ledger balance is negative in OFX and becomes the
 * positive amount owed. Rows without a date or amount are `invalid_row` problems. Failures:
 * `corrupt_file` when the file declares a document type, `no_transactions` when it holds no
 * statement.
 */
export function readOfx(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const text = decodeText(bytes, declaredEncoding(bytes))
  const root = readMarkup(text)
  if (!root)
    return failedReading(
      'corrupt_file',
      'The file declares a document type, which OFX has none of.',
    )
  const accounts = findAll(root, ...Object.keys(STATEMENT_TYPES))
  if (accounts.length === 0) return failedReading('no_transactions', whyNothing(root))
  const problems: Problem[] = []
  const institution = findAll(root, 'FI')[0]?.values.get('ORG') ?? null
  const mark = detectDecimalMark(root)
  const statements = accounts.map((account, index) => {
    const statement = blankStatement(index, accountCurrency(account, institution, hints))
    statement.institutionName = institution
    readAccount(account, statement, hints)
    readPeriod(account, statement)
    readRows(account, { statement, mark, problems })
    readClosing(account, statement, mark)
    return statement
  })
  if (!/<\/OFX>\s*$/i.test(text)) problems.push(TRUNCATED)
  return { statements, problems, failure: null }
}

const TRUNCATED: Problem = {
  code: 'truncated_statement',
  where: null,
  message: 'The file ends before its end tag; rows behind it are missing.',
}

/** `CHARSET:1252` and `ENCODING:ISO-8859-1` in OFX 1, `encoding="..."` in OFX 2. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024))
  const charset = /CHARSET:\s*([\w-]+)/.exec(head)?.[1]
  const isNamed = charset !== undefined && charset !== 'NONE'
  return isNamed
    ? charset.replace(/^125/, 'cp125')
    : (/encoding="([\w-]+)"/i.exec(head)?.[1] ?? null)
}

function whyNothing(root: OfxNode): string {
  const message = findAll(root, 'STATUS')
    .map((status) => status.values.get('MESSAGE'))
    .find(Boolean)
  const bank = message ? ` The bank says: ${message}` : ''
  return `The file holds no statement (STMTRS, CCSTMTRS, INVSTMTRS or LOANSTMTRS).${bank}`
}

function detectDecimalMark(root: OfxNode): DecimalMark {
  const transactions = findAll(root, 'STMTTRN', 'STMTTRNP').map((node) => node.values.get('TRNAMT'))
  const balances = findAll(root, 'LEDGERBAL', 'AVAILBAL').map((node) => node.values.get('BALAMT'))
  const amounts = [...transactions, ...balances].map((text) => scanAmount(text ?? ''))
  return decideDecimalMark(amounts.filter((amount) => amount !== null))
}

/** CURDEF, which OFX requires; where a file lacks it, what bank and account show. */
function accountCurrency(
  account: OfxNode,
  institution: string | null,
  hints: ReadingHints,
): CurrencyReading {
  const from = account.children.find((child) => child.name.endsWith('ACCTFROM'))
  const bank = `Routing ${from?.values.get('BANKID') ?? ''}`
  const head = [bank, institution ?? '', from?.values.get('ACCTID') ?? '']
  const rows = findAll(account, 'STMTTRN').map(({ values }) => values.get('NAME') ?? '')
  return namedCurrency(account.values.get('CURDEF'), { head, rows }, hints.currency)
}

function readAccount(account: OfxNode, statement: Statement, hints: ReadingHints): void {
  const from = account.children.find((child) => child.name.endsWith('ACCTFROM'))
  const typed = ACCOUNT_TYPES[from?.values.get('ACCTTYPE') ?? '']
  const known = STATEMENT_TYPES[account.name]!
  statement.accountNumber = from?.values.get('ACCTID') ?? null
  statement.accountLast4 = getLast4(statement.accountNumber)
  statement.accountType = known === 'unknown' ? (typed ?? hints.accountType ?? 'unknown') : known
  const bankId = from?.values.get('BANKID') ?? ''
  statement.routingNumber = isRoutingNumber(bankId) ? bankId : null
}

/** The widest period of the account's lists of booked transactions, when it is a real one. */
function readPeriod(account: OfxNode, statement: Statement): void {
  const lists = findAll(account, 'BANKTRANLIST', 'INVTRANLIST')
  const starts = lists
    .map((list) => parseDate(list.values.get('DTSTART')))
    .filter((date) => date !== null)
  const ends = lists
    .map((list) => parseDate(list.values.get('DTEND')))
    .filter((date) => date !== null)
  const start = starts.sort()[0]
  const end = ends.sort().at(-1)
  if (!start || !end) return
  const isReal =
    start >= EARLIEST_START && start <= end && daysBetween(start, end) <= LONGEST_PERIOD_DAYS
  if (!isReal) {
    statement.choices.push(`the period ${start} to ${end} was ignored: it is no statement period`)
    return
  }
  statement.startDate = start
  statement.endDate = end
}

interface RowTarget {
  statement: Statement
  mark: DecimalMark
  problems: Problem[]
}

function readRows(account: OfxNode, target: RowTarget): void {
  findAll(account, 'STMTTRN', 'STMTTRNP').forEach((node, index) => {
    const row = readRow(node, target)
    if ('fault' in row) {
      const number = target.statement.accountLast4 ?? String(target.statement.index + 1)
      const where = `transaction ${index + 1} of account ${number}`
      target.problems.push({ code: 'invalid_row', where, message: row.fault })
    } else target.statement.rows.push(row)
  })
}

function readRow(node: OfxNode, { statement, mark }: RowTarget): StatementRow | { fault: string } {
  const value = (name: string) => node.values.get(name) ?? null
  const dateText = value('DTPOSTED') ?? value('DTTRAN') ?? value('DTUSER')
  const date = parseDate(dateText)
  if (date === null) return { fault: `"${dateText ?? ''}" is no date.` }
  // ORIGCURRENCY says what was converted; CURRENCY says what the amount is still in (section 5.2).
  const currency = findAll(node, 'CURRENCY')[0]?.values.get('CURSYM') ?? null
  const amountText = value('TRNAMT')
  const amount = parseAmount(amountText, mark, currency ?? statement.currency)
  if (amount === null) return { fault: `"${amountText ?? ''}" is no amount.` }
  const name = value('NAME') ?? findAll(node, 'PAYEE')[0]?.values.get('NAME') ?? null
  const memo = value('MEMO')
  return {
    ...blankRow(date, amount, describe(name ?? '', memo ?? '')),
    lineText: [value('TRNTYPE'), name, memo].filter((text) => text !== null).join(' '),
    checkNumber: value('CHECKNUM'),
    externalId: value('FITID'),
    bankType: value('TRNTYPE'),
    isPending: node.name === 'STMTTRNP',
    currency: currency ?? statement.currency,
  }
}

/** NAME is cut at 32 characters and MEMO often repeats it in full; only what differs is joined. */
function describe(name: string, memo: string): string {
  const short = name.replace(/\s+/g, ' ')
  const long = memo.replace(/\s+/g, ' ')
  if (long.toLowerCase().includes(short.toLowerCase())) return long
  return short.toLowerCase().includes(long.toLowerCase()) ? short : `${short} ${long}`
}

function readClosing(account: OfxNode, statement: Statement, mark: DecimalMark): void {
  const ledger = findAll(account, 'LEDGERBAL')[0]
  const balance = parseAmount(ledger?.values.get('BALAMT') ?? null, mark, statement.currency)
  if (balance === null) return
  const isOwed = statement.accountType === 'credit_card' && balance !== 0
  statement.closingBalance = isOwed ? -balance : balance
  const asOf = parseDate(ledger?.values.get('DTASOF'))
  // The balance of the day after the period is that of its end; another day is worth reporting.
  const isAtEnd = asOf === null || asOf === statement.endDate || asOf === nextDay(statement.endDate)
  if (!isAtEnd) statement.choices.push(`the closing balance is that of ${asOf}`)
}

function nextDay(date: PlainDate | null): PlainDate | null {
  return date && addDays(date, 1)
}

function parseAmount(text: string | null, mark: DecimalMark, currency: string): Cents | null {
  const printed = scanAmount(text ?? '')
  return printed && parseCents(printed, mark, currency)
}

/** `20240801`, `20240801120000.000[-5:EST]`: the local day as written; `2024-08-01` is accepted. */
function parseDate(text: string | null | undefined): PlainDate | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '')
  return match && existingDate(Number(match[1]), Number(match[2]), Number(match[3]))
}
