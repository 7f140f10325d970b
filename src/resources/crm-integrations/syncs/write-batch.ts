import { createHash } from 'node:crypto'
import type { CrmValues } from '../../../core/crm/deal.ts'
import {
  findOverwrites,
  selectChanges,
  toCanonicalText,
  type CrmRecord,
} from '../../../core/crm/mapping.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { CrmFault, type OutgoingRecord, type WriteResult } from '../../../providers/provider.ts'
import { openFields, putRecords, type RecordRow, type WrittenRecord } from '../records/store.ts'
import { readDealFile } from '../deal/files.ts'
import { addToRun } from './progress.ts'
import type { Running } from './running.ts'
import type { SyncItem } from './store.ts'

interface Batch {
  object: string
  records: readonly CrmRecord[]
  known: readonly RecordRow[]
}

/** A record with what is known of it, and what is to be written. */
export interface PlannedRecord {
  record: CrmRecord
  outgoing: OutgoingRecord
  before: CrmValues
  /** Null when there is nothing to write. */
  action: 'created' | 'updated' | null
}

/**
 * Writes a batch of one object: what is there as it should be is left alone; the rest goes out in
 * one call where the CRM takes so many. That an object is on its way is kept before the call, so
 * that a worker that comes after a lost one knows.
 */
export async function writeBatch(
  work: JobContext,
  running: Running,
  batch: Batch,
): Promise<{ key: string; remoteId: string | null }[]> {
  const { crm, row, sync } = running
  const planned = await planBatch(work, running, batch)
  const due = planned.filter(({ action }) => action !== null)
  const created = due.filter(({ action }) => action === 'created')
  await work.transaction((ctx) => putRecords(ctx, row.id, created.map(toIntent)))
  const { ready, refused } = await attachFiles(
    work,
    running,
    due.map(({ outgoing }) => outgoing),
  )
  const results =
    ready.length === 0 ? [] : await crm.adapter.write(crm.session, batch.object, ready)
  results.push(...refused)
  const byKey = new Map(results.map((result) => [result.key, result]))
  const ended = planned.map((one) => ({ ...one, result: byKey.get(one.record.key) }))
  await work.transaction(async (ctx) => {
    await putRecords(ctx, row.id, ended.flatMap(toWritten))
    await addToRun(ctx, sync.id, { items: ended.map(toItem) })
  })
  return ended.map(({ record, outgoing: { remoteId }, result }) => ({
    key: record.key,
    remoteId: result?.remoteId ?? remoteId,
  }))
}

/**
 * Records of files get what the CRM names their bytes by; one of a deleted file goes without, and
 * one that the CRM does not take is refused alone.
 */
async function attachFiles(
  work: JobContext,
  { crm }: Pick<Running, 'crm'>,
  records: readonly OutgoingRecord[],
): Promise<{ ready: OutgoingRecord[]; refused: WriteResult[] }> {
  const { attach } = crm.adapter
  const ready: OutgoingRecord[] = []
  const refused: WriteResult[] = []
  for (const record of records) {
    const isFile = record.role === 'file' && record.remoteId === null && attach !== undefined
    const file = isFile ? await readDealFile(work, record.key) : null
    try {
      const own = file ? await attach!(crm.session, file, record.submissionId) : {}
      ready.push({ ...record, fields: { ...record.fields, ...own } })
    } catch (error) {
      if (!(error instanceof CrmFault) || error.isRetryable) throw error
      const { code, message } = error
      refused.push({ key: record.key, error: { code, message, field: null } })
    }
  }
  return { ready, refused }
}

/** What a batch would write; the CRM is read only where a value there decides. */
export async function planBatch(
  ctx: OutsideContext,
  { crm, row, sync }: Pick<Running, 'crm' | 'row'> & { sync: Pick<Running['sync'], 'isFull'> },
  { object, records, known }: Batch,
): Promise<PlannedRecord[]> {
  const own = new Map(known.filter((one) => one.object === object).map((one) => [one.ourKey, one]))
  const begun = records.map((record) => {
    const found = own.get(record.key) ?? null
    const outgoing = toOutgoing(record, found)
    const isSame = !sync.isFull && found?.checksum === outgoing.checksum
    return { record, outgoing, isSame, before: found ? openFields(ctx, row.id, found) : {} }
  })
  const overwrites = findOverwrites(row.fieldMappings, object)
  const careful = [...overwrites].flatMap(([field, way]) => (way === 'if_empty' ? [field] : []))
  const updates = begun.filter(({ isSame, outgoing }) => !isSame && outgoing.remoteId !== null)
  const isRead = careful.length > 0 && updates.length > 0
  const remote = isRead
    ? await crm.adapter.read?.(crm.session, {
        object,
        fields: careful,
        records: updates.map((one) => one.outgoing),
      })
    : undefined
  return begun.map(({ isSame, ...one }) => {
    if (isSame) return { ...one, action: null }
    if (one.outgoing.remoteId === null) return { ...one, action: 'created' as const }
    const there = remote?.get(one.record.key)
    const changes = selectChanges(one.record, {
      before: sync.isFull ? {} : one.before,
      remote: there ? { ...one.before, ...there } : null,
      overwrites,
    })
    const fields = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
    const action = changes.length === 0 ? null : ('updated' as const)
    return { ...one, action, outgoing: { ...one.outgoing, fields } }
  })
}

function toOutgoing(record: CrmRecord, found: RecordRow | null): OutgoingRecord {
  const filled = Object.entries(record.fields).filter(([, value]) => value !== null)
  return {
    ...record,
    fields: Object.fromEntries(filled),
    checksum: computeChecksum(record),
    remoteId: found?.remoteId ?? null,
    isDoubtful: found !== null && found.remoteId === null,
  }
}

function toIntent({ record }: PlannedRecord): WrittenRecord {
  const { object, role, key, submissionId } = record
  return { object, role, key, submissionId, remoteId: null, checksum: null, fields: null }
}

type Ended = PlannedRecord & { result: WriteResult | undefined }

/** What is in step now; a record that failed stays as it was. */
function toWritten({ record, outgoing, before, action, result }: Ended): WrittenRecord[] {
  if (action !== null && result?.remoteId === undefined) return []
  const { object, role, key, submissionId } = record
  const { checksum } = outgoing
  const remoteId = result?.remoteId ?? outgoing.remoteId
  const fields = { ...before, ...record.fields }
  return [{ object, role, key, submissionId, remoteId, checksum, fields }]
}

function toItem({ record, outgoing, action, result }: Ended): SyncItem {
  const { submissionId, object, key } = record
  const isFailed = action !== null && result?.remoteId === undefined
  const missing = { code: 'no_result', message: 'The CRM did not name the record.', field: null }
  return {
    submissionId,
    object,
    key,
    externalId: result?.remoteId ?? outgoing.remoteId,
    direction: 'push',
    action: isFailed ? 'failed' : (action ?? 'skipped'),
    changes: action === null || isFailed ? [] : Object.keys(outgoing.fields),
    error: isFailed ? (result?.error ?? missing) : null,
  }
}

/** The same for the same fields. */
function computeChecksum(record: CrmRecord): string {
  return createHash('sha256').update(toCanonicalText(record)).digest('hex').slice(0, 40)
}
