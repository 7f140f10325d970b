import { ApiError } from '../../platform/errors/api-error.ts'
import { stateChangeRefusal } from '../../platform/errors/state-change.ts'

export const BROKER_SUBMISSION_STATUSES = [
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'accepted',
  'rejected',
  'withdrawn',
] as const

export type BrokerSubmissionStatus = (typeof BROKER_SUBMISSION_STATUSES)[number]

/** Allowed transitions (resources §19.1). */
const LEADS_TO: Record<BrokerSubmissionStatus, readonly BrokerSubmissionStatus[]> = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['in_review', 'accepted', 'rejected', 'changes_requested'],
  in_review: ['accepted', 'rejected', 'changes_requested'],
  changes_requested: ['submitted', 'withdrawn'],
  accepted: [],
  rejected: [],
  withdrawn: [],
}

/** Whose turn is the broker's, who may change the deal and its files. */
const OPEN: readonly BrokerSubmissionStatus[] = ['draft', 'changes_requested']

/** Nothing became of it, so it can be deleted. */
const DELETABLE: readonly BrokerSubmissionStatus[] = ['draft', 'withdrawn', 'rejected']

/** What a decision of the lender leads to. */
export const DECISIONS = {
  start: 'in_review',
  accept: 'accepted',
  reject: 'rejected',
  request_changes: 'changes_requested',
} as const satisfies Record<string, BrokerSubmissionStatus>

export type Decision = keyof typeof DECISIONS

/** Throws `invalid_state_transition`, naming the allowed transitions. */
export function checkTransition(from: BrokerSubmissionStatus, to: BrokerSubmissionStatus): void {
  const allowed = LEADS_TO[from]
  if (allowed.includes(to)) return
  throw stateChangeRefusal({ thing: 'A broker submission', from, to, allowed })
}

/** Throws `invalid_state_transition` unless the broker may change the deal. */
export function checkOpen(status: BrokerSubmissionStatus): void {
  if (OPEN.includes(status)) return
  throw refusal(`${status} cannot be changed; only ${OPEN.join(' and ')} can.`)
}

/** Throws `invalid_state_transition` for one that the lender has or had. */
export function checkDeletable(status: BrokerSubmissionStatus): void {
  if (DELETABLE.includes(status)) return
  throw refusal(`${status} cannot be deleted; only ${DELETABLE.join(', ')} can.`)
}

function refusal(rest: string): ApiError {
  return new ApiError('invalid_state_transition', `A broker submission that is ${rest}`, {
    param: 'status',
  })
}

/** The words of a deal's way that a broker reads. */
export const STAGES = [
  'draft',
  'received',
  'reviewing',
  'needs_documents',
  'decision',
  'withdrawn',
] as const

export type Stage = (typeof STAGES)[number]

export const OUTCOMES = ['approved', 'declined', 'withdrawn'] as const

export type Outcome = (typeof OUTCOMES)[number]

export interface Standing {
  stage: Stage
  /** What was decided; null before. */
  decision: Outcome | null
}

const BEFORE_ACCEPTANCE: Record<Exclude<BrokerSubmissionStatus, 'accepted'>, Standing> = {
  draft: { stage: 'draft', decision: null },
  submitted: { stage: 'received', decision: null },
  in_review: { stage: 'reviewing', decision: null },
  changes_requested: { stage: 'needs_documents', decision: null },
  rejected: { stage: 'decision', decision: 'declined' },
  withdrawn: { stage: 'withdrawn', decision: 'withdrawn' },
}

/** Of the deal's stages at the lender, those that a broker learns of; the others are a review. */
const AFTER_ACCEPTANCE: Readonly<Record<string, Standing>> = {
  missing_docs: { stage: 'needs_documents', decision: null },
  approved: { stage: 'decision', decision: 'approved' },
  contract_out: { stage: 'decision', decision: 'approved' },
  funded: { stage: 'decision', decision: 'approved' },
  declined: { stage: 'decision', decision: 'declined' },
  withdrawn: { stage: 'withdrawn', decision: 'withdrawn' },
}

/** Where a deal stands, in the words of its broker; `dealStage` is the lender's. */
export function toStanding(status: BrokerSubmissionStatus, dealStage: string | null): Standing {
  if (status !== 'accepted') return BEFORE_ACCEPTANCE[status]
  return AFTER_ACCEPTANCE[dealStage ?? ''] ?? { stage: 'reviewing', decision: null }
}
