import { computeMetric } from '../../../core/analytics/metric.ts'
import { findMetric } from '../../../core/analytics/metrics/index.ts'
import { DAYS_PER_MONTH } from '../../../core/analytics/figures/monthly.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import type { Scalar } from '../../../core/decisions/condition.ts'
import { STATED, type DealFacts } from '../../../core/decisions/match/facts.ts'
import type { ResolvedThing } from '../../../core/entities/resolve.ts'
import { dateOfDay } from '../../../core/values/dates.ts'
import { lowestSigningScore, signingPercent } from '../../../core/values/owners/owners.ts'
import type { Context } from '../../../platform/context.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { resolveSubmission } from '../../entities/values/read.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { hasLinkedSource } from './store.ts'

/** The facts of a deal besides its metrics; conflicting values count as unknown. */
export async function loadDeal(
  ctx: Context,
  submissionId: string,
  ledger: Ledger,
): Promise<DealFacts> {
  const things = await resolveSubmission(ctx, await getSubmission(ctx, submissionId), loadLedger)
  const hasRows = ledger.lastDay >= ledger.firstDay
  const { documentClasses, positions } = ledger
  const latest = positions
    .filter(({ advance }) => advance !== null)
    .toSorted((a, b) => (a.advance!.date < b.advance!.date ? 1 : -1))
    .at(0)
  return {
    ...summarizeOwners(things),
    industry: asText(findValue(things, 'company', 'industry')),
    productType: asText(findValue(things, 'application', 'product_type')),
    paperGrade: asText(computeMetric(ledger, findMetric('paper_grade')!).exact as Scalar | null),
    application: Object.fromEntries(
      Object.keys(STATED).map((name) => [name, findValue(things, 'application', name)]),
    ),
    monthsOfStatements: hasRows
      ? Math.floor((ledger.lastDay - ledger.firstDay + 1) / DAYS_PER_MONTH)
      : null,
    hasMonthToDate:
      hasRows && ledger.today !== null
        ? dateOfDay(ledger.lastDay).slice(0, 7) >= ledger.today.slice(0, 7)
        : null,
    hasBankConnection: await hasLinkedSource(ctx, submissionId),
    hasReverseConsolidation: hasRows
      ? positions.some(({ productType }) => productType === 'reverse_consolidation')
      : null,
    latestPercentPaid: latest?.percentPaid ?? null,
    documentClasses,
    priorFunders: hasRows
      ? positions.flatMap(({ funderId, funderName }) =>
          [funderId, funderName].flatMap((name) => (name === null ? [] : [name.toLowerCase()])),
        )
      : null,
  }
}

/** Ownership and FICO of the signing owners; one unknown value makes the result unknown. */
function summarizeOwners(things: readonly ResolvedThing[]) {
  const owners = things
    .filter(({ entity }) => entity.name === 'owner')
    .map((owner) => ({
      percent: asNumber(standing(owner, 'ownership_percent')),
      score: asNumber(standing(owner, 'fico')),
    }))
  return { ownerFico: lowestSigningScore(owners), ownershipPercent: signingPercent(owners) }
}

function findValue(
  things: readonly ResolvedThing[],
  entity: string,
  attribute: string,
): Scalar | null {
  const thing = things.find((each) => each.entity.name === entity)
  return thing ? standing(thing, attribute) : null
}

function standing({ values }: ResolvedThing, attribute: string): Scalar | null {
  const found = values.find((each) => each.attribute.name === attribute)
  if (!found || found.status === 'conflict') return null
  const { value } = found
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
  return isScalar ? (value as Scalar) : null
}

function asText(value: Scalar | null): string | null {
  return typeof value === 'string' ? value : null
}

function asNumber(value: Scalar | null): number | null {
  return typeof value === 'number' ? value : null
}
