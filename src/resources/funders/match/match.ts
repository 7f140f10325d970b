import { emptySlots } from '../../../core/decisions/compile.ts'
import {
  borrowerOf,
  estimateOf,
  type Borrower,
  type Estimate,
  type FunderTerms,
} from '../../../core/analytics/offers/estimate.ts'
import { readFact } from '../../../core/decisions/match/facts.ts'
import {
  compilePolicy,
  matchPolicy,
  rank,
  type PolicyMatch,
} from '../../../core/decisions/match/match.ts'
import { toCents, toMajor, type Cents } from '../../../core/values/money.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { slicePage } from '../../../platform/db/page.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import { listBody, pageOf } from '../../../platform/wire/list-query.ts'
import { ledgerOf, stateOf } from '../../analytics/ledgers.ts'
import { computeRef } from '../../rules/reading.ts'
import { getSubmission } from '../../submissions/store.ts'
import { approvalRateOf, listFunders, type FunderRecord } from '../find.ts'
import { shown } from '../links/present.ts'
import { linkSubmission } from '../links/link.ts'
import { listLinksOf } from '../links/store.ts'
import { catalogueFor } from '../policies/define.ts'
import { listActivePolicies, type OfferBody, type PolicyRow } from '../policies/store.ts'
import { statsByFunder } from '../store.ts'
import { dealOf } from './deal.ts'
import type { MatchWish, SubmissionFunderQuery } from './schemas.ts'
import { listMatches, upsertMatches, type MatchBody } from './store.ts'

/** A policy with its funder. */
interface Candidate {
  row: PolicyRow
  funder: FunderRecord
}

const BETTER = ['matched', 'near_match', 'missing_data']

/**
 * How a submission fits every active policy, the best first, kept as its last matches. Throws
 * `submission_not_found`, `funder_not_found`, `funder_policy_not_found`, `invalid_amount`.
 */
export async function matchSubmission(
  ctx: Context,
  submissionId: string,
  wish: MatchWish,
): Promise<{ matches: MatchBody[]; summary: Record<string, number> }> {
  const { dataVersion } = await stateOf(ctx, submissionId)
  const stored = await ledgerOf(ctx, submissionId, { asOf: wish.asOf })
  const ledger = { ...stored, ...requestedIn(stored, wish) }
  const candidates = await candidatesFor(ctx, wish, ledger.today ?? '')
  const deal = await dealOf(ctx, submissionId, ledger)
  const slots = emptySlots()
  const catalogue = catalogueFor(candidates.flatMap(({ row }) => row.body.criteria))
  const compiled = candidates.map((each) => ({
    ...each,
    compiled: compilePolicy(toPolicy(each), catalogue, slots),
  }))
  const values = slots.refs.map((ref) => {
    const fact = readFact(ref.metric.name, deal)
    return fact === undefined ? computeRef(ledger, ref).value : fact
  })
  const stats = await statsByFunder(ctx)
  const borrower = borrowerOf(ledger, deal.paperGrade)
  const found = compiled.map(({ row, funder, compiled: policy }) => {
    const terms = termsOf(row.body.offer, funder, ledger.currency)
    const match = matchPolicy(policy, values)
    const approvalRate = approvalRateOf(stats.get(funder.id))
    return {
      row,
      match,
      approvalRate,
      factor: terms.factor,
      offer: offerFor(match, borrower, terms),
    }
  })
  const evaluatedAt = new Date(ctx.house.now()).toISOString()
  const matches = rank(found).map(({ row, match, offer }, place): MatchBody => ({
    ...toBody(match, row, ledger.documentClasses),
    rank: place + 1,
    estimatedOffer: offer && presentOffer(offer, ledger.currency),
    evaluatedAt,
    analyticsVersion: dataVersion,
  }))
  await upsertMatches(ctx, submissionId, matches)
  if (wish.link)
    await linkBest(ctx, submissionId, { matches, minStatus: wish.minStatus ?? 'matched' })
  await tell(ctx, submissionId, matches)
  const kept = matches.filter(({ status }) => isAtLeast(status, wish.minStatus))
  return { matches: kept, summary: summaryOf(matches) }
}

