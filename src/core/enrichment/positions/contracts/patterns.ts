import type { Cents } from '../../../values/money.ts'
import type { KnownPosition } from '../../../values/position.ts'
import type { Classified } from '../../rules/classified.ts'
import { isWithinBusinessDays } from '../../distance.ts'
import { toRuleCandidate, type CategoryCandidate, type Row } from '../../row.ts'
import type { Series } from '../../streams/series.ts'
import { findSupport } from './consolidation.ts'
import { findLevels } from './levels.ts'
import { remittanceRate, sumSettlements, type Settlements } from './remittance.ts'
import { sharesParty } from './same-party.ts'

/** Debits that repeat like remittances although no funder is named (formulas P2). */
export interface Pattern {
  series: Series
  /** Credits that may have started the payments, or begun them anew. */
  advances: readonly Row[]
  confidence: number
  /** Its weekly credits fund the payments to other funders (formulas P6). */
  isConsolidation: boolean
}

/** Smallest credit and debit that are looked at. */
const MIN_ADVANCE_CENTS = 500_000
const MIN_PAYMENT_CENTS = 5_000
/** Rows needed by cadence. */
const MIN_ROWS: Partial<Record<Series['cadence'], number>> = { business_daily: 5, weekly: 4 }

/** From this confidence on, the model's category outweighs a pattern (taxonomy section 4). */
const SURE_GUESS = 0.6

/**
 * How often the leaf of a pattern is right (docs/enrichment-accuracy.md, calibration); the points
 * of the position are those of formulas P2, and its rows are for review all the same.
 */
const PATTERN_CONFIDENCE = 0.95

const ADVANCE_LEAVES = { in: 'debt.mca_advance', out: 'debt.mca_payment' }
const CONSOLIDATION_LEAVES = {
  in: 'debt.reverse_consolidation_in',
  out: 'debt.reverse_consolidation_payment',
}

/** Levels of one pattern, their rows, and the share of rows on none. */
const MAX_LEVELS = 3
const MIN_LEVEL_ROWS = 4
const MAX_ODD_SHARE = 0.1

/** Channels on which remittances are not collected. */
const OTHER_CHANNELS = new Set(['card', 'check', 'cash', 'fee', 'transfer', 'p2p', 'interest'])

/** Leaves of credits of unknown origin. */
const UNEXPLAINED = new Set(['uncategorized.inflow', 'transfers.wire', 'revenue.wire_customer'])

/** Cadence candidates among the outflow series, each with the credit that may have started it. */
export function findPatterns(
  series: readonly Series[],
  classified: readonly Classified[],
): Pattern[] {
  const openCredits = classified.filter(isOpenCredit)
  const credits = openCredits.filter(({ row }) => row.absCents >= MIN_ADVANCE_CENTS)
  const settled = sumSettlements(classified)
  const used = new Set<Classified>()
  const patterns: Pattern[] = []
  for (const candidate of series) {
    if (!isRemittanceLike(candidate, classified, settled)) continue
    const own = openCredits.filter((credit) => isOfSameParty(credit, candidate))
    const support = findSupport(
      own.map(({ row }) => row),
      classified,
    )
    const isConsolidation = support.size > 0
    const open = credits.filter((credit) => !used.has(credit))
    const advances = isConsolidation ? own : findAdvances(candidate, open)
    const hasWord = candidate.rows.some(({ reading }) => reading.wordings.has('funding'))
    if (advances.length === 0 && !hasWord) continue
    for (const advance of advances) used.add(advance)
    const confidence = advances.length > 0 && hasWord ? 0.75 : 0.6
    patterns.push({
      series: candidate,
      advances: advances.map(({ row }) => row),
      confidence,
      isConsolidation,
    })
  }
  return patterns
}

/**
 * The categories of the pattern layer by row index: none from a pattern that a person rejected,
 * sure ones from a pattern that was confirmed.
 */
export function classifyPatterns(
  patterns: readonly Pattern[],
  known: readonly KnownPosition[],
): Map<number, CategoryCandidate> {
  const candidates = new Map<number, CategoryCandidate>()
  for (const pattern of patterns) {
    const decision = findDecision(pattern, known)
    if (decision === 'rejected') continue
    const isSure = decision === 'confirmed'
    const confidence = isSure ? 1 : PATTERN_CONFIDENCE
    const ruleId = isSure ? 'confirmed_pattern' : 'cadence_pattern'
    const leaves = pattern.isConsolidation ? CONSOLIDATION_LEAVES : ADVANCE_LEAVES
    for (const { index } of pattern.series.rows) {
      candidates.set(index, toRuleCandidate(leaves.out, confidence, ruleId))
    }
    for (const { index } of pattern.advances) {
      candidates.set(index, toRuleCandidate(leaves.in, confidence, 'advance_pattern'))
    }
  }
  return candidates
}

