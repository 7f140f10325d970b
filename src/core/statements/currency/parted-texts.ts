import type { PrintedTexts } from './evidence.ts'
import { namesMoneyAbroad } from './money-abroad.ts'

/** `02/03/2026 …`, `5 Jan 2026 …`, `Mar 5 …`, `2026-03-02`: a line that begins with a date. */
const DATED =
  /^\W{0,2}(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?\b|\d{1,2}[ -]\p{L}{3,9}\b|\p{L}{3,9}\.? \d{1,2}\b)/u

/** A line this far below a row at most may be one of it. */
const MOST_BELOW = 3

/**
 * The lines of a page that are rows by their date, those below a row that say what it cost abroad,
 * and the others.
 */
export function partedTexts(lines: readonly string[]): PrintedTexts {
  const isRow = (line: string): boolean => DATED.test(line) && /\d[.,]\d|\d{3}/.test(line)
  const isAbroad = (line: string, at: number): boolean =>
    namesMoneyAbroad(line) && lines.slice(Math.max(0, at - MOST_BELOW), at).some(isRow)
  return {
    head: lines.filter((line, at) => !isRow(line) && !isAbroad(line, at)),
    rows: lines.filter(isRow),
  }
}
