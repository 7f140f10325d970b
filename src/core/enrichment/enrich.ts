import type { Account, CompanyFacts, CoveredPeriod } from '../values/account.ts'
import { findCategory } from '../values/categories.ts'
import type { PlainDate } from '../values/dates.ts'
import type { FoundPosition, KnownPosition, Stream } from '../values/position.ts'
import type {
  AssignedCategory,
  EnrichedTransaction,
  FeeKind,
  RawTransaction,
} from '../values/transaction.ts'
import type { Classified } from './classified.ts'
import { buildContext } from './rules/context.ts'
import { explainRow, type LayerExplanation } from './rules/explain.ts'
import { resolveCounterparty } from './counterparty.ts'
import { buildCoverage, type Coverage } from './coverage.ts'
import { listFlags } from './flags.ts'
import { feeMatch } from './rules/financing.ts'
import { classifyRow, createClassifier, type Classification } from './rules/classify.ts'
import { matchPairs, type Partner } from './matching/pairs.ts'
import { detectPositions } from './positions/detect.ts'
import { findPatterns, classifyPatterns } from './positions/contracts/patterns.ts'
import { positionLinks, withFollowing, type PositionLink } from './positions/links.ts'
import {
  DEFAULT_REVENUE_SETTINGS,
  revenueVerdict,
  type RevenueFacts,
  type RevenueSettings,
} from './revenue.ts'
import { toRows, type Context, type Row } from './row.ts'
import { toStream } from './streams/recurring.ts'
import { detectSeries, type Series } from './streams/series.ts'
import { NOTHING_TAUGHT, readTenantLayer, type TenantLayer } from './tenant/taught.ts'

/** The rows of one submission and what is known around them. */
export interface EnrichInput {
  transactions: readonly RawTransaction[]
  accounts: readonly Account[]
  company: CompanyFacts
  periods: readonly CoveredPeriod[]
  /** Null stands for the last date that the data covers (formulas C6). */
  asOf: PlainDate | null
  /** Positions of an earlier answer, which keep their ids, and what people said of them. */
  positions?: readonly KnownPosition[]
  settings?: Partial<EnrichSettings>
  /** Nothing unless given. */
  tenant?: TenantLayer
}

/** Tenant settings that enrichment reads; each has a default. */
export interface EnrichSettings extends RevenueSettings {
  /** Factor rates that the tenant entered, by funder id (formulas P13). */
  factorRates: Readonly<Record<string, number>>
}

export interface Enriched {
  /** In the order given. */
  transactions: EnrichedTransaction[]
  streams: Stream[]
  positions: FoundPosition[]
}

/** Counterparties that are named on a row and are no merchants for all that. */
const NO_MERCHANTS = new Set(['person', 'bank', 'own_account'])

/** Rows below this confidence are for a person to look at (taxonomy section 4). */
export const REVIEW_CONFIDENCE = 0.6

/**
 * Transactions with category, merchant, flags and links, and the streams and positions that they
 * form. The same input gives the same answer, ids included; a list of one row is a list like any
 * other. Knows nothing of documents, tenants or storage, and reads no clock: rows after `asOf`
 * are the caller's to leave out.
 */
export function enrich(input: EnrichInput): Enriched {
  const settings: EnrichSettings = {
    ...DEFAULT_REVENUE_SETTINGS,
    factorRates: {},
    ...input.settings,
  }
  const { company } = input
  const known = input.positions ?? []
  const { classified, context, positions, series, coverage, asOf } = classifyAll(input, settings)
  const naming = {
    slugOf: (row: Row) => classified[row.index]!.slug,
    merchantOf: (row: Row) => classified[row.index]!.merchant?.name ?? null,
  }
  const streams = withOwnIds(series.map((one) => toStream(one, naming, { asOf, coverage })))
  const standing = positions.filter(({ id }) => !isRejected(known, id))
  const links = { positions: positionLinks(standing, classified), streams: streamLinks(streams) }
  const transactions = assemble(classified, { context, settings, links, company })
  return { transactions, streams, positions: withFollowing(positions, links.positions) }
}

