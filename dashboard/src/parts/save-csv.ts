import { formatCsv, formatRecords, type Cell } from './csv.ts'
import { saveFile } from './save-file.ts'

/** Rows under their heads as a CSV file, as spreadsheets read it. */
export function saveCsv(name: string, heads: readonly string[], rows: readonly Cell[][]): void {
  save(name, formatCsv([heads, ...rows]))
}

/** Records as a CSV file, with every plain field of theirs. */
export function saveRecords(name: string, records: readonly object[]): void {
  save(name, formatRecords(records))
}

function save(name: string, text: string): void {
  const content = new TextEncoder().encode(text)
  saveFile({ content, contentType: 'text/csv; charset=utf-8', filename: `${name}.csv` })
}
