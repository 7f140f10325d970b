type Plain = string | number | boolean | null

/** Rows with a head of their plain fields; lists of texts are one cell, other fields are left out. */
export function toCsv(rows: readonly object[]): string {
  const plain = rows.map(toPlain)
  const names = [...new Set(plain.flatMap((row) => Object.keys(row)))]
  const lines = plain.map((row) => names.map((name) => toCell(row[name] ?? null)).join(','))
  return [names.join(','), ...lines, ''].join('\r\n')
}

function toPlain(row: object): Record<string, Plain> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? ([name, value.join(' ')] as const)
      : ([name, value] as const),
  )
  return Object.fromEntries(
    entries.filter(([, value]) => value === null || typeof value !== 'object'),
  ) as Record<string, Plain>
}

/** A text that a spreadsheet would compute comes with an apostrophe before it. */
function toCell(value: Plain): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
