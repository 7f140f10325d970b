import { toSnake } from '../../../core/values/text.ts'
import { audit, changesBetween, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { formatOfferState } from '../../records/submissions/offer-text.ts'
import type { SubmissionRow } from '../../records/submissions/store.ts'
import { describeOfferChange } from './offer.ts'

/**
 * Fields whose values the audit log may hold: a submission's deletion cannot take them out of it
 * again. The offer stands there by its numbers, which name nobody.
 */
const AUDITED_FIELDS = ['status', 'dealStage', 'autoProcess', 'declineReasons', 'keptOffer']

interface Edit {
  before: SubmissionRow
  after: SubmissionRow
  fields: readonly string[]
}

/** Records every changed field, but few values: the audit log outlives the submission. */
export async function auditChange(ctx: Context, edit: Edit): Promise<void> {
  const audited = changesBetween(shown(edit.before), shown(edit.after), AUDITED_FIELDS)
  const named: Change[] = edit.fields
    .filter((field) => !AUDITED_FIELDS.includes(field))
    .map((field) => ({ field, from: null, to: null }))
  await audit(ctx, {
    action: 'updated',
    resourceType: 'submission',
    resourceId: edit.after.id,
    submissionId: edit.after.id,
    summary: summarize(edit, [...audited, ...named]),
    changes: [...audited, ...named].map((change) => ({ ...change, field: toSnake(change.field) })),
  })
}

function shown({ keptOffer, ...row }: SubmissionRow): object {
  return { ...row, keptOffer: formatOfferState(keptOffer) }
}

/** `Offer sent: $30,000 at 1.34 over 9 months. Stage: offer out`, then the other fields. */
function summarize({ before, after, fields }: Edit, changes: readonly Change[]): string {
  const isChanged = (field: string): boolean => changes.some((change) => change.field === field)
  const rest = changes.map(({ field }) => field).filter((field) => !SENTENCES.has(field))
  const sentences = [
    fields.includes('keptOffer') && describeOfferChange(before.keptOffer, after.keptOffer),
    isChanged('dealStage') && `Stage: ${toWords(after.dealStage ?? 'none')}`,
    isChanged('status') && `Status: ${toWords(after.status)}`,
    rest.length > 0 && `Changed: ${rest.map((field) => toWords(toSnake(field))).join(', ')}`,
  ].filter(Boolean)
  return sentences.join('. ') || 'Submission updated: nothing changed'
}

/** Fields that have a sentence of their own. */
const SENTENCES: ReadonlySet<string> = new Set(['keptOffer', 'dealStage', 'status'])

function toWords(name: string): string {
  return name.replaceAll('_', ' ')
}