/** The decision on the known position that holds most of the rows of a pattern. */
function findDecision(
  { series }: Pattern,
  known: readonly KnownPosition[],
): KnownPosition['confirmation'] {
  const ids = new Set(series.rows.map(({ tx }) => tx.id))
  const own = known.find(
    ({ transactionIds }) => transactionIds.filter((id) => ids.has(id)).length > ids.size / 2,
  )
  return own?.confirmation ?? null
}

/** All credits of the party that collects, else the nearest one that may have started it. */
function findAdvances(series: Series, credits: readonly Classified[]): Classified[] {
  const own = credits.filter((credit) => isAdvanceByParty(credit, series))
  if (own.length > 0) return own
  const starting = credits.findLast((credit) => startsBefore(credit, series))
  return starting ? [starting] : []
}

/**
 * Whether an advance of this size can be repaid by payments of this size: 15 to 400 of them at a
 * factor of 1.10 to 1.60 (formulas P5).
 */
export function isPlausibleAdvance(advanceCents: Cents, paymentCents: Cents): boolean {
  return (advanceCents * 1.6) / paymentCents >= 15 && (advanceCents * 1.1) / paymentCents <= 400
}

function isOpenCredit({ row, slug, partner, categories }: Classified): boolean {
  return (
    row.isInflow &&
    partner === null &&
    row.tx.override === null &&
    (UNEXPLAINED.has(slug) || isUnsettled(row, categories[0]!))
  )
}

function isRemittanceLike(
  series: Series,
  classified: readonly Classified[],
  settled: Settlements,
): boolean {
  const minimum = MIN_ROWS[series.cadence]
  if (series.isInflow || minimum === undefined || series.dates.length < minimum) return false
  if (series.rows[0]!.absCents < MIN_PAYMENT_CENTS) return false
  if (!keepsLevels(series) && remittanceRate(series.rows, settled) === null) return false
  return series.rows.every((row) => {
    const { categories, funder, partner } = classified[row.index]!
    // A returned payment does not contradict the others.
    const isOpen = partner?.isUndone || isUnsettled(row, categories[0]!)
    return !funder && !OTHER_CHANNELS.has(row.channel) && isOpen
  })
}

/** Whether only the channel, a funding word or a guess supports the category. */
function isUnsettled({ reading }: Row, category: Classified['categories'][number]): boolean {
  const { ruleId, slug, source, confidence } = category
  if (source === 'model') return confidence < SURE_GUESS || reading.wordings.has('funding')
  if (reading.wordings.has('funding') && isOfName(category)) return true
  return slug === 'debt.mca_payment' || !!ruleId?.startsWith('channel:') || ruleId === 'default'
}

/**
 * Whether a word of a name gave the category; CAPITAL or FUNDING in the same name outweighs it when
 * the payments behave like remittances: MOON & TIMBER CAPITAL PARTNERS sells no timber.
 */
function isOfName({ ruleId, slug }: Classified['categories'][number]): boolean {
  const [kind = ''] = (ruleId ?? '').split(':', 1)
  return NAME_RULES.has(kind) && /^(?:cogs|expenses)\./.test(slug) && !FIXED_COSTS.has(slug)
}

const NAME_RULES = new Set(['cue', 'weak_cue', 'brand'])

/** Costs that are paid in fixed weekly amounts, also to parties named CAPITAL. */
const FIXED_COSTS = new Set([
  'expenses.rent',
  'expenses.payroll',
  'expenses.insurance',
  'expenses.benefits',
  'expenses.franchise_fees',
])

/** One amount, or a few that follow each other: a modified contract, or a renewed one. */
function keepsLevels({ rows, amountType }: Series): boolean {
  if (amountType === 'fixed') return true
  const { levels, odd } = findLevels(rows)
  const isFew = levels.length <= MAX_LEVELS && odd.length <= MAX_ODD_SHARE * rows.length
  return isFew && levels.every((level) => level.length >= MIN_LEVEL_ROWS)
}

function startsBefore({ row, slug }: Classified, series: Series): boolean {
  const [first] = series.rows
  if (row.tx.accountId !== series.accountId || !first || !UNEXPLAINED.has(slug)) return false
  return (
    isWithinBusinessDays(row, first, [1, 10]) && isPlausibleAdvance(row.absCents, first.absCents)
  )
}

function isOfSameParty({ row }: Classified, { rows, accountId }: Series): boolean {
  return row.tx.accountId === accountId && sharesParty(row, rows[0]!)
}

/** Whether the party of the credit collects soon after it. */
function isAdvanceByParty(credit: Classified, series: Series): boolean {
  if (!isOfSameParty(credit, series)) return false
  const { row } = credit
  const next = series.rows.find(({ day }) => day > row.day)
  return (
    next !== undefined &&
    isWithinBusinessDays(row, next, [1, 10]) &&
    isPlausibleAdvance(row.absCents, next.absCents)
  )
}
