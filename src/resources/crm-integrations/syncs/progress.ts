import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { SYNCS, type SyncCounts, type SyncItem } from './store.ts'

/** Items that a run keeps; failed ones come first, the others are counted. */
const ITEMS_MAX = 1000

/** Adds what was done to a run, in the transaction that keeps it. */
export async function addToRun(
  ctx: Context,
  syncId: string,
  { items, left }: { items: readonly SyncItem[]; left?: readonly string[] },
): Promise<void> {
  const before = await SYNCS.hold(ctx, syncId)
  const kept = [...before.items, ...items]
  const failed = kept.filter(({ action }) => action === 'failed')
  const others = kept.filter(({ action }) => action !== 'failed')
  const shown = kept.length <= ITEMS_MAX ? kept : [...failed, ...others].slice(0, ITEMS_MAX)
  await SYNCS.update(ctx, syncId, {
    counts: json(addCounts(before.counts, items)),
    items: json(shown),
    ...(left && { submission_ids: left }),
  })
}

export function addCounts(counts: SyncCounts, items: readonly SyncItem[]): SyncCounts {
  const count = (wanted: (item: SyncItem) => boolean): number => items.filter(wanted).length
  const isWritten = ({ action }: SyncItem): boolean => action !== 'failed' && action !== 'skipped'
  return {
    pulled: counts.pulled + count((one) => one.direction === 'pull' && isWritten(one)),
    pushed: counts.pushed + count((one) => one.direction === 'push' && isWritten(one)),
    created: counts.created + count(({ action }) => action === 'created'),
    updated: counts.updated + count(({ action }) => action === 'updated'),
    skipped: counts.skipped + count(({ action }) => action === 'skipped'),
    archived: counts.archived + count(({ action }) => action === 'archived'),
    failed: counts.failed + count(({ action }) => action === 'failed'),
  }
}
