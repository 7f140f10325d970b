import { formatCount, groupThousands } from '../../core/values/paper/figure-text.ts'
import {
  outside,
  SYSTEM_ACTOR,
  type Environment,
  type House,
  type WrittenEvent,
} from '../../platform/context.ts'
import { getSubmission, type SubmissionRow } from '../../resources/records/submissions/store.ts'

type Data = Record<string, unknown>

/** What of a deal appears on the terminal; other events do not. */
const LINES: Readonly<Record<string, (data: Data, deal: SubmissionRow) => string>> = {
  'submission.processing': () => 'received',
  'submission.processed': processedText,
  'submission.failed': (_, { failure }) =>
    failure ? `failed: ${failure.message} (${failure.code})` : 'failed',
  'policy.evaluated': ({ policy_name: name, decision }) =>
    `decision of ${String(name)}: ${String(decision)}`,
}

/** Lets every event of a deal appear as one line, after it is committed. */
export function showDeals(house: House, print: (line: string) => void): void {
  house.showEvent = (environment, event) => {
    const { submissionId, type } = event
    if (submissionId === null || !LINES[type]) return
    readDeal(house, environment, submissionId).then(
      (deal) => print(dealLine(environment, event, deal)),
      // The deal may be deleted by now, or the database closed.
      () => {},
    )
  }
}

/** `test  Juniper Lane Cafe   received`; a name cannot steer the terminal. */
export function dealLine(
  { mode }: Pick<Environment, 'mode'>,
  { type, data }: WrittenEvent,
  deal: SubmissionRow,
): string {
  return `${mode}  ${deal.name}   ${LINES[type]!(data, deal)}`.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}

function processedText(
  { documents_count: documents, transactions_count: transactions }: Data,
  { status, latest }: SubmissionRow,
): string {
  const counts = `${formatCount(Number(documents), 'document', 'documents')}, ${formatCount(Number(transactions), 'transaction', 'transactions')}`
  const revenue = latest?.monthlyTrueRevenue
  return [
    status === 'review_required' ? 'needs review' : 'processed',
    counts,
    latest?.paperGrade ? `grade ${latest.paperGrade}` : 'no grade',
    ...(revenue == null ? [] : [`true revenue ${groupThousands(revenue.toFixed(2))} a month`]),
  ].join(' · ')
}

function readDeal(house: House, environment: Environment, id: string): Promise<SubmissionRow> {
  const base = { environment, actor: SYSTEM_ACTOR, requestId: 'terminal', house }
  return outside(base).transaction((ctx) => getSubmission(ctx, id), { access: 'single' })
}
