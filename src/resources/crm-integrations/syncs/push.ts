import { findProvider } from '../../../core/crm/providers.ts'
import type { CrmValues, Role } from '../../../core/crm/deal.ts'
import { buildRecords, type CrmRecord, type MappingPlan } from '../../../core/crm/mapping.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { readDeal } from '../deal/read.ts'
import { deleteRecords, listRecords, type RecordRow } from '../records/store.ts'
import type { IntegrationRow } from '../store.ts'
import { addToRun } from './progress.ts'
import type { Running } from './running.ts'
import type { SyncItem } from './store.ts'
import { writeBatch } from './write-batch.ts'

/** Deals that are read at once; their objects of one kind fill a batch of most CRMs. */
const CHUNK = 100

/** Writes the deals of a run, a hundred at a time. */
export async function pushDeals(work: JobContext, running: Running): Promise<void> {
  let pending = running.sync.submissionIds
  while (pending.length > 0) {
    work.signal.throwIfAborted()
    const chunk = pending.slice(0, CHUNK)
    await pushChunk(work, running, chunk)
    pending = pending.slice(CHUNK)
    const left = pending
    await work.transaction((ctx) => addToRun(ctx, running.sync.id, { items: [], left }))
  }
}

async function pushChunk(
  work: JobContext,
  running: Running,
  submissionIds: readonly string[],
): Promise<void> {
  const records = await buildAll(work, running.row, submissionIds)
  const known = await work.transaction((ctx) =>
    listRecords(ctx, running.row.id, { submissionIds, keys: records.map(({ key }) => key) }),
  )
  const remoteIds = new Map(known.map((row) => [toPlace(row.object, row.ourKey), row.remoteId]))
  const { batchMax } = running.crm.session.facts
  for (const object of new Set(records.map((record) => record.object))) {
    const own = dropDoubles(records.filter((record) => record.object === object))
    for (let start = 0; start < own.length; start += batchMax) {
      work.signal.throwIfAborted()
      const linked = own
        .slice(start, start + batchMax)
        .map((record) => addLinks(record, { records, remoteIds, row: running.row }))
      const written = await writeBatch(work, running, { object, records: linked, known })
      for (const { key, remoteId } of written) remoteIds.set(toPlace(object, key), remoteId)
    }
  }
  await archiveGone(work, running, { records, known, submissionIds })
}

/** How an integration wants a deal. */
export function toPlan(row: IntegrationRow): MappingPlan {
  return {
    objects: row.config.objectConfigs,
    fieldMappings: row.fieldMappings,
    valueMappings: row.valueMappings,
    percentScale: findProvider(row.provider).percentScale,
  }
}

/** The objects of some deals; one that was deleted meanwhile is left out. */
export async function buildAll(
  ctx: OutsideContext,
  row: IntegrationRow,
  submissionIds: readonly string[],
): Promise<CrmRecord[]> {
  const plan = toPlan(row)
  const sources = plan.fieldMappings.map(({ source }) => source)
  const records: CrmRecord[] = []
  for (const id of submissionIds)
    try {
      records.push(...buildRecords(await readDeal(ctx, id, sources), plan))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  return records
}

/** Of two deals of one company, the later one has the newer facts. */
function dropDoubles(records: readonly CrmRecord[]): CrmRecord[] {
  return [...new Map(records.map((record) => [record.key, record])).values()]
}

function toPlace(object: string, key: string): string {
  return `${object}\n${key}`
}

/** Names the company of a deal by its id in the CRM, where that keeps it in a field. */
export function addLinks(
  record: CrmRecord,
  {
    records,
    remoteIds,
    row,
  }: {
    records: readonly CrmRecord[]
    remoteIds: ReadonlyMap<string, string | null>
    row: IntegrationRow
  },
): CrmRecord {
  const links = findProvider(row.provider).links[record.role] ?? {}
  const fields: Record<string, CrmValues[string]> = { ...record.fields }
  for (const [role, field] of Object.entries(links) as [Role, string][]) {
    const linked = records.find(
      (other) => other.role === role && other.submissionId === record.submissionId,
    )
    const remoteId = linked && remoteIds.get(toPlace(linked.object, linked.key))
    if (remoteId) fields[field] = remoteId
  }
  return { ...record, fields }
}

/** Statements and positions that the deal no longer has leave the CRM too. */
async function archiveGone(
  work: JobContext,
  { crm, row, sync }: Running,
  given: {
    records: readonly CrmRecord[]
    known: readonly RecordRow[]
    submissionIds: readonly string[]
  },
): Promise<void> {
  const gone = given.known.filter((one) => isGone(one, given))
  for (const [object, rows] of Map.groupBy(gone, (one) => one.object)) {
    if (!row.config.objectConfigs.some((config) => config.object === object)) continue
    await crm.adapter.archive(
      crm.session,
      object,
      rows.flatMap(({ remoteId }) => remoteId ?? []),
    )
    const items = rows.map((one) => toArchived(one))
    await work.transaction(async (ctx) => {
      await deleteRecords(ctx, row.id, { object, keys: rows.map(({ ourKey }) => ourKey) })
      await addToRun(ctx, sync.id, { items })
    })
  }
}

function isGone(
  { role, ourKey, object, submissionId, remoteId }: RecordRow,
  { records, submissionIds }: { records: readonly CrmRecord[]; submissionIds: readonly string[] },
): boolean {
  if (!['statement', 'position'].includes(role) || remoteId === null) return false
  if (!submissionIds.includes(submissionId)) return false
  const own = records.filter((one) => one.submissionId === submissionId)
  // Without any statement the months are unknown rather than gone.
  const isKnown = role === 'position' ? own.length > 0 : own.some((one) => one.role === role)
  return isKnown && !own.some((one) => one.object === object && one.key === ourKey)
}

function toArchived({ object, ourKey, submissionId, remoteId }: RecordRow): SyncItem {
  return {
    submissionId,
    object,
    key: ourKey,
    externalId: remoteId,
    direction: 'push',
    action: 'archived',
    changes: [],
    error: null,
  }
}
