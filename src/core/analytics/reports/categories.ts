import { Type, type Static } from 'typebox'
import { CATEGORIES } from '../../values/categories.ts'
import { monthOfDay } from '../../values/dates.ts'
import { computeRatio, roundNumber } from '../arithmetic.ts'
import { toEvidence, transactionsHref, windowFilters } from '../metric/evidence.ts'
import { defaultWindow, judge } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { selectRows } from '../ledger/rows/select.ts'
import { toAmount } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { EvidenceNote, Figure, Shape } from '../schemas.ts'
import type { Window } from '../window.ts'
import { buildQuerySchema } from './paging.ts'

const properties = {
  slug: Type.String(),
  name: Type.String(),
  root: Type.String(),
  inflow: Type.Number(),
  outflow: Type.Number(),
  net: Type.Number(),
  count: Type.Integer(),
  share: Figure,
  monthly: Type.Record(Type.String(), Type.Number()),
  needs_review_count: Type.Integer(),
  evidence: EvidenceNote,
}
const Leaf = Shape({ ...properties, children: Type.Array(Type.Never()) })
const Root = Shape({ ...properties, children: Type.Array(Leaf) })

const schema = reportSchema({
  categories: Type.Array(Root),
  uncategorized: Shape({ amount: Figure, count: Type.Integer() }),
})

/** Inflow and outflow by root and leaf of the taxonomy. */
export const categories: Report = {
  name: 'categories',
  title: 'Categories',
  description: 'Sums and counts by category and month, and the amount that needs review.',
  defaultWindow: 'last_90_days',
  query: buildQuerySchema({
    direction: Type.Optional(Type.Enum(['inflow', 'outflow'])),
    root: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 2 })),
  }),
  schema,
  compute: computeCategories,
}

function computeCategories(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const { direction, root, depth } = request.options
  const window = request.window ?? defaultWindow(ledger, 'last_90_days')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const rows = isKnown ? selectRows(ledger, window, ofDirection(ledger, direction)) : []
  const total = sumVolume(ledger, rows)
  const getSlug = (row: number): string => CATEGORIES[ledger.columns.category[row]!]!.slug
  const getRoot = (row: number): string => CATEGORIES[ledger.columns.category[row]!]!.parentSlug
  const wanted = rows.filter((row) => root === undefined || getRoot(row) === root)
  const roots = [...Map.groupBy(wanted, getRoot)].map(([slug, own]) => {
    const leaves = depth === 1 ? [] : [...Map.groupBy(own, getSlug)]
    const children = leaves.map(([leaf, rowsOfLeaf]) => ({
      ...buildCategory(ledger, { slug: leaf, rows: rowsOfLeaf, total, window, direction }),
      children: [],
    }))
    const body = buildCategory(ledger, { slug, rows: own, total, window, direction })
    return { ...body, children: children.sort(byVolume) }
  })
  const unsorted = rows.filter((row) => getRoot(row) === 'uncategorized')
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    categories: roots.sort(byVolume),
    uncategorized: {
      amount: isKnown ? toAmount(sumVolume(ledger, unsorted), ledger.currency) : null,
      count: unsorted.length,
    },
  }
}

function ofDirection(ledger: Ledger, direction: unknown): (row: number) => boolean {
  const { amount } = ledger.columns
  if (direction === 'inflow') return (row) => amount[row]! > 0
  if (direction === 'outflow') return (row) => amount[row]! < 0
  return () => true
}

interface Group {
  slug: string
  rows: number[]
  total: number
  window: Window
  direction: unknown
}

function buildCategory(ledger: Ledger, group: Group): Omit<Static<typeof Leaf>, 'children'> {
  const { slug, rows, window } = group
  const amounts = rows.map((row) => ledger.columns.amount[row]!)
  const inflow = amounts.reduce((sum, each) => sum + Math.max(0, each), 0)
  const outflow = amounts.reduce((sum, each) => sum + Math.max(0, 0 - each), 0)
  const amount = (cents: number): number => toAmount(cents, ledger.currency)!
  const leaf = CATEGORIES.find((each) => each.slug === slug)
  // The list behind a category knows no direction, so half of one has no link.
  const filters = { metric: 'category_count', slug, ...windowFilters(window) }
  const href = group.direction === undefined ? transactionsHref(ledger, filters) : null
  return {
    slug,
    name: leaf?.name ?? `${slug[0]!.toUpperCase()}${slug.slice(1)}`,
    root: leaf?.parentSlug ?? slug,
    inflow: amount(inflow),
    outflow: amount(outflow),
    net: amount(inflow - outflow),
    count: rows.length,
    share: roundNumber(computeRatio(inflow + outflow, group.total), 4),
    monthly: sumByMonth(ledger, rows),
    needs_review_count: rows.filter((row) => needsReview(ledger, row)).length,
    evidence: toEvidence(ledger, rows, href),
  }
}

function sumByMonth(ledger: Ledger, rows: readonly number[]): Record<string, number> {
  const byMonth = Map.groupBy(rows, (row) => monthOfDay(ledger.columns.day[row]!))
  const nets = [...byMonth].map(([month, own]) => {
    const net = own.reduce((sum, row) => sum + ledger.columns.amount[row]!, 0)
    return [month, toAmount(net, ledger.currency)!] as const
  })
  return Object.fromEntries(nets)
}

function needsReview(ledger: Ledger, row: number): boolean {
  return ((ledger.columns.kinds[row]! >>> KIND.needsReview) & 1) === 1
}

function sumVolume(ledger: Ledger, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + Math.abs(ledger.columns.amount[row]!), 0)
}

function byVolume(
  a: { inflow: number; outflow: number; slug: string },
  b: { inflow: number; outflow: number; slug: string },
): number {
  return b.inflow + b.outflow - (a.inflow + a.outflow) || (a.slug < b.slug ? -1 : 1)
}
