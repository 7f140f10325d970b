import type { ApiError } from '../../../platform/errors/api-error.ts'
import { stateChangeRefusal } from '../../../platform/errors/state-change.ts'

export const SUBMISSION_STATUSES = [
  'new',
  'processing',
  'processed',
  'review_required',
  'reviewed',
  'failed',
  'archived',
] as const

/** Where the deal is for the business; it moves freely. */
export const DEAL_STAGES = [
  'draft',
  'missing_docs',
  'ready',
  'underwriting',
  'shopped',
  'offer_out',
  'contract_out',
  'approved',
  'funded',
  'declined',
  'withdrawn',
] as const

/** Of the lender's own offer; it moves freely, as the stage does. */
export const OFFER_STATES = ['draft', 'sent', 'withdrawn'] as const
export type OfferState = (typeof OFFER_STATES)[number]

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

/** Allowed transitions (resources §4.2). An archived submission returns to its earlier status. */
const LEADS_TO: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  new: ['processing', 'archived'],
  processing: ['processed', 'review_required', 'failed'],
  processed: ['processing', 'reviewed', 'archived'],
  review_required: ['processing', 'reviewed', 'archived'],
  reviewed: ['processing', 'archived'],
  failed: ['processing', 'archived'],
  archived: [],
}

/** Statuses that PATCH accepts; `processed` restores an archived submission. */
export const PATCHABLE_STATUSES = ['reviewed', 'archived', 'processed'] as const

export type PatchableStatus = (typeof PATCHABLE_STATUSES)[number]

/** Statuses in which nothing runs and something has run. */
export const FINAL_STATUSES: ReadonlySet<SubmissionStatus> = new Set([
  'processed',
  'review_required',
  'reviewed',
  'failed',
  'archived',
])

/** Throws `invalid_state_transition`, naming the allowed transitions. */
export function checkTransition(from: SubmissionStatus, to: SubmissionStatus): void {
  if (LEADS_TO[from].includes(to)) return
  throw refusal(from, to, LEADS_TO[from])
}

/**
 * The status a PATCH leads to; the present one when nothing changes. Throws
 * `invalid_state_transition`.
 */
export function patchedStatus(
  current: { status: SubmissionStatus; statusBeforeArchive: SubmissionStatus | null },
  wanted: PatchableStatus,
): SubmissionStatus {
  const { status, statusBeforeArchive } = current
  if (status === wanted) return status
  if (status === 'archived' && wanted === 'processed') return statusBeforeArchive ?? 'new'
  const allowed = status === 'archived' ? (['processed'] as const) : byHand(status)
  if (!allowed.some((option) => option === wanted)) throw refusal(status, wanted, allowed)
  return wanted
}

/** Only the pipeline sets `processed`; by hand it only restores an archived submission. */
function byHand(status: SubmissionStatus): readonly SubmissionStatus[] {
  return LEADS_TO[status].filter((option) => option === 'reviewed' || option === 'archived')
}

function refusal(from: string, to: string, allowed: readonly string[]): ApiError {
  return stateChangeRefusal({ thing: 'A submission', from, to, allowed })
}
