import type { GridRow } from '../grid-row.ts'
import { parseDirection } from '../words/sign-words.ts'
import type { Column } from './header.ts'
import { holdsKinds } from './kind-words.ts'
import { contains, longWords, repeats, valuesIn } from './column-values.ts'
import { withOpenTexts } from './open-texts.ts'

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
export function settleTexts(headed: readonly Column[], rows: readonly GridRow[]): Column[] {
  const all = withOpenTexts(headed, rows)
  const texts = all
    .filter(({ role }) => role === 'description')
    .toSorted((left, right) => left.rank - right.rank || left.index - right.index)
  const filled = texts.filter((column) => valuesIn(rows, column).length > 0)
  const best = filled.find((column) => hasOwnWords(column, filled, rows)) ?? filled[0]
  if (!best) return [...all]
  const kinds = texts.filter((column) => isOverruled(column, filled, rows))
  const added = texts.filter(
    (column) => column !== best && !kinds.includes(column) && adds(column, best, rows),
  )
  const joined = settleParties([best, ...added], rows)
  return all.map((column) => {
    const settled = joined.find(({ index }) => index === column.index)
    if (settled) return settled
    if (column.role !== 'description') return column
    const { isOpen: _added, ...closed } = column
    const standIn = { ...closed, rank: column.rank + STAND_IN_RANK }
    const isOpen = kinds.includes(column) || losesWords(column, joined, rows)
    return isOpen ? { ...standIn, isOpen: true } : standIn
  })
}

/** Neither one value alone nor codes nor kinds, where another column has words. */
function hasOwnWords(column: Column, all: readonly Column[], rows: readonly GridRow[]): boolean {
  if (isConstant(column, rows) || isPlain(column, rows)) return false
  return !isOverruled(column, all, rows)
}

/**
 * A column of kinds alone (`Vorgang`: `Übertrag`) next to one that says what rows were for. A
 * heading that promises a description keeps its word.
 */
function isOverruled(column: Column, all: readonly Column[], rows: readonly GridRow[]): boolean {
  const isNamed = column.rank === 1 || column.rank === PARTY_RANK
  if (isNamed || isPlain(column, rows) || !holdsKinds(column, rows)) return false
  return all.some(
    (other) => other !== column && !isPlain(other, rows) && isFuller(other, column, rows),
  )
}

/** It stands beside the other one in most rows, and says of them what they were for. */
function isFuller(other: Column, column: Column, rows: readonly GridRow[]): boolean {
  const [wide, all] = [valuesIn(rows, other).length, valuesIn(rows, column).length]
  return wide * 2 > all && !holdsKinds(other, rows) && !isConstant(other, rows)
}

function isConstant(column: Column, rows: readonly GridRow[]): boolean {
  const values = valuesIn(rows, column)
  const isWide = rows.length > SAME_LEAST && values.length * 2 > rows.length
  return isWide && new Set(values).size === 1
}

function isPlain(column: Column, rows: readonly GridRow[]): boolean {
  const values = valuesIn(rows, column)
  return values.filter(isWording).length * 2 <= values.length
}

function adds(column: Column, best: Column, rows: readonly GridRow[]): boolean {
  if (seriesName(column.name) === seriesName(best.name)) return true
  if (isConstant(column, rows) || isPlain(column, rows)) return false
  return column.isOpen === true || !repeats(column, best, rows) || contains(column, best, rows)
}

/** Whether a column that repeats another one in most rows says something of its own in some. */
function losesWords(column: Column, kept: readonly Column[], rows: readonly GridRow[]): boolean {
  if (isConstant(column, rows) || isPlain(column, rows)) return false
  return rows.some(({ cells }) => {
    const own = longWords(cells[column.index] ?? '')
    const words = new Set(kept.flatMap(({ index }) => longWords(cells[index] ?? '')))
    return own.length > 1 && own.every((word) => !words.has(word))
  })
}

/** In so many rows one value alone is a note of the program. */
const SAME_LEAST = 2

function seriesName(name: string): string {
  return name.replace(/\s*\d+$/, '').replace(/^sub /, '')
}

/** Words, and neither an account number nor the side of a row. */
function isWording(value: string): boolean {
  const isAddress = /:\/\/|^\S+@\S+$/.test(value)
  const isNumber = isAddress || /^[A-Z]{2}\d{2}[A-Z\d ]+$/.test(value) || !/\p{L}{2}/u.test(value)
  const isSide = !value.includes(' ') && parseDirection(value) !== null
  return !isNumber && !isSide
}

/**
 * The columns of words with those of parties settled: of two parties of one row one is the
 * account's own holder, whose name is in every row and no text of any.
 */
function settleParties(texts: readonly Column[], rows: readonly GridRow[]): Column[] {
  const [best] = texts
  const parties = texts.filter(({ rank }) => rank === PARTY_RANK)
  if (parties.length < 2 || isOneAtATime(parties, rows)) return [...texts]
  const holder = findHolder(parties, rows)
  if (holder === null)
    return texts.filter((column) => column === best || column.rank !== PARTY_RANK)
  return texts.map((column) => (parties.includes(column) ? { ...column, holder } : column))
}

function isOneAtATime(parties: readonly Column[], rows: readonly GridRow[]): boolean {
  return rows.every(
    ({ cells }) => parties.filter(({ index }) => (cells[index] ?? '') !== '').length < 2,
  )
}

/** The one name that is a party of every row. */
function findHolder(parties: readonly Column[], rows: readonly GridRow[]): string | null {
  if (rows.length <= SAME_LEAST) return null
  const namesIn = ({ cells }: GridRow): string[] => parties.map(({ index }) => cells[index] ?? '')
  const [first, ...others] = rows.map(namesIn)
  const common = (first ?? []).filter(
    (name) => name !== '' && others.every((names) => names.includes(name)),
  )
  return new Set(common).size === 1 ? common[0]! : null
}
