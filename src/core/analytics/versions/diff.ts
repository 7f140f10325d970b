import type { Cents } from '../../values/money.ts'
import type { MetricScalar } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { causesBetween, type Cause, type CauseKind, type Happening } from './causes.ts'
import type { KeptMetric, VersionBody } from './snapshot.ts'

/** One metric that is another than before. */
export interface MetricChange {
  metric: string
  from: KeptMetric | null
  to: KeptMetric | null
  /** What it became less what it was, where both are numbers. */
  delta: number | null
  /** Rows behind it by document, where they differ. */
  documents: { id: string | null; rows: [number, number]; cents: [Cents, Cents] }[]
  causes: CauseKind[]
}

/** What changed between two versions, and why. */
export interface VersionDiff {
  causes: Cause[]
  changes: MetricChange[]
  unchanged: number
}

/**
 * Metric by metric what is other than before. A cause stands with a metric when it can have touched
 * it: a document through its rows, a correction through rows of a document that was there before,
 * settings and formulas always.
 */
export function diffVersions(
  from: VersionBody,
  to: VersionBody,
  happenings: readonly Happening[],
): VersionDiff {
  const causes = causesBetween(from, to, happenings)
  const names = [...new Set([...Object.keys(from.metrics), ...Object.keys(to.metrics)])]
  const changed = names.filter((name) => isOther(from.metrics[name], to.metrics[name]))
  return {
    causes,
    changes: changed.map((name) => diffMetric(name, { from, to, causes })),
    unchanged: names.length - changed.length,
  }
}

function isOther(from: KeptMetric | undefined, to: KeptMetric | undefined): boolean {
  return from?.value !== to?.value || from?.status !== to?.status
}

interface Between {
  from: VersionBody
  to: VersionBody
  causes: readonly Cause[]
}

function diffMetric(name: string, { from, to, causes }: Between): MetricChange {
  const [before, after] = [from.metrics[name] ?? null, to.metrics[name] ?? null]
  const documents = documentChanges({ from, to }, before, after)
  const change = {
    metric: name,
    from: before,
    to: after,
    delta: computeDelta(before?.value ?? null, after?.value ?? null),
    documents,
  }
  const touching = causes.filter((cause) => touches(cause, change, { from, to }))
  const kinds = [...new Set(touching.map(({ kind }) => kind))]
  return { ...change, causes: kinds.length > 0 ? kinds : ['recomputed'] }
}

function computeDelta(from: MetricScalar | null, to: MetricScalar | null): number | null {
  if (typeof from !== 'number' || typeof to !== 'number') return null
  return Math.round((to - from) * 1e6) / 1e6
}

/** Rows by document, matched by the document's id, where they are other than before. */
function documentChanges(
  { from, to }: Pick<Between, 'from' | 'to'>,
  before: KeptMetric | null,
  after: KeptMetric | null,
): MetricChange['documents'] {
  const getDocumentId = ({ basis }: VersionBody, place: number): string | null =>
    basis.documents[place]?.id ?? null
  const totals = new Map<string | null, MetricChange['documents'][number]>()
  const add = (body: VersionBody, metric: KeptMetric | null, side: 0 | 1): void => {
    for (const [place, rows, cents] of metric?.rows ?? []) {
      const id = getDocumentId(body, place)
      const total = totals.get(id) ?? { id, rows: [0, 0], cents: [0, 0] }
      total.rows[side] += rows
      total.cents[side] += cents
      totals.set(id, total)
    }
  }
  add(from, before, 0)
  add(to, after, 1)
  return [...totals.values()].filter(
    ({ rows, cents }) => rows[0] !== rows[1] || cents[0] !== cents[1],
  )
}

type Change = Omit<MetricChange, 'causes'>

/** A metric without rows of its own, such as a balance or a score, follows from all of them. */
function touches(
  cause: Cause,
  change: Change,
  { from, to }: Pick<Between, 'from' | 'to'>,
): boolean {
  const group = findMetric(change.metric)?.group
  const hasRows = (change.from?.rows.length ?? 0) + (change.to?.rows.length ?? 0) > 0
  const wasThere = (id: string | null): boolean =>
    from.basis.documents.some((each) => each.id === id)
  const isThere = (id: string | null): boolean => to.basis.documents.some((each) => each.id === id)
  switch (cause.kind) {
    case 'documents_added':
      return !hasRows || change.documents.some(({ id }) => !wasThere(id))
    case 'documents_removed':
      return !hasRows || change.documents.some(({ id }) => !isThere(id))
    case 'window':
      return change.from?.start !== change.to?.start || change.from?.end !== change.to?.end
    case 'positions':
      return group === 'debt' || group === 'score' || group === 'forecast'
    case 'company':
      return group === 'identity' || group === 'score'
    case 'corrections':
    case 'categories':
    case 'rows':
      return !hasRows || change.documents.some(({ id }) => wasThere(id) && isThere(id))
    default:
      return true
  }
}
