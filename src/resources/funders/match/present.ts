import { estimateOffer, type Estimate } from '../../../core/analytics/offers/estimate.ts'
import { explainMatch } from '../../../core/decisions/match/match.ts'
import { toMajor } from '../../../core/values/money.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { toEvidenceKey, type MatchOutcome, type Found } from './compute-matches.ts'
import { MatchWordsShape } from './schemas.ts'
import type { MatchBody } from './store.ts'
import { resolveTerms } from './terms.ts'

/** A match as responses show it, without its time; a mismatch has no estimated offer. */
export function presentMatch(
  { candidate, match, rank }: Found,
  { borrower, documentClasses, evidence, usual }: MatchOutcome,
): MatchBody {
  const { row, funder } = candidate
  const { currency } = borrower
  const { criteria, missingFields, reasons } = explainMatch(match, currency)
  const isRefused = match.status === 'mismatched' || match.status === 'error'
  const estimated = isRefused
    ? null
    : estimateOffer(borrower, resolveTerms(candidate, { currency, usual }))
  return {
    funderId: funder.id,
    funderName: funder.name,
    policyId: row.id,
    policyName: row.name,
    policyVersion: row.version,
    status: match.status,
    fit: match.fit,
    rank,
    criteria: criteria.map(({ expected, ...each }) => ({
      ...each,
      operator: expected?.operator ?? null,
      expected: expected?.resolved ?? expected?.value ?? null,
      expectedTo: expected?.resolvedTo ?? expected?.valueTo ?? null,
      evidence:
        each.metric === null
          ? null
          : (evidence.get(toEvidenceKey(each.metric, each.dateRange)) ?? null),
    })),
    missingFields,
    missingDocuments: row.body.requiredDocuments.filter((name) => !documentClasses.includes(name)),
    estimatedOffer: estimated?.offer ? presentOffer(estimated.offer, currency) : null,
    offerLimits: (estimated?.limits ?? []).map(({ name, amount }) => ({
      name,
      amount: amount === null ? null : toMajor(amount, currency),
    })),
    noOfferReason: estimated?.refusal ?? null,
    // A match that comes to no offer says why.
    reasons: estimated?.refusal ? [...reasons, estimated.refusal] : reasons,
  }
}

/** The JSON of a match without its closing brace. */
export function openText(words: MatchBody): string {
  return JSON.stringify(pick(MatchWordsShape, words)).slice(0, -1)
}

/** Completes it with the time and the data version. */
export function closeText(
  open: string,
  evaluated: { evaluatedAt: string; analyticsVersion: number },
): string {
  return `${open},"evaluated_at":"${evaluated.evaluatedAt}","analytics_version":${evaluated.analyticsVersion}}`
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
