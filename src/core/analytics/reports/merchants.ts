import { Type, type Static } from 'typebox'
import { CATEGORIES } from '../../values/categories.ts'
import { dateOfDay, monthOfDay } from '../../values/dates.ts'
import { toCents } from '../../values/money.ts'
import { computeRatio, roundNumber } from '../arithmetic.ts'
import { toEvidence, transactionsHref, windowFilters } from '../metric/evidence.ts'
import { listParties, type Party } from '../figures/parties.ts'
import { getConcentration } from '../figures/revenue-figures.ts'
import { defaultWindow, judge } from '../metric/gate.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { getPrimarySlug } from '../ledger/rows/select.ts'
import { toAmount } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { EvidenceNote, Figure, Shape, Text } from '../schemas.ts'
import type { Window } from '../window.ts'
import { buildQuerySchema, createPaging, PAGING } from './paging.ts'

const SORTS = ['volume', 'inflow', 'outflow', 'net', 'count', 'name'] as const
const MonthFlow = Shape({ inflow: Type.Number(), outflow: Type.Number(), count: Type.Integer() })

const MerchantBody = Shape({
  merchant_id: Text,
  name: Type.String(),
  direction: Type.Enum(['inflow', 'outflow', 'both']),
  category: Type.String(),
  groups: Type.Array(Type.String()),
  transactions_count: Type.Integer(),
  inflow: Type.Number(),
  outflow: Type.Number(),
  net: Type.Number(),
  share_of_inflow: Figure,
  share_of_outflow: Figure,
  first_date: Type.String(),
  last_date: Type.String(),
  average_amount: Type.Number(),
  is_recurring: Type.Boolean(),
  is_processor: Type.Boolean(),
  is_related_party: Type.Boolean(),
  months: Type.Record(Type.String(), MonthFlow),
  evidence: EvidenceNote,
})

const schema = reportSchema({
  merchants: Type.Array(MerchantBody),
  next_cursor: Text,
  merchants_count: Type.Integer(),
  unidentified: Shape({ inflow: Figure, outflow: Figure, count: Type.Integer() }),
  concentration: Shape({
    top1: Figure,
    top5: Figure,
    hhi: Figure,
    top1_without_processors: Figure,
    settlement_share: Figure,
    sources: Type.Array(
      Shape({
        name: Type.String(),
        amount: Type.Number(),
        share: Type.Number(),
        is_processor: Type.Boolean(),
      }),
    ),
    unidentified: Figure,
  }),
})

const PAGES = createPaging('merchants')

/** Payers and payees, and the concentration of revenue on few of them (formulas R12). */
export const merchants: Report = {
  name: 'merchants',
  title: 'Merchants',
  description: 'Payers and payees with their sums by month, and the revenue concentration.',
  defaultWindow: 'last_90_days',
  query: buildQuerySchema({
    direction: Type.Optional(Type.Enum(['inflow', 'outflow', 'both'])),
    /** Slug of a merchant group. */
    group: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    min_amount: Type.Optional(Type.Number({ minimum: 0 })),
    sort: Type.Optional(Type.Enum(SORTS, { default: 'volume' })),
    ...PAGING,
  }),
  schema,
  check: PAGES.check,
  compute: computeMerchants,
}

const SOURCES_SHOWN = 20

function computeMerchants(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? defaultWindow(ledger, 'last_90_days')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const parties = isKnown ? listParties(ledger, window) : []
  const wanted = sortedBy(parties.filter(createFilter(ledger, request)), request.options['sort'])
  const page = PAGES.slice(wanted, request.options)
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    merchants: page.items.map((party) => buildMerchant(ledger, window, party)),
    next_cursor: page.nextCursor,
    merchants_count: wanted.length,
    unidentified: isKnown
      ? computeUnidentified(ledger, window)
      : { inflow: null, outflow: null, count: 0 },
    concentration: concentrationBody(ledger, window, isKnown),
  }
}

function createFilter(ledger: Ledger, { options }: ReportRequest): (party: Party) => boolean {
  const { direction, group, min_amount: least } = options
  const cents = toCents((least as number | undefined) ?? 0, ledger.currency) ?? 0
  return (party) =>
    (direction ?? classifyDirection(party)) === classifyDirection(party) &&
    (group === undefined || listGroups(ledger, party).includes(group as string)) &&
    party.inflow + party.outflow >= cents
}

function sortedBy(parties: readonly Party[], sort: unknown): Party[] {
  const sizes: Record<string, (party: Party) => number> = {
    inflow: ({ inflow }) => inflow,
    outflow: ({ outflow }) => outflow,
    net: ({ inflow, outflow }) => inflow - outflow,
    count: ({ rows }) => rows.length,
    name: () => 0,
  }
  const size = sizes[sort as string] ?? (({ inflow, outflow }: Party): number => inflow + outflow)
  return parties.toSorted((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1))
}

