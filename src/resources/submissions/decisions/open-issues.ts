import { detectAnomalies } from '../../../core/analytics/anomalies/index.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import { windowNamed } from '../../../core/analytics/metric/gate.ts'
import type { Context } from '../../../platform/context.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { listLatestFailures } from '../../policies/evaluations/store.ts'
import { listWaiting } from '../../queue/read.ts'
import type { KeptOffer, SubmissionRow } from '../../records/submissions/store.ts'
import { judgeOffer } from './judge-offer.ts'
import { ISSUE_CODES, type OpenIssue } from './schemas.ts'

/** Of a deal as it would be decided. */
export type Decided = Pick<
  SubmissionRow,
  'id' | 'dealStage' | 'dataQuality' | 'latest' | 'keptOffer'
>

/**
 * The one list of what must be said a reason for before a deal is approved, offered or funded, the
 * gravest first.
 */
export async function listOpenIssues(ctx: Context, deal: Decided): Promise<OpenIssue[]> {
  const ledger = await loadLedger(ctx, deal.id)
  const hasRows = ledger.columns.size > 0
  const issues = [
    ...listStage(deal),
    ...(await listFailedPolicies(ctx, deal.id)),
    ...listGrade(deal),
    ...(hasRows ? listOffer(ctx, ledger, deal.keptOffer) : []),
    ...(hasRows ? listAnomalies(ledger) : []),
    ...listMissingMonths(deal),
    ...(await listQueued(ctx, deal.id)),
  ]
  return issues.toSorted((one, other) => rank(one) - rank(other))
}

const rank = ({ code }: OpenIssue): number => ISSUE_CODES.indexOf(code)

const NOTHING = { queueItemId: null, documentId: null }

/** A deal that the house has turned down, or the business, goes on for a reason. */
function listStage({ dealStage }: Decided): OpenIssue[] {
  if (dealStage !== 'declined' && dealStage !== 'withdrawn') return []
  return [{ code: 'stage', severity: 'high', text: `The deal is ${dealStage}.`, ...NOTHING }]
}

async function listFailedPolicies(ctx: Context, id: string): Promise<OpenIssue[]> {
  const failures = await listLatestFailures(ctx, id)
  return failures.map(({ policyName, ruleNames }) => ({
    code: 'policy_failed',
    severity: 'high',
    text: `${policyName} says decline${ruleNames.length > 0 ? `: ${ruleNames.join(', ')}` : ''}.`,
    ...NOTHING,
  }))
}

function listGrade({ latest }: Decided): OpenIssue[] {
  if (latest?.paperGrade !== 'F') return []
  return [{ code: 'paper_grade', severity: 'high', text: 'The paper grade is F.', ...NOTHING }]
}

function listOffer(ctx: Context, ledger: Ledger, offer: KeptOffer | null): OpenIssue[] {
  if (offer === null || offer.state === 'withdrawn') return []
  return judgeOffer(ctx, ledger, offer).map((issue) => ({ ...issue, severity: 'high', ...NOTHING }))
}

const GRAVE: ReadonlySet<string> = new Set(['critical', 'high'])
/** A decision on old figures is one on others than the deal has now, however grave that is. */
const ALWAYS: ReadonlySet<string> = new Set(['stale_data'])

function listAnomalies(ledger: Ledger): OpenIssue[] {
  return detectAnomalies(ledger, windowNamed(ledger, 'all'))
    .filter(({ status }) => status === 'open')
    .filter(({ severity, kind }) => GRAVE.has(severity) || ALWAYS.has(kind))
    .map(({ severity, title, explanation }) => ({
      code: 'anomaly',
      severity,
      text: `${title}. ${explanation}`,
      ...NOTHING,
    }))
}

const MONTHS: ReadonlySet<string> = new Set(['coverage_gap', 'insufficient_history'])

function listMissingMonths({ dataQuality }: Decided): OpenIssue[] {
  if (!(dataQuality?.reasons ?? []).some((reason) => MONTHS.has(reason))) return []
  const ratio = dataQuality?.coverageRatio ?? null
  const text =
    ratio === null || !dataQuality!.reasons.includes('coverage_gap')
      ? 'Months are missing: the statements reach back less far than they should.'
      : `Months are missing: ${Math.floor(ratio * 100)} % of the days are covered.`
  return [{ code: 'missing_months', severity: 'medium', text, ...NOTHING }]
}

/** What waits, but for the months, which count in any status of the deal. */
async function listQueued(ctx: Context, id: string): Promise<OpenIssue[]> {
  const items = await listWaiting(ctx, id)
  return items
    .filter(
      ({ reason, policyId }) =>
        reason !== 'missing_months' && !(reason === 'policy_review' && policyId === null),
    ) // prettier-ignore
    .map(({ id: queueItemId, documentId, summary, reason }) => ({
      code: 'waiting',
      severity: reason === 'authenticity' ? 'critical' : null,
      text: summary,
      queueItemId,
      documentId,
    }))
}
