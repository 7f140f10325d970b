import type { AccountType } from '../../statement.ts'
import { selectColumns, type Columns } from './columns/header.ts'
import { readText } from './cells/pick-cells.ts'
import type { TransactionRow } from './read-rows.ts'
import { mentions } from './facts/summary-rows.ts'
import { ACCOUNT_TYPE_WORDS } from './words/summary-words.ts'

/** The rows of one account of a table, by their indexes. */
export interface AccountRows {
  accountNumber: string | null
  accountType: AccountType
  /** From a line above its rows; null where only the head of the file states it. */
  openingBalance: number | null
  indexes: number[]
}

/**
 * The accounts of a table. An account column divides it only when every row has a value and values
 * repeat; a column with gaps or with a new value in every row is that of the other party. The cards
 * of one card account stay together. Each currency has an account of its own where most rows have a
 * balance, or every row names one; a row that names none has the one that the others name.
 */
export function splitAccounts(
  rows: readonly TransactionRow[],
  columns: Columns,
  isCard: boolean,
): AccountRows[] {
  const isOneCard = isCard && !rows.some((row) => isBankAccount(typeNamedBy(row, columns)))
  const numbers = isOneCard ? null : ownAccounts(rows, columns)
  const balanced = rows.filter(({ balance }) => balance !== null)
  // Rows that are not booked yet have none.
  const hasBalances = balanced.length * 2 > rows.length
  const isNamed = !isCard && rows.every(({ currency }) => currency !== null)
  const currencies = new Set(rows.map((row) => row.currency).filter((code) => code !== null))
  const only = currencies.size === 1 ? [...currencies][0] : ''
  const groups = Map.groupBy(
    rows.map((_, index) => index),
    (index) =>
      `${numbers?.[index] ?? ''}|${hasBalances || isNamed ? (rows[index]!.currency ?? only) : ''}`,
  )
  return [...groups.values()].map((indexes) => ({
    accountNumber: withDigits(numbers?.[indexes[0]!]) ?? oneNumber(rows, columns),
    accountType: typeNamedBy(rows[indexes[0]!]!, columns),
    openingBalance: null,
    indexes,
  }))
}

/** A name (`Main Account`) divides rows like a number, but is no number. */
function withDigits(text: string | undefined): string | null {
  return text !== undefined && /\d{3}/.test(text) ? text : null
}

function ownAccounts(rows: readonly TransactionRow[], columns: Columns): string[] | null {
  for (const column of selectColumns(columns, 'account')) {
    const values = rows.map((row) => row.cells[column.index] ?? '')
    const distinct = new Set(values)
    if (distinct.has('')) continue
    const isDivided = distinct.size <= rows.length / 2
    if (distinct.size === 1 || (isDivided && !isOfParties(values, rows, columns))) return values
  }
  return null
}

/**
 * Whether a column has the accounts of other parties: each number belongs to one name, or the
 * running balance goes on from row to row whatever the number.
 */
function isOfParties(
  numbers: readonly string[],
  rows: readonly TransactionRow[],
  columns: Columns,
): boolean {
  const names = selectColumns(columns, 'description').map(({ index }) => index)
  const byNumber = Map.groupBy(rows, (_, at) => numbers[at]!)
  const isNamed = names.some((at) => {
    const all = new Set(rows.map(({ cells }) => cells[at] ?? ''))
    const each = [...byNumber.values()].map((own) => new Set(own.map((row) => row.cells[at] ?? '')))
    return all.size > 1 && each.every((own) => own.size === 1) && all.size === byNumber.size
  })
  return isNamed || isOneChain(rows)
}

/** Each balance is the one before, moved by the money of its row or of the row before. */
function isOneChain(rows: readonly TransactionRow[]): boolean {
  const steps = rows.slice(1).map((row, at) => {
    const before = rows[at]!
    if (row.balance === null || before.balance === null) return false
    const moved = Math.abs(row.balance - before.balance)
    return [row, before].some((each) => moneyIn(each) === moved)
  })
  return steps.length > 1 && steps.every(Boolean)
}

function moneyIn({ amount, debit, credit }: TransactionRow): number {
  return Math.abs(amount ?? (credit || debit) ?? 0)
}

/** The number of the one card or account that the columns name, or that is a party of every row. */
function oneNumber(rows: readonly TransactionRow[], columns: Columns): string | null {
  const roles = [...selectColumns(columns, 'card'), ...selectColumns(columns, 'account')]
  for (const column of roles) {
    const values = new Set(rows.map((row) => row.cells[column.index] ?? ''))
    const [value = ''] = values
    if (values.size === 1 && /\d{3}/.test(value)) return value
  }
  return ownParty(rows, columns)
}

/** The account that stands now as the sender, now as the receiver: its holder is a party always. */
function ownParty(rows: readonly TransactionRow[], columns: Columns): string | null {
  const places = Array.from({ length: columns.width }, (_, index) => index)
  const listNumbers = ({ cells }: TransactionRow): string[] =>
    places.map((at) => cells[at] ?? '').filter((cell) => ACCOUNT_NUMBER.test(cell))
  const [first, ...others] = rows.map(listNumbers)
  const own = first?.filter((number) => others.every((numbers) => numbers.includes(number))) ?? []
  const [number] = own
  if (number === undefined || own.length > 1) return null
  const used = places.filter((at) => rows.some(({ cells }) => cells[at] === number))
  return used.length > 1 ? number : null
}

const ACCOUNT_NUMBER = /^(?:[A-Z]{2}\d{2}[A-Z\d ]{8,30}|\d[\d -]{5,24}\d)$/

/** The type that an account's name or type text mentions (`Business Checking`), else `unknown`. */
export function detectAccountType(text: string): AccountType {
  const found = ACCOUNT_TYPE_WORDS.find(([, words]) => mentions(text, words))
  return found?.[0] ?? 'unknown'
}

/** An account that is no card, though a card of its holder stands in the same list. */
export function isBankAccount(type: AccountType): boolean {
  return type === 'checking' || type === 'savings'
}

function typeNamedBy(row: TransactionRow, columns: Columns): AccountType {
  const texts = [
    readText(row.cells, columns, 'accountType'),
    readText(row.cells, columns, 'account'),
  ]
  return detectAccountType(texts.join(' '))
}