/** Of two streams that begin alike, one with money that came in and one with what went out. */
function withOwnIds(streams: readonly Stream[]): Stream[] {
  const used = new Set<string>()
  return streams.map((stream) => {
    let { id } = stream
    for (let copy = 2; used.has(id); copy += 1) id = `${stream.id}:${copy}`
    used.add(id)
    return { ...stream, id }
  })
}

/**
 * What every layer says of one row among the others, in the order in which they are asked. Null
 * when the row is not among them.
 */
export function explain(input: EnrichInput, transactionId: string): LayerExplanation[] | null {
  const index = input.transactions.findIndex(({ id }) => id === transactionId)
  if (index < 0) return null
  const { classified, context } = classifyAll(input, { factorRates: {}, ...input.settings })
  return explainRow(classified[index]!.row, context)
}

interface ClassifiedRows {
  classified: Classified[]
  /** With everything that was found out on the way. */
  context: Context
  positions: FoundPosition[]
  series: Series[]
  coverage: Coverage
  asOf: PlainDate
}

/** Rows, what is around them, and the category of each in the light of all others. */
function classifyAll(
  input: EnrichInput,
  { factorRates }: Pick<EnrichSettings, 'factorRates'>,
): ClassifiedRows {
  const { accounts, company } = input
  const taught = readTenantLayer(input.tenant ?? NOTHING_TAUGHT)
  const rows = toRows(input.transactions, { accounts, ownName: company.name, taught })
  const coverage = buildCoverage(input.periods)
  const asOf = input.asOf ?? lastDate(rows, input.periods)
  const known = input.positions ?? []
  const partners = matchPairs(rows)
  const series = detectSeries(rows, coverage)
  const context = buildContext(rows, { company, partners, series, taught })
  const classify = createClassifier(context)
  const first = rows.map((row) => toClassified(row, classify(row), partners))
  const patterns = findPatterns(series, first)
  const informed = { ...context, patterns: classifyPatterns(patterns, known) }
  const found = reclassified(first, informed)
  const around = { patterns, coverage, asOf, factorRates, known }
  const positions = detectPositions({ classified: found, ...around })
  const final = withoutRejected(informed, rejectedRows(known, positions), rows)
  const classified = final.rejected.size === 0 ? found : reclassified(found, final)
  return { classified, context: final, positions, series, coverage, asOf }
}

/** No pattern explains a row of a position that a person rejected. */
function withoutRejected(
  context: Context,
  rejected: ReadonlySet<string>,
  rows: readonly Row[],
): Context {
  if (rejected.size === 0) return { ...context, rejected }
  const standing = [...context.patterns].filter(([index]) => !rejected.has(rows[index]!.tx.id))
  return { ...context, rejected, patterns: new Map(standing) }
}

/** The last covered date or, where no period is known, the last row (formulas C6). */
function lastDate(rows: readonly Row[], periods: readonly CoveredPeriod[]): PlainDate {
  const dates = [...rows.map(({ date }) => date), ...periods.map(({ endDate }) => endDate)]
  return dates.reduce((last, date) => (date > last ? date : last), '1970-01-01')
}

/** A second pass over the rows of which the context says more; all others stay as they are. */
function reclassified(classified: readonly Classified[], context: Context): Classified[] {
  return classified.map((one) => {
    const { row } = one
    const isAffected = context.patterns.has(row.index) || context.rejected.has(row.tx.id)
    if (!isAffected) return one
    const classification = classifyRow(row, context)
    return { ...one, ...classification, slug: classification.categories[0]!.slug }
  })
}

function isRejected(known: readonly KnownPosition[], id: string): boolean {
  return known.some((position) => position.id === id && position.confirmation === 'rejected')
}

/** Rows of positions of which a person said that they are none; what named a funder is silent. */
function rejectedRows(
  known: readonly KnownPosition[],
  positions: readonly FoundPosition[],
): Set<string> {
  const rejected = positions.filter(({ id }) => isRejected(known, id))
  return new Set(rejected.flatMap(({ transactionIds }) => transactionIds))
}

