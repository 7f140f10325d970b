import { Type, type Static } from 'typebox'
import { addDays } from '../../values/dates.ts'
import { STREAM_TYPES, type Cadence } from '../../values/position.ts'
import { computeMean, sorted } from '../arithmetic.ts'
import { listHref, listTransactionIds, toEvidence } from '../metric/evidence.ts'
import { detectAmountChange, dueDates, listStreams, type StreamFacts } from '../figures/streams.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { labelAt } from '../ledger/rows/select.ts'
import { toAmount } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { EvidenceNote, Figure, Shape, Text } from '../schemas.ts'
import type { Window } from '../window.ts'
import { buildQuerySchema } from './paging.ts'

const DIRECTIONS = ['inflow', 'outflow'] as const
const STATUSES = ['mature', 'early_detection', 'ended'] as const

const StreamBody = Shape({
  id: Type.String(),
  direction: Type.Enum(DIRECTIONS),
  stream_type: Type.Enum(STREAM_TYPES),
  description: Type.String(),
  merchant_name: Text,
  merchant_id: Text,
  category: Type.String(),
  account_id: Type.String(),
  cadence: Type.String(),
  frequency: Text,
  status: Type.Enum(STATUSES),
  confidence: Type.Number(),
  first_date: Type.String(),
  last_date: Type.String(),
  next_date: Text,
  next_dates: Type.Array(Type.String()),
  occurrence_count: Type.Integer(),
  average_amount: Type.Number(),
  last_amount: Type.Number(),
  expected_amount: Type.Number(),
  amount_range: Shape({ min: Type.Number(), max: Type.Number() }),
  amount_type: Type.Enum(['fixed', 'stable', 'variable']),
  monthly_equivalent: Type.Number(),
  missed: Type.Array(Type.String()),
  amount_changes: Type.Array(
    Shape({ date: Type.String(), from: Type.Number(), to: Type.Number() }),
  ),
  transaction_ids: Type.Array(Type.String()),
  evidence: EvidenceNote,
  is_user_confirmed: Type.Boolean(),
})

const schema = reportSchema({
  streams: Type.Array(StreamBody),
  summary: Shape({
    inflow_monthly: Figure,
    outflow_monthly: Figure,
    active_count: Type.Integer(),
    ended_count: Type.Integer(),
    missed_count: Type.Integer(),
  }),
})

/** Rows that repeat, what they come to each month and when they are due (formulas section 8). */
export const recurring: Report = {
  name: 'recurring',
  title: 'Recurring transactions',
  description: 'Recurring transactions: cadence, amounts, missed and upcoming dates.',
  defaultWindow: 'all',
  query: buildQuerySchema({
    direction: Type.Optional(Type.Enum(DIRECTIONS)),
    status: Type.Optional(Type.Enum(STATUSES)),
    stream_type: Type.Optional(Type.Enum(STREAM_TYPES)),
    min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
  schema,
  compute: computeRecurring,
}

/** What other systems call a cadence; null where they have no word. */
const FREQUENCIES: Partial<Record<Cadence, string>> = {
  business_daily: 'weekday',
  daily: 'daily',
  weekly: 'weekly',
  twice_weekly: 'twice_weekly',
  biweekly: 'biweekly',
  semi_monthly: 'semi_monthly',
  four_weekly: 'every_four_weeks',
  monthly: 'monthly',
  bimonthly: 'every_two_months',
  quarterly: 'quarterly',
  semi_annual: 'semi_annually',
  annual: 'annually',
}

/** How far ahead dates are listed. */
const AHEAD_DAYS = 92
/** Below this many rows a stream that ended before is only detected early (formulas S9). */
const MATURE_ROWS = 3

type Status = (typeof STATUSES)[number]

function computeRecurring(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, [...BANK, 'history'])
  const isKnown = blocks.length === 0
  const found = isKnown
    ? listStreams(ledger).filter((facts) => isWanted(facts, request) && isIn(ledger, facts, window))
    : []
  const streams = found.map((facts) => buildStream(ledger, facts))
  const active = found.filter((facts) => resolveStatus(facts) !== 'ended')
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    streams: streams.toSorted(
      (a, b) => b.monthly_equivalent - a.monthly_equivalent || (a.id < b.id ? -1 : 1),
    ),
    summary: {
      inflow_monthly: isKnown ? sumMonthly(ledger, active, 'inflow') : null,
      outflow_monthly: isKnown ? sumMonthly(ledger, active, 'outflow') : null,
      active_count: active.length,
      ended_count: found.length - active.length,
      missed_count: streams.reduce((sum, { missed }) => sum + missed.length, 0),
    },
  }
}

