import type { PrintedTexts } from './evidence.ts'

/** `02/03/2026 …`, `5 Jan 2026 …`, `Mar 5 …`, `2026-03-02`: a line that begins with a date. */
const DATED =
  /^\W{0,2}(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?\b|\d{1,2}[ -]\p{L}{3,9}\b|\p{L}{3,9}\.? \d{1,2}\b)/u

/** The lines of a page that are rows by their date, and the others. */
export function partedTexts(lines: readonly string[]): PrintedTexts {
  const isRow = (line: string): boolean => DATED.test(line) && /\d[.,]\d|\d{3}/.test(line)
  return { head: lines.filter((line) => !isRow(line)), rows: lines.filter(isRow) }
}
