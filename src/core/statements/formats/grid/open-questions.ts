import type { Problem } from '../../../values/problem.ts'
import type { DateReading } from './cells/dates.ts'
import { selectColumns, type Column, type Columns } from './columns/header.ts'
import { STAND_IN_RANK } from './columns/text-columns.ts'
import type { SignedAmounts } from './signs/signed-amounts.ts'

/** Columns of which no heading says whether their words, or their money, are those of a row. */
export function openColumns(columns: Columns): Problem[] {
  const isOpen = (column: Column): boolean => column.isOpen === true
  const words = selectColumns(columns, 'description').filter(isOpen)
  const money = selectColumns(columns, 'amount').filter(isOpen)
  return [
    ...words.map((column) => {
      const did = column.rank < STAND_IN_RANK ? 'added to it' : 'left out'
      return `Nothing says whether the words of ${nameColumn(column)} belong to the text of a row; they were ${did}.`
    }),
    ...money.map(
      (column) =>
        `Nothing says which of several amounts of a row is its money; ${nameColumn(column)} was taken.`,
    ),
  ].map((message) => ({ code: 'column_uncertain', where: null, message }))
}

function nameColumn({ name, index }: Column): string {
  return `column ${index + 1} (${name === '' ? 'without heading' : `"${name}"`})`
}

export const OPEN_MARK: Problem = {
  code: 'ambiguous_amounts',
  where: null,
  message: 'All amounts have three digits behind their mark: thousands, or three decimals.',
}

export const WORDLESS: Problem = {
  code: 'row_without_words',
  where: null,
  message: 'No row says what it is for; the list may be none of an account.',
}

export function dateChoice(dates: DateReading): string | null {
  const names = { mdy: 'month-first', dmy: 'day-first', ymd: 'year-first' }
  return dates.reason && `dates read as ${names[dates.order]}: ${dates.reason}`
}

export function listDoubts(dates: DateReading, signed: SignedAmounts): Problem[] {
  const problems: Problem[] = []
  if (!dates.isCertain) {
    const message = `Every date can be read day-first and month-first; ${dateChoice(dates)}.`
    problems.push({ code: 'ambiguous_dates', where: null, message })
  }
  if (signed.doubt) problems.push({ code: 'ambiguous_signs', where: null, message: signed.doubt })
  return problems
}
