import { createHash } from 'node:crypto'
import { buildBorrower, type Borrower } from '../../../core/analytics/offers/estimate.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import { toMetricValue } from '../../../core/analytics/metric/value.ts'
import { readFact, type DealFacts } from '../../../core/decisions/match/facts.ts'
import { matchPolicy, rank, type PolicyMatch } from '../../../core/decisions/match/match.ts'
import type { Slots } from '../../../core/decisions/compile.ts'
import { toCents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { createHouseCache } from '../../../platform/lru.ts'
import { camelize } from '../../../platform/wire/convert.ts'
import { loadLedger, getDataState } from '../../ledgers/ledgers.ts'
import { computeRef } from '../../rules/reading.ts'
import { OfferTerms } from '../../settings/offer-terms.ts'
import { readSetting } from '../../settings/read.ts'
import { computeApprovalRate } from '../find.ts'
import { statsByFunder } from '../store.ts'
import { candidatesFor, type Candidate } from './candidates.ts'
import { loadDeal } from './deal.ts'
import type { MatchInput } from './schemas.ts'
import { resolveTerms } from './terms.ts'

/** A policy with its match and rank. */
export interface Found {
  candidate: Candidate
  match: PolicyMatch
  approvalRate: number | null
  factor: number | null
  rank: number
  /** Its JSON, once it was serialized. */
  text: string | null
}

/** How many rows are behind a metric, and the list of them. */
export interface MatchEvidence {
  transactionsCount: number
  href: string | null
}

/** Every policy with its match, the best first. */
export interface MatchOutcome {
  /** A hash of everything the matches follow from. */
  basis: string
  found: readonly Found[]
  borrower: Borrower
  /** The rows behind each metric, by `toEvidenceKey`. */
  evidence: ReadonlyMap<string, MatchEvidence>
  documentClasses: readonly string[]
  /** The tenant’s usual terms. */
  usual: OfferTerms
  analyticsVersion: number
}

/** Cached matches; a criterion takes about this much in findings and JSON. */
const HELD_BYTES_MAX = 48 * 1024 * 1024
const BYTES_PER_CRITERION = 700

const getCache = createHouseCache<MatchOutcome>(HELD_BYTES_MAX)

/**
 * Matches a submission with the policies that the request selects; a result for the same basis
 * comes from the cache. Throws `submission_not_found`, `funder_not_found`,
 * `funder_policy_not_found`, `invalid_amount`.
 */
export async function matchAll(
  ctx: Context,
  submissionId: string,
  input: MatchInput,
): Promise<MatchOutcome> {
  const { dataVersion: analyticsVersion } = await getDataState(ctx, submissionId)
  const stored = await loadLedger(ctx, submissionId, { asOf: input.asOf })
  const ledger = { ...stored, ...requestedIn(stored, input) }
  const { candidates, slots, version } = await candidatesFor(ctx, input, ledger.today ?? '')
  const deal = await loadDeal(ctx, submissionId, ledger)
  const { values, evidence } = computeValues(slots, deal, ledger)
  const rates = await readApprovalRates(ctx)
  const usual = camelize(OfferTerms, await readSetting(ctx, 'funder_defaults')) as OfferTerms
  const borrower = buildBorrower(ledger, deal.paperGrade)
  const { currency, documentClasses, today } = ledger
  const { funderIds, policyIds, productTypes } = input
  const basis = digest([
    ctx.environment.id,
    submissionId,
    analyticsVersion,
    version,
    funderIds,
    policyIds,
    productTypes,
    today,
    currency,
    documentClasses,
    borrower,
    values,
    usual,
    [...rates],
  ])
  const cache = getCache(ctx.house)
  const known = cache.get(basis)
  if (known) return known
  const found = rank(
    candidates.map((candidate) => ({
      candidate,
      match: matchPolicy(candidate.compiled, values),
      approvalRate: rates.get(candidate.funder.id) ?? null,
      factor: resolveTerms(candidate, { currency, usual }).factor,
    })),
  ).map((each, place) => ({ ...each, rank: place + 1, text: null }))
  const outcome = { basis, found, borrower, evidence, documentClasses, usual, analyticsVersion }
  cache.set(basis, outcome, estimateBytes(found))
  return outcome
}

function computeValues({ refs }: Slots, deal: DealFacts, ledger: Ledger) {
  const evidence = new Map<string, MatchEvidence>()
  const values = refs.map((ref) => {
    const fact = readFact(ref.metric.name, deal)
    if (fact !== undefined) return fact
    const { value, result } = computeRef(ledger, ref)
    const { transactions_count: transactionsCount, href } = toMetricValue(result, ledger).evidence
    evidence.set(toEvidenceKey(ref.metric.name, ref.dateRange), { transactionsCount, href })
    return value
  })
  return { values, evidence }
}

export function toEvidenceKey(metric: string, dateRange: string | null): string {
  return `${metric}|${dateRange ?? ''}`
}

/** Shares of approvals by funder. */
async function readApprovalRates(ctx: Context): Promise<Map<string, number | null>> {
  const stats = [...(await statsByFunder(ctx)).values()]
  return new Map(
    stats
      .map((own): [string, number | null] => [own.funderId, computeApprovalRate(own)])
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  )
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function estimateBytes(found: readonly Found[]): number {
  const count = found.reduce((sum, { match }) => sum + match.outcomes.length + 1, 1)
  return count * BYTES_PER_CRITERION
}

function requestedIn(ledger: Ledger, { requestedAmount }: MatchInput): Partial<Ledger> {
  if (requestedAmount === undefined) return {}
  const cents = toCents(requestedAmount, ledger.currency)
  if (cents === null || cents <= 0) {
    const message = 'requested_amount must be an amount above zero.'
    throw new ApiError('invalid_amount', message, { param: 'requested_amount' })
  }
  // What was computed for another amount does not hold for this one.
  return { company: { ...ledger.company, requestedAmount: cents }, memo: new Map() }
}
