import type { ImportReading } from '../../../core/statements/import.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { keepPayload } from '../../imports/keep/document.ts'
import { finishImport } from '../../imports/keep/finish.ts'
import { readPayloadFile } from '../../imports/read.ts'
import { insertImport } from '../../imports/store.ts'
import { startIfAuto } from '../../pipeline/pipeline.ts'
import { queueEnrichment } from '../../pipeline/queue-enrichment.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { enqueueSync, openAccess, SYNC_LINK } from '../links/access.ts'
import { LINKS, type LinkRow } from '../links/store.ts'
import { canMove, SYNC_EVERY_SECONDS } from '../lifecycle.ts'
import { INTEGRATIONS, noteUse } from '../store.ts'
import type { Begun } from './begun.ts'
import { finishSession } from './exchange.ts'
import { recordFault, type SyncFault } from './fail.ts'
import { pullPages, type Pulled } from './pull.ts'
import { updateSourceState } from './store.ts'

interface Read {
  file: StagedFile
  reading: ImportReading
}

/**
 * Reads what is new for a link and keeps it: rows and the place behind them in one transaction, so
 * that nothing is lost and nothing is read twice. What comes after ten thousand rows, or after a
 * page that did not come, is another job.
 */
async function syncLink(work: JobContext, { linkId }: { linkId: string }): Promise<void> {
  const begun = await work.transaction((ctx) => begin(ctx, linkId))
  if (begun === null) return
  if (begun.access.publicToken !== undefined) return finishSession(work, begun)
  const pulled = await pullPages(work, begun)
  if (pulled.rowCount === 0) return work.commit((ctx) => keep(ctx, begun, { pulled, read: null }))
  const file = await stagePages(work, pulled)
  try {
    const reading = await readPayloadFile(work, toImport(begun), file)
    await work.commit((ctx) => keep(ctx, begun, { pulled, read: { file, reading } }))
  } catch (error) {
    // After a server error the file stays: the commit may have succeeded without our knowing.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await discard(work.house, work.environment, [file])
    await work.commit((ctx) => recordOn(ctx, begun, toFault(error)))
  }
}

export const syncLinkJob = job(SYNC_LINK.kind, SYNC_LINK.payload, syncLink, {
  pool: 'io',
  exhausted: async (ctx, { linkId }) => {
    const link = await LINKS.hold(ctx, linkId).catch(() => null)
    if (link?.status !== 'syncing') return
    await recordFault(ctx, link, toFault(new ApiError('internal_error')))
    await enrichParts(ctx, link)
  },
})

/** While a sync runs nobody begins another; one that died is begun again after this time. */
const RUNNING_SECONDS = 600

/** Null when there is nothing to call: the link is gone, or nobody has finished it. */
async function begin(ctx: Context, linkId: string): Promise<Begun | null> {
  const link = await LINKS.hold(ctx, linkId).catch(() => null)
  if (link === null || !canMove(link.status, 'syncing')) return null
  const integration = await INTEGRATIONS.get(ctx, link.integrationId)
  const access = openAccess(ctx, link)
  const isOff = integration.status === 'disabled' || integration.status === 'pending'
  if (access === null || isOff) {
    await enrichParts(ctx, link)
    return null
  }
  const nextAt = new Date(ctx.house.now() + RUNNING_SECONDS * 1000).toISOString()
  await LINKS.update(ctx, linkId, { status: 'syncing', next_sync_at: nextAt })
  if (link.dataSourceId !== null)
    await updateSourceState(ctx, link.dataSourceId, { status: 'syncing', error: null })
  const { cursor, pageCursor } = link
  return { link, integration, access, position: { cursor, pageCursor } }
}

/** The pages as they came, side by side: what is written again has other digits. */
async function stagePages(work: JobContext, { pages }: Pulled): Promise<StagedFile> {
  const content = Buffer.from(`{"pages":[${pages.join(',')}]}`)
  return putFile(work.house, work.environment, { filename: 'payload.json', content })
}

function toImport({ link }: Pick<Begun, 'link'>): Parameters<typeof readPayloadFile>[1] {
  return { provider: link.provider, options: {} }
}

