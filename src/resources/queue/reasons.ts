/** Why something waits for a person, with the scope that shows it. */
export const SCOPE_OF_REASON = {
  policy_review: 'policies:read',
  authenticity: 'documents:read',
  needs_review_rows: 'transactions:read',
  unclassified: 'documents:read',
  unreconciled: 'documents:read',
  missing_months: 'submissions:read',
  approval: 'workflows:read',
  failed: 'submissions:read',
} as const

export type Reason = keyof typeof SCOPE_OF_REASON

export const REASONS = Object.keys(SCOPE_OF_REASON) as Reason[]
