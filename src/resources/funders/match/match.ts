import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { slicePage } from '../../../platform/db/page.ts'
import type { Body } from '../../../platform/route.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { readSetting } from '../../settings/read.ts'
import { listFunders } from '../find.ts'
import { shown } from '../links/present.ts'
import { linkSubmission } from '../links/link.ts'
import { listSubmissionLinks } from '../links/store.ts'
import { matchAll, type MatchOutcome, type Found } from './compute-matches.ts'
import { closeText, openText, presentMatch } from './present.ts'
import { MatchSummary, type MatchInput, type SubmissionFunderQuery } from './schemas.ts'
import { listMatches, touchMatches, upsertMatches, type MatchBody } from './store.ts'

const BETTER = ['matched', 'near_match', 'missing_data']

/**
 * Matches a submission with every active policy and returns the JSON, the best first; the best of
 * each funder is stored. Only what is stored or returned is put into words. Throws
 * `submission_not_found`, `funder_not_found`, `funder_policy_not_found`, `invalid_amount`.
 */
export async function matchSubmission(
  ctx: Context,
  submissionId: string,
  input: MatchInput,
): Promise<string> {
  const outcome = await matchAll(ctx, submissionId, input)
  const { found, analyticsVersion } = outcome
  const evaluated = { evaluatedAt: new Date(ctx.house.now()).toISOString(), analyticsVersion }
  const made = new Map<Found, MatchBody>()
  const getMatchBody = (each: Found): MatchBody => {
    const words = made.get(each) ?? presentMatch(each, outcome)
    made.set(each, words)
    return words
  }
  await keepBest(ctx, submissionId, {
    outcome,
    evaluatedAt: evaluated.evaluatedAt,
    toBody: (each) => ({ ...getMatchBody(each), ...evaluated }),
  })
  if (input.link)
    await linkBest(ctx, submissionId, { found, minStatus: input.minStatus ?? 'matched' })
  const summary = countByStatus(found)
  await auditMatch(ctx, submissionId, { found, summary })
  const selected = found.filter(({ match }) => isAtLeast(match.status, input.minStatus))
  const texts = selected
    .slice(0, input.limit)
    .map((each) => closeText((each.text ??= openText(getMatchBody(each))), evaluated))
  const counts = JSON.stringify(pick(MatchSummary, summary))
  return `{"data":{"matches":[${texts.join(',')}],"summary":${counts}}}`
}

/** The same at the end of a run, where the tenant’s setting is on. */
export async function matchAutomatically(ctx: Context, submissionId: string): Promise<void> {
  if (await readSetting<boolean>(ctx, 'auto_match'))
    await matchSubmission(ctx, submissionId, { limit: 1 })
}

/** Stored matches of the same basis need no rewrite. */
async function keepBest(
  ctx: Context,
  submissionId: string,
  {
    outcome: { basis, found },
    evaluatedAt,
    toBody,
  }: { outcome: MatchOutcome; evaluatedAt: string; toBody: (each: Found) => MatchBody },
): Promise<void> {
  const best = bestOfEach(found)
  const policyIds = found.map(({ candidate }) => candidate.row.id)
  const kept = best.map(({ candidate }) => candidate.row.id)
  const touched = await touchMatches(ctx, submissionId, { policyIds, kept, basis, evaluatedAt })
  if (touched === best.length) return
  await upsertMatches(ctx, submissionId, { matches: best.map(toBody), basis, evaluatedAt })
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
  return listBody(slicePage(items, parsePage(ctx, query, ['name']), ctx.house.cursors))
}

/** A funder as a submission sees it: where it stands there, and its best match. */
export interface SubmissionFunder {
  id: string
  funderId: string
  funderName: string
  link: object | null
  match: MatchBody | null
}

/** All of them by name, for a submission that is known to exist. */
export async function readSubmissionFunders(
  ctx: Context,
  submissionId: string,
): Promise<SubmissionFunder[]> {
  const links = await listSubmissionLinks(ctx, submissionId)
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

function isAtLeast(status: string, least: string | undefined): boolean {
  if (least === undefined) return true
  return BETTER.slice(0, BETTER.indexOf(least) + 1).includes(status)
}

/** Links each funder by its best policy; one that has the submission is skipped. */
async function linkBest(
  ctx: Context,
  submissionId: string,
  { found, minStatus }: { found: readonly Found[]; minStatus: string },
): Promise<void> {
  const taken = new Set(
    (await listSubmissionLinks(ctx, submissionId)).map(({ funderId }) => funderId),
  )
  for (const { candidate, match } of found) {
    const { id: policyId, funderId } = candidate.row
    if (taken.has(funderId) || !isAtLeast(match.status, minStatus)) continue
    taken.add(funderId)
    await linkSubmission(ctx, funderId, { submissionId, policyId })
  }
}

function countByStatus(found: readonly Found[]): Record<string, number> {
  const count = (wanted: string) => found.filter(({ match }) => match.status === wanted).length
  return {
    matched: count('matched'),
    nearMatch: count('near_match'),
    mismatched: count('mismatched'),
    missingData: count('missing_data'),
  }
}

/** The timeline’s entry: how many funders match, and the best of them. */
async function auditMatch(
  ctx: Context,
  submissionId: string,
  { found, summary }: { found: readonly Found[]; summary: Record<string, number> },
): Promise<void> {
  const { matched = 0, nearMatch = 0 } = summary
  const [best] = found
  const fits = best !== undefined && isAtLeast(best.match.status, 'near_match')
  const named = fits ? `; best: ${best.candidate.funder.name}, ${best.candidate.row.name}` : ''
  await audit(ctx, {
    action: 'evaluated',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `Matched with ${found.length} funder policies: ${matched} matched, ${nearMatch} near matches${named}`,
  })
}
