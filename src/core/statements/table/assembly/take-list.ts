import type { ReadLine } from '../../print/read-line.ts'
import { isDailyTable } from '../heads/columns.ts'
import { dailyEntries, isProse, listEntries, type ListReading } from '../lists.ts'
import type { PrintedRow } from './printed-tables.ts'
import { kindInForce, markUnassigned, type State } from './state.ts'

/** Takes the entries of a line of daily balances or checks; false where it is none. */
export function takeList(state: State, line: ReadLine): boolean {
  const kind = kindInForce(state)
  const bounds = state.columns?.bounds ?? []
  const reading: ListReading = { lexicon: state.lexicon, mark: state.mark, bounds }
  if (kind === 'daily' || (state.columns && isDailyTable(state.columns))) {
    const entries = dailyEntries(line, reading)
    state.daily.push(...entries)
    return entries.length > 0
  }
  const isCheckTable = state.columns?.columns.some(({ role }) => role === 'check') ?? false
  const hasWords = state.columns?.columns.some(({ role }) => role === 'description') ?? false
  const isAbreast = kind === 'checks' && isOfAbreast(state, line)
  const isList =
    bounds.length > 0 || isAbreast || (!hasWords && (kind === 'checks' || isCheckTable))
  if (!isList) return false
  const entries = listEntries(line, reading) ?? []
  for (const entry of entries.filter((each) => hasWords || !isProse(each))) {
    const row: PrintedRow = {
      date: entry.date,
      postDate: null,
      cells: { amount: entry.amount },
      loose: [],
      description: [entry.checkNumber ? `Check ${entry.checkNumber}` : entry.text],
      checkNumber: entry.checkNumber,
      typeWords: null,
      section: state.groupSections[groupAt(entry.line, bounds)] ?? state.section,
      isListed: true,
      lines: [entry.line],
    }
    markUnassigned(state, row)
    state.rows.push(row)
  }
  return line.dates.length > 0 && line.amounts.length > 0
}

/** Whether checks stand beside each other on the line, or did on the line above. */
function isOfAbreast({ rows, section }: State, { dates, amounts }: ReadLine): boolean {
  const above = rows.at(-1)
  return (
    (dates.length > 1 && amounts.length > 1) ||
    (above?.isListed === true && above.section === section)
  )
}

/** In which group of a repeated header a part of a line stands. */
function groupAt({ x0 }: ReadLine, bounds: readonly number[]): number {
  return bounds.filter((bound) => x0 >= bound).length
}
