import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { Reply } from '../../platform/route.ts'
import { listObjectRecords, openFields } from './records/store.ts'
import { INTEGRATIONS } from './store.ts'

const PAGE = 500

/** What was last written of one object: a line each, by key. */
export async function buildFile(ctx: OutsideContext, id: string, object: string): Promise<Reply> {
  const row = await ctx.transaction((own) => INTEGRATIONS.get(own, id))
  const objects = row.config.objectConfigs.map((one) => one.object)
  if (!objects.includes(object)) {
    const message = `object must be one of ${objects.join(', ')}.`
    throw new ApiError('invalid_enum', message, { param: 'object' })
  }
  const fields = row.fieldMappings
    .filter(({ targetObject, direction }) => targetObject === object && direction !== 'pull')
    .map(({ targetField }) => targetField)
  const lines = writeLines(ctx, { id, object, fields })
  const body = Readable.from(lines)
  const contentType = 'text/csv; charset=utf-8'
  return new Reply({
    download: { contentType, filename: `${object}.csv`, disposition: 'attachment', body },
  })
}

interface Wanted {
  id: string
  object: string
  fields: readonly string[]
}

async function* writeLines(
  ctx: OutsideContext,
  { id, object, fields }: Wanted,
): AsyncGenerator<string> {
  const header = ['assay_id', 'submission_id', ...fields]
  yield `${Papa.unparse([header])}\r\n`
  let after = ''
  for (;;) {
    const from = after
    const rows = await ctx.transaction((own) =>
      listObjectRecords(own, id, { object, after: from, limit: PAGE }),
    )
    if (rows.length === 0) return
    const lines = rows.map((row) => {
      const values = openFields(ctx, id, row)
      return [row.ourKey, row.submissionId, ...fields.map((name) => values[name] ?? null)]
    })
    // A cell that begins like a formula would be one in a spreadsheet.
    yield `${Papa.unparse(lines, { escapeFormulae: true })}\r\n`
    after = rows.at(-1)!.ourKey
  }
}
