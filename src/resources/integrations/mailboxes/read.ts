import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { openMailbox } from '../../../providers/imap/imap.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { openSession, withSession } from '../connect.ts'
import { INTEGRATIONS, noteUse, type IntegrationRow } from '../store.ts'
import { MAILBOXES } from './store.ts'
import { takeNew } from './take.ts'

/** Between two looks into a mailbox. */
const READ_EVERY_SECONDS = 60
/** While it is read nobody begins again; after this time a reader is taken for dead. */
const READING_SECONDS = 600
/** Until the next attempt after each that failed; a mailbox is never given up. */
const RETRY_SECONDS = [60, 120, 300, 600, 1800, 3600]

/** Reads what is new in the mailbox of an integration. */
async function readMailbox(
  work: JobContext,
  { integrationId }: { integrationId: string },
): Promise<void> {
  const integration = await work.transaction((ctx) => begin(ctx, integrationId))
  if (integration === null) return
  const begunAt = new Date(work.house.now()).toISOString()
  try {
    const hasMore = await readAll(work, integration)
    await work.commit((ctx) => finish(ctx, integrationId, { hasMore, begunAt }))
  } catch (error) {
    if (!(error instanceof ProviderFault || error instanceof ApiError)) throw error
    await work.commit((ctx) => recordFault(ctx, integrationId, error))
  }
}

export const readMailboxJob = job(
  'read-mailbox',
  Type.Object({ integrationId: Type.String() }),
  readMailbox,
  {
    pool: 'io',
    exhausted: (ctx, { integrationId }) =>
      recordFault(ctx, integrationId, new ApiError('internal_error')),
  },
)

/** Null when there is nothing to open: the integration is gone, or switched off. */
async function begin(ctx: Context, id: string): Promise<IntegrationRow | null> {
  const integration = await INTEGRATIONS.hold(ctx, id).catch(() => null)
  if (integration === null || integration.credentialsSealed === null) return null
  if (integration.status !== 'active' && integration.status !== 'error') return null
  await MAILBOXES.update(ctx, id, { next_read_at: toInstant(ctx, READING_SECONDS) })
  return integration
}

function toInstant(ctx: Context, seconds: number): string {
  return new Date(ctx.house.now() + seconds * 1000).toISOString()
}

function readAll(work: JobContext, integration: IntegrationRow): Promise<boolean> {
  const { id, config } = integration
  const session = openSession(work, integration)
  return withSession(work, session, async () => {
    const mailbox = await openMailbox(session, config)
    try {
      return await takeNew(work, id, { mailbox, takesExisting: config.take_existing === true })
    } finally {
      await mailbox.close()
    }
  })
}

async function finish(
  ctx: Context,
  id: string,
  { hasMore, begunAt }: { hasMore: boolean; begunAt: string },
): Promise<void> {
  if ((await INTEGRATIONS.hold(ctx, id).catch(() => null)) === null) return
  await MAILBOXES.update(ctx, id, {
    consecutive_failures: 0,
    next_read_at: toInstant(ctx, hasMore ? READING_SECONDS : READ_EVERY_SECONDS),
    read_until: hasMore ? undefined : begunAt,
  })
  await noteUse(ctx, id, null)
  if (hasMore) await enqueue(ctx, readMailboxJob, { integrationId: id }, { uniqueKey: id })
}

/** The integration shows why nothing comes, until something does. */
async function recordFault(
  ctx: Context,
  id: string,
  fault: ProviderFault | ApiError,
): Promise<void> {
  const integration = await INTEGRATIONS.hold(ctx, id).catch(() => null)
  if (integration === null) return
  const { code, message } = fault
  const wanted = fault instanceof ProviderFault ? (fault.retryAfterSeconds ?? 0) : 0
  const { consecutiveFailures } = await MAILBOXES.get(ctx, id)
  const seconds = RETRY_SECONDS[consecutiveFailures] ?? RETRY_SECONDS.at(-1)!
  await MAILBOXES.update(ctx, id, {
    consecutive_failures: consecutiveFailures + 1,
    next_read_at: toInstant(ctx, Math.max(seconds, wanted)),
  })
  await noteUse(ctx, id, { code, message })
  if (integration.status === 'active') await INTEGRATIONS.update(ctx, id, { status: 'error' })
  ctx.house.log.warn({ integration: id, code }, 'a mailbox could not be read')
}
