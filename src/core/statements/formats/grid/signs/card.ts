import { selectColumns, type Columns } from '../columns/header.ts'
import type { TransactionRow } from '../read-rows.ts'
import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import {
  CARD_HEADINGS,
  CARD_PAYMENT,
  CARD_PAYMENT_RECEIVED,
  CARD_PAYMENT_THANKS,
  CARD_PAYMENT_TYPES,
  CARD_PURCHASE_TYPES,
} from '../words/sign-words.ts'

/**
 * Whether an export is of a card account: a heading only cards have, a column with purchase and
 * payment words, or a thank-you for a payment that runs against the other rows.
 */
export function isCardExport(rows: readonly TransactionRow[], columns: Columns): boolean {
  if (rows.length === 0) return false
  return (
    hasCardHeading(columns) || isOwed(columns) || hasCardTypes(rows, columns) || isThanked(rows)
  )
}

/** A running balance that its heading calls owed. */
function isOwed(columns: Columns): boolean {
  return selectColumns(columns, 'balance').some(({ name }) => OWED.test(name))
}

const OWED =
  /^(?:solde du|(?:balance|amount) (?:owed|owing|due)|outstanding balance|saldo (?:adeudado|deudor))$/

/** The rows in which the account was paid; for an account known to be a card. */
export function cardPayments(rows: readonly TransactionRow[], columns: Columns): TransactionRow[] {
  const typed = rows.filter((row) =>
    listTypes(row, columns).some((type) => CARD_PAYMENT_TYPES.has(type)),
  )
  if (typed.length > 0) return typed
  const thanked = rows.filter((row) => CARD_PAYMENT_THANKS.test(plainWords(row.description)))
  return thanked.length > 0
    ? thanked
    : rows.filter((row) => CARD_PAYMENT.test(plainWords(row.description)))
}

/** The row's money as printed, whichever columns it stands in. */
export function printedMovement(row: TransactionRow): number {
  return row.amount ?? Math.abs(row.credit ?? 0) - Math.abs(row.debit ?? 0)
}

/** Exports of a bank account name the card of a row too, but only they have a running balance. */
function hasCardHeading(columns: Columns): boolean {
  if (selectColumns(columns, 'balance').length > 0) return false
  const names = [...columns.byRole.values()].flat().map((column) => column.name)
  return names.some((name) => CARD_HEADINGS.some((heading) => hasPhrase(name, heading)))
}

function hasCardTypes(rows: readonly TransactionRow[], columns: Columns): boolean {
  const types = new Set(rows.flatMap((row) => listTypes(row, columns)))
  const has = (words: ReadonlySet<string>) => [...types].some((type) => words.has(type))
  return has(CARD_PURCHASE_TYPES) && has(CARD_PAYMENT_TYPES)
}

function isThanked(rows: readonly TransactionRow[]): boolean {
  const isThanks = (row: TransactionRow) => {
    const words = plainWords(row.description)
    const isReceived = printedMovement(row) < 0 && CARD_PAYMENT_RECEIVED.test(words)
    return isReceived || CARD_PAYMENT_THANKS.test(words)
  }
  const thanked = rows.filter(isThanks)
  const others = rows.filter((row) => !isThanks(row))
  const direction = Math.sign(balanceOfSigns(others))
  return (
    thanked.length > 0 && thanked.every((row) => Math.sign(printedMovement(row)) === -direction)
  )
}

/** How many more rows are printed positive than negative. */
export function balanceOfSigns(rows: readonly TransactionRow[]): number {
  return rows.reduce((sum, row) => sum + Math.sign(printedMovement(row)), 0)
}

function listTypes(row: TransactionRow, columns: Columns): string[] {
  const cells = [...selectColumns(columns, 'type'), ...selectColumns(columns, 'category')]
  return cells
    .map((column) => plainWords(row.cells[column.index] ?? ''))
    .filter((type) => type !== '')
}
