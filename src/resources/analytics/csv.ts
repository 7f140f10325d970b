import { csvOf } from '../../platform/wire/csv.ts'
import { Reply } from '../../platform/route.ts'

/** One list of a report as a CSV file; a report without rows is a file without lines. */
export function toCsv(name: string, json: string, table: string): Reply {
  const { data } = JSON.parse(json) as { data: Record<string, object[]> }
  const rows = data[table]!
  const text = csvOf(Object.keys(rows[0] ?? {}), rows)
  return new Reply({
    download: {
      contentType: 'text/csv; charset=utf-8',
      filename: `${name}.csv`,
      disposition: 'attachment',
      body: Buffer.from(text),
    },
  })
}
