import { CURRENCY_CODES } from '../../../currency/currencies.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import { repeats, valuesIn } from './column-values.ts'
import type { Column } from './header.ts'
import { listsNet } from './net-amounts.ts'
import { holdsKinds } from './kind-words.ts'

/** The rank of columns of words that no heading, or one of something else, stands over. */
const OPEN_RANK = 4
/** Fewer values show nothing of a column. */
const VALUES_LEAST = 3
/** Of so many values of one word each a list of kinds has no more than one that is new. */
const VALUES_PER_KIND = 3

/**
 * The columns with those open ones as words whose heading is unknown and whose values are texts, or
 * whose heading promises a type, a category or a reference while the values are a text of their own
 * in most rows. A processor, which lists net money beside its fee, means its `Type`. They are added
 * to the text of a row, and a person decides whether they belong.
 */
export function withOpenTexts(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  const texts = all.filter(
    (column) => column.role === 'description' && valuesIn(rows, column).length > 0,
  )
  if (texts.length === 0) return all.map((column) => asOnlyText(column, rows))
  const isProcessor = listsNet(all)
  return all.map((column) => {
    const isPurpose = column.role === 'reference' && holdsTexts(column, rows)
    const isText =
      isPurpose ||
      holdsSomeTexts(column, rows) ||
      isUnknownText(column, rows) ||
      (!isProcessor && isMistakenText(column, rows, texts))
    const isRepeat = texts.some((text) => repeats(column, text, rows))
    if (!isText || (isRepeat && !holdsMore(column, texts, rows))) return column
    const text = { ...column, role: 'description', rank: OPEN_RANK } as const
    return isPurpose && !isRepeat ? text : { ...text, isOpen: true }
  })
}

/** References that repeat the other party in most rows and say `INV 2041` in others. */
function holdsMore(column: Column, texts: readonly Column[], rows: readonly GridRow[]): boolean {
  if (column.role !== 'reference') return false
  return rows.some(({ cells }) => {
    const own = cells[column.index] ?? ''
    const known = plainWords(texts.map(({ index }) => cells[index] ?? '').join(' ')).split(' ')
    return (
      isText(own) &&
      plainWords(own)
        .split(' ')
        .every((word) => !known.includes(word))
    )
  })
}

/** Where no other column has words, references that are no codes are all that a row says. */
function asOnlyText(column: Column, rows: readonly GridRow[]): Column {
  const isText = column.role === 'reference' && holdsSomeTexts(column, rows)
  return isText ? { ...column, role: 'description', rank: OPEN_RANK, isOpen: true } : column
}

/** References that people wrote themselves (`Spring fair`, `Rent`) say what a row was for. */
function holdsTexts(column: Column, rows: readonly GridRow[]): boolean {
  const values = valuesIn(rows, column)
  const isOwn = (value: string): boolean =>
    isText(value) && (isSeveralWords(value) || !/\d/.test(value))
  return new Set(values).size > 1 && isMost(values, isOwn)
}

/** In a column of codes fewer of them read as words. */
const CODES_SHARE = 0.2

/** References of which some are words (`Invoice 114`), which may say what a row was for. */
function holdsSomeTexts(column: Column, rows: readonly GridRow[]): boolean {
  const values = column.role === 'reference' ? valuesIn(rows, column) : []
  return values.filter(isText).length > values.length * CODES_SHARE
}

/** Several words in most rows, or single ones of which few come again. */
function isUnknownText(column: Column, rows: readonly GridRow[]): boolean {
  if (column.isKnown || column.role !== 'other') return false
  const values = valuesIn(rows, column)
  const kinds = new Set(values).size
  if (values.length < VALUES_LEAST)
    return kinds === values.length && kinds > 0 && values.every(isPhrase)
  if (kinds < 2 || !isMost(values, isText)) return false
  return isMost(values, isSeveralWords) || kinds * VALUES_PER_KIND > values.length
}

/**
 * A heading of kinds or codes over texts of several words, nearly each of which is another one. One
 * of categories keeps its word beside a column that says of every row what it was for.
 */
function isMistakenText(
  column: Column,
  rows: readonly GridRow[],
  texts: readonly Column[],
): boolean {
  if (column.role !== 'type' && column.role !== 'category') return false
  const isDescribed = texts.some(
    (text) => valuesIn(rows, text).filter(isText).length === rows.length,
  )
  if ((isDescribed && column.role === 'category') || holdsKinds(column, rows)) return false
  const values = valuesIn(rows, column)
  const kinds = new Set(values).size
  const isVaried = values.length >= VALUES_LEAST * 2 && kinds * 3 > values.length * 2
  return isVaried && isMost(values, isPhrase)
}

function isPhrase(value: string): boolean {
  return isText(value) && isSeveralWords(value)
}

function isMost(values: readonly string[], is: (value: string) => boolean): boolean {
  return values.filter(is).length * 2 > values.length
}

/** Words, and no code, address of mail or of a page, currency or account number. */
function isText(value: string): boolean {
  const isCode = !value.includes(' ') && /\d|[_@]|:\/\//.test(value)
  const isNumber = /^[A-Z]{2}\d{2}[A-Z\d ]+$/.test(value)
  return /\p{L}{3}/u.test(value) && !isCode && !isNumber && !CURRENCY_CODES.has(value)
}

/** `Oak stool`; languages that part no words write longer ones. */
function isSeveralWords(value: string): boolean {
  const words = value.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word))
  return words.length > 1 || /[\u3040-\u9FFF\uAC00-\uD7AF]{5}/.test(value)
}
