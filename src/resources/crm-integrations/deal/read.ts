import { METRICS } from '../../../core/analytics/metrics/index.ts'
import { REPORTS } from '../../../core/analytics/reports/index.ts'
import type { CrmDeal, CrmValue, CrmValues, DealPart } from '../../../core/crm/deal.ts'
import { splitSource } from '../../../core/crm/sources.ts'
import type { ResolvedThing } from '../../../core/entities/resolve.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Position } from '../../../core/values/position.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readReport } from '../../analytics/read-report.ts'
import { resolveSubmission } from '../../entities/values/read.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { listPolicyStandings } from '../../ledgers/store.ts'
import { toFilePart } from './files.ts'
import { listDealFiles } from './store.ts'
import { readStanding } from '../../records/positions/read.ts'
import { maskEin, openEin, openOwners } from '../../records/submissions/company.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'

/** Attributes of the company beside those of its entity: parts of the address, and a masked EIN. */
export const DERIVED_ATTRIBUTES = [
  'company.ein_masked',
  'company.street',
  'company.city',
  'company.state',
  'company.postal_code',
]

/**
 * A deal as the mappings of an integration name it: metrics and statements are computed only where
 * one of `sources` wants them.
 */
export async function readDeal(
  ctx: OutsideContext,
  submissionId: string,
  sources: readonly string[],
): Promise<CrmDeal> {
  const kinds = new Set(sources.map((source) => splitSource(source)?.kind))
  const stored = await ctx.transaction((own) => readStored(own, submissionId))
  const names = sources.flatMap((source) => {
    const split = splitSource(source)
    return split?.kind === 'metric' ? [split.name] : []
  })
  return {
    ...stored,
    metrics: names.length === 0 ? {} : await readMetrics(ctx, submissionId, names),
    statements: kinds.has('statement') ? await readStatements(ctx, submissionId) : [],
  }
}

async function readStored(
  ctx: Context,
  submissionId: string,
): Promise<Omit<CrmDeal, 'metrics' | 'statements'>> {
  const row = await getSubmission(ctx, submissionId)
  const [things, standings, positions, files] = [
    await resolveSubmission(ctx, row, loadLedger),
    await listPolicyStandings(ctx, submissionId),
    await readStanding(ctx, submissionId),
    await listDealFiles(ctx, submissionId),
  ]
  const ein = openEin(ctx, row)
  const [standing] = standings.toSorted((a, b) => (a.evaluatedAt < b.evaluatedAt ? 1 : -1))
  return {
    id: row.id,
    companyKey:
      ein === null ? row.id : ctx.house.blindIndex.of(ein, ctx.environment.id).slice(0, 40),
    submission: {
      ...toSubmissionValues(row),
      url: `${ctx.house.config.publicUrl}/deals/${row.id}`,
      policy_decision: standing?.decision ?? null,
      policy_reasons: standing === undefined ? null : describeStanding(standing),
    },
    entities: toEntityValues(things, ein),
    contacts: openOwners(ctx, row).map((owner, index) => ({
      key: `${row.id}:owner:${index + 1}`,
      values: {
        first_name: owner.firstName ?? null,
        last_name: owner.lastName ?? null,
        full_name: [owner.firstName, owner.lastName].filter(Boolean).join(' ') || null,
        email: owner.email ?? null,
        phone: owner.phone ?? null,
        ownership_percent: owner.ownershipPercent == null ? null : owner.ownershipPercent / 100,
      },
    })),
    positions: positions.map((position) => toPositionPart(row.id, position)),
    files: files.map(toFilePart),
  }
}

function describeStanding(standing: object): string {
  const { policyName, result, failed, review, missing } = standing as Record<string, unknown>
  return `${String(policyName)}: ${String(result)}; failed ${String(failed)}, to review ${String(review)}, missing ${String(missing)}`
}

function toSubmissionValues(row: SubmissionRow): CrmValues {
  const { request, latest } = row
  const cents = request?.amountCents ?? null
  return {
    id: row.id,
    external_id: row.externalId,
    name: row.name,
    status: row.status,
    deal_stage: row.dealStage,
    source: row.source,
    assigned_to: row.assignedTo,
    tags: row.tags.join('; ') || null,
    decline_reasons: row.declineReasons.join('; ') || null,
    amount: cents === null ? null : toMajor(cents, request?.currency ?? 'USD'),
    currency: request?.currency ?? null,
    purpose: request?.purpose ?? null,
    product_type: request?.productType ?? null,
    term_months: request?.termMonths ?? null,
    use_of_funds: request?.useOfFunds ?? null,
    risk_score: latest?.riskScore ?? null,
    risk_grade: latest?.riskGrade ?? null,
    paper_grade: latest?.paperGrade ?? null,
    created_at: row.createdAt,
    processed_at: row.processedAt,
  }
}

