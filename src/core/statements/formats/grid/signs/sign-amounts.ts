import type { Cents } from '../../../../values/money.ts'
import { splitAccounts } from '../accounts.ts'
import { balanceOfSigns, cardPayments } from './card.ts'
import { selectColumns, type Column, type Columns } from '../columns/header.ts'
import type { TransactionRow } from '../read-rows.ts'
import { proveSigns } from './prove-signs.ts'
import type { SignedAmounts } from './signed-amounts.ts'
import { isContradicted, movementVotes } from '../../../table/signs/movements.ts'
import { GENERAL } from '../../../vocabulary/general.ts'
import { listed } from '../words/lists.ts'
import { INFLOW_WORDS, OUTFLOW_WORDS, PLAID_HEADINGS, parseDirection } from '../words/sign-words.ts'

interface SignInput {
  rows: readonly TransactionRow[]
  columns: Columns
  isCard: boolean
  /** The balance before the first row, as the column of balances has it. */
  opening: Cents | null
}

type SignConvention = (input: SignInput) => SignedAmounts | null

/** The doubt about a table that has neither signs nor words for the sides. */
export const ALL_POSITIVE =
  'All amounts are positive and nothing says which are money out; they were read as money in.'

/** Tried in order; the first that applies decides for the whole table. */
const CONVENTIONS: readonly SignConvention[] = [
  bySideColumns,
  bySideMarks,
  byPlaid,
  byWords,
  byCard,
]

/**
 * Signs the amounts of a table: debit and credit columns, marks beside the amounts, Plaid's
 * convention, a column of words (`D`/`C`, `debit`/`credit`), the payments of a card, or the running
 * balance decide; else the amounts stand as printed.
 */
export function signAmounts(input: SignInput): SignedAmounts {
  const signed = byConvention(input)
  if (input.isCard) return signed
  const { rows, columns, opening } = input
  const chains = splitAccounts(rows, columns, false).map(({ indexes }) => indexes)
  const proven = proveSigns({ rows, columns, chains, opening }, signed)
  if (proven !== signed)
    return proven.isTurned && !hasDebits(columns) ? { ...proven, doubt: RAISED } : proven
  if (contradicts(input, proven)) return { ...proven, doubt: CONTRADICTED }
  if (areContrary(input, proven)) return { ...proven, doubt: CONTRARY }
  return isLedger(input) ? { ...proven, doubt: LEDGER } : proven
}

/** What the balances before and behind all rows disprove. */
export const CONTRARY =
  'The words of most rows that name a direction say that money moved the other way.'

/** So many rows must say so. */
const CONTRARY_LEAST = 2

/** Whether the words of rows reverse their signs, which stand as printed and nothing else shows. */
function areContrary({ rows, columns }: SignInput, signed: SignedAmounts): boolean {
  const { amounts, choice } = signed
  if (choice !== null || rows.some(({ side }) => side !== null)) return false
  // A charge of a processor, less its fee, is money in.
  if (selectColumns(columns, 'other').some(({ name }) => /^fees?$/.test(name))) return false
  const worded = rows.map(({ description }, at) => ({
    description,
    bankType: null,
    amount: amounts[at]!,
  }))
  const votes = movementVotes(worded, GENERAL)
  return isContradicted(votes) && votes.contrary >= CONTRARY_LEAST
}

const RAISED =
  'The balance rises by what the columns call money out: it may be owed, as that of a card.'

/** Whether the sides are called debits, which are money in where a program keeps the books. */
function hasDebits(columns: Columns): boolean {
  return selectColumns(columns, 'debit').some(({ name }) => DEBITS.test(name))
}

const DEBITS = /^(?:deb|dr\b|soll|dare|borc|дебет|дебит|借方)/u

const LEDGER =
  'The columns are those of a ledger, whose debits of a bank account are money in; no balance ' +
  'shows which sense they have.'

const LEDGER_HEADINGS: ReadonlySet<string> = new Set(listed('ledger_heading'))

/** Sides of a bookkeeping program, which a bank calls the reverse. */
function isLedger({ rows, columns }: SignInput): boolean {
  const names = [...columns.byRole.values()].flat().map(({ name }) => name)
  const isSided = rows.some((row) => row.debit !== null || row.credit !== null)
  const isNamed = selectColumns(columns, 'type').some((column) =>
    rows.every((row) => readDirection(row, column) !== null && (row.amount ?? 0) >= 0),
  )
  return (isSided || isNamed) && names.some((name) => LEDGER_HEADINGS.has(name))
}

const CONTRADICTED =
  'Most rows are called money in where their column makes them money out, or the reverse.'

/** Whether the words of a column of kinds reverse the signs of most rows that they name. */
function contradicts({ rows, columns }: SignInput, { amounts }: SignedAmounts): boolean {
  if (rows.every((row) => row.debit === null && row.credit === null)) return false
  return selectColumns(columns, 'type').some((column) => {
    const named = rows
      .map((row, at) => ({ side: readDirection(row, column), amount: amounts[at]! }))
      .filter(({ side, amount }) => side !== null && amount !== 0)
    const reversed = named.filter(({ side, amount }) => side !== Math.sign(amount))
    return named.length > 2 && reversed.length * 2 > named.length
  })
}

