import type { Problem } from '../../../values/problem.ts'
import type { DateReading } from './cells/dates.ts'
import { selectColumns, type Columns } from './columns/header.ts'
import { STAND_IN_RANK } from './columns/text-columns.ts'
import type { SignedAmounts } from './signs/signed-amounts.ts'

/** Columns of words of which no heading says whether they belong to the text of a row. */
export function openColumns(columns: Columns): Problem[] {
  const open = selectColumns(columns, 'description').filter(({ isOpen }) => isOpen)
  return open.map(({ name, index, rank }) => {
    const column = `column ${index + 1} (${name === '' ? 'without heading' : `"${name}"`})`
    const did = rank < STAND_IN_RANK ? 'added to it' : 'left out'
    const message = `Nothing says whether the words of ${column} belong to the text of a row; they were ${did}.`
    return { code: 'column_uncertain', where: null, message }
  })
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
