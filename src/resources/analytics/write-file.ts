import { REPORTS } from '../../core/analytics/reports/index.ts'
import { didYouMean } from '../../core/values/text.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { PAPER_FORMATS, PAPERS, writePaper } from './deal-file/read-paper.ts'
import { FILES, WRITERS } from './files.ts'
import { readReport } from './read-report.ts'

export interface WrittenFile {
  filename: string
  contentType: string
  body: Buffer
}

interface Wanted {
  name: string
  format: string
  submissionId: string
}

/**
 * A report of a deal as a file: `report` and `scorecard` as printed, a report with a table as CSV
 * or XLSX, and any as JSON. Throws `invalid_enum` naming what there is, `submission_not_found`.
 */
export async function writeReportFile(ctx: OutsideContext, wanted: Wanted): Promise<WrittenFile> {
  const { name, format, submissionId } = wanted
  const day = new Date(ctx.house.now()).toISOString().slice(0, 10)
  requireFormat(name, format)
  const paper = PAPERS.find((one) => one === name)
  if (paper && PAPER_FORMATS.includes(format)) {
    const printed = await writePaper(ctx, { name: paper, submissionId, format, query: {} })
    return { ...printed, filename: `${name}-${day}.${format}` }
  }
  const report = REPORTS.find((one) => one.name === name)!
  const { json } = await readReport(ctx, { report, submissionId, query: {} })
  const filename = `${name}-${day}.${format}`
  if (format === 'json')
    return { filename, contentType: 'application/json', body: Buffer.from(json) }
  const file = FILES.find((one) => one.name === name)!
  const { download } = await WRITERS[format]!(file, json.toString())
  return { filename, contentType: download!.contentType, body: download!.body as Buffer }
}

/** The formats that a report can be written in; none for what is no report. */
function listFormats(name: string): string[] {
  return [
    ...(PAPERS.some((one) => one === name) ? PAPER_FORMATS : []),
    ...(FILES.some((one) => one.name === name) ? Object.keys(WRITERS) : []),
    ...(REPORTS.some((one) => one.name === name) ? ['json'] : []),
  ]
}

function requireFormat(name: string, format: string): void {
  const formats = listFormats(name)
  if (formats.includes(format)) return
  const names = [...new Set([...PAPERS, ...REPORTS.map((one) => one.name)])]
  const isReport = formats.length > 0
  const [given, known] = isReport ? [format, formats] : [name, names]
  const noun = isReport ? `format ${format} of ${name}` : `report ${name}`
  const message = `There is no ${noun}; there are ${known.join(', ')}.${didYouMean(given, known)}`
  throw new ApiError('invalid_enum', message, { param: isReport ? 'format' : 'report' })
}
