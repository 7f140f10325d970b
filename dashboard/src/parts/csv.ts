export type Cell = string | number | boolean | null | undefined

/** With a mark of its encoding; a text that a spreadsheet would compute gets an apostrophe. */
export function formatCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}

/** Records with a head of their plain fields; lists of texts are one cell, other fields are left out. */
export function formatRecords(records: readonly object[]): string {
  const plain = records.map(toPlain)
  const names = [...new Set(plain.flatMap((row) => Object.keys(row)))]
  return formatCsv([names, ...plain.map((row) => names.map((name) => row[name]))])
}

function toPlain(record: object): Record<string, Cell> {
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? ([name, value.join(' ')] as const)
      : ([name, value] as const),
  )
  return Object.fromEntries(
    entries.filter(([, value]) => value === null || typeof value !== 'object'),
  ) as Record<string, Cell>
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
