import type { OutsideContext } from '../../../platform/context.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { listRecords } from '../records/store.ts'
import { INTEGRATIONS, type IntegrationRow } from '../store.ts'
import { addLinks, buildAll } from '../syncs/push.ts'
import { planBatch, type PlannedRecord } from '../syncs/write-batch.ts'
import { throwOutside } from './inspect.ts'
import { openCrm } from './session.ts'

/** What a sync of submissions would write now; nothing is written here or there. */
export async function planPush(
  ctx: OutsideContext,
  row: IntegrationRow,
  { submissionIds, isFull }: { submissionIds: readonly string[]; isFull: boolean },
): Promise<PlannedRecord[]> {
  const crm = openCrm(ctx, row)
  const records = await buildAll(ctx, row, submissionIds)
  const known = await ctx.transaction((own) =>
    listRecords(own, row.id, { submissionIds, keys: records.map(({ key }) => key) }),
  )
  const remoteIds = new Map(known.map((one) => [`${one.object}\n${one.ourKey}`, one.remoteId]))
  const planned: PlannedRecord[] = []
  for (const object of new Set(records.map((record) => record.object))) {
    const own = records
      .filter((record) => record.object === object)
      .map((record) => addLinks(record, { records, remoteIds, row }))
    const running = { crm, row, sync: { isFull } }
    const batch = { object, records: own, known }
    planned.push(...(await planBatch(ctx, running, batch).catch(throwOutside)))
  }
  return planned
}

/** The difference between a real deal and its objects in the CRM, field by field. */
export async function previewPush(
  ctx: OutsideContext,
  id: string,
  submissionId: string,
): Promise<object> {
  const row = await ctx.transaction(async (own) => {
    await getSubmission(own, submissionId)
    return INTEGRATIONS.get(own, id)
  })
  const planned = await planPush(ctx, row, { submissionIds: [submissionId], isFull: false })
  return {
    submissionId,
    records: planned.map(({ record, outgoing, action, before }) => ({
      object: record.object,
      key: record.key,
      externalId: outgoing.remoteId,
      action: action ?? 'skipped',
      changes:
        action === null
          ? []
          : Object.entries(outgoing.fields).map(([field, to]) => ({
              field,
              from: before[field] ?? null,
              to,
            })),
    })),
  }
}
