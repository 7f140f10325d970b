import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { KINDS, type Journal } from '../import/journal.ts'
import { csvLine } from '../source/csv.ts'
import { toHtml } from './html.ts'
import { isOpen, type Report } from './summary.ts'

/** Secrets and figures of a lender are nobody else’s. */
const OWN = { mode: 0o600 }

/** `report.json`, `report.html`, `differences.csv` and `id-map.csv`, in the folder of the import. */
export async function writeReport(report: Report, journal: Journal): Promise<void> {
  const at = (name: string): string => join(journal.folder, name)
  await writeFile(at('report.json'), `${JSON.stringify(report, null, 2)}\n`, OWN)
  await writeFile(at('report.html'), toHtml(report), OWN)
  await writeFile(at('differences.csv'), toCsv(report), OWN)
  await writeIdMap(journal, at('id-map.csv'))
}

function toCsv({ deals }: Report): string {
  const head =
    'deal,heron_deal,metric,heron_metric,date_range,heron,ours,difference,verdict,causes,row,row_date,row_amount,heron_label,category,effect'
  const lines = deals.flatMap((deal) =>
    deal.metrics.filter(isOpen).flatMap((one) => {
      const { metric, label, dateRange, heron, ours, difference, verdict, causes } = one
      const facts = [
        deal.id,
        deal.heronId,
        metric,
        label,
        dateRange,
        heron,
        ours,
        difference,
        verdict,
        causes.join(' '),
      ]
      const rows = one.rows.map((row) => [
        row.id,
        row.date,
        row.amount,
        row.heronLabel,
        row.slug,
        row.effect,
      ])
      return (rows.length === 0 ? [[]] : rows).map((row) => csvLine([...facts, ...row]))
    }),
  )
  return `${head}\n${lines.join('')}`
}

/** Streamed: it has a line for each transaction of the account. */
async function writeIdMap(journal: Journal, path: string): Promise<void> {
  const stream = createWriteStream(path, OWN)
  stream.write('kind,heron_id,our_id,external_id\n')
  for (const kind of KINDS) {
    const seen = new Set<string>()
    for await (const { id, our, external, rows, status } of journal.entries(kind)) {
      if (status === 'failed' || seen.has(id)) continue
      seen.add(id)
      const lines = rows
        ? rows
        : our && kind !== 'transactions'
          ? [[id, our, external ?? ''] as const]
          : []
      const text = lines.map((line) => csvLine([kind, ...line])).join('')
      if (!stream.write(text))
        await new Promise<void>((resolve) => void stream.once('drain', resolve))
    }
  }
  stream.end()
  await finished(stream)
}
