import { dateOfDay } from '../../values/dates.ts'
import { remember, type Ledger } from '../ledger.ts'
import type { Scope } from '../window.ts'
import { SEVERITIES, type Detector, type Finding } from './anomaly.ts'
import { BALANCE_DETECTORS } from './balances.ts'
import { DEBT_DETECTORS } from './debt.ts'
import { DEPOSIT_DETECTORS } from './deposits.ts'
import { DOCUMENT_DETECTORS } from './documents.ts'
import { FLOW_DETECTORS } from './flows.ts'
import { seededDraw } from '../forecast/random.ts'
import type { AnomalyStatus } from './note.ts'
import { REVENUE_DETECTORS } from './revenue.ts'
import { SOURCE_DETECTORS } from './sources.ts'
import { STATEMENT_DETECTORS } from './statements.ts'

/** Every kind of anomaly (formulas section 12). */
export const DETECTORS: readonly Detector[] = [
  ...DEPOSIT_DETECTORS,
  ...FLOW_DETECTORS,
  ...REVENUE_DETECTORS,
  ...DEBT_DETECTORS,
  ...BALANCE_DETECTORS,
  ...DOCUMENT_DETECTORS,
  ...STATEMENT_DETECTORS,
  ...SOURCE_DETECTORS,
]

/** A finding with its name; the id stays while its rows stay. */
export interface Anomaly extends Finding {
  id: string
  kind: string
  title: string
  date: string | null
  status: AnomalyStatus
  note: string | null
}

/** Anomalies of a scope, the gravest first. */
export function anomaliesOf(ledger: Ledger, scope: Scope): Anomaly[] {
  return remember(ledger, `anomalies:${scope.startDay}:${scope.endDay}`, () =>
    withOwnIds(
      DETECTORS.flatMap((detector) =>
        findingsOf(ledger, scope, detector).map((finding) => named(ledger, detector, finding)),
      ),
    )
      .map((anomaly) => ({ ...anomaly, id: uuidOf(`${ledger.submissionId} ${anomaly.id}`) }))
      .map((anomaly) => ({ ...anomaly, ...saidOf(ledger, anomaly.id) }))
      .toSorted(
        (a, b) =>
          SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
          b.score - a.score ||
          (a.id < b.id ? -1 : 1),
      ),
  )
}

/** Anomalies of a scope that nobody has dismissed. */
export function standingAnomalies(ledger: Ledger, scope: Scope): Anomaly[] {
  return anomaliesOf(ledger, scope).filter(({ status }) => status !== 'dismissed')
}

/** By the tenant's threshold where it has one; a kind that it turned off finds nothing. */
function findingsOf(ledger: Ledger, scope: Scope, detector: Detector): Finding[] {
  const own = ledger.settings.anomalyThresholds[detector.kind]
  if (own === null) return []
  return detector.detect(ledger, scope, own ?? detector.threshold?.default ?? Number.NaN)
}

/** A second anomaly of a kind at one place is told from the first by its number. */
function withOwnIds(anomalies: readonly Anomaly[]): Anomaly[] {
  const counts = new Map<string, number>()
  return anomalies.map((anomaly) => {
    const count = (counts.get(anomaly.id) ?? 0) + 1
    counts.set(anomaly.id, count)
    return count === 1 ? anomaly : { ...anomaly, id: `${anomaly.id}:${count}` }
  })
}

/** A UUID (version 8, RFC 9562) that follows from a text: the same one at each computation. */
function uuidOf(text: string): string {
  const draw = seededDraw(text)
  const words = Array.from({ length: 4 }, () => Math.floor(draw() * 2 ** 32))
  words[1] = ((words[1]! & 0xffff0fff) | 0x8000) >>> 0
  words[2] = ((words[2]! & 0x3fffffff) | 0x80000000) >>> 0
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function saidOf(ledger: Ledger, id: string): Pick<Anomaly, 'status' | 'note'> {
  const said = ledger.anomalyNotes.get(id)
  return { status: said?.status ?? 'open', note: said?.note ?? null }
}

function named(ledger: Ledger, { kind, title }: Detector, finding: Finding): Anomaly {
  const { rows, documentIds = [], day = null } = finding
  const lastRow = rows.at(-1)
  const date = day === null ? (lastRow === undefined ? null : ledger.rows[lastRow]!.date) : dateOfDay(day) // prettier-ignore
  const first = rows[0]
  const place = first === undefined ? (documentIds[0] ?? date ?? 'deal') : ledger.rows[first]!.id
  const id = `${kind}:${place}`
  return { ...finding, id, kind, title, date, status: 'open', note: null }
}
