import { toSnake } from '../../../core/values/text.ts'

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is prefixed with an
 * apostrophe; numbers, including negative ones, stay numbers.
 */
export function formatCsv(columns: readonly string[], rows: readonly object[]): string {
  return csvHead(columns) + csvLines(columns, rows)
}

/** The first line of a CSV file: the names of its columns. */
export function csvHead(columns: readonly string[]): string {
  return `${columns.map(toSnake).join(',')}\r\n`
}

/** Rows as lines of a CSV file, without its head. */
export function csvLines(columns: readonly string[], rows: readonly object[]): string {
  return rows.map((row) => `${formatCells(columns, row)}\r\n`).join('')
}

function formatCells(columns: readonly string[], row: object): string {
  return columns.map((column) => formatCell((row as Record<string, unknown>)[column])).join(',')
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
