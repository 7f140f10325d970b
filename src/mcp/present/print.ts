import type { Json } from './trim.ts'

const CELL_MAX = 160

/** A result as lines: rows of a list as a table with tabs, fields one a line. */
export function printData(data: Json): string {
  if (Array.isArray(data)) return data.length === 0 ? '(none)' : printRows(data).join('\n')
  return printFields(data, '').join('\n')
}

function printFields(value: Json, indent: string): string[] {
  if (!isRecord(value)) return [`${indent}${printCell(value)}`]
  return Object.entries(value).flatMap(([name, field]) => printField(name, field, indent))
}

function printField(name: string, field: Json, indent: string): string[] {
  const deeper = `${indent}  `
  if (isTable(field)) {
    return [`${indent}${name}:`, ...printRows(field).map((line) => `${deeper}${line}`)]
  }
  const isLarge = isRecord(field) && JSON.stringify(field).length > CELL_MAX
  if (isLarge) return [`${indent}${name}:`, ...printFields(field, deeper)]
  return [`${indent}${name}: ${printCell(field)}`]
}

/** One column for every field of any row; rows that have rows of their own stand one by one. */
function printRows(rows: readonly Json[]): string[] {
  if (rows.some(hasRows)) return rows.flatMap((row) => ['-', ...printFields(row, '  ')])
  const columns = [...new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))]
  if (columns.length === 0) return rows.map(printCell)
  const lines = rows.map((row) =>
    columns.map((name) => (isRecord(row) ? printCell(row[name] ?? null) : '')).join('\t'),
  )
  return [columns.join('\t'), ...lines]
}

function hasRows(row: Json): boolean {
  return isRecord(row) && Object.values(row).some(isTable)
}

/** A list of records; records with a single field are values like others. */
function isTable(field: Json): field is Json[] {
  if (!Array.isArray(field)) return false
  return field.some((item) => isRecord(item) && Object.keys(item).length > 1)
}

function printCell(value: Json): string {
  if (value === null) return ''
  if (Array.isArray(value)) return `[${value.map(printItem).join(',')}]`
  if (typeof value === 'object') return JSON.stringify(value).replaceAll('"', '')
  return String(value).replace(/\s+/g, ' ')
}

function printItem(item: Json): string {
  const fields = isRecord(item) ? Object.values(item) : []
  return printCell(fields.length === 1 ? fields[0]! : item)
}

function isRecord(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
