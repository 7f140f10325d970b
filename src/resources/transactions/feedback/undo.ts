import { formatCounted, toSnake } from '../../../core/values/text.ts'
import type { TransactionOverride } from '../../../core/values/transaction.ts'
import { audit, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { enrichAgain } from '../enrich.ts'
import { queueEnrichments } from '../../pipeline/queue-enrichment.ts'
import {
  countRowsElsewhere,
  findTenantRuleById,
  listCorrected,
  replaceOverrides,
  replaceTenantRule,
  keepCorrections,
  type CorrectedRow,
} from '../../records/transactions/feedback/store.ts'

/** A correction with the earlier values of its rows and rule. */
export interface GivenCorrection {
  targetId: string
  submissionId: string
  value: TransactionOverride
  appliedRuleId: string | null
  previous: { rows: CorrectedRow[]; rule: TransactionOverride | null; changes?: Change[] }
}

/**
 * Undoes a correction: each field gets its earlier value back unless it was corrected again since.
 * Rows of a new reading are found by their key.
 */
export async function takeBackCorrection(ctx: Context, given: GivenCorrection): Promise<void> {
  const { submissionId, previous, value } = given
  await getSubmissionForUpdate(ctx, submissionId)
  const before = new Map(previous.rows.map((row) => [row.rowKey ?? row.id, row]))
  const current = await listCorrected(ctx, submissionId, previous.rows)
  const restored = current.map((row) => {
    const was = before.get(row.rowKey ?? row.id) ?? { override: null, feedback: null }
    const override = restore(row.override ?? {}, value, was.override ?? {})
    const isEmpty = Object.keys(override).length === 0
    // A later correction keeps its feedback.
    const feedback = was.feedback ?? (isEmpty ? null : row.feedback)
    return { ...row, override: isEmpty ? null : override, feedback }
  })
  await replaceOverrides(ctx, restored)
  await keepCorrections(
    ctx,
    restored.map(({ id }) => id),
  )
  await takeBackRule(ctx, given)
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'transaction',
    resourceId: given.targetId,
    submissionId,
    summary: `Correction of ${formatCounted(restored.length, 'transaction')} undone`,
    changes: listBack(value, previous.changes),
  })
  await enrichAgain(ctx, submissionId)
}

/** The changes of a correction, the other way; an earlier release kept what was set alone. */
function listBack(value: TransactionOverride, changes: readonly Change[] = []): Change[] {
  const known = new Map(changes.map(({ field, from }) => [field, from]))
  return Object.entries(value).map(([name, set]) => {
    const field = toSnake(name)
    return { field, from: set, to: known.get(field) ?? null }
  })
}

/** The overrides of a row without those of a correction. */
export function restore(
  now: TransactionOverride,
  correction: TransactionOverride,
  before: TransactionOverride,
): TransactionOverride {
  const restored: Record<string, unknown> = { ...now }
  for (const [field, value] of Object.entries(correction)) {
    if (restored[field] !== value) continue
    if (field in before) restored[field] = before[field as keyof TransactionOverride]
    else delete restored[field]
  }
  return restored
}

async function takeBackRule(ctx: Context, given: GivenCorrection): Promise<void> {
  const { appliedRuleId, value, previous, submissionId } = given
  const rule = appliedRuleId === null ? null : await findTenantRuleById(ctx, appliedRuleId)
  if (rule === null) return
  await replaceTenantRule(ctx, rule.id, restore(rule.override, value, previous.rule ?? {}))
  const elsewhere = await countRowsElsewhere(ctx, rule, submissionId)
  await queueEnrichments(
    ctx,
    elsewhere.map((each) => each.submissionId),
  )
}
