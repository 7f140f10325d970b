import { readHeader } from '../grid/columns/header.ts'

/** Fewer kinds of records may be anything that is counted. */
const KINDS_LEAST = 3

/**
 * The rows of a file of numbered records (`2` the account, `3` its period, `5` a row), without
 * their numbers and without the apostrophes around their texts; null for any other file. The
 * headings of the rows are a record like these.
 */
export function readNumberedRecords(grid: readonly (readonly string[])[]): string[][] | null {
  const lines = grid.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const numbers = lines.map(([first = '']) => (/^\s*\d{1,3}\s*$/.test(first) ? Number(first) : NaN))
  const areInOrder = numbers.every((each, at) => at === 0 || numbers[at - 1]! <= each)
  if (new Set(numbers).size < KINDS_LEAST || numbers.some(Number.isNaN) || !areInOrder) return null
  const records = lines.map((cells) => withoutApostrophes(cells.slice(1)))
  return records.some((cells) => readHeader(cells) !== null) ? records : null
}

/** `'Smith', 'Sons'` are two texts; `'Smith, Sons'` is one, of which a comma made two. */
function withoutApostrophes(cells: readonly string[]): string[] {
  const texts: string[] = []
  for (const cell of cells.map((each) => each.trim())) {
    const open = texts.at(-1)
    if (open !== undefined && /^'(?!.*'$)/.test(open)) texts[texts.length - 1] = `${open}, ${cell}`
    else texts.push(cell)
  }
  return texts.map((text) => /^'(.*)'$/.exec(text)?.[1] ?? text)
}
