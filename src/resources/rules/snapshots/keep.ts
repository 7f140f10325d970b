import type { Ledger } from '../../../core/analytics/ledger.ts'
import { compileRule } from '../../../core/decisions/rule.ts'
import { emptySlots, resolveSlot, type Slots } from '../../../core/decisions/compile.ts'
import type { Context } from '../../../platform/context.ts'
import { CATALOGUE } from '../catalogue.ts'
import { toRule } from '../define.ts'
import { computeRef, isPartial } from '../reading.ts'
import { listActiveRules } from '../store.ts'
import { upsertSnapshot } from './store.ts'

/**
 * Stores what rules can read of a submission: every rule metric over its own date range, and what
 * the active rules read beyond those.
 */
export async function keepSnapshot(
  ctx: Context,
  ledger: Ledger,
  dataVersion: number,
): Promise<void> {
  const slots = emptySlots()
  for (const metric of CATALOGUE.values()) {
    if (metric.parameters.some(({ isRequired }) => isRequired)) continue
    resolveSlot(slots, { metric, parameters: {}, dateRange: null, key: metric.name })
  }
  for (const row of await listActiveRules(ctx)) compileRule(toRule(row), CATALOGUE, slots)
  await keepMetrics(ctx, ledger, { dataVersion, slots })
}

/** Adds these metrics to those stored for the same data. */
export async function keepMetrics(
  ctx: Context,
  ledger: Ledger,
  { dataVersion, slots }: { dataVersion: number; slots: Slots },
): Promise<void> {
  const found = slots.refs.map((ref) => ({ key: ref.key, ...computeRef(ledger, ref) }))
  const metrics = Object.fromEntries(found.map(({ key, value }) => [key, value]))
  const incomplete = found.filter(({ result }) => isPartial(result))
  const partial = Object.fromEntries(incomplete.map(({ key }) => [key, true]))
  const now = { dataVersion, asOf: ledger.asOf, metrics, partial }
  await upsertSnapshot(ctx, ledger.submissionId, now)
}