/** Whether a stream has a row in the window. */
function isIn({ columns: { day } }: Ledger, { rows }: StreamFacts, window: Window): boolean {
  return rows.some((row) => day[row]! >= window.startDay && day[row]! <= window.endDay)
}

function isWanted(facts: StreamFacts, { options }: ReportRequest): boolean {
  const { stream } = facts
  return (
    (options['direction'] ?? stream.direction) === stream.direction &&
    (options['stream_type'] ?? stream.streamType) === stream.streamType &&
    (options['status'] ?? resolveStatus(facts)) === resolveStatus(facts) &&
    stream.confidence >= ((options['min_confidence'] as number | undefined) ?? 0)
  )
}

/** The status by enrichment; as of a day before the stream ended, by the rows until then. */
function resolveStatus({ stream, isCut, rows }: StreamFacts): Status {
  if (!isCut) return stream.status
  return rows.length >= MATURE_ROWS ? 'mature' : 'early_detection'
}

function buildStream(ledger: Ledger, facts: StreamFacts): Static<typeof StreamBody> {
  const { stream, rows, dates, amounts, isCut } = facts
  const amount = (cents: number): number => toAmount(cents, ledger.currency)!
  const lastDate = dates.at(-1)!
  const isEnded = resolveStatus(facts) === 'ended'
  const next = isEnded ? [] : dueDates(facts.repetition, lastDate, addDays(lastDate, AHEAD_DAYS))
  const change = detectAmountChange(facts)
  const href = isCut ? null : listHref(ledger.submissionId, { stream_id: stream.id })
  return {
    id: stream.id,
    direction: stream.direction,
    stream_type: stream.streamType,
    description: stream.description,
    merchant_name: stream.merchantName,
    merchant_id: ledger.table.others[ledger.columns.other[rows.at(-1)!]!]!.merchantId,
    category: stream.category,
    account_id: stream.accountId,
    cadence: stream.cadence,
    frequency: FREQUENCIES[stream.cadence] ?? null,
    status: resolveStatus(facts),
    confidence: stream.confidence,
    first_date: dates[0]!,
    last_date: lastDate,
    next_date: isCut ? (next[0] ?? null) : stream.nextDate,
    next_dates: next,
    occurrence_count: rows.length,
    average_amount: amount(computeMean(amounts)!),
    last_amount: amount(amounts.at(-1)!),
    expected_amount: amount(stream.expectedAmount),
    amount_range: { min: amount(sorted(amounts)[0]!), max: amount(sorted(amounts).at(-1)!) },
    amount_type: stream.amountType,
    monthly_equivalent: amount(stream.monthlyEquivalent),
    missed: stream.missedDates.filter((date) => date <= lastDate),
    amount_changes:
      change === null
        ? []
        : [{ date: change.date, from: amount(change.from), to: amount(change.to) }],
    transaction_ids: listTransactionIds(ledger, rows),
    evidence: toEvidence(ledger, rows, href),
    is_user_confirmed: rows.some((row) => labelAt(ledger, row).override?.isRecurring === true),
  }
}

function sumMonthly(
  ledger: Ledger,
  active: readonly StreamFacts[],
  direction: 'inflow' | 'outflow',
): number {
  const own = active.filter(({ stream }) => stream.direction === direction)
  const cents = own.reduce((sum, { stream }) => sum + stream.monthlyEquivalent, 0)
  return toAmount(cents, ledger.currency)!
}
