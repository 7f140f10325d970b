import { toCents, type Cents } from '../../src/core/values/money.ts'

/** What the page reads of a transaction. */
export interface Row {
  id: string
  date: string
  description: string
  amount: number
  categories: readonly { slug: string; name: string }[]
  merchant_name: string | null
  counterparty: { name: string | null }
  exclusion_reason: string | null
}

/** A metric as `GET /v1/submissions/:id/metrics/:name?include=formula` returns it. */
export interface MetricResponse {
  name: string
  label: string
  value: number | null
  unit: string
  formula_id: string
  formula: string
  date_range: { name: string; start_date: string; end_date: string }
  evidence: { transactions_count: number; href: string | null }
  /** On which side of the formula each row stands. */
  basis: {
    text: string
    rows: { transaction_id: string; side: 'value' | 'numerator' | 'denominator' }[]
  } | null
}

/** A day of `GET /v1/submissions/:id/balances`. */
export interface Day {
  date: string
  opening: number
  closing: number
}

/** One submission, and how the API is read: `request` takes a path and returns the body. */
export interface Deal {
  id: string
  request: (path: string) => Promise<unknown>
}

export function readMetric(deal: Deal, name: string): Promise<MetricResponse> {
  return readReport<MetricResponse>(deal, `metrics/${name}?include=formula&limit=1000`)
}

export async function readDays(deal: Deal): Promise<Day[]> {
  return (await readReport<{ daily: Day[] }>(deal, 'balances')).daily
}

/** Every row, or those behind an address that a number links to; oldest first. */
export async function readRows(
  deal: Deal,
  href = `/v1/transactions?submission_id=${deal.id}`,
): Promise<Row[]> {
  const body = await deal.request(`${href}&limit=1000`)
  const { data, has_more } = body as { data: Row[]; has_more: boolean }
  if (has_more) throw new Error(`${href} has more rows than one page`)
  return data.toSorted((left, right) => (toSortKey(left) < toSortKey(right) ? -1 : 1))
}

/** Exact cents of an amount on the wire. */
export function toExactCents(amount: number): Cents {
  const cents = toCents(amount)
  if (cents === null) throw new Error(`${amount} is no amount`)
  return cents
}

/** What rows add up to. */
export function sumAmounts(rows: readonly Row[]): Cents {
  return rows.reduce((sum, { amount }) => sum + toExactCents(amount), 0)
}

/** Ids are drawn anew in every run, so rows of a day are sorted by their texts. */
function toSortKey({ date, description, amount }: Row): string {
  return `${date} ${description} ${amount}`
}

async function readReport<Data>({ request, id }: Deal, path: string): Promise<Data> {
  const body = await request(`/v1/submissions/${id}/${path}`)
  return (body as { data: Data }).data
}
