import type { Cents } from '../../../values/money.ts'
import type { AccountType, ReadingHints, Statement } from '../../statement.ts'
import { decodeTable } from '../decode/decode-table.ts'
import { readTable } from '../grid/read-table.ts'
import { failedReading, type TabularReading } from '../tabular.ts'

/** Lists whose records move money on an account; others are of securities or categories. */
const ACCOUNT_TYPES: Readonly<Record<string, AccountType | undefined>> = {
  bank: 'unknown',
  cash: 'unknown',
  ccard: 'credit_card',
  'oth a': 'unknown',
  'oth l': 'unknown',
}

/**
 * The fields of a record by their letter, under the headings that a table would have; none of them
 * is a word of one country.
 */
const HEADINGS: readonly (readonly [letter: string, heading: string])[] = [
  ['D', 'Date'],
  ['N', 'Check num'],
  ['P', 'Payee'],
  ['M', 'Memo'],
  ['L', 'Category'],
  ['T', 'Amount'],
]

interface QifList {
  type: string
  accountName: string | null
  /** The balance of a statement and its day, where the record of the account has them. */
  balance: string | null
  day: string | null
  /** What the file says of the account, where its currency may be named. */
  note: string | null
  records: Map<string, string>[]
}

/**
 * The statements of a file of the Quicken Interchange Format: one for each list of an account. It
 * names a currency only in words about its account. Failure `no_transactions` where no list is one
 * of an account (`!Type:Invst`, `!Type:Cat`).
 */
export function readQif(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const lists = readLists(decodeTable(bytes).replace(/^\uFEFF/, ''))
  const readings = lists.flatMap((list) => {
    const accountType = ACCOUNT_TYPES[list.type]
    if (accountType === undefined || list.records.length === 0) return []
    const isKnown = accountType !== 'unknown' && hints.accountType === undefined
    const reading = readTable(toGrid(list), isKnown ? { ...hints, accountType } : hints)
    if (accountType !== 'credit_card') return [reading]
    return [{ ...reading, statements: reading.statements.map(asOwed) }]
  })
  const statements = readings.flatMap((reading) => reading.statements)
  if (statements.length === 0)
    return failedReading(
      'no_transactions',
      'The file holds no list of an account with its records.',
    )
  statements.forEach((statement, index) => (statement.index = index))
  return { statements, problems: readings.flatMap(({ problems }) => problems), failure: null }
}

/** Registers count what is owed below zero; of a card it is what its balance says. */
function asOwed(statement: Statement): Statement {
  const { openingBalance, closingBalance } = statement
  const turned = (cents: Cents | null): Cents | null => (cents ? -cents : cents)
  return {
    ...statement,
    openingBalance: turned(openingBalance),
    closingBalance: turned(closingBalance),
  }
}

/** The lists of a file in its order; `!Account` names the account of the list behind it. */
function readLists(text: string): QifList[] {
  const lists: QifList[] = []
  let account: ReadonlyMap<string, string> = new Map()
  let record = new Map<string, string>()
  let isAccount = false
  for (const line of text.split(/\r\n?|\n/)) {
    const head = /^!(account|type:(.+))/i.exec(line.trim())
    if (head) {
      isAccount = head[2] === undefined
      if (!isAccount) lists.push(blankList(head[2]!, account))
    } else if (line.startsWith('^')) {
      if (isAccount) account = record
      else if (record.size > 0) lists.at(-1)?.records.push(record)
      record = new Map()
    } else if (!line.startsWith('!') && line !== '') takeField(line, record)
  }
  if (!isAccount && record.size > 0) lists.at(-1)?.records.push(record)
  return lists
}

function blankList(type: string, account: ReadonlyMap<string, string>): QifList {
  const [accountName, note] = [account.get('N') ?? null, account.get('D') ?? null]
  const [balance, day] = [account.get('$') ?? null, account.get('/') ?? null]
  return { type: type.trim().toLowerCase(), accountName, note, balance, day, records: [] }
}

/** The first of each letter: a split record repeats its memo for each part. */
function takeField(line: string, record: Map<string, string>): void {
  const letter = line.charAt(0)
  // U is the same amount without the limit that old programs had for T.
  const key = letter === 'U' ? 'T' : letter
  if (!record.has(key)) record.set(key, line.slice(1).trim())
}

/** `Checking-4417`, `Card (4417)`; `Petty cash (2026)` names the year of its records. */
const LAST_FOUR = /[-*#(] ?(\d{4})\)?$/

function lastFourIn(name: string, records: readonly Map<string, string>[]): string | undefined {
  const found = LAST_FOUR.exec(name)?.[1]
  const year = new RegExp(`['./-](?:${found}|${found?.slice(2)})$`)
  const isYear = found !== undefined && YEAR.test(found)
  return isYear && records.some((record) => year.test(record.get('D') ?? '')) ? undefined : found
}

const YEAR = /^(?:19|20)\d\d$/

function toGrid({ accountName, note, balance, day, records }: QifList): string[][] {
  const rows = records.map((record) =>
    HEADINGS.map(([letter]) => {
      const value = record.get(letter) ?? ''
      if (letter === 'D') return plainDay(value)
      return letter === 'N' && !/^\d+$/.test(value) ? '' : value
    }),
  )
  const name = accountName === null ? [] : [['Account name', accountName]]
  const lastFour = lastFourIn(accountName ?? '', records)
  const number = lastFour === undefined ? [] : [['Account number', `****${lastFour}`]]
  const about = note === null ? [] : [[note]]
  // A statement of an earlier day closes nothing.
  const isLast = day === null || day === records.at(-1)?.get('D')
  const closing = balance !== null && isLast ? [['Closing balance', balance]] : []
  return [...name, ...number, ...about, ...closing, HEADINGS.map(([, heading]) => heading), ...rows]
}

/** `1/ 2'26` is 1/2/2026: an apostrophe stands before years from 2000 on. */
function plainDay(text: string): string {
  const day = text.replaceAll(' ', '')
  const mark = /[./-]/.exec(day)?.[0] ?? '/'
  return day.replace(/'(\d{2})$/, `${mark}20$1`).replace("'", mark)
}
