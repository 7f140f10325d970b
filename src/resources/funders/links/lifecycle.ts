import { ApiError } from '../../../platform/errors/api-error.ts'

export const LINK_STATUSES = [
  'linked',
  'pending',
  'in_progress',
  'submitted',
  'more_info_requested',
  'offered',
  'accepted',
  'funded',
  'declined',
  'withdrawn',
  'expired',
  'submission_failed',
  'invalid_data',
] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

const EXITS: readonly LinkStatus[] = ['declined', 'withdrawn', 'expired']
const FAULTS: readonly LinkStatus[] = ['submission_failed', 'invalid_data']

/** Where a submission at a funder can go from each state (resources 12.3); the last ones end. */
const TRANSITIONS: Record<LinkStatus, readonly LinkStatus[]> = {
  linked: ['pending', 'in_progress', 'submitted', ...EXITS],
  pending: ['in_progress', 'submitted', ...FAULTS, ...EXITS],
  in_progress: ['submitted', ...FAULTS, ...EXITS],
  submitted: ['more_info_requested', 'offered', ...FAULTS, ...EXITS],
  more_info_requested: ['submitted', 'offered', ...EXITS],
  offered: ['more_info_requested', 'accepted', ...EXITS],
  accepted: ['funded', ...EXITS],
  submission_failed: ['pending', 'in_progress', 'submitted', 'withdrawn'],
  invalid_data: ['pending', 'in_progress', 'submitted', 'withdrawn'],
  funded: [],
  declined: [],
  withdrawn: [],
  expired: [],
}

export const OFFER_STATUSES = ['received', 'shown', 'accepted', 'rejected', 'expired'] as const
export type OfferStatus = (typeof OFFER_STATUSES)[number]

const OFFER_TRANSITIONS: Record<OfferStatus, readonly OfferStatus[]> = {
  received: ['shown', 'accepted', 'rejected', 'expired'],
  shown: ['accepted', 'rejected', 'expired'],
  accepted: [],
  rejected: [],
  expired: [],
}

/** States in which a link may begin; later ones are reached. */
export const FIRST_STATUSES = ['linked', 'pending', 'in_progress', 'submitted'] as const

/** States that a funder’s response leads to. */
export const RESPONSE_STATUSES: readonly LinkStatus[] = [
  'more_info_requested',
  'offered',
  'declined',
]

/** Throws `invalid_state_transition`; staying is allowed. */
export function requireTransition(from: LinkStatus, to: LinkStatus): void {
  refuse({ what: 'A submission', from, to, allowed: TRANSITIONS[from], param: 'status' })
}

/** Throws `invalid_state_transition`; staying is allowed. */
export function requireOfferTransition(from: OfferStatus, to: OfferStatus, param: string): void {
  refuse({ what: 'An offer', from, to, allowed: OFFER_TRANSITIONS[from], param })
}

interface Move {
  what: string
  from: string
  to: string
  allowed: readonly string[]
  param: string
}

function refuse({ what, from, to, allowed, param }: Move): void {
  if (from === to || allowed.includes(to)) return
  const next = allowed.length === 0 ? 'that is final' : `it can become ${allowed.join(', ')}`
  const message = `${what} that is ${from} cannot become ${to}: ${next}.`
  throw new ApiError('invalid_state_transition', message, { param })
}
