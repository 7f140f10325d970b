import { isEmpty } from '../../core/providers/index.ts'
import type { ImportReading } from '../../core/statements/import.ts'
import type { Context, OutsideContext, RequestContext } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { toApiError } from '../../platform/errors/sqlstate.ts'
import { discard } from '../../platform/http/multipart.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { camelize } from '../../platform/wire/convert.ts'
import { Reply, type StagedFile } from '../../platform/route.ts'
import { requireContentType } from '../documents/intake/upload.ts'
import { findAppFor } from '../records/apps/catalogue.ts'
import { findInstallation } from '../records/apps/store.ts'
import { getSubmission, getSubmissionForUpdate } from '../records/submissions/store.ts'
import { requireTimeZone } from '../settings/time-zone.ts'
import { takenBack } from '../transactions/create/store.ts'
import { keepPayload } from './keep/document.ts'
import { leaveReading } from './hand-over.ts'
import { finishImport } from './keep/finish.ts'
import { keepImport } from './keep/keep.ts'
import { findPackedType, keepPacked } from './keep/packed.ts'
import { firstFaults, NOTHING_KEPT } from './keep/result.ts'
import { presentImport, presentTrial } from './present.ts'
import { readPayloadFile, sourceName } from './read.ts'
import { runImportJob } from './run.ts'
import { FILE_FORMATS, ImportOptions } from './schemas.ts'
import { findUnfinished, getImport, insertImport } from './store.ts'

export interface Wanted {
  submissionId: string
  provider: string
  format: string
  options: ImportOptions
}

/** Above this number of rows the import goes on as a job. */
const ROWS_AT_ONCE = 5_000

/**
 * Takes a payload in: reads it in the sandbox, then keeps it, at once or by a job. Throws
 * `provider_payload_invalid`, `missing_file`, `import_running`, and what the sandbox and the store
 * of documents throw.
 */
export async function takeImport(
  ctx: RequestContext,
  given: Wanted,
  files: readonly StagedFile[],
): Promise<object> {
  try {
    const wanted = await ctx.transaction((own) => withInstalledOptions(own, given))
    const [file, ...others] = files
    if (file === undefined) throw new ApiError('missing_field', undefined, { param: 'payload' })
    if (others.length > 0) throw new ApiError('too_many_files', undefined, { param: 'file' })
    const { timezone } = wanted.options
    if (timezone !== undefined) requireTimeZone(timezone, 'options.timezone')
    const packed = wanted.provider === 'mastercard' ? await findPackedType(ctx, file) : null
    if (packed !== null) return await takePacked(ctx, wanted, { file, contentType: packed })
    const reading = await readPayloadFile(ctx, wanted, file)
    refuse(ctx, reading)
    return await ctx.commit((own) => keep(own, wanted, { file, reading }))
  } catch (error) {
    // After a server error the file stays: the commit may have succeeded without our knowing.
    if (toApiError(error).status < 500) await discard(ctx.house, ctx.environment, files)
    throw error
  }
}

async function takePacked(
  ctx: RequestContext,
  wanted: Wanted,
  packed: { file: StagedFile; contentType: string },
): Promise<object> {
  if (wanted.options.dryRun) {
    await discard(ctx.house, ctx.environment, [packed.file])
    return { data: presentTrial(wanted, NOTHING_KEPT, { rows: [] }) }
  }
  return ctx.commit(async (own) =>
    toReply(200, await getImport(own, await keepPacked(own, wanted, packed))),
  )
}

/** The options of the request, before those of the installed app of the provider. */
async function withInstalledOptions(ctx: Context, wanted: Wanted): Promise<Wanted> {
  await getSubmission(ctx, wanted.submissionId)
  // An import under way holds the submission: whoever waited for it would be refused after that.
  await refuseSecondImport(ctx, wanted)
  const app = findAppFor('imports', wanted.provider)
  const config = app && (await findInstallation(ctx, app.slug))?.config
  if (!config) return wanted
  const defaults = camelize(ImportOptions, config) as ImportOptions
  return { ...wanted, options: { ...defaults, ...wanted.options } }
}

/** What holds nothing to keep is refused, with the places that show why. */
function refuse({ environment }: OutsideContext, { imported }: ImportReading): void {
  const isInvented = imported.isInvented && environment.mode === 'live'
  if (isInvented) {
    const message = 'The payload describes an invented user of a sandbox; only the test mode takes it.' // prettier-ignore
    throw new ApiError('provider_payload_invalid', message, { param: 'payload' })
  }
  if (!isEmpty(imported) || (imported.isPage && imported.problems.length === 0)) return
  const [first] = imported.problems
  const faults = firstFaults(imported.problems)
  const message = first && `${first.pointer || 'The payload'}: ${first.message}`
  throw new ApiError('provider_payload_invalid', message, { param: 'payload', faults })
}

async function keep(
  ctx: Context,
  wanted: Wanted,
  { file, reading }: { file: StagedFile; reading: ImportReading },
): Promise<object> {
  const { submissionId, provider, options } = wanted
  await getSubmissionForUpdate(ctx, submissionId)
  await refuseSecondImport(ctx, wanted)
  const contentType = await findContentType(ctx, wanted, file)
  const write = async (): Promise<string> => {
    const document = await keepPayload(ctx, { submissionId, provider, file, contentType })
    if (!document.isNew) ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [file]))
    return document.id
  }
  const records = { submissionId, provider: sourceName(provider) }
  if (options.dryRun) {
    const result = await takenBack(ctx, async () =>
      keepImport(ctx, records, { reading, documentId: await write(), options }),
    )
    ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [file]))
    return { data: presentTrial(wanted, result, reading.imported) }
  }
  const documentId = await write()
  const id = randomUUIDv7()
  await insertImport(ctx, { ...wanted, id, documentId })
  if (reading.imported.rows.length > ROWS_AT_ONCE) {
    await enqueue(ctx, runImportJob, { importId: id }, { uniqueKey: id, lane: `import:${submissionId}` }) // prettier-ignore
    leaveReading(ctx.house, id, reading)
    return toReply(202, await getImport(ctx, id))
  }
  await finishImport(ctx, records, { id, reading, documentId, options })
  return toReply(200, await getImport(ctx, id))
}

async function refuseSecondImport(ctx: Context, { submissionId, provider }: Wanted): Promise<void> {
  const existingId = await findUnfinished(ctx, submissionId, provider)
  if (existingId !== null) throw new ApiError('import_running', undefined, { existingId })
}

function toReply(status: number, row: Parameters<typeof presentImport>[0]): Reply {
  const headers = { location: `/v1/imports/${row.id}` }
  return new Reply({ status, body: { data: presentImport(row) }, headers })
}

async function findContentType(
  ctx: Context,
  { provider }: Wanted,
  file: StagedFile,
): Promise<string> {
  if (FILE_FORMATS.some((format) => format === provider)) return requireContentType(ctx, file)
  return file.filename.endsWith('.xml') ? 'application/xml' : 'application/json'
}