/** The funders a submission is at or was matched with, each with its best match. */
export async function listSubmissionFunders(
  ctx: Context,
  submissionId: string,
  query: Body<typeof SubmissionFunderQuery>,
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const items = (await readSubmissionFunders(ctx, submissionId)).filter(
    ({ match }) => query.status === undefined || match?.status === query.status,
  )
  return listBody(slicePage(items, pageOf(ctx, query, ['name']), ctx.house.cursors))
}

/** A funder as a submission sees it: where it stands there, and its best match. */
export interface SubmissionFunder {
  id: string
  funderId: string
  funderName: string
  link: object | null
  match: MatchBody | null
}

/** The same of a submission that is known to be there, all of them, by name. */
export async function readSubmissionFunders(
  ctx: Context,
  submissionId: string,
): Promise<SubmissionFunder[]> {
  const links = await listLinksOf(ctx, submissionId)
  const matches = await listMatches(ctx, { submissionIds: [submissionId] })
  const ids = new Set([...links, ...matches].map(({ funderId }) => funderId))
  return (await listFunders(ctx))
    .filter(({ id }) => ids.has(id))
    .map((funder) => {
      const link = links.find(({ funderId }) => funderId === funder.id)
      return {
        id: funder.id,
        funderId: funder.id,
        funderName: funder.name,
        link: link ? shown(link, funder, matches) : null,
        match: matches.find(({ funderId }) => funderId === funder.id)?.body ?? null,
      }
    })
}

function requestedIn(ledger: Awaited<ReturnType<typeof ledgerOf>>, { requestedAmount }: MatchWish) {
  if (requestedAmount === undefined) return {}
  const cents = toCents(requestedAmount, ledger.currency)
  if (cents === null || cents <= 0) {
    const message = 'requested_amount must be an amount above zero.'
    throw new ApiError('invalid_amount', message, { param: 'requested_amount' })
  }
  // What was computed for another amount does not hold for this one.
  return { company: { ...ledger.company, requestedAmount: cents }, memo: new Map() }
}

/** Active policies in effect of active funders, as far as they are asked for. */
async function candidatesFor(ctx: Context, wish: MatchWish, day: string): Promise<Candidate[]> {
  const { funderIds = null, policyIds = null, productTypes } = wish
  const funders = new Map((await listFunders(ctx)).map((funder) => [funder.id, funder]))
  const unknown = funderIds?.find((id) => !funders.has(id.toLowerCase()))
  if (unknown !== undefined)
    throw new ApiError('funder_not_found', undefined, { param: 'funder_ids' })
  const rows = await listActivePolicies(ctx, { funderIds, policyIds })
  const found = new Set(rows.map(({ id }) => id))
  if (policyIds?.some((id) => !found.has(id.toLowerCase())))
    throw new ApiError('funder_policy_not_found', undefined, { param: 'policy_ids' })
  return rows.flatMap((row) => {
    const funder = funders.get(row.funderId)
    const { productType, effectiveFrom } = row.body
    const isWanted = productTypes === undefined || productTypes.includes(productType ?? '')
    const isInEffect = effectiveFrom === null || effectiveFrom <= day
    return funder?.isActive && isWanted && isInEffect ? [{ row, funder }] : []
  })
}

function toPolicy({ row: { id, name, body }, funder }: Candidate) {
  const { criteria, requiredDocuments } = body
  return { id, name, criteria, requiredDocuments, funderId: funder.id, funderName: funder.name }
}