/** Of the reader, the store of documents or a disabled source: time mends it, or a person. */
function toFault({ code, message }: ApiError): SyncFault {
  return { kind: 'unreachable', code, message, retryAfterSeconds: null }
}

/** Null when the link is gone, or another sync came first: that one goes on. */
async function holdCurrent(ctx: Context, { link, position }: Begun): Promise<LinkRow | null> {
  const seen = await LINKS.get(ctx, link.id).catch(() => null)
  if (seen === null) return null
  await getSubmissionForUpdate(ctx, link.submissionId)
  const held = await LINKS.hold(ctx, link.id)
  const isSame = held.cursor === position.cursor && held.pageCursor === position.pageCursor
  return isSame && held.status === 'syncing' ? held : null
}

async function recordOn(ctx: Context, begun: Begun, fault: SyncFault): Promise<void> {
  const link = await holdCurrent(ctx, begun)
  if (link === null) return
  await recordFault(ctx, link, fault)
  await enrichParts(ctx, link)
}

/** Parts of an update are kept as they come, and enriched together once no more comes for now. */
async function enrichParts(ctx: Context, { submissionId, pageCursor }: LinkRow): Promise<void> {
  if (pageCursor === null) return
  await startIfAuto(ctx, submissionId)
  await queueEnrichment(ctx, submissionId)
}

async function keep(
  ctx: Context,
  begun: Begun,
  { pulled, read }: { pulled: Pulled; read: Read | null },
): Promise<void> {
  const link = await holdCurrent(ctx, begun)
  if (link === null) return discardLater(ctx, read)
  if (read === null && pulled.fault !== null) return recordOn(ctx, begun, pulled.fault)
  const isPart = pulled.hasMore
  const dataSourceId = read === null ? link.dataSourceId : await keepRows(ctx, link, { ...read, isPart }) // prettier-ignore
  const { cursor, pageCursor } = pulled.position
  const seconds = pulled.hasMore ? 0 : SYNC_EVERY_SECONDS
  await LINKS.update(ctx, link.id, {
    status: 'active',
    cursor,
    page_cursor: pageCursor,
    consecutive_failures: 0,
    error: null,
    data_source_id: dataSourceId,
    next_sync_at: new Date(ctx.house.now() + seconds * 1000).toISOString(),
    last_synced_at: new Date(ctx.house.now()).toISOString(),
    ...(read === null ? {} : toAccounts(read.reading)),
  })
  if (dataSourceId !== null)
    await updateSourceState(ctx, dataSourceId, { status: 'active', error: null })
  await noteUse(ctx, link.integrationId, null)
  if (pulled.hasMore) await enqueueSync(ctx, link)
  else await enrichParts(ctx, link)
}

function discardLater(ctx: Context, read: Read | null): void {
  if (read) ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [read.file]))
}

/** The pages become a document and an import, as if they had been sent to us. */
async function keepRows(
  ctx: Context,
  link: LinkRow,
  { file, reading, isPart }: Read & { isPart: boolean },
): Promise<string | null> {
  const { submissionId, provider } = link
  const contentType = 'application/json'
  const document = await keepPayload(ctx, { submissionId, provider, file, contentType })
  if (!document.isNew) discardLater(ctx, { file, reading })
  const id = randomUUIDv7()
  const wanted = { submissionId, provider, format: 'link', options: {} }
  await insertImport(ctx, { ...wanted, id, documentId: document.id })
  const [account] = reading.imported.accounts
  const name = link.institutionName ?? account?.institutionName ?? provider
  const records = { submissionId, provider, link: { id: link.id, itemId: link.externalItemId, name } } // prettier-ignore
  const options = isPart ? { enrich: false } : {}
  const read = { id, reading, documentId: document.id, options }
  return (await finishImport(ctx, records, read)).dataSourceId
}

/** As the provider names them now. */
function toAccounts({ imported }: ImportReading): Record<string, unknown> {
  const { accounts } = imported
  if (accounts.length === 0) return {}
  const shown = accounts.map(({ id, name, number, type }) => ({ id, name, mask: number?.slice(-4) ?? null, type })) // prettier-ignore
  const institution = accounts.find(({ institutionName }) => institutionName !== null)
  return { accounts: json(shown), institution_name: institution?.institutionName?.slice(0, 255) }
}
