import type { Problem } from '../../../../values/problem.ts'
import { scanAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { selectColumns, type Columns } from '../columns/header.ts'
import type { FactLine, TransactionRow } from '../read-rows.ts'
import { DATES } from './period-line.ts'
import { ownerNumberIn, TYPE_WORDS } from './account-number.ts'
import { mentions } from './summary-rows.ts'

/**
 * A doubt where no account was read though a line above the rows, or every row under an unknown
 * heading, holds a long number: an account in a form, or beside a word, that is not known. Days,
 * amounts and phones are no such numbers.
 */
export function unreadAccount(
  lines: readonly FactLine[],
  { rows, columns }: { rows: readonly TransactionRow[]; columns: Columns },
): Problem[] {
  const above = lines.filter(({ isAbove }) => isAbove).flatMap(({ cells }) => cells)
  const found = [...above, ...repeatedValues(rows, columns)].find(mayHoldAccount)
  if (found === undefined) return []
  const message = `No account number was read, though "${found.trim().slice(0, 60)}" may hold it.`
  return [{ code: 'account_uncertain', where: null, message }]
}

/** What every row repeats in a column of an unknown heading. */
function repeatedValues(rows: readonly TransactionRow[], columns: Columns): string[] {
  const [first, ...others] = rows.map(({ cells }) => cells)
  if (others.length === 0) return []
  return selectColumns(columns, 'other')
    .filter(({ isKnown }) => !isKnown)
    .map(({ index }) => [first![index] ?? '', index] as const)
    .filter(([value, index]) => others.every((cells) => cells[index] === value))
    .map(([value]) => value)
}

function mayHoldAccount(cell: string): boolean {
  if (looksLikeDate(cell) || scanAmount(cell)?.currency) return false
  const numbers = cell.replace(DATES, ' ').replace(OTHER, ' ').match(LONG) ?? []
  return ownerNumberIn(cell) !== null || isNumberedName(cell) || numbers.some(isLong)
}

/** `Riverside Savings 7714`: a product, or the end of a number. */
function isNumberedName(cell: string): boolean {
  return NUMBERED_NAME.test(cell) && mentions(cell, TYPE_WORDS)
}

const NUMBERED_NAME = /^[\p{L}&.'’ -]{3,40} (?!(?:19|20)\d\d$)\d{4}$/u

// 12-3140-0287715   081530 0042917   (decimals and thousands are those of amounts)
const LONG = /(?<![\p{L}\d.,:/-])\d+(?:[ -]\d{2,})*(?![\p{L}\d:/]|[.,]\d)/gu
// +49 30 901820   (800) 555-0104   1-800-555-0104   10:15:00
const OTHER =
  /\+\d[\d ()-]{6,}|\(\d{3}\) ?\d{3}-\d{4}|(?:1-)?\d{3}-\d{3}-\d{4}|\d{1,2}:\d{2}(?::\d{2})?/g

/** Shorter ones are branches, counts and postcodes. */
const LEAST_DIGITS = 7

function isLong(number: string): boolean {
  return number.replace(/\D/g, '').length >= LEAST_DIGITS
}
