import type { PlacedAmount, ReadLine } from '../../print/read-line.ts'
import type { PrintedRow } from '../assembly/printed-tables.ts'

/** Words of rows that are their own cells once more: an amount, or the clock below their day. */
export function ownCellsInWords(rows: readonly PrintedRow[]): string[] {
  const printed = rows.filter(({ isListed }) => !isListed)
  return [
    ...printed.flatMap(amountsInWords).map((text) => `The words of a row hold its amount: ${text}`),
    ...printed.flatMap(clocksInWords).map((text) => `The words of a row hold its clock: ${text}`),
  ].slice(0, MOST)
}

/** Further ones are not listed. */
const MOST = 5

/** The amount of a row in another cell of its lines, of which nothing was left out. */
function amountsInWords({ cells, loose, lines, description, leftOut = [] }: PrintedRow): string[] {
  const own = cells.amount ?? cells.debit ?? cells.credit ?? loose[0]
  const used = [...Object.values(cells), ...loose]
  const words = new Set(description.join(' ').split(' '))
  return lines.flatMap((line) => {
    const isFree = ({ from, x0 }: PlacedAmount): boolean =>
      !used.some((each) => each.from === from && each.x0 === x0) &&
      !leftOut.some((each) => each.line === line && each.from <= from && from < each.to)
    return line.amounts
      .filter(({ cents }) => cents !== 0 && cents === own?.cents)
      .filter((amount) => isFree(amount) && isCell(line, amount))
      .map(({ from, to }) => line.text.slice(from, to).trim())
      .filter((text) => words.has(text))
  })
}

function isCell({ text }: ReadLine, { from, to }: PlacedAmount): boolean {
  return /(?:^| {2})\W*$/.test(text.slice(0, from)) && /^\W*(?:$| {2})/.test(text.slice(to))
}

// `08:14 AM`   `17:20:31`
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?= |$)/

/** The clock that begins a further line of a row where its first one has the day. */
function clocksInWords({ date, lines: [, ...below], description }: PrintedRow): string[] {
  const words = new Set(description.join(' ').split(' '))
  return below.flatMap(({ text, words: [first] }) => {
    const [clock] = CLOCK.exec(text) ?? []
    return clock !== undefined && first!.x0 < date.x1 && words.has(clock) ? [clock] : []
  })
}