function buildMerchant(ledger: Ledger, window: Window, party: Party): Static<typeof MerchantBody> {
  const { currency, columns } = ledger
  const { rows } = party
  const labels = [...new Set(rows.map((row) => columns.label[row]!))].map(
    (label) => ledger.table.labels[label]!,
  )
  const totals = getTally(ledger, window)
  const amount = (cents: number): number => toAmount(cents, currency)!
  const whole = (flows: Float64Array): number => flows.reduce((sum, each) => sum + each, 0)
  const href = transactionsHref(ledger, { party: party.name, ...windowFilters(window) })
  return {
    merchant_id: party.merchantId,
    name: party.name,
    direction: classifyDirection(party),
    category: CATEGORIES[mainCategory(ledger, party)]!.slug,
    groups: listGroups(ledger, party),
    transactions_count: rows.length,
    inflow: amount(party.inflow),
    outflow: amount(party.outflow),
    net: amount(party.inflow - party.outflow),
    share_of_inflow: roundNumber(computeRatio(party.inflow, whole(totals.inflow)), 4),
    share_of_outflow: roundNumber(computeRatio(party.outflow, whole(totals.outflow)), 4),
    first_date: dateOfDay(columns.day[rows[0]!]!),
    last_date: dateOfDay(columns.day[rows.at(-1)!]!),
    average_amount: amount((party.inflow + party.outflow) / rows.length),
    is_recurring: labels.some(({ isRecurring }) => isRecurring),
    is_processor: labels.some((label) => getPrimarySlug(label) === 'revenue.card_settlement'),
    is_related_party: labels.some(({ flags }) => flags.includes('related_party')),
    months: sumByMonth(ledger, party),
    evidence: toEvidence(ledger, rows, href),
  }
}

function sumByMonth(ledger: Ledger, party: Party): Record<string, Static<typeof MonthFlow>> {
  const byMonth = Map.groupBy(party.rows, (row) => monthOfDay(ledger.columns.day[row]!))
  const flows = [...byMonth].map(([month, rows]) => {
    const amounts = rows.map((row) => ledger.columns.amount[row]!)
    const inflow = amounts.reduce((sum, each) => sum + Math.max(0, each), 0)
    const outflow = amounts.reduce((sum, each) => sum + Math.max(0, 0 - each), 0)
    const { currency } = ledger
    const flow = { inflow: toAmount(inflow, currency)!, outflow: toAmount(outflow, currency)! }
    return [month, { ...flow, count: rows.length }] as const
  })
  return Object.fromEntries(flows)
}

/** What passed between the business and parties without a name. */
function computeUnidentified(
  ledger: Ledger,
  window: Window,
): Static<typeof schema>['unidentified'] {
  const { inflow, outflow, rowCount } = getTally(ledger, window)
  const rest = { inflow: 0, outflow: 0, count: rowCount }
  for (const each of inflow) rest.inflow += each
  for (const each of outflow) rest.outflow += each
  for (const party of listParties(ledger, window)) {
    rest.inflow -= party.inflow
    rest.outflow -= party.outflow
    rest.count -= party.rows.length
  }
  const amount = (cents: number): number => toAmount(cents, ledger.currency)!
  return { inflow: amount(rest.inflow), outflow: amount(rest.outflow), count: rest.count }
}

function concentrationBody(
  ledger: Ledger,
  window: Window,
  isKnown: boolean,
): Static<typeof schema>['concentration'] {
  const found = getConcentration(ledger, window)
  const share = (value: number | null): number | null => (isKnown ? roundNumber(value, 4) : null)
  return {
    top1: share(found.top1),
    top5: share(found.top5),
    hhi: share(found.hhi),
    top1_without_processors: share(found.top1),
    settlement_share: share(found.settlementShare),
    sources: found.sources
      .slice(0, SOURCES_SHOWN)
      .map((source) => ({
        name: source.name,
        amount: toAmount(source.amount, ledger.currency)!,
        share: roundNumber(source.share, 4)!,
        is_processor: source.isProcessor,
      })),
    unidentified: isKnown ? toAmount(found.unidentified, ledger.currency) : null,
  }
}

function classifyDirection({ inflowCount, outflowCount }: Party): 'inflow' | 'outflow' | 'both' {
  if (inflowCount > 0 && outflowCount > 0) return 'both'
  return inflowCount > 0 ? 'inflow' : 'outflow'
}

/** The leaf with the most money; of equal ones the first of the taxonomy. */
function mainCategory(ledger: Ledger, { rows }: Party): number {
  const volumes = new Map<number, number>()
  for (const row of rows) {
    const category = ledger.columns.category[row]!
    volumes.set(category, (volumes.get(category) ?? 0) + Math.abs(ledger.columns.amount[row]!))
  }
  return [...volumes].sort(([a, left], [b, right]) => right - left || a - b)[0]![0]
}

/** Merchants that matter to risk together (taxonomy section 7); none for a party without an id. */
function listGroups(ledger: Ledger, { merchantId }: Party): string[] {
  return [...((merchantId === null ? null : ledger.merchantGroups.get(merchantId)) ?? [])]
}
