import type { SubmissionMetric, SubmissionThreshold } from '../../../generated/submissions.ts'
import type { Transaction } from '../../../generated/transactions.ts'
import type { Service } from '../../../service.ts'
import { groupBy } from '../map/group.ts'
import { METRICS } from '../tables/tables.ts'
import type { HeronFigures } from '../types.ts'
import { compareDeal, figureKey, type MetricParity, type OurFigure } from './parity.ts'
import type { ParityRow } from './resum.ts'

/** One deal of both sides. */
export interface DealParity {
  id: string
  heronId: string
  name: string
  metrics: MetricParity[]
  /** Null where there is no grade. */
  paperGrade: { ours: string; withHeron: string } | null
  policies: { name: string; heron: string; ours: string }[]
}

export interface DealPair {
  id: string
  heronId: string
  figures: HeronFigures
  /** Ids of imported policies, by name. */
  policyIds: Record<string, string>
}

/** Our figures and rows of a deal against Heron’s figures of it. */
export async function collectDeal(service: Service, pair: DealPair): Promise<DealParity> {
  const { figures, id, heronId } = pair
  const deal = await service.submissions.get(id)
  const { ours, asOf } = await readOurs(service, pair)
  const rows = await readRows(service, id)
  const metrics = compareDeal({
    heron: figures.metrics,
    ours,
    rows,
    heronAsOf: figures.asOf,
    ourAsOf: asOf,
  })
  return {
    id,
    heronId,
    name: deal.name,
    metrics,
    paperGrade: await compareGrade(service, id, metrics),
    policies: await comparePolicies(service, pair),
  }
}

/** Our metrics over each date range that Heron has figures for. */
async function readOurs(
  service: Service,
  { id, figures }: DealPair,
): Promise<{ ours: Record<string, OurFigure>; asOf: string | null }> {
  const byRange = groupBy(
    figures.metrics.filter(({ label }) => METRICS[label]?.metric),
    ({ date_range: range }) => range ?? 'latest',
  )
  const ours: Record<string, OurFigure> = {}
  let asOf: string | null = null
  for (const [range, metrics] of byRange) {
    const names = [...new Set(metrics.map(({ label }) => METRICS[label]!.metric!))]
    const report = await service.submissions
      .metrics(id, { names, date_range: range })
      .catch((error: { status?: number }) => {
        if (error.status === 400) return null
        throw error
      })
    asOf ??= report?.as_of ?? null
    for (const metric of report?.metrics ?? [])
      ours[figureKey(metric.name, range)] = toFigure(metric)
  }
  return { ours, asOf }
}

function toFigure({ value, unit, date_range: range }: SubmissionMetric): OurFigure {
  const { start_date: start, end_date: end } = range
  const plain = typeof value === 'number' || typeof value === 'string' ? value : null
  return {
    value: typeof value === 'boolean' ? String(value) : plain,
    unit,
    days: start !== null && end !== null ? { start, end } : null,
  }
}

const FIELDS =
  'date amount description categories is_revenue is_pending is_duplicate matched_transaction_id metadata external_id'

async function readRows(service: Service, id: string): Promise<ParityRow[]> {
  const rows: ParityRow[] = []
  const list = service.transactions.list({
    submission_id: id,
    limit: 1_000,
    fields: FIELDS.split(' '),
  })
  for await (const row of list) rows.push(toRow(row))
  return rows
}

function toRow(row: Transaction): ParityRow {
  const slug = row.categories[0]?.slug ?? 'uncategorized'
  const { heron_id: heronId, heron_label: label } = row.metadata
  return {
    id: row.id,
    heronId: typeof heronId === 'string' ? heronId : null,
    date: row.date,
    amount: row.amount,
    description: row.description,
    slug,
    isRevenue: row.is_revenue,
    isPending: row.is_pending,
    isPaired: row.matched_transaction_id !== null || slug === 'transfers.internal',
    isDuplicate: row.is_duplicate,
    heronLabel: typeof label === 'string' ? label : null,
  }
}

/** The grade that the scorecard would have with Heron’s values in place of ours. */
async function compareGrade(
  service: Service,
  id: string,
  metrics: MetricParity[],
): Promise<DealParity['paperGrade']> {
  const card = await service.submissions.scorecard(id)
  if (card.paper_grade === null) return null
  const theirs = new Map(
    metrics.flatMap(({ metric, heron }) =>
      metric !== null && typeof heron === 'number' ? [[metric, heron] as const] : [],
    ),
  )
  const shared = card.sections
    .flatMap((section) => section.metrics)
    .filter(
      ({ name, threshold, grade }) => threshold !== null && grade !== null && theirs.has(name),
    )
  const moved = shared.find((metric) => {
    const isHigherBetter = metric.higher_is_better ?? true
    return readGrade(theirs.get(metric.name)!, metric.threshold!, isHigherBetter) !== metric.grade
  })
  const withHeron =
    moved === undefined
      ? card.paper_grade
      : `${readGrade(theirs.get(moved.name)!, moved.threshold!, moved.higher_is_better ?? true)} for ${moved.label}`
  return { ours: card.paper_grade, withHeron }
}

const GRADES = ['A', 'B', 'C', 'D'] as const

export function readGrade(
  value: number,
  threshold: SubmissionThreshold,
  isHigherBetter: boolean,
): string {
  const meets = (bound: number): boolean => (isHigherBetter ? value >= bound : value <= bound)
  return GRADES.find((grade) => meets(threshold[grade])) ?? 'F'
}

/** Nothing is stored: the evaluation is only compared. */
async function comparePolicies(
  service: Service,
  { id, figures, policyIds }: DealPair,
): Promise<DealParity['policies']> {
  const compared: DealParity['policies'] = []
  for (const [name, heron] of Object.entries(figures.policies)) {
    const policy = policyIds[name]
    if (policy === undefined) continue
    const evaluated = await service.policies
      .evaluate({ submission_id: id, policy_ids: [policy], persist: false })
      .catch((error: { status?: number }) => {
        if (error.status !== undefined && error.status < 500) return null
        throw error
      })
    const ours = evaluated?.evaluations[0]?.result ?? 'not_evaluated'
    compared.push({ name, heron, ours })
  }
  return compared
}
