import { listEvidence, listTransactionIds } from '../../../core/analytics/metric/evidence.ts'
import { defaultWindow } from '../../../core/analytics/metric/gate.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import type { MetricParameters } from '../../../core/analytics/metric/parts.ts'
import { findMetric, METRICS } from '../../../core/analytics/metrics/index.ts'
import { cashflow } from '../../../core/analytics/reports/cashflow-report.ts'
import { idsOfLine, LINE_KEYS } from '../../../core/analytics/reports/cashflow-lines.ts'
import { merchants } from '../../../core/analytics/reports/merchants.ts'
import { listParties } from '../../../core/analytics/figures/parties.ts'
import { nearest } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { WindowQuery } from '../../../core/analytics/window.ts'
import { loadLedger, resolveWindow } from '../../ledgers/ledgers.ts'
import type { LedgerQuery } from '../../ledgers/ledger-input.ts'

export interface EvidenceQuery extends WindowQuery, LedgerQuery {
  metric?: string | undefined
  /** A line of the cash flow. */
  line?: string | undefined
  /** A payer or payee. */
  party?: string | undefined
  submissionId?: string | undefined
  slug?: string | undefined
  denominator?: string | undefined
  target?: number | undefined
}

/**
 * Ids of the rows behind a metric, a line of the cash flow or a payer, computed like the report
 * that links here. Throws `invalid_metric`, `invalid_parameter`, `invalid_date_range`.
 */
export async function evidenceIds(ctx: Context, query: EvidenceQuery): Promise<string[]> {
  const { submissionId, metric, line, party } = query
  if (submissionId === undefined) {
    const message = 'The rows behind a number need submission_id.'
    throw new ApiError('invalid_parameter', message, { param: 'submission_id' })
  }
  if ([metric, line, party].filter((each) => each !== undefined).length > 1) {
    const message = 'Send one of metric, line and party.'
    throw new ApiError('invalid_parameter', message, {
      param: line === undefined ? 'party' : 'line',
    })
  }
  const ledger = await loadLedger(ctx, submissionId, query)
  if (metric !== undefined) return rowsOfMetric(ledger, metric, query)
  return party === undefined ? rowsOfLine(ledger, query) : rowsOfParty(ledger, party, query)
}

/** An unknown party has no rows: names are free text, so they cannot be validated. */
function rowsOfParty(ledger: Ledger, name: string, query: EvidenceQuery): string[] {
  const window = resolveWindow(ledger, query) ?? defaultWindow(ledger, merchants.defaultWindow)
  const party = listParties(ledger, window).find((each) => each.name === name)
  return listTransactionIds(ledger, party?.rows ?? [])
}

function rowsOfMetric(ledger: Ledger, name: string, query: EvidenceQuery): string[] {
  const metric = findMetric(name)
  if (metric === null) {
    const known = METRICS.map((each) => each.name)
    throw new ApiError('invalid_metric', unknown('metric', name, known), { param: 'metric' })
  }
  const window = resolveWindow(ledger, query) ?? defaultWindow(ledger, metric.defaultWindow)
  return listTransactionIds(
    ledger,
    listEvidence(metric, ledger, { window, parameters: pickParameters(query) }),
  )
}

function rowsOfLine(ledger: Ledger, query: EvidenceQuery): string[] {
  const name = query.line!
  const window = resolveWindow(ledger, query) ?? defaultWindow(ledger, cashflow.defaultWindow)
  const ids = idsOfLine(ledger, window, name)
  if (ids !== null) return ids
  throw new ApiError('invalid_parameter', unknown('line', name, LINE_KEYS), { param: 'line' })
}

function pickParameters({ slug, denominator, target }: EvidenceQuery): MetricParameters {
  const given = Object.entries({ slug, denominator, target })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as MetricParameters
}

function unknown(noun: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return `There is no ${noun} ${name.slice(0, 64)}.${hint}`
}
