import type { ReadLine } from '../../../print/read-line.ts'
import type { PlacedWords, PrintedRow } from '../printed-tables.ts'

/** Words of one column begin within this, in points. */
const DRIFT = 2

/**
 * Codes back among the words, `SSA  TREAS 310` under `DIRECT DEP  GOODLAND GRAIN`: where a row
 * without code begins its words, more than one to the cell, where others have a code, there is no
 * column of codes.
 */
export function withLoneCodes(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  const coded = new Map(rows.flatMap(findCode))
  if (coded.size === 0) return rows
  const starts = rows.flatMap((row) => (coded.has(row) ? [] : phraseStart(row)))
  return rows.map((row) => {
    const code = coded.get(row)
    const x0 = code && startAt(code.line, code.from)
    const isWord = x0 !== undefined && starts.some((start) => Math.abs(start - x0) <= DRIFT)
    return isWord ? withWord(row, code!) : row
  })
}

function findCode(row: PrintedRow): [PrintedRow, PlacedWords][] {
  const code = row.leftOut?.find(
    ({ line, from, to }) => line.text.slice(from, to) === row.typeWords,
  )
  return code ? [[row, code]] : []
}

/** Where the row's first words begin, if their cell has several. */
function phraseStart({ lines, description }: PrintedRow): number[] {
  const [line] = lines
  const phrase = /^\p{L}{2,} \S+/u.exec(description[0] ?? '')?.[0]
  const from = line && phrase !== undefined ? line.text.indexOf(phrase) : -1
  const x0 = from < 0 ? undefined : startAt(line!, from)
  return x0 === undefined ? [] : [x0]
}

function startAt({ words, offsets }: ReadLine, from: number): number | undefined {
  return words[offsets.indexOf(from)]?.x0
}

function withWord(row: PrintedRow, code: PlacedWords): PrintedRow {
  const [first = '', ...others] = row.description
  return {
    ...row,
    typeWords: null,
    description: [`${code.line.text.slice(code.from, code.to)} ${first}`, ...others],
    leftOut: row.leftOut!.filter((each) => each !== code),
  }
}
