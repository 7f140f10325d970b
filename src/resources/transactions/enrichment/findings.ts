import type { FoundPosition, Stream } from '../../../core/values/position.ts'
import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import { buildColumns, splitBatches, type Columns } from '../../../platform/db/columns.ts'
import type { Task } from '../../../platform/thread/task.ts'
import type { Thread } from '../../../platform/thread/thread.ts'
import type { SeenMerchant } from '../../merchants/seen/totals.ts'
import { ENRICHMENT_TYPES, toColumns } from './columns.ts'
import { computeEnrichment, type Computed } from './compute.ts'
import { withFresh, type FreshRow } from './fresh.ts'
import type { Material } from './material.ts'

/** What enrichment found, as it is written. */
export interface Findings {
  rowsCount: number
  needsReviewCount: number
  /** Changed stored rows, in batches. */
  changed: Columns[]
  /** Rows that are not stored yet, in batches in their own order. */
  fresh: Columns[]
  streams: Stream[]
  positions: FoundPosition[]
  merchants: SeenMerchant[]
}

interface Request extends Material {
  /** Rows that are not stored yet, in the order in which they will be. */
  fresh: readonly FreshRow[]
}

const ENRICH: Task<Request, Findings> = { module: import.meta.url, run: runEnrichment }

/** These take 100 ms; more rows are enriched in the worker thread. */
const ROWS_ON_MAIN_THREAD = 3_000

/** Enriches the rows without writing anything. */
export async function computeFindings(
  thread: Thread,
  material: Material,
  fresh: readonly FreshRow[] = [],
): Promise<Findings> {
  const request = { ...material, fresh }
  const isLong = material.transactions.length + fresh.length > ROWS_ON_MAIN_THREAD
  return isLong ? thread.run(ENRICH, request) : runEnrichment(request)
}

/** The task of the thread. */
export function runEnrichment({ fresh, ...material }: Request): Findings {
  const freshIds = fresh.map(({ id }) => id)
  const transactions = withFresh(material.transactions, fresh)
  return toFindings(computeEnrichment({ ...material, transactions }), freshIds)
}

/** What was computed, with the rows by column. */
export function toFindings(computed: Computed, freshIds: readonly string[]): Findings {
  const { transactions, changed, streams, positions, merchants } = computed
  const isFresh = new Set(freshIds)
  const byId = new Map(freshIds.length > 0 ? transactions.map((row) => [row.id, row]) : [])
  return {
    rowsCount: transactions.length,
    needsReviewCount: transactions.filter((row) => row.needsReview).length,
    changed: byColumn(changed.filter(({ id }) => !isFresh.has(id))),
    fresh: byColumn(freshIds.map((id) => byId.get(id)!)),
    streams,
    positions,
    merchants,
  }
}

function byColumn(rows: readonly EnrichedTransaction[]): Columns[] {
  return [...splitBatches(rows)].map((some) => buildColumns(some.map(toColumns), ENRICHMENT_TYPES))
}
