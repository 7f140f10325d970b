import type { Cell, CellPage } from '../print/cells.ts'
import { toPhrase } from '../print/tokens.ts'

// [X] LLC   (x) LLC   ☒ LLC   ■ LLC   X LLC, where recognition lost the box
const MARK = /(?:[[(]\s*[xX✓✔]\s*[\])]|[☑☒✓✔■●]|(?<![\p{L}\p{N}])[xX](?![\p{L}\p{N}-]))\s*/u

/**
 * Whether the text prints several of the choices, as boxes to tick do, and if so how the one
 * that is ticked is printed; null for none or several.
 */
export function readMarked(
  text: string,
  choices: Readonly<Record<string, readonly string[]>>,
): { isList: boolean; marked: string | null } {
  const words = ` ${toPhrase(text).join(' ')} `
  const values = Object.values(choices).filter((prints) =>
    prints.some((print) => words.includes(` ${toPhrase(print).join(' ')} `)),
  )
  if (values.length < 3) return { isList: false, marked: null }
  const parts = text.split(new RegExp(MARK, 'gu'))
  return { isList: true, marked: parts.length === 2 ? findFirst(parts[1]!, values.flat()) : null }
}

/** What is printed first behind the mark; of prints that begin alike the longest. */
function findFirst(text: string, prints: readonly string[]): string | null {
  const words = ` ${toPhrase(text).join(' ')} `
  const found = prints
    .map((print) => ({ print, at: words.indexOf(` ${toPhrase(print).join(' ')} `) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at || b.print.length - a.print.length)
  return found[0]?.print ?? null
}

/** The print at the height of a label, from where the label ends. */
export function readLine({ cells }: CellPage, label: Cell, from: number): string {
  const level = cells
    .filter((cell) => cell !== label && cell.box[0] >= label.box[2] - 1 && isLevel(cell, label))
    .toSorted((a, b) => a.box[0] - b.box[0])
  return [label.text.slice(from), ...level.map(({ text }) => text)].join('   ')
}

function isLevel(left: Cell, right: Cell): boolean {
  const overlap = Math.min(left.box[3], right.box[3]) - Math.max(left.box[1], right.box[1])
  return overlap >= 0.5 * Math.min(left.box[3] - left.box[1], right.box[3] - right.box[1])
}
