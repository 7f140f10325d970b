import type { ReadLine } from '../print/read-line.ts'

/** Whether the plain word begins its line, or a column of it. */
export function startsColumn(line: ReadLine, start: number): boolean {
  const offset = line.offsets[line.plain[start]!.at]!
  return offset === 0 || line.text.slice(Math.max(0, offset - 2), offset) === '  '
}

/** What stands behind the plain word before `end`, from its colon on. */
export function textAfter(line: ReadLine, end: number): string {
  const last = line.plain[end - 1]!
  const offset = line.offsets[last.at]! + line.words[last.at]!.text.length
  // The label's own colon is kept, so that a caller sees where the label ends.
  const colon = line.words[last.at]!.text.endsWith(':') ? ':' : ''
  return colon + line.text.slice(offset)
}

/** Whether the line begins with a date and has an amount, unlike `14/2 MILL LANE  Limit: 0.00`. */
export function isRowLike({ dates, amounts }: ReadLine): boolean {
  return dates[0]?.from === 0 && amounts.some(({ cents }) => cents !== 0)
}
