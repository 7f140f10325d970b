import { CURRENCY_CODES, CURRENCY_NAMES } from '../../../currency/currencies.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import { scanAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import type { GridRow } from '../grid-row.ts'
import { parseDirection, PENDING_STATUSES } from '../words/sign-words.ts'
import { arrangeColumns, MONEY_ROLES, type Column, type Columns } from './header.ts'
import { preferNet, settleRivals } from './net-amounts.ts'
import { findRunningColumn, isDataRow } from './infer-columns.ts'
import { valuesIn } from './column-values.ts'
import { numberedDay } from './plain-days.ts'
import { withTotals } from './summed-parts.ts'
import { settleTexts } from './text-columns.ts'

/** Enough rows to see what a column holds. */
const SAMPLE_ROWS = 200

/**
 * The columns with the roles that their values bear out: `Valuta` over codes is the currency, a
 * column of amounts that holds words none, and the longest text is the description where no heading
 * names one. Of gross, fee and net the net is the amount, which is what the balance moves by.
 */
export function refineColumns(columns: Columns, rows: readonly GridRow[]): Columns {
  const all = [...columns.byRole.values()].flat()
  const sample = rows.slice(0, SAMPLE_ROWS)
  const data = sample.filter(isDataRow)
  const named = underSpanningHeads(withKindsApart(withTotals(all, data)), data)
  const valued = withBalance(
    named.map((column) => refineColumn(column, valuesIn(sample, column))),
    data,
  )
  const moneyed = settleRivals(preferNet(valued), data)
  return arrangeColumns(settleTexts(describedBy(moneyed, sample), data))
}

/** Headings of kinds in some lists and of texts in others, where the first one has the kinds. */
const KINDS_AND_TEXTS: readonly (readonly [kinds: string, texts: string])[] = [
  ['vorgang', 'buchungstext'],
  ['buchungsart', 'buchungstext'],
  ['umsatzart', 'buchungstext'],
]

/** `Vorgang` and `Buchungstext`, which is a kind itself where a `Verwendungszweck` stands by it. */
function withKindsApart(all: readonly Column[]): readonly Column[] {
  const names = new Set(all.map(({ name }) => name))
  const isWorded = [...names].some((name) => name.includes('verwendungszweck'))
  const pair = KINDS_AND_TEXTS.find((each) => each.every((name) => names.has(name)))
  if (pair === undefined || isWorded) return all
  return all.map((column) => {
    if (column.name === pair[0]) return { ...column, role: 'type', rank: 1 }
    return column.name === pair[1] ? { ...column, role: 'description', rank: 1 } : column
  })
}

// DD   VIS
const CODE = /^\p{Lu}{2,4}$/u

/** `Type and details` over a column of codes and an unnamed one of words: each has its part. */
function underSpanningHeads(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  const isOfCodes = (column: Column): boolean => {
    const values = column.role === 'description' ? valuesIn(rows, column) : []
    return values.length > 0 && values.every((value) => CODE.test(value))
  }
  return all.map((column) => {
    const before = all.find(({ index }) => index === column.index - 1)
    const next = all.find(({ index }) => index === column.index + 1)
    if (next?.name === '' && isOfCodes(column)) return { ...column, role: 'type', rank: 1 }
    const isUnder = column.name === '' && before !== undefined && isOfCodes(before)
    return isUnder ? { ...before, index: column.index } : column
  })
}

/** A running balance that no heading names, by its figures. */
function withBalance(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  if (all.some(({ role }) => role === 'balance')) return [...all]
  const running = findRunningColumn(all, rows)
  return all.map((column) =>
    column.index === running ? { ...column, role: 'balance', rank: 1 } : column,
  )
}

function refineColumn(column: Column, values: readonly string[]): Column {
  if (values.length === 0) return column
  if (areStates(values)) return { ...column, role: 'status', rank: 1 }
  if (column.role === 'date' && !values.some(isDay)) {
    const isCurrency = values.filter(isCurrencyName).length * 2 > values.length
    return { ...column, role: isCurrency ? 'currency' : 'other', rank: 1 }
  }
  const isMoney = column.role === 'balance' || MONEY_ROLES.some((role) => role === column.role)
  if (!isMoney || values.some((value) => scanAmount(value) !== null)) return column
  const areSides = values.filter((value) => parseDirection(value) !== null)
  const isType = areSides.length * 2 > values.length
  return { ...column, role: isType ? 'type' : 'other', rank: 1 }
}

/** `Umsatz gebucht`, `Umsatz vorgemerkt und nicht gebucht`: states of rows under any heading. */
function areStates(values: readonly string[]): boolean {
  const words = values.map(plainWords)
  const isOpen = (text: string): boolean => PENDING_STATUSES.has(text)
  const isBooked = (text: string): boolean => !isOpen(text) && BOOKED.test(text)
  return words.some(isBooked) && words.every((w) => isOpen(w) || isBooked(w))
}

const BOOKED = /^(?:umsatz |transaction )?(?:gebucht|booked|posted|cleared|settled|completed)$/

function isCurrencyName(value: string): boolean {
  return CURRENCY_CODES.has(value.toUpperCase()) || CURRENCY_NAMES.has(plainWords(value))
}

/** Without a heading for it, the column with the longest texts is the description. */
function describedBy(all: readonly Column[], rows: readonly GridRow[]): Column[] {
  const isFilled = (column: Column): boolean => valuesIn(rows, column).length > 0
  if (all.some((column) => column.role === 'description' && isFilled(column))) return [...all]
  const texts = all.filter(({ role, isKnown }) => role === 'type' || (role === 'other' && !isKnown))
  const length = (column: Column): number =>
    valuesIn(rows, column)
      .filter((value) => /\p{L}{2}/u.test(value))
      .reduce((sum, value) => sum + value.length, 0)
  const longest = texts.toSorted((a, b) => length(b) - length(a))[0]
  if (!longest || length(longest) < rows.length * LEAST_TEXT) return [...all]
  return all.map((column) =>
    column === longest ? { ...column, role: 'description', rank: 4 } : column,
  )
}

/** Codes of a type are shorter on the average. */
const LEAST_TEXT = 8

function isDay(value: string): boolean {
  return looksLikeDate(value) || numberedDay(value) !== null || /\d\D+\d\D+\d/.test(value)
}