function byConvention(input: SignInput): SignedAmounts {
  for (const convention of CONVENTIONS) {
    const signed = convention(input)
    if (signed) return signed
  }
  const amounts = input.rows.map((row) => row.amount ?? 0)
  const isDoubtful = amounts.length > 2 && amounts.every((amount) => amount >= 0)
  return { amounts, choice: null, doubt: isDoubtful ? ALL_POSITIVE : null }
}

/**
 * A debit column prints outflows as positive, or all of them as negative; the exception is a
 * reversal.
 */
function bySideColumns({ rows }: SignInput): SignedAmounts | null {
  const sided = rows.filter((row) => row.debit !== null || row.credit !== null)
  const single = rows.filter((row) => row.amount !== null)
  if (sided.length === 0 || sided.length < single.length) return null
  const debitTurn = sided.every((row) => (row.debit ?? 0) <= 0) ? -1 : 1
  const creditTurn = sided.every((row) => (row.credit ?? 0) <= 0) ? -1 : 1
  const amounts = rows.map((row) => {
    if (row.debit === null && row.credit === null) return row.amount ?? 0
    return plain((row.credit ?? 0) * creditTurn - (row.debit ?? 0) * debitTurn)
  })
  return { amounts, choice: null, doubt: null }
}

function bySideMarks({ rows }: SignInput): SignedAmounts | null {
  if (!rows.some((row) => row.side === 'debit')) return null
  const amounts = rows.map((row) => {
    const amount = row.amount ?? 0
    return row.side === 'debit' ? plain(-Math.abs(amount)) : amount
  })
  return { amounts, choice: 'amounts marked as debits are outflows', doubt: null }
}

function byPlaid({ rows, columns }: SignInput): SignedAmounts | null {
  const names = [...columns.byRole.values()].flat().map((column) => column.name)
  if (PLAID_HEADINGS.filter((heading) => names.includes(heading)).length < 2) return null
  return turned(rows, 'signs reversed: the columns are those of Plaid, whose outflows are positive')
}

/**
 * A column whose heading names both sides (`Debit/Credit`) decides unless the amounts it calls
 * outflows are negative already; any other column only where it has a word for every row and no
 * amount has a sign of its own.
 */
function byWords({ rows, columns }: SignInput): SignedAmounts | null {
  const types = selectColumns(columns, 'type')
  const column =
    types.find((each) => namesBothSides(each) && decides(rows, each)) ??
    [
      ...types,
      // The best description mentions the payment in free words; another one may hold DEBIT.
      ...selectColumns(columns, 'description').slice(1),
      ...selectColumns(columns, 'category'),
      ...selectColumns(columns, 'other').filter(({ isKnown }) => !isKnown),
    ].find((each) => areUnsigned(rows) && rows.every((row) => readDirection(row, each) !== null))
  if (!column || rows.length === 0) return null
  const amounts = rows.map((row) => {
    const side = readDirection(row, column)
    return side === null ? (row.amount ?? 0) : plain(Math.abs(row.amount ?? 0) * side)
  })
  const wordless = rows.filter((row) => readDirection(row, column) === null)
  const numbers = wordless.map((row) => row.number).slice(0, 5)
  const stand = `${wordless.length} amounts stand as printed (rows ${numbers.join(', ')} …)`
  const doubt = `The column "${column.name}" does not say debit or credit in every row: ${stand}.`
  return {
    amounts,
    choice: `signs taken from the column "${column.name}"`,
    doubt: wordless.length === 0 ? null : doubt,
  }
}

function namesBothSides({ name }: Column): boolean {
  const words = name.split(' ')
  return (
    words.some((word) => OUTFLOW_WORDS.has(word)) && words.some((word) => INFLOW_WORDS.has(word))
  )
}

function decides(rows: readonly TransactionRow[], column: Column): boolean {
  const outflows = rows.filter((row) => readDirection(row, column) === -1)
  const negative = outflows.filter((row) => (row.amount ?? 0) < 0)
  const isFilled = rows.some((row) => readDirection(row, column) !== null)
  return isFilled && negative.length * 2 <= outflows.length
}

function areUnsigned(rows: readonly TransactionRow[]): boolean {
  return rows.every((row) => (row.amount ?? 0) >= 0)
}

function byCard({ rows, columns, isCard }: SignInput): SignedAmounts | null {
  if (!isCard || rows.length === 0) return null
  const payments = cardPayments(rows, columns)
  const isTurned = payments.length === 0 ? balanceOfSigns(rows) > 0 : balanceOfSigns(payments) < 0
  if (isTurned) return turned(rows, 'signs reversed: the card prints charges as positive')
  return { amounts: rows.map((row) => row.amount ?? 0), choice: null, doubt: null }
}

function turned(rows: readonly TransactionRow[], choice: string): SignedAmounts {
  return { amounts: rows.map((row) => plain(-(row.amount ?? 0))), choice, doubt: null }
}

function readDirection(row: TransactionRow, column: Column): 1 | -1 | null {
  return parseDirection(row.cells[column.index] ?? '')
}

/** Without the negative zero that turning a zero makes. */
function plain(cents: Cents): Cents {
  return cents === 0 ? 0 : cents
}
