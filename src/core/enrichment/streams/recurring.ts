import { roundHalfAway, type Cents } from '../../values/money.ts'
import type { PlainDate } from '../../values/dates.ts'
import {
  onOrAfterBusinessDay,
  isBusinessDay,
  addBusinessDays,
} from '../../values/days/business-days.ts'
import { STREAM_TYPES, type Stream } from '../../values/position.ts'
import { mode, nextDate } from '../../values/days/rhythm.ts'
import { choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import type { Coverage } from '../covered-days.ts'
import { median, stableKey } from './numbers.ts'
import { graceEnd } from './cadence.ts'
import { cadenceRule } from './cadences.ts'
import type { Series } from './series.ts'

/** What the name of a stream needs of a classified row. */
interface NamedRow {
  slug: string
  merchant: { name: string } | null
}

interface StreamFacts {
  asOf: PlainDate
  coverage: Coverage
}

/** Kind of a stream by the root or leaf of its category, the first prefix that fits (S15). */
const TYPES_BY_CATEGORY = readRows(
  new URL('stream-types.csv', import.meta.url),
  { prefix: text, streamType: choice(STREAM_TYPES, 'a type of stream') },
  ['prefix'],
)

/** More missed dates are not listed: the stream has stopped. */
const MAX_MISSED = 366

/** The series as streams (formulas S9 to S16); `named` has the rows by their index. */
export function buildStreams(
  { series, ...facts }: StreamFacts & { series: readonly Series[] },
  named: readonly NamedRow[],
): Stream[] {
  const used = new Set<string>()
  return series.map((one) => {
    const stream = toStream(one, named, facts)
    let { id } = stream
    // An inflow and an outflow series of one counterpart can begin with the same amount and date.
    for (let copy = 2; used.has(id); copy += 1) id = `${stream.id}:${copy}`
    used.add(id)
    return { ...stream, id }
  })
}

/** Ids of streams by transaction id. */
export function linkStreams(streams: readonly Stream[]): Map<string, string> {
  return new Map(streams.flatMap(({ id, transactionIds }) => transactionIds.map((tx) => [tx, id])))
}

function toStream(series: Series, named: readonly NamedRow[], facts: StreamFacts): Stream {
  const { rows, amounts, cadence, amountType } = series
  const category = mostFrequent(rows.map(({ index }) => named[index]!.slug))
  const expectedAmount = computeExpectedAmount(series)
  const lastDate = series.dates.at(-1)!
  const next = expectedAfter(series, category, lastDate)
  const isEnded = facts.asOf > graceEnd(cadence, next)
  const isEarly = series.dates.length < (cadenceRule(cadence)?.minOccurrences ?? 3)
  const factor = cadenceRule(cadence)?.monthlyFactor ?? 1
  return {
    id: streamId(series),
    accountId: series.accountId,
    direction: series.isInflow ? 'inflow' : 'outflow',
    streamType:
      TYPES_BY_CATEGORY.find(({ prefix }) => category.startsWith(prefix))?.streamType ?? 'other',
    description: rows.at(-1)!.tx.description,
    merchantName: named[rows.at(-1)!.index]!.merchant?.name ?? null,
    category,
    cadence,
    status: isEnded ? 'ended' : isEarly ? 'early_detection' : 'mature',
    confidence: Math.round(series.confidence * 1e4) / 1e4,
    firstDate: series.dates[0]!,
    lastDate,
    nextDate: isEnded ? null : next,
    occurrenceCount: amounts.length,
    averageAmount: roundHalfAway(amounts.reduce((sum, each) => sum + each, 0) / amounts.length),
    lastAmount: amounts.at(-1)!,
    expectedAmount,
    amountType,
    monthlyEquivalent: roundHalfAway(expectedAmount * factor),
    missedDates: missedDates(series, facts.coverage),
    transactionIds: rows.map(({ tx }) => tx.id),
  }
}

/** Expected dates between the first and last row that no row met within grace (S13, S16). */
export function missedDates(
  series: Pick<Series, 'accountId' | 'dates' | 'rhythm'>,
  coverage: Coverage,
): PlainDate[] {
  const { rhythm, dates, accountId } = series
  const isExact = rhythm.cadence === 'business_daily' || rhythm.cadence === 'daily'
  const missed: PlainDate[] = []
  for (const [index, date] of dates.slice(1).entries()) {
    let expected = nextDate(rhythm, dates[index]!)
    while (missed.length < MAX_MISSED) {
      const limit = isExact ? expected : graceEnd(rhythm.cadence, expected)
      if (date <= limit) break
      if (coverage.isCovered(accountId, expected)) missed.push(expected)
      expected = nextDate(rhythm, expected)
    }
  }
  return missed
}

/** Payroll that falls on a day off is paid before it, everything else after it (S10). */
function expectedAfter(series: Series, category: string, lastDate: PlainDate): PlainDate {
  const next = nextDate(series.rhythm, lastDate)
  if (category !== 'revenue.salary' || isBusinessDay(next)) return next
  return addBusinessDays(onOrAfterBusinessDay(next), -1)
}

function computeExpectedAmount({ amounts, amountType }: Series): Cents {
  const count = amountType === 'variable' ? 6 : 3
  return roundHalfAway(median(amounts.slice(-count)))
}

function mostFrequent(slugs: readonly string[]): string {
  const distinct = [...new Set(slugs)]
  const best = mode(slugs.map((slug) => -distinct.indexOf(slug)))
  return distinct[-(best?.value ?? 0)] ?? 'uncategorized.outflow'
}

/** Stable while rows are added to the series: its key and its first amount do not change. */
function streamId({ accountId, groupKey, rows }: Series): string {
  return `stream:${accountId}:${stableKey(`${groupKey}|${rows[0]!.absCents}|${rows[0]!.date}`)}`
}