function toClassified(
  row: Row,
  classification: Classification,
  partners: ReadonlyMap<number, Partner>,
): Classified {
  const { categories, funder, merchant, isRelatedParty } = classification
  const { slug } = categories[0]!
  const partner = partners.get(row.index) ?? null
  return { row, slug, partner, categories, funder, merchant, isRelatedParty }
}

function streamLinks(streams: readonly Stream[]): Map<string, string> {
  return new Map(streams.flatMap(({ id, transactionIds }) => transactionIds.map((tx) => [tx, id])))
}

interface Surroundings {
  context: Context
  settings: EnrichSettings
  company: CompanyFacts
  links: { positions: ReadonlyMap<string, PositionLink>; streams: ReadonlyMap<string, string> }
}

function assemble(classified: readonly Classified[], around: Surroundings): EnrichedTransaction[] {
  const payrollNames = new Set(
    classified
      .filter(({ slug, row }) => slug === 'expenses.payroll' && row.party.looksLikePerson)
      .map(({ row }) => row.party.name!),
  )
  return classified.map((one) => toEnriched(one, around, payrollNames))
}

function toEnriched(
  one: Classified,
  around: Surroundings,
  payrollNames: ReadonlySet<string>,
): EnrichedTransaction {
  const { row, categories, slug, partner, funder, merchant, isRelatedParty } = one
  const { tx } = row
  const primary = categories[0]!
  const facts: RevenueFacts = {
    settings: around.settings,
    company: around.company,
    isMatchedTransfer: partner?.kind === 'transfer',
    isCancelled: partner !== null && partner.kind !== 'transfer',
    isRelatedParty,
    payrollNames,
  }
  const { isRevenue, exclusionReason } = revenueVerdict(row, slug, facts)
  const streamId = around.links.streams.get(tx.id) ?? null
  const position = around.links.positions.get(tx.id) ?? null
  const merchantName = merchant?.name ?? null
  const counterparty = resolveCounterparty(row, { slug, merchantName, isFunder: funder !== null })
  const needsReview = isReviewNeeded(primary)
  const feeKind = detectFeeKind(row, slug)
  const isRecurring = tx.override?.isRecurring ?? streamId !== null
  const isDebt = tx.override?.isDebt ?? findCategory(slug)?.debt === 'yes'
  return {
    ...tx,
    isDuplicate: tx.override?.isDuplicate ?? tx.isDuplicate,
    normalizedDescription: row.normalized,
    merchantName,
    merchantId: NO_MERCHANTS.has(counterparty.type) ? null : (merchant?.key ?? null),
    counterparty,
    categories,
    channel: row.channel,
    checkNumber: tx.checkNumber ?? row.checkNumber,
    flags: listFlags(row, {
      slug,
      feeKind,
      partner,
      isRevenue,
      isRecurring,
      isRelatedParty,
      needsReview,
      isMca: position?.isMca ?? false,
    }),
    feeKind,
    isRevenue,
    exclusionReason,
    isDebt,
    isRecurring,
    streamId,
    positionId: position?.positionId ?? null,
    positionRole: position?.role ?? null,
    funderId: funder?.value.id ?? null,
    matchedTransactionId: partner?.row.tx.id ?? null,
    matchScore: partner?.score ?? null,
    needsReview,
  }
}

/**
 * Low confidence, a cadence that nobody has named yet (taxonomy section 4, layer 13), or a purchase
 * of which only the card is known: that is sure, and still says nothing of what was bought.
 */
function isReviewNeeded({ slug, confidence, ruleId }: AssignedCategory): boolean {
  if (confidence < REVIEW_CONFIDENCE || ruleId === 'cadence_pattern') return true
  return slug === 'expenses.card_purchase' && !!ruleId?.startsWith('channel:')
}

/** The kind by wording (formulas N1); a fee leaf without such wording is ambiguous. */
function detectFeeKind(row: Row, slug: string): FeeKind | null {
  if (row.tx.override?.feeKind) return row.tx.override.feeKind
  if (slug !== 'fees.nsf_overdraft') return null
  return feeMatch(row)?.value.rule.feeKind ?? 'ambiguous'
}
