import { formatCounted } from '../../../core/values/text.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { buildColumns, splitBatches, type Columns } from '../../../platform/db/columns.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { manualSource } from '../../records/data-sources/keep.ts'
import { markDuplicates } from '../../documents/reading/overlap.ts'
import { hasStatements } from '../../documents/reading/store.ts'
import { assessDocuments } from '../../documents/signals/assess.ts'
import { beginIfAuto, bumpData, startIfAuto } from '../../pipeline/pipeline.ts'
import { addStatedPeriod } from '../../records/transactions/facts/store.ts'
import { readStated, type StatedInput } from '../../records/transactions/facts/stated-periods.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { keep } from '../enrich.ts'
import { queueEnrichment } from '../../pipeline/queue-enrichment.ts'
import { ENRICHMENT_TYPES } from '../enrichment/columns.ts'
import type { Findings } from '../enrichment/findings.ts'
import type { AccountInput, TransactionItem } from '../schemas.ts'
import { accountFinder } from './account.ts'
import { enrichFresh } from './enrich-fresh.ts'
import { toFacts, type NewRow } from './item.ts'
import {
  findByExternalIds,
  givenColumns,
  insertTransactions,
  unenriched,
  updateTransactions,
  type RowsOrigin,
} from './store.ts'

export interface SaveRequest {
  submissionId: string
  /** Reads one item each; throws the fault of an item that cannot be used. */
  items: Iterable<() => TransactionItem>
  account?: AccountInput | undefined
  /** The days that the rows cover, and the balance before the first. */
  stated?: StatedInput | undefined
  onConflict: 'error' | 'skip' | 'update'
  /** At once where the rows are most of the submission's, else by a job. */
  enrich: 'at once' | 'by job' | 'no'
}

/** What became of one item. */
export interface Saved {
  index: number
  externalId: string | null
  id: string | null
  status: 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed'
  error: ApiError | null
}

export interface Outcome {
  results: Saved[]
  enrichment: 'done' | 'queued' | 'none'
}

export interface Planned {
  index: number
  row: NewRow
}

/**
 * Saves the valid items in a few SQL statements and returns the result of each; an invalid item
 * fails alone. The submission is locked, so that requests with one external id are serialized.
 * Throws `submission_not_found`, `invalid_state_transition` when the source is disabled.
 */
export async function saveItems(ctx: Context, request: SaveRequest): Promise<Outcome> {
  const { submissionId } = request
  await getSubmissionForUpdate(ctx, submissionId)
  const results: Saved[] = []
  const planned = await plan(ctx, request, results)
  await keepStated(ctx, request.stated ?? {}, planned)
  const origin = { submissionId, source: 'api', keepSource: () => manualSource(ctx, submissionId) }
  return saveRows(ctx, { ...request, origin, planned, results })
}

/** Rows of one source that are ready to be written; the caller holds the submission's lock. */
export interface ReadyRows extends Pick<SaveRequest, 'onConflict' | 'enrich'> {
  origin: RowsOrigin & { keepSource: () => Promise<string> }
  planned: readonly Planned[]
  /** Takes in what became of each. */
  results: Saved[]
  /** Whether rows were deleted before, so that what follows from rows is due anyway. */
  isChanged?: boolean
}

/** Inserts the rows that are new and does with the others what the request says. */
export async function saveRows(ctx: Context, request: ReadyRows): Promise<Outcome> {
  const { origin, planned, results, onConflict } = request
  const { submissionId } = origin
  const externalIds = planned.flatMap(({ row }) => row.external_id ?? [])
  const existing = await findByExternalIds(ctx, origin, externalIds)
  const findId = ({ row }: Planned): string | undefined =>
    row.external_id === null ? undefined : existing.get(row.external_id)
  const fresh = planned.filter((item) => findId(item) === undefined)
  const known = planned
    .filter((item) => findId(item) !== undefined)
    .map((item) => ({ ...item, row: { ...item.row, id: findId(item)! } }))
  const isAtOnce = request.enrich === 'at once' && known.length === 0
  const inline = await insertFresh(ctx, origin, { fresh, isAtOnce })
  for (const item of fresh) results[item.index] = saved(item, 'created')
  if (onConflict === 'update') await updateKnown(ctx, submissionId, { known, results })
  else
    for (const item of known)
      results[item.index] = onConflict === 'skip' ? saved(item, 'skipped') : toConflict(item)
  return { results, enrichment: await follow(ctx, request, { results, inline }) }
}

/** What is stated of the rows holds for each of their accounts; a balance is of one account. */
async function keepStated(
  ctx: Context,
  stated: StatedInput,
  planned: readonly Planned[],
): Promise<void> {
  const [first] = planned
  const period = readStated(stated, first?.row.currency ?? 'USD')
  if (period === null || first === undefined) return
  const accountIds = [...new Set(planned.map(({ row }) => row.account_id))]
  if (period.openingBalance !== null && accountIds.length > 1) {
    const message = `opening_balance is of one account; these rows are of ${accountIds.length}.`
    throw new ApiError('invalid_parameter', message, { param: 'opening_balance' })
  }
  await addStatedPeriod(ctx, accountIds, period)
}

