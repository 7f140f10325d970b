import { attachment } from '../../platform/http/attachment.ts'
import type { Report } from '../../core/analytics/report.ts'
import { Reply } from '../../platform/route.ts'
import { formatCsv } from '../../platform/wire/tables/csv.ts'
import { buildXlsx, toCell, XLSX_TYPE, type Table } from '../../platform/wire/tables/xlsx.ts'

/** A report that can be downloaded: `table` names its list of rows, `sheets` what stands beside. */
interface ReportFile {
  name: string
  table: string
  sheets: readonly string[]
}

/** The reports that can be downloaded as a file. */
export const FILES: readonly ReportFile[] = [
  { name: 'bank-summary', table: 'rows', sheets: ['totals', 'averages'] },
]

type Data = Record<string, Record<string, unknown>[] | Record<string, unknown> | null>

/** How a report is written in each format that a download can have. */
export const WRITERS: Record<string, (file: ReportFile, json: string) => Promise<Reply>> = {
  csv: toCsv,
  xlsx: toXlsx,
}

/** The rows as a CSV file; a report without rows is a file without lines. */
async function toCsv({ name, table }: ReportFile, json: string): Promise<Reply> {
  const rows = parseData(json)[table] as object[]
  const body = Buffer.from(formatCsv(Object.keys(rows[0] ?? {}), rows))
  return attachment(`${name}.csv`, 'text/csv; charset=utf-8', body)
}

/** The rows as a first sheet; what stands beside them as sheets of name and value. */
async function toXlsx({ name, table, sheets }: ReportFile, json: string): Promise<Reply> {
  const data = parseData(json)
  const extraSheets = sheets.map((title) =>
    buildSheet(title, [data[title] ?? {}].flat().flatMap(pairs)),
  )
  const body = await buildXlsx([
    buildSheet(table, data[table] as Record<string, unknown>[]),
    ...extraSheets,
  ])
  return attachment(`${name}.xlsx`, XLSX_TYPE, body)
}

/** The report as a table, with a note while it changes; what a terminal would obey is not in it. */
export function writeText({ toText }: Report, json: string, isBusy: boolean): Reply {
  const note = isBusy
    ? 'Still being processed: these are the numbers so far; repeat for the others.\n\n'
    : ''
  const text = toText!(parseData(json) as never).replace(/[^\P{Cc}\n]/gu, '')
  const body = Buffer.from(`${note}${text}\n`)
  const contentType = 'text/plain; charset=utf-8'
  return new Reply({
    download: { contentType, filename: null, disposition: 'inline', body, sizeBytes: body.length },
  })
}

function parseData(json: string): Data {
  return (JSON.parse(json) as { data: Data }).data
}

function pairs(values: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

function buildSheet(title: string, rows: Record<string, unknown>[]): Table {
  const headers = Object.keys(rows[0] ?? {})
  return {
    title,
    columns: headers.map((header) => ({ header, width: Math.max(12, header.length + 2) })),
    rows: rows.map((row) => headers.map((header) => toCell(row[header]))),
  }
}
