import {
  borrowerOf,
  estimateOf,
  type Borrower,
  type Estimated,
} from '../../../core/analytics/offers/estimate.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import { readFact } from '../../../core/decisions/match/facts.ts'
import { matchPolicy, rank, type PolicyMatch } from '../../../core/decisions/match/match.ts'
import { toCents } from '../../../core/values/money.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { slicePage } from '../../../platform/db/page.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import { listBody, pageOf } from '../../../platform/wire/list-query.ts'
import { ledgerOf, stateOf } from '../../analytics/ledgers.ts'
import { computeRef } from '../../rules/reading.ts'
import { getSubmission } from '../../submissions/store.ts'
import { approvalRateOf, listFunders } from '../find.ts'
import { shown } from '../links/present.ts'
import { linkSubmission } from '../links/link.ts'
import { listLinksOf } from '../links/store.ts'
import { statsByFunder } from '../store.ts'
import { candidatesFor, type Candidate } from './candidates.ts'
import { dealOf } from './deal.ts'
import { presentMatch, termsOf } from './present.ts'
import type { MatchWish, SubmissionFunderQuery } from './schemas.ts'
import { listMatches, replaceMatches, type MatchBody } from './store.ts'

const BETTER = ['matched', 'near_match', 'missing_data']

/** A policy that was asked, at its place among the others. */
interface Found {
  candidate: Candidate
  match: PolicyMatch
  approvalRate: number | null
  factor: number | null
  rank: number
}

/**
 * How a submission fits every active policy, the best first; the best of each funder is kept. Only
 * what is kept or answered is put into words. Throws `submission_not_found`, `funder_not_found`,
 * `funder_policy_not_found`, `invalid_amount`.
 */
export async function matchSubmission(
  ctx: Context,
  submissionId: string,
  wish: MatchWish,
): Promise<{ matches: MatchBody[]; summary: Record<string, number> }> {
  const { dataVersion } = await stateOf(ctx, submissionId)
  const stored = await ledgerOf(ctx, submissionId, { asOf: wish.asOf })
  const ledger = { ...stored, ...requestedIn(stored, wish) }
  const { found, borrower } = await askAll(ctx, { submissionId, wish, ledger })
  const evaluated = { evaluatedAt: new Date(ctx.house.now()).toISOString(), analyticsVersion: dataVersion } // prettier-ignore
  const bodies = new Map<Found, MatchBody>()
  const toBody = (each: Found): MatchBody => {
    const { candidate, match } = each
    const estimated = estimateFor(each, borrower)
    const known = { rank: each.rank, ledger, estimated }
    const body = bodies.get(each) ?? { ...presentMatch(candidate, match, known), ...evaluated }
    bodies.set(each, body)
    return body
  }
  const asked = found.map(({ candidate }) => candidate.row.id)
  await replaceMatches(ctx, submissionId, { asked, matches: bestOfEach(found).map(toBody) })
  if (wish.link)
    await linkBest(ctx, submissionId, { found, minStatus: wish.minStatus ?? 'matched' })
  const summary = summaryOf(found)
  await tell(ctx, submissionId, { found, bodies: bodies.values().toArray(), summary })
  const answered = found.filter(({ match }) => isAtLeast(match.status, wish.minStatus))
  return { matches: answered.slice(0, wish.limit).map(toBody), summary }
}

/** Every policy with its match, the best first. */
async function askAll(
  ctx: Context,
  { submissionId, wish, ledger }: { submissionId: string; wish: MatchWish; ledger: Ledger },
): Promise<{ found: Found[]; borrower: Borrower }> {
  const { candidates, slots } = await candidatesFor(ctx, wish, ledger.today ?? '')
  const deal = await dealOf(ctx, submissionId, ledger)
  const values = slots.refs.map((ref) => {
    const fact = readFact(ref.metric.name, deal)
    return fact === undefined ? computeRef(ledger, ref).value : fact
  })
  const stats = await statsByFunder(ctx)
  const asked = candidates.map((candidate) => ({
    candidate,
    match: matchPolicy(candidate.compiled, values),
    approvalRate: approvalRateOf(stats.get(candidate.funder.id)),
    factor: termsOf(candidate, ledger.currency).factor,
  }))
  const found = rank(asked).map((each, place) => ({ ...each, rank: place + 1 }))
  return { found, borrower: borrowerOf(ledger, deal.paperGrade) }
}

/** Nobody is offered what does not fit. */
function estimateFor({ candidate, match }: Found, borrower: Borrower): Estimated | null {
  const { status } = match
  if (status === 'mismatched' || status === 'error') return null
  return estimateOf(borrower, termsOf(candidate, borrower.currency))
}

function bestOfEach(found: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  for (const each of found) {
    const { id } = each.candidate.funder
    if (!best.has(id)) best.set(id, each)
  }
  return [...best.values()]
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

function isAtLeast(status: string, least: string | undefined): boolean {
  if (least === undefined) return true
  return BETTER.slice(0, BETTER.indexOf(least) + 1).includes(status)
}

/** Links each funder by the best of its policies; who has the submission already keeps it. */
async function linkBest(
  ctx: Context,
  submissionId: string,
  { found, minStatus }: { found: readonly Found[]; minStatus: string },
): Promise<void> {
  const taken = new Set((await listLinksOf(ctx, submissionId)).map(({ funderId }) => funderId))
  for (const { candidate, match } of found) {
    const { id: policyId, funderId } = candidate.row
    if (taken.has(funderId) || !isAtLeast(match.status, minStatus)) continue
    taken.add(funderId)
    await linkSubmission(ctx, funderId, { submissionId, policyId })
  }
}

function summaryOf(found: readonly Found[]): Record<string, number> {
  const count = (wanted: string) => found.filter(({ match }) => match.status === wanted).length
  return {
    matched: count('matched'),
    nearMatch: count('near_match'),
    mismatched: count('mismatched'),
    missingData: count('missing_data'),
  }
}

/** The timeline's line: who would take the deal, and the best of them by name. */
async function tell(
  ctx: Context,
  submissionId: string,
  { found, bodies, summary }: { found: readonly Found[]; bodies: readonly MatchBody[]; summary: Record<string, number> }, // prettier-ignore
): Promise<void> {
  const { matched = 0, nearMatch = 0 } = summary
  const best = bodies.find(({ rank: place }) => place === 1)
  const fits = best !== undefined && isAtLeast(best.status, 'near_match')
  const named = fits ? `; best: ${best.funderName}, ${best.policyName}` : ''
  await audit(ctx, {
    action: 'evaluated',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `Held against ${found.length} funder policies: ${matched} matched, ${nearMatch} nearly${named}`,
  })
}
