import { plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import { parseDirection } from '../words/sign-words.ts'
import type { Column } from './header.ts'

/** From this rank on a column of words stands in for the others where none of them is filled. */
export const STAND_IN_RANK = 10
/** The rank of columns that name the other party. */
const PARTY_RANK = 3

/**
 * Which columns of words belong to the text of a row: the best one, its series (`Description 1` and
 * `Description 2`), and those that add to it, such as the name of the other party or a memo. A
 * column of account numbers, of sides, of one value alone or of the same words as the best one adds
 * nothing and only stands in for it.
 */
export function settleTexts(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  const texts = all
    .filter(({ role }) => role === 'description')
    .toSorted((left, right) => left.rank - right.rank || left.index - right.index)
  const best = texts.find((column) => valuesIn(rows, column).length > 0)
  if (!best) return [...all]
  const added = texts.filter((column) => column !== best && adds(column, best, rows))
  const parties = [best, ...added].filter(({ rank }) => rank === PARTY_RANK)
  const joined = isOneAtATime(parties, rows)
    ? added
    : added.filter(({ rank }) => rank !== PARTY_RANK)
  return all.map((column) => {
    const isOpen = column.role === 'description' && column !== best && !joined.includes(column)
    return isOpen ? { ...column, rank: column.rank + STAND_IN_RANK } : column
  })
}

/** What stands in a column where it is filled. */
export function valuesIn(rows: readonly GridRow[], { index }: Column): string[] {
  return rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
}

function adds(column: Column, best: Column, rows: readonly GridRow[]): boolean {
  if (seriesName(column.name) === seriesName(best.name)) return true
  const values = valuesIn(rows, column)
  const isSame = rows.length > SAME_LEAST && new Set(values).size === 1
  const isPlain = values.filter(isWording).length * 2 <= values.length
  return !isSame && !isPlain && !repeats(column, best, rows)
}

/** In so many rows one value alone is a note of the program. */
const SAME_LEAST = 2

function seriesName(name: string): string {
  return name.replace(/\s*\d+$/, '').replace(/^sub /, '')
}

/** Words, and neither an account number nor the side of a row. */
function isWording(value: string): boolean {
  const isNumber = /^[A-Z]{2}\d{2}[A-Z\d ]+$/.test(value) || !/\p{L}{2}/u.test(value)
  const isSide = !value.includes(' ') && parseDirection(value) !== null
  return !isNumber && !isSide
}

/** A merchant's tidy name beside the print of its bank has words of it in most rows. */
function repeats(column: Column, best: Column, rows: readonly GridRow[]): boolean {
  const pairs = rows
    .map(({ cells }) => [cells[column.index] ?? '', cells[best.index] ?? ''] as const)
    .filter(([own, other]) => own !== '' && other !== '')
  const same = pairs.filter(([own, other]) => {
    const words = longWords(other)
    return longWords(own).some((word) => words.includes(word))
  })
  return same.length * 2 > pairs.length
}

function longWords(text: string): string[] {
  return plainWords(text)
    .split(' ')
    .filter((word) => word.length > 3)
}

/** Of two parties of one row one is the account's own holder. */
function isOneAtATime(parties: readonly Column[], rows: readonly GridRow[]): boolean {
  return rows.every(
    ({ cells }) => parties.filter(({ index }) => (cells[index] ?? '') !== '').length < 2,
  )
}
