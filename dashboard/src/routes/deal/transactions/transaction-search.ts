import { parseNumber } from '../../../format/region.ts'
import type { TransactionListParams } from '../../../../../clients/typescript/src/index.ts'
import { parseEvidence } from '../deal-search.ts'

/** What the address of the list of transactions holds. */
export interface TransactionSearch {
  q?: string | undefined
  direction?: string | undefined
  revenue?: string | undefined
  category?: string | undefined
  account?: string | undefined
  /** What a row was found to be, such as `nsf`. */
  flag?: string | undefined
  review?: string | undefined
  min?: string | undefined
  max?: string | undefined
  from?: string | undefined
  to?: string | undefined
  ids?: string | undefined
  /** A number whose rows are shown, as the drawer of evidence names it. */
  counted?: string | undefined
  sort?: string | undefined
}

export type FilterName = Exclude<keyof TransactionSearch, 'sort'>

const LABELS: Record<FilterName, string> = {
  q: 'text',
  direction: '',
  revenue: '',
  category: 'category',
  account: 'account',
  flag: 'flag',
  review: 'to look at',
  min: 'at least',
  max: 'at most',
  from: 'from',
  to: 'until',
  ids: 'chosen rows',
  counted: 'counted in',
}

/** The filters that are set, for their chips. */
export function listFilters(search: TransactionSearch): { name: FilterName; text: string }[] {
  const names = Object.keys(LABELS) as FilterName[]
  return names
    .filter((name) => search[name])
    .map((name) => ({ name, text: `${LABELS[name]} ${describe(name, search[name]!)}`.trim() }))
}

function describe(name: FilterName, value: string): string {
  if (name === 'ids') return `(${value.split(',').length})`
  if (name === 'review') return ''
  if (name === 'counted') return (parseEvidence(value)?.name ?? value).replaceAll('_', ' ')
  if (name === 'direction') return value === 'inflow' ? 'money in' : 'money out'
  if (name === 'revenue') return value === 'no' ? 'not revenue' : 'revenue'
  if (name === 'flag') return value.replaceAll('_', ' ')
  return value
}

/** The same filters as the API takes them. */
export function toParams(id: string, search: TransactionSearch): TransactionListParams {
  const counted = parseEvidence(search.counted ?? '')
  const given = {
    submission_id: id,
    q: search.q,
    direction: search.direction,
    is_revenue: search.revenue === undefined ? undefined : search.revenue === 'yes',
    category: search.category?.split(','),
    account_id: search.account,
    flag: search.flag,
    needs_review: search.review === undefined ? undefined : true,
    min_amount: toNumber(search.min),
    max_amount: toNumber(search.max),
    start_date: search.from,
    end_date: search.to,
    ids: search.ids?.split(','),
    sort: search.sort,
    ...(counted && { [counted.kind === 'position' ? 'position_id' : counted.kind]: counted.name }),
  }
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as TransactionListParams
}

/** A number that is typed with commas, or nothing where it is none. */
function toNumber(text: string | undefined): number | undefined {
  const number = parseNumber(text ?? '')
  return number === null || Number.isNaN(number) ? undefined : number
}

/** In, then out, then both again: what a key turns. */
export function turnDirection({ direction }: TransactionSearch): Partial<TransactionSearch> {
  return { direction: next(['inflow', 'outflow', undefined], direction) }
}

/** What is not revenue, then what is, then both again. */
export function turnFilter({ revenue }: TransactionSearch): Partial<TransactionSearch> {
  return { revenue: next(['no', 'yes', undefined], revenue) }
}

/** The largest first, then the newest again; of what went out, the largest is the least. */
export function turnOrder({ sort, direction }: TransactionSearch): Partial<TransactionSearch> {
  if (sort === 'amount' || sort === '-amount') return { sort: undefined }
  return { sort: direction === 'outflow' ? 'amount' : '-amount' }
}

function next<T>(values: readonly T[], value: T): T {
  return values[(values.indexOf(value) + 1) % values.length] as T
}