/** Inserts new rows, enriched where that is possible at once. */
async function insertFresh(
  ctx: Context,
  { submissionId, source, keepSource }: ReadyRows['origin'],
  { fresh, isAtOnce }: { fresh: readonly Planned[]; isAtOnce: boolean },
): Promise<Findings | null> {
  if (fresh.length === 0) return null
  const dataSourceId = await keepSource()
  const rows = fresh.map(({ row }) => row)
  const [inline, given] = await Promise.all([
    isAtOnce ? enrichFresh(ctx, submissionId, rows) : null,
    buildGivenColumns(rows),
  ])
  for (const [index, some] of [...splitBatches(rows)].entries()) {
    const enrichment = inline?.fresh[index] ?? buildColumns(some.map(unenriched), ENRICHMENT_TYPES)
    const written = { given: given[index]!, enrichment, isEnriched: inline !== null }
    await insertTransactions(ctx, { submissionId, source, dataSourceId }, written)
  }
  return inline
}

/** The caller's columns in batches, built while the worker thread enriches. */
async function buildGivenColumns(rows: readonly NewRow[]): Promise<Columns[]> {
  const given: Columns[] = []
  for (const some of splitBatches(rows)) {
    given.push(givenColumns(some))
    await nextTurn()
  }
  return given
}

/** Items read before yielding to the event loop. */
const ITEMS_PER_TURN = 500

/** The rows of the items that can be read; the others fail here. */
async function plan(ctx: Context, request: SaveRequest, results: Saved[]): Promise<Planned[]> {
  const findAccount = accountFinder(ctx, request.submissionId)
  const seen = new Set<string>()
  const planned: Planned[] = []
  let index = -1
  for (const read of request.items) {
    index += 1
    if (index % ITEMS_PER_TURN === 0) await nextTurn()
    let externalId: string | null = null
    try {
      const item = read()
      externalId = item.externalId ?? null
      const { accountId, account: given = request.account, currency } = item
      const account = await findAccount({ accountId, account: given, currency })
      const facts = toFacts(item, currency ?? account.currency)
      refuseRepeated(seen, facts.external_id)
      planned.push({
        index,
        row: { ...facts, id: randomUUIDv7(), account_id: account.id, position: index },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      results[index] = { index, externalId, id: null, status: 'failed', error }
    }
  }
  return planned
}

function refuseRepeated(seen: Set<string>, externalId: string | null): void {
  if (externalId === null) return
  if (!seen.has(externalId)) return void seen.add(externalId)
  const message = 'The request has this external_id twice.'
  throw new ApiError('duplicate_external_id', message, { param: 'external_id' })
}

async function updateKnown(
  ctx: Context,
  submissionId: string,
  { known, results }: { known: Planned[]; results: Saved[] },
): Promise<void> {
  const changed = await updateTransactions(
    ctx,
    submissionId,
    known.map(({ row }) => row),
  )
  for (const item of known) {
    results[item.index] = saved(item, changed.has(item.row.id) ? 'updated' : 'unchanged')
  }
}

function saved({ index, row }: Planned, status: Saved['status']): Saved {
  return { index, externalId: row.external_id, id: row.id, status, error: null }
}

function toConflict({ index, row }: Planned): Saved {
  const details = { param: 'external_id', existingId: row.id }
  const error = new ApiError('duplicate_external_id', undefined, details)
  return { index, externalId: row.external_id, id: row.id, status: 'failed', error }
}

/** Follow-up work for changed data; returns the state of its enrichment. */
async function follow(
  ctx: Context,
  { origin: { submissionId }, enrich, isChanged = false }: ReadyRows,
  { results, inline }: { results: Saved[]; inline: Findings | null },
): Promise<Outcome['enrichment']> {
  const created = countByStatus(results, 'created')
  const updated = countByStatus(results, 'updated')
  if (created + updated === 0 && !isChanged) return 'none'
  if (await hasStatements(ctx, submissionId)) await markDuplicates(ctx, submissionId)
  await assessDocuments(ctx, submissionId)
  await bumpData(ctx, submissionId)
  await audit(ctx, {
    action: created > 0 ? 'created' : 'updated',
    resourceType: 'transaction',
    resourceId: results.length === 1 ? results[0]!.id : null,
    submissionId,
    summary: `${formatCounted(created, 'transaction')} created, ${updated} updated`,
  })
  if (inline) {
    await beginIfAuto(ctx, submissionId)
    await keep(ctx, submissionId, inline)
    return 'done'
  }
  if (enrich === 'no') return 'none'
  await startIfAuto(ctx, submissionId)
  await queueEnrichment(ctx, submissionId)
  return 'queued'
}

export function countByStatus(results: readonly Saved[], status: Saved['status']): number {
  return results.filter((result) => result.status === status).length
}
