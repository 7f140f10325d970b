import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Cents } from '../../../src/core/values/money.ts'
import { numberPart, type Part, type SplitFile } from './part.ts'

/** The cells of every sheet that is seen, as values: formulas, styles and comments do not come along. */
export async function takeWorkbook(
  bytes: Uint8Array,
  known: ReadonlySet<Cents>,
): Promise<SplitFile> {
  const { sheets } = await readXlsx(bytes)
  const cells = sheets.flatMap(({ rows }) => rows.flat())
  const parts = cells.map((cell) => toPart(cell, known))
  return {
    parts,
    build(texts) {
      const left = texts.values()
      const fresh = sheets.map(({ rows }, at) => ({
        name: `Sheet${at + 1}`,
        rows: rows.map((row) => row.map((cell) => likewise(cell, left.next().value!))),
      }))
      return writeXlsx({ sheets: fresh })
    },
  }
}

type Cell = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]['rows'][number][number]

function toPart(cell: Cell, known: ReadonlySet<Cents>): Part {
  if (typeof cell === 'string') return { text: cell }
  if (typeof cell !== 'number') return { text: '', is: 'kept' }
  const text = String(Math.abs(cell))
  return numberPart(text, known) ?? { text }
}

/** A cell of the same kind. */
function likewise(cell: Cell, text: string): Cell {
  if (typeof cell === 'string') return text
  return typeof cell === 'number' ? Math.sign(cell) * Number(text) : cell
}
