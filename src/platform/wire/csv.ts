import { toSnake } from '../../core/values/text.ts'

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is prefixed with an
 * apostrophe; numbers, including negative ones, stay numbers.
 */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) =>
    columns.map((column) => cellOf((row as Record<string, unknown>)[column])).join(','),
  )
  return `${[columns.map(toSnake).join(','), ...lines].join('\r\n')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
