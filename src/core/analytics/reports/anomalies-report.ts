import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import { detectAnomalies, DETECTORS, gravestFirst } from '../anomalies/index.ts'
import type { Anomaly } from '../anomalies/named.ts'
import { SEVERITIES } from '../anomalies/anomaly.ts'
import { ANOMALY_STATUSES } from '../anomaly-note.ts'
import { EVIDENCE_LIMIT } from '../ledger/tally.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { idAt } from '../ledger/rows/select.ts'
import { roundPart, type Input } from '../metric.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import { buildQuerySchema, createPaging, PAGING } from './paging.ts'

const Unit = Nullable(Type.Enum(['amount', 'n']))

/** One anomaly on the wire. */
export const AnomalyBody = Shape({
  id: Type.String(),
  kind: Type.String(),
  severity: Type.Enum(SEVERITIES),
  score: Type.Number(),
  title: Type.String(),
  explanation: Type.String(),
  transactions_count: Type.Integer(),
  transaction_ids: Type.Array(Type.String()),
  document_ids: Type.Array(Type.String()),
  date: Text,
  amount: Figure,
  expected: Figure,
  threshold: Figure,
  /** Of each of the three: `amount` in the currency, or `n` for days, counts, shares and scores. */
  units: Shape({ amount: Unit, expected: Unit, threshold: Unit }),
  status: Type.Enum(ANOMALY_STATUSES),
  note: Text,
})

const schema = reportSchema({
  anomalies: Type.Array(AnomalyBody),
  next_cursor: Text,
  anomalies_count: Type.Integer(),
  summary: Shape({
    by_severity: Type.Record(Type.String(), Type.Integer()),
    by_kind: Type.Record(Type.String(), Type.Integer()),
  }),
  kinds: Type.Array(Shape({ kind: Type.String(), title: Type.String() })),
})

const PAGES = createPaging('anomalies')

/** What is out of the ordinary, with the rows that show it (formulas section 12). */
export const anomalies: Report = {
  name: 'anomalies',
  title: 'Anomalies',
  description:
    'Anomalies with their severity, amounts, and the transactions and documents that show them.',
  defaultWindow: 'all',
  query: buildQuerySchema({
    kind: Type.Optional(Type.Enum(DETECTORS.map(({ kind }) => kind))),
    severity: Type.Optional(Type.Enum(SEVERITIES)),
    status: Type.Optional(Type.Enum(ANOMALY_STATUSES)),
    min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    ...PAGING,
  }),
  schema,
  check: PAGES.check,
  compute: computeAnomalies,
}

function computeAnomalies(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const { kind, severity, status, min_score: least = 0 } = request.options
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const wanted = (isKnown ? detectAnomalies(ledger, window) : []).filter(
    (each) =>
      (kind ?? each.kind) === each.kind &&
      (severity ?? each.severity) === each.severity &&
      (status ?? each.status) === each.status &&
      each.score >= (least as number),
  )
  const found = gravestFirst(wanted, PAGES.readEnd(request.options))
  const page = PAGES.slice(found, request.options)
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    anomalies: page.items.map((each) => anomalyBody(ledger, each)),
    next_cursor: page.nextCursor,
    anomalies_count: found.length,
    summary: {
      by_severity: countByName(found.map((each) => each.severity)),
      by_kind: countByName(found.map((each) => each.kind)),
    },
    kinds: DETECTORS.map((each) => ({ kind: each.kind, title: each.title })),
  }
}

/**
 * An anomaly as the wire shows it: amounts in major units, the first of its rows; with what was
 * said of it, unless that is being changed.
 */
export function anomalyBody(
  ledger: Ledger,
  anomaly: Anomaly,
  { status, note }: Pick<Anomaly, 'status' | 'note'> = anomaly,
): Static<typeof AnomalyBody> {
  const { rows, documentIds, amount, expected, threshold } = anomaly
  const numbers = roundPart({ amount, expected, threshold }, ledger.currency)
  return {
    id: anomaly.id,
    kind: anomaly.kind,
    severity: anomaly.severity,
    score: roundNumber(anomaly.score, 4)!,
    title: anomaly.title,
    explanation: anomaly.explanation,
    transactions_count: rows.length,
    transaction_ids: rows.slice(0, EVIDENCE_LIMIT).map((row) => idAt(ledger, row)),
    document_ids: [...documentIds],
    date: anomaly.date,
    ...(numbers as { amount: number | null; expected: number | null; threshold: number | null }),
    units: { amount: toUnit(amount), expected: toUnit(expected), threshold: toUnit(threshold) },
    status,
    note,
  }
}

function toUnit(value: Input): Static<typeof Unit> {
  if (value === null) return null
  return typeof value === 'object' ? 'amount' : 'n'
}

function countByName(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names, (name) => name)
  return Object.fromEntries([...groups].map(([name, own]) => [name, own.length]))
}
