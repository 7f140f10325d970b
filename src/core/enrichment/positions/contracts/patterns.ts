import type { Cents } from '../../../values/money.ts'
import type { KnownPosition } from '../../../values/position.ts'
import type { Classified } from '../../classified.ts'
import { isWithinBusinessDays } from '../../distance.ts'
import type { Answer } from '../../row.ts'
import type { Series } from '../../streams/series.ts'

/** A repeating debit that behaves like a remittance although no funder is named (formulas P2). */
export interface Pattern {
  series: Series
  advance: Classified | null
  confidence: number
}

/** Smallest credit and debit that are looked at. */
const MIN_ADVANCE_CENTS = 500_000
const MIN_PAYMENT_CENTS = 5_000
/** Rows needed by cadence. */
const MIN_ROWS: Partial<Record<Series['cadence'], number>> = { business_daily: 5, weekly: 4 }

/** Channels on which remittances are not collected. */
const OTHER_CHANNELS = new Set(['card', 'check', 'cash', 'fee', 'transfer', 'p2p', 'interest'])

/** Leaves of a credit whose origin is not explained. */
const UNEXPLAINED = new Set(['uncategorized.inflow', 'transfers.wire', 'revenue.wire_customer'])

/** Cadence candidates among the outflow series, each with the credit that may have started it. */
export function findPatterns(
  series: readonly Series[],
  classified: readonly Classified[],
): Pattern[] {
  const credits = classified.filter(isUnexplainedCredit)
  const used = new Set<Classified>()
  const patterns: Pattern[] = []
  for (const candidate of series) {
    if (!isRemittanceLike(candidate, classified)) continue
    const advance =
      credits.find((credit) => !used.has(credit) && startsBefore(credit, candidate)) ?? null
    const hasWord = candidate.rows.some(({ reading }) => reading.wordings.has('funding'))
    if (!advance && !hasWord) continue
    if (advance) used.add(advance)
    patterns.push({ series: candidate, advance, confidence: advance && hasWord ? 0.75 : 0.6 })
  }
  return patterns
}

/**
 * The answers of the pattern layer by row index. A pattern that a person refused answers nothing,
 * and one that was confirmed answers for sure.
 */
export function patternAnswers(
  patterns: readonly Pattern[],
  known: readonly KnownPosition[],
): Map<number, Answer> {
  const answers = new Map<number, Answer>()
  for (const pattern of patterns) {
    const word = wordOn(pattern, known)
    if (word === 'rejected') continue
    const isSure = word === 'confirmed'
    const confidence = isSure ? 1 : pattern.confidence
    const ruleId = isSure ? 'confirmed_pattern' : 'cadence_pattern'
    for (const { index } of pattern.series.rows) {
      answers.set(index, patternAnswer('debt.mca_payment', confidence, ruleId))
    }
    if (!pattern.advance) continue
    const { index } = pattern.advance.row
    answers.set(index, patternAnswer('debt.mca_advance', confidence, 'advance_pattern'))
  }
  return answers
}

/** What was said of the position that holds most of the rows of a pattern. */
function wordOn(
  { series }: Pattern,
  known: readonly KnownPosition[],
): KnownPosition['confirmation'] {
  const ids = new Set(series.rows.map(({ tx }) => tx.id))
  const own = known.find(
    ({ transactionIds }) => transactionIds.filter((id) => ids.has(id)).length > ids.size / 2,
  )
  return own?.confirmation ?? null
}

function patternAnswer(slug: string, confidence: number, ruleId: string): Answer {
  return { slug, confidence, source: 'rule', ruleId }
}

/**
 * Whether an advance of this size can be repaid by payments of this size: 15 to 400 of them at a
 * factor of 1.10 to 1.60 (formulas P5).
 */
export function isPlausibleAdvance(advanceCents: Cents, paymentCents: Cents): boolean {
  return (advanceCents * 1.6) / paymentCents >= 15 && (advanceCents * 1.1) / paymentCents <= 400
}

function isUnexplainedCredit({ row, slug, partner }: Classified): boolean {
  return (
    row.isInflow &&
    partner === null &&
    row.absCents >= MIN_ADVANCE_CENTS &&
    row.tx.override === null &&
    UNEXPLAINED.has(slug)
  )
}

function isRemittanceLike(series: Series, classified: readonly Classified[]): boolean {
  const minimum = MIN_ROWS[series.cadence]
  if (series.isInflow || minimum === undefined || series.dates.length < minimum) return false
  if (series.amountType !== 'fixed' || series.rows[0]!.absCents < MIN_PAYMENT_CENTS) return false
  return series.rows.every((row) => {
    const { categories, funder } = classified[row.index]!
    return !funder && !OTHER_CHANNELS.has(row.channel) && isUnsettled(categories[0]!)
  })
}

/** Nothing but the channel or a funding word stands behind the category. */
function isUnsettled({ ruleId, slug }: { ruleId: string | null; slug: string }): boolean {
  return slug === 'debt.mca_payment' || !!ruleId?.startsWith('channel:') || ruleId === 'default'
}

function startsBefore({ row }: Classified, series: Series): boolean {
  if (row.tx.accountId !== series.accountId) return false
  return (
    isWithinBusinessDays(row, series.rows[0]!, [1, 10]) &&
    isPlausibleAdvance(row.absCents, series.rows[0]!.absCents)
  )
}
