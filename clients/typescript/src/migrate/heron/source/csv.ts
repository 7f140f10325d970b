/**
 * Rows of a comma-separated text with a header line (RFC 4180), each value as text. Empty values
 * are left out, so that they count as absent.
 */
export function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...lines] = splitRecords(text.replace(/^\uFEFF/, ''))
  return lines.flatMap((line, index) => {
    if (line.every((value) => value === '')) return []
    // A record that is cut would be taken for one whose last values are unknown.
    if (line.length !== header.length)
      throw new Error(`record ${index + 2} has ${line.length} values for ${header.length} names`)
    return [toRow(header, line)]
  })
}

export function toRow(header: string[], line: string[]): Record<string, string> {
  const named = header.map((name, index): [string, string] => [name.trim(), line[index] ?? ''])
  return Object.fromEntries(named.filter(([name, value]) => name !== '' && value !== ''))
}

// Sample: "a ""quoted"" value",plain,
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/gy

function splitRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const match = FIELD.exec(text)
    if (!match) throw new Error(`record ${records.length + 1} has a quote that does not end`)
    const [, quoted, plain = '', end] = match
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') {
      if (FIELD.lastIndex === text.length) record.push('')
      else continue
    }
    records.push(record)
    record = []
  }
  if (record.length > 0) records.push(record)
  return records
}

/** A line of values; one that a spreadsheet would take for a formula is kept a text. */
export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(csvValue).join(',')}\n`
}

function csvValue(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