/** What the policy says, else the middle of what the funder usually offers. */
function termsOf(offer: OfferBody, { defaults }: FunderRecord, currency: string): FunderTerms {
  const cents = (amount: number | null | undefined): Cents | null =>
    amount == null ? null : toCents(amount, currency)
  const term = offer.term ?? middle(defaults.termMin, defaults.termMax)
  return {
    factor: offer.factor ?? middle(defaults.factorMin, defaults.factorMax),
    termMonths: term === null ? null : Math.round(term * 10) / 10,
    frequency: offer.frequency ?? ((defaults.frequencies?.[0] ?? null) as FunderTerms['frequency']),
    revenueShare: offer.revenueShare ?? null,
    targetHoldback: offer.holdback ?? null,
    minAmount: cents(offer.minAmount),
    maxAmount: cents(offer.maxAmount),
    buyRate: offer.buyRate ?? defaults.buyRate ?? null,
    commissionPoints: offer.commissionPoints ?? defaults.commissionPoints ?? null,
    originationFee: offer.originationFee ?? defaults.originationFee ?? null,
    netMinimum: offer.netMinimum ?? defaults.netMinimum ?? null,
  }
}

function middle(low: number | null | undefined, high: number | null | undefined): number | null {
  if (low == null || high == null) return low ?? high ?? null
  return Number(((low + high) / 2).toFixed(4))
}

/** Nobody is offered what does not fit. */
function offerFor(
  { status }: PolicyMatch,
  borrower: Borrower,
  terms: FunderTerms,
): Estimate | null {
  return status === 'mismatched' || status === 'error' ? null : estimateOf(borrower, terms)
}

function toBody(match: PolicyMatch, row: PolicyRow, documentClasses: readonly string[]) {
  const { policy, criteria, ...rest } = match
  return {
    ...rest,
    funderId: policy.funderId,
    funderName: policy.funderName,
    policyId: policy.id,
    policyName: policy.name,
    policyVersion: row.version,
    criteria: criteria.map(({ expected, ...each }) => ({
      ...each,
      operator: expected?.operator ?? null,
      expected: expected?.resolved ?? expected?.value ?? null,
      expectedTo: expected?.resolvedTo ?? expected?.valueTo ?? null,
    })),
    missingDocuments: policy.requiredDocuments.filter((name) => !documentClasses.includes(name)),
  }
}

function presentOffer(estimate: Estimate, currency: string): object {
  const { advance, quote, holdback, commission, ...rest } = estimate
  return {
    ...rest,
    amount: toMajor(advance, currency),
    payment: toMajor(quote.payment, currency),
    netFunded: toMajor(quote.netFunded, currency),
    apr: quote.rate === null ? null : Number(quote.rate.nominal.toFixed(4)),
    holdback: holdback === null ? null : Number(holdback.toFixed(4)),
    commission: commission === null ? null : toMajor(commission, currency),
    quote: undefined,
  }
}

function isAtLeast(status: string, least: string | undefined): boolean {
  if (least === undefined) return true
  return BETTER.slice(0, BETTER.indexOf(least) + 1).includes(status)
}

/** Links each funder by the best of its policies; who has the submission already keeps it. */
async function linkBest(
  ctx: Context,
  submissionId: string,
  { matches, minStatus }: { matches: readonly MatchBody[]; minStatus: string },
): Promise<void> {
  const taken = new Set((await listLinksOf(ctx, submissionId)).map(({ funderId }) => funderId))
  for (const { funderId, policyId, status } of matches) {
    if (taken.has(funderId) || !isAtLeast(status, minStatus)) continue
    taken.add(funderId)
    await linkSubmission(ctx, funderId, { submissionId, policyId })
  }
}

function summaryOf(matches: readonly MatchBody[]): Record<string, number> {
  const count = (wanted: string) => matches.filter(({ status }) => status === wanted).length
  return {
    matched: count('matched'),
    nearMatch: count('near_match'),
    mismatched: count('mismatched'),
    missingData: count('missing_data'),
  }
}

async function tell(
  ctx: Context,
  submissionId: string,
  matches: readonly MatchBody[],
): Promise<void> {
  const { matched = 0, nearMatch = 0 } = summaryOf(matches)
  await audit(ctx, {
    action: 'evaluated',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `${matches.length} funder policies: ${matched} matched, ${nearMatch} nearly`,
  })
}
