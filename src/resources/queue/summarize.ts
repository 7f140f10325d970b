import { formatCounted } from '../../core/values/text.ts'
import { listReviewCauses } from '../../core/statements/table/doubts/review-causes.ts'
import type { Reason } from './reasons.ts'
import type { QueuedDocument, QueueRow } from './store.ts'

const SUMMARY_MAX = 500

/** Why it waits, as a sentence for the person who opens it. */
export function summarize(row: QueueRow): string {
  const text = SENTENCES[row.reason](row)
  return text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX - 1)}…` : text
}

const SENTENCES: Record<Reason, (row: QueueRow) => string> = {
  policy_review: ({ policyName, ruleNames }) => {
    if (policyName === null) return 'The deal waits for a review.'
    if (!ruleNames?.length) return `${policyName}: the decision is left to a person.`
    return `${policyName}: ${ruleNames.join(', ')}.`
  },
  authenticity: ({ document }) => {
    const { score = null, topSignals = [] } = document?.authenticity ?? {}
    const signs = topSignals.map(({ code }) => code.replaceAll('_', ' ')).join(', ')
    return `${getName(document)} may have been altered: ${signs}. Authenticity ${score} of 100.`
  },
  needs_review_rows: ({ rows }) =>
    rows?.count === 1
      ? 'The category of one transaction is uncertain.'
      : `The categories of ${formatCounted(rows?.count ?? 0, 'transaction')} are uncertain.`,
  unclassified: ({ document }) => `${getName(document)} has no known class.`,
  unreconciled: ({ document }) => `${getName(document)}: ${listCauses(document)}.`,
  missing_months: ({ dataQuality }) => {
    const ratio = dataQuality?.coverageRatio ?? null
    if (ratio === null || !dataQuality?.reasons.includes('coverage_gap'))
      return 'The statements reach back less far than they should.'
    return `The statements cover ${Math.floor(ratio * 100)} % of the days that they should.`
  },
  approval: ({ approvalTitle, approvalSummary }) =>
    [approvalTitle, approvalSummary].filter(Boolean).join(': '),
  failed: ({ document, failure }) =>
    document === null
      ? (failure?.message ?? 'The deal could not be processed.')
      : `${getName(document)}: ${document.errorMessage ?? document.errorCode ?? 'it failed'}`,
}

function getName(document: QueuedDocument | null): string {
  return document?.name ?? 'A document'
}

/** `unreconciled, missing page`: what the reading leaves to a person. */
function listCauses(document: QueuedDocument | null): string {
  const { reconciliation, problems = [] } = document ?? {}
  const statuses = reconciliation?.status === 'unreconciled' ? (['unreconciled'] as const) : []
  const causes = listReviewCauses([...statuses], problems)
  if (causes.length > 0) return causes.join(', ').replaceAll('_', ' ')
  return reconciliation ? 'its figures need a check' : 'its fields need a check'
}
