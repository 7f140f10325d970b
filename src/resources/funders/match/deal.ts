import { gradeMetrics, paperGradeOf } from '../../../core/analytics/scorecard/grading.ts'
import { METRICS } from '../../../core/analytics/metrics/index.ts'
import { DAYS_PER_MONTH } from '../../../core/analytics/figures/monthly.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import type { Scalar } from '../../../core/decisions/condition.ts'
import { STATED, type DealFacts } from '../../../core/decisions/match/facts.ts'
import type { ResolvedThing } from '../../../core/entities/resolve.ts'
import { dateOfDay } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { resolveSubmission } from '../../submissions/attributes/read.ts'
import { getSubmission } from '../../submissions/store.ts'
import { hasLinkedSource } from './store.ts'

/** Owners of less do not sign (formulas section 20). */
const SIGNING_PERCENT = 20

/** What is known of a deal beside its metrics; what contradicts itself is not known. */
export async function dealOf(
  ctx: Context,
  submissionId: string,
  ledger: Ledger,
): Promise<DealFacts> {
  const things = await resolveSubmission(ctx, await getSubmission(ctx, submissionId))
  const hasRows = ledger.lastDay >= ledger.firstDay
  const { documentClasses, positions } = ledger
  const latest = positions
    .filter(({ advance }) => advance !== null)
    .toSorted((a, b) => (a.advance!.date < b.advance!.date ? 1 : -1))
    .at(0)
  return {
    ...ownersOf(things),
    industry: asText(valueOf(things, 'company', 'industry')),
    productType: asText(valueOf(things, 'application', 'product_type')),
    paperGrade: hasRows ? (paperGradeOf(gradeMetrics(ledger, METRICS, null))?.grade ?? null) : null,
    application: Object.fromEntries(
      Object.keys(STATED).map((name) => [name, valueOf(things, 'application', name)]),
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

/** Shares and scores of those who sign; one that is not known makes the answer unknown. */
function ownersOf(things: readonly ResolvedThing[]) {
  const owners = things.filter(({ entity }) => entity.name === 'owner')
  const shares = owners.map((owner) => asNumber(standing(owner, 'ownership_percent')))
  const signing = owners.filter((_, place) => (shares[place] ?? 100) >= SIGNING_PERCENT)
  const scores = signing.map((owner) => asNumber(standing(owner, 'fico')))
  return {
    ownerFico:
      scores.length === 0 || scores.includes(null) ? null : Math.min(...(scores as number[])),
    ownershipPercent:
      owners.length === 0 || shares.includes(null)
        ? null
        : shares.reduce<number>(
            (sum, share) => (share! >= SIGNING_PERCENT ? sum + share! : sum),
            0,
          ),
  }
}

function valueOf(
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
