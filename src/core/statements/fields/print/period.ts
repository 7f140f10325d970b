import type { PageText } from '../../page-text.ts'
import { findDates, resolveDate } from '../../print/printed-dates.ts'
import { ENGLISH_MONTHS } from './values.ts'

// Statement Period: 01/01/2025 - 01/31/2025   for the period June 1, 2025 through June 30, 2025
const PERIOD_LABEL =
  /\b(?:statement|billing|account|reporting)?\s*period\b|\bthrough\b|\bfrom\b.*\bto\b/i

// 01/01/2025 - 01/31/2025   June 1, 2025 to June 30, 2025: two dates and nothing between them
const BETWEEN = /^\s*(?:-|–|—|to|through|thru|until|al?|bis|au|t\/m)\s*$/i

/** The period at the top half of a statement's page, as `start end`; null when there is none. */
export function readPeriod({ lines, height }: PageText): string | null {
  for (const { text, box } of lines) {
    if (box[1] > height / 2) continue
    const printed = findDates(text, ENGLISH_MONTHS)
    const [first, second] = printed
    const isJoined = first && second && BETWEEN.test(text.slice(first.to, second.from))
    if (!isJoined && !PERIOD_LABEL.test(text)) continue
    const frame = { start: null, end: null, order: 'month-first' } as const
    const dates = printed.map((date) => resolveDate(date, frame)).filter((date) => date !== null)
    if (dates.length === 2 && dates[0]! < dates[1]!) return dates.join(' ')
  }
  return null
}
