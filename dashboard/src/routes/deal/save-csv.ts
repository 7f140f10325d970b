import { saveFile } from '../../parts/save-file.ts'

type Cell = string | number | null | undefined

/** Rows as a CSV file, as spreadsheets read it. */
export function saveCsv(filename: string, heads: readonly string[], rows: readonly Cell[][]): void {
  const content = new TextEncoder().encode(formatCsv([[...heads], ...rows]))
  saveFile({ content, contentType: 'text/csv; charset=utf-8', filename })
}

/** With a mark of its encoding; a text that a spreadsheet would compute gets an apostrophe. */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
