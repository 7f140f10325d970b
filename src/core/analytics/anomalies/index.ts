import { remember, type Ledger } from '../ledger.ts'
import { type Scope, toScopeKey } from '../window.ts'
import type { Detector, Finding } from './anomaly.ts'
import { BALANCE_DETECTORS } from './balance-anomalies.ts'
import { DEBT_DETECTORS } from './debt-anomalies.ts'
import { DEPOSIT_DETECTORS } from './deposit-anomalies.ts'
import { DOCUMENT_DETECTORS } from './document-anomalies.ts'
import { FLOW_DETECTORS } from './flow-anomalies.ts'
import { Anomaly, toPlaceKey } from './named.ts'
import { REVENUE_DETECTORS } from './revenue-anomalies.ts'
import { ROW_DETECTORS } from './row-anomalies.ts'
import { SOURCE_DETECTORS } from './source-anomalies.ts'
import { STATEMENT_DETECTORS } from './statement-anomalies.ts'

/** Every kind of anomaly (formulas section 12). */
export const DETECTORS: readonly Detector[] = [
  ...DEPOSIT_DETECTORS,
  ...FLOW_DETECTORS,
  ...ROW_DETECTORS,
  ...REVENUE_DETECTORS,
  ...DEBT_DETECTORS,
  ...BALANCE_DETECTORS,
  ...DOCUMENT_DETECTORS,
  ...STATEMENT_DETECTORS,
  ...SOURCE_DETECTORS,
]

/** Anomalies of a scope, kind by kind. */
export function detectAnomalies(ledger: Ledger, scope: Scope): Anomaly[] {
  return remember(ledger, `anomalies:${toScopeKey(scope)}`, () =>
    DETECTORS.flatMap((detector) =>
      named(ledger, detector, detectFindings(ledger, scope, detector)),
    ),
  )
}

/** Anomalies of a scope without the dismissed ones. */
export function standingAnomalies(ledger: Ledger, scope: Scope): Anomaly[] {
  return detectAnomalies(ledger, scope).filter(({ status }) => status !== 'dismissed')
}

/**
 * The anomalies by severity and score, equal ones by id. Only the first `count` are ordered by id:
 * computing ids is slow, and a page shows few of thousands.
 */
export function gravestFirst(found: readonly Anomaly[], count: number): Anomaly[] {
  const ordered = found.toSorted(byGravity)
  const last = ordered[count - 1]
  const end =
    last === undefined
      ? ordered.length
      : ordered.findLastIndex((each) => byGravity(each, last) === 0) + 1
  const first = ordered.slice(0, end).sort((a, b) => byGravity(a, b) || (a.id < b.id ? -1 : 1))
  return [...first, ...ordered.slice(end)]
}

function byGravity(a: Anomaly, b: Anomaly): number {
  return b.rank - a.rank || b.score - a.score
}

/** By the tenant's threshold where it has one; a kind that it turned off finds nothing. */
function detectFindings(ledger: Ledger, scope: Scope, detector: Detector): Finding[] {
  const own = ledger.settings.anomalyThresholds[detector.kind]
  if (own === null) return []
  return detector.detect(ledger, scope, own ?? detector.threshold?.default ?? Number.NaN)
}

/** Several anomalies of a kind at one place differ by their number. */
function named(ledger: Ledger, detector: Detector, findings: readonly Finding[]): Anomaly[] {
  const counts = new Map<number | string, number>()
  return findings.map((finding) => {
    const place = finding.rows[0] ?? toPlaceKey(finding)
    const number = (counts.get(place) ?? 0) + 1
    counts.set(place, number)
    return new Anomaly(ledger, detector, { finding, number })
  })
}
