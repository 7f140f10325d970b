import { parseNumber } from '../../../format/region.ts'

/** What the form of a response holds, as it is typed. */
export interface ResponseDraft {
  kind: string
  amount: string
  factor: string
  term: string
  commission: string
  frequency: string
  until: string
  stips: string
  reason: string
}

export const EMPTY: ResponseDraft = {
  kind: 'offered',
  amount: '',
  factor: '',
  term: '',
  commission: '',
  frequency: 'daily',
  until: '',
  stips: '',
  reason: '',
}

const ENDS = ['declined', 'withdrawn', 'expired']

/** What can come back from each state of a link; the last states have nothing after them. */
const RESPONSES: Record<string, readonly string[]> = {
  linked: ['submitted', ...ENDS],
  pending: ['submitted', ...ENDS],
  in_progress: ['submitted', ...ENDS],
  submitted: ['offered', 'more_info_requested', ...ENDS],
  more_info_requested: ['offered', 'submitted', ...ENDS],
  offered: ['offered', 'more_info_requested', ...ENDS],
  accepted: ['funded', ...ENDS],
  submission_failed: ['submitted', 'withdrawn'],
  invalid_data: ['submitted', 'withdrawn'],
}

export function listResponses(status: string): readonly string[] {
  return RESPONSES[status] ?? []
}

/** A response as the service takes it; an offer moves the link by itself. */
export function toPatch(draft: ResponseDraft): Record<string, unknown> {
  if (draft.kind === 'declined') return { status: 'declined', decline_reason: draft.reason.trim() }
  if (draft.kind !== 'offered') return { status: draft.kind }
  const stips = draft.stips.split(',').map((one) => one.trim())
  return {
    offers: [
      {
        amount: parseNumber(draft.amount),
        factor: parseNumber(draft.factor),
        term_months: parseNumber(draft.term),
        frequency: draft.frequency,
        ...(draft.commission !== '' && { commission: parseNumber(draft.commission) }),
        ...(draft.until !== '' && { expires_at: `${draft.until}T23:59:59Z` }),
        stips: stips.filter(Boolean),
      },
    ],
  }
}