/** Values in conflict are unknown, as everywhere. */
function toEntityValues(things: readonly ResolvedThing[], ein: string | null): CrmValues {
  const values: Record<string, CrmValue> = {
    'company.ein_masked': ein === null ? null : maskEin(ein),
  }
  for (const { entity, values: own } of things.filter(
    ({ entity: { cardinality } }) => cardinality === 'one',
  ))
    for (const { attribute, value, status } of own) {
      if (status === 'conflict') continue
      const name = `${entity.name}.${attribute.name}`
      if (name === 'company.address') Object.assign(values, toAddressValues(value))
      values[name] = toScalar(value)
    }
  return values
}

function toAddressValues(value: unknown): CrmValues {
  const address = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const lines = [address.line1, address.line2].filter((line) => typeof line === 'string')
  return {
    'company.street': lines.join(', ') || null,
    'company.city': toScalar(address.city),
    'company.state': toScalar(address.state),
    'company.postal_code': toScalar(address.postal_code ?? address.postalCode),
  }
}

function toScalar(value: unknown): CrmValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return Array.isArray(value) ? value.map(String).join('; ') : JSON.stringify(value)
}

function toPositionPart(submissionId: string, position: Position): DealPart {
  const { currency, payment, remainingBalance, advance, percentPaid } = position
  const major = (cents: Cents | null | undefined): number | null =>
    cents == null ? null : toMajor(cents, currency)
  return {
    key: `${submissionId}:position:${position.id}`,
    values: {
      label: position.funderName,
      funder_name: position.funderName,
      product_type: position.productType,
      status: position.status,
      payment_amount: major(payment?.amount),
      payment_frequency: payment?.cadence ?? null,
      remaining_balance: major(remainingBalance?.mid),
      percent_paid: percentPaid,
      advance_amount: major(advance?.amount),
      advance_date: advance?.date ?? null,
      estimated_payoff_date: position.estimatedPayoffDate,
    },
  }
}

async function readMetrics(
  ctx: OutsideContext,
  submissionId: string,
  names: readonly string[],
): Promise<CrmValues> {
  const known = METRICS.map(({ name }) => name)
  const wanted = [...new Set(names)].filter((name) => known.includes(name))
  const data = await read(ctx, submissionId, { name: 'metrics', query: { names: wanted } })
  const metrics = (data?.metrics ?? []) as { name: string; value: unknown }[]
  return Object.fromEntries(metrics.map(({ name, value }) => [name, toScalar(value)]))
}

interface SummaryRow extends Record<string, unknown> {
  period: string
  account_id: string | null
}

async function readStatements(ctx: OutsideContext, submissionId: string): Promise<DealPart[]> {
  const query = { groupBy: 'account_month' }
  const data = await read(ctx, submissionId, { name: 'bank-summary', query })
  const accounts = (data?.accounts ?? []) as Record<string, unknown>[]
  return ((data?.rows ?? []) as SummaryRow[]).map((row) => {
    const account = accounts.find((each) => each.account_id === row.account_id)
    const last4 = toScalar(account?.last4)
    const bank = toScalar(account?.institution_name)
    const named = Object.entries(row).map(([name, value]) => [name, toScalar(value)] as const)
    const label = [bank, last4 === null ? null : `…${String(last4)}`, row.period].filter(Boolean)
    return {
      key: `${submissionId}:statement:${row.account_id ?? 'all'}:${row.period}`,
      values: {
        ...Object.fromEntries(named),
        label: label.join(' '),
        institution_name: bank,
        account_last4: last4,
      },
    }
  })
}

/** Null where the deal has nothing to compute it from. */
async function read(
  ctx: OutsideContext,
  submissionId: string,
  { name, query }: { name: string; query: Record<string, unknown> },
): Promise<Record<string, unknown> | null> {
  const report = REPORTS.find((one) => one.name === name)!
  try {
    const { json } = await readReport(ctx, { report, submissionId, query })
    return (JSON.parse(json.toString()) as { data: Record<string, unknown> }).data
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'submission_not_found') return null
    throw error
  }
}
