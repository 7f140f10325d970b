import { buildPatch } from '../../../core/crm/pull.ts'
import { toCents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { listSchemaFaults } from '../../../platform/wire/check/validate.ts'
import { inCamel } from '../../../platform/wire/convert.ts'
import { CrmFault, type RemoteRecord } from '../../../providers/provider.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { createSubmission } from '../../submissions/write/create.ts'
import { SubmissionPatch } from '../../submissions/write/schemas.ts'
import { patchSubmission } from '../../submissions/write/update.ts'
import { findSubmissionsByRemote, putRecords } from '../records/store.ts'
import { INTEGRATIONS } from '../store.ts'
import { addToRun } from './progress.ts'
import type { Running } from './running.ts'
import { listExisting, SYNCS, type SyncItem } from './store.ts'

const PATCH = inCamel(SubmissionPatch)

/** Takes over the deals that have changed in the CRM: known ones are changed, others created. */
export async function pullDeals(work: JobContext, running: Running): Promise<void> {
  const { crm, row, sync } = running
  const object = row.config.objectConfigs.find(({ role }) => role === 'deal')?.object
  if (object === undefined || crm.adapter.pull === null)
    throw new CrmFault('cannot_pull', 'This CRM can only be written to.')
  const startedAt = new Date(work.house.now()).toISOString()
  const since = sync.isFull ? null : (sync.changedSince ?? row.pulledUntil)
  const fields = row.fieldMappings
    .filter(({ targetObject, direction }) => targetObject === object && direction !== 'push')
    .map(({ targetField }) => targetField)
  let cursor: string | null = null
  do {
    work.signal.throwIfAborted()
    const page = await crm.adapter.pull(crm.session, { object, fields, since, cursor })
    await takePage(work, running, { object, records: page.records })
    cursor = page.cursor
  } while (cursor !== null)
  await work.transaction(async (ctx) => {
    await INTEGRATIONS.update(ctx, row.id, { pulled_until: startedAt })
    await SYNCS.update(ctx, sync.id, { is_pulled: true })
  })
}

interface Page {
  object: string
  records: readonly RemoteRecord[]
}

async function takePage(work: JobContext, running: Running, page: Page): Promise<void> {
  const { row, sync } = running
  const remoteIds = page.records.map(({ remoteId }) => remoteId)
  const keys = page.records.flatMap(({ key }) => (key !== null && isUuid(key) ? [key] : []))
  const { byRemote, existing } = await work.transaction(async (ctx) => ({
    byRemote: await findSubmissionsByRemote(ctx, row.id, { object: page.object, remoteIds }),
    existing: await listExisting(ctx, keys),
  }))
  for (const record of page.records) {
    const named = record.key !== null && existing.includes(record.key) ? record.key : null
    const submissionId = byRemote.get(record.remoteId) ?? named
    const change = { record, submissionId, object: page.object, running }
    const item = await work
      .transaction((ctx) => takeRecord(ctx, change))
      .catch((error: unknown) => toFailed(change, error))
    await work.transaction((ctx) => addToRun(ctx, sync.id, { items: [item] }))
  }
}

interface Change {
  record: RemoteRecord
  submissionId: string | null
  object: string
  running: Running
}

async function takeRecord(ctx: Context, change: Change): Promise<SyncItem> {
  const { record, object, running } = change
  const { fieldMappings: mappings, valueMappings, id } = running.row
  const patch = buildPatch(record.fields, { object, mappings, valueMappings })
  const [fault] = listSchemaFaults(PATCH, patch)
  if (fault !== undefined) throw new ApiError('invalid_format', fault)
  const { submissionId, action } = await take(ctx, change.submissionId, patch)
  await putRecords(ctx, id, [
    {
      object,
      role: 'deal',
      key: submissionId,
      submissionId,
      remoteId: record.remoteId,
      checksum: null,
      fields: null,
    },
  ])
  const changes = action === 'skipped' ? [] : Object.keys(record.fields)
  return { ...toItem(change, submissionId), action, changes }
}

async function take(
  ctx: Context,
  id: string | null,
  patch: Record<string, unknown>,
): Promise<{ submissionId: string; action: 'created' | 'updated' | 'skipped' }> {
  if (id === null) {
    const created = await createSubmission(ctx, patch, 'crm')
    return { submissionId: created.id, action: 'created' }
  }
  if (isSame(await getSubmission(ctx, id), patch)) return { submissionId: id, action: 'skipped' }
  await patchSubmission(ctx, id, { patch, ifMatch: null })
  return { submissionId: id, action: 'updated' }
}

type Fields = Record<string, unknown>

/** Whether a change would change nothing: what we wrote comes back as a change of the CRM. */
function isSame(row: SubmissionRow, patch: Record<string, unknown>): boolean {
  const { amountCents: cents = null, ...request } = row.request ?? {}
  const currency = request.currency ?? 'USD'
  const current = { ...row, request: { ...request, amount: cents } } as unknown as Fields
  return Object.entries(patch).every(([field, value]) => {
    if (typeof value !== 'object' || value === null) return current[field] === value
    return Object.entries(value).every(([inner, own]) => {
      const comparable = inner === 'amount' ? toCents(own as number, currency) : own
      return ((current[field] as Fields | null)?.[inner] ?? null) === comparable
    })
  })
}

function toItem({ record, object }: Change, submissionId: string | null): SyncItem {
  const { remoteId: externalId } = record
  return {
    submissionId,
    object,
    key: submissionId ?? externalId,
    externalId,
    direction: 'pull',
    action: 'failed',
    changes: [],
    error: null,
  }
}

/** One deal that cannot be taken over does not keep the others from it. */
function toFailed(change: Change, error: unknown): SyncItem {
  if (!(error instanceof ApiError)) throw error
  const { code, message } = error
  return { ...toItem(change, change.submissionId), error: { code, message, field: null } }
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)
}
