import { saveFile } from '../save-file.ts'
import { toCsv } from './csv.ts'

/** The rows that are shown as a CSV file, with every plain field of theirs. */
export function saveRows(name: string, rows: readonly object[]): void {
  const content = new TextEncoder().encode(toCsv(rows))
  saveFile({ content, contentType: 'text/csv', filename: `${name}.csv` })
}
