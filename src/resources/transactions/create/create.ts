import type { Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { parseStrictJson } from '../../../platform/wire/strict-json.ts'
import { Reply, type Camel } from '../../../platform/route.ts'
import type { TransactionBulk, TransactionBulkQuery, TransactionItem } from '../schemas.ts'
import { getTransaction, type TransactionRow } from '../../records/transactions/store.ts'
import { readItem } from './item.ts'
import { readSetting } from '../../settings/read.ts'
import { takenBack } from './store.ts'
import { countByStatus, saveItems, type Outcome, type Saved, type SaveRequest } from './save.ts'

/** Creates one row. Throws its faults, such as `duplicate_external_id`. */
export async function createTransaction(
  ctx: Context,
  submissionId: string,
  item: TransactionItem,
): Promise<TransactionRow> {
  const items = [() => item]
  const { results } = await saveItems(ctx, {
    submissionId,
    items,
    onConflict: 'error',
    enrich: (await readSetting<boolean>(ctx, 'auto_enrich')) ? 'by job' : 'no',
  })
  const [result] = results
  if (result!.error) throw result!.error
  return getTransaction(ctx, result!.id!)
}

type BulkBody = Camel<Static<typeof TransactionBulk>>
type BulkQuery = Camel<Static<typeof TransactionBulkQuery>>

/** Above this number of rows the response is 202, since enrichment takes a while. */
const QUEUED_ABOVE = 5_000

/**
 * Creates many rows: 207 when some failed, 202 above 5,000, else 201, and 200 for a dry run.
 */
export async function createMany(
  ctx: Context,
  given: { body: BulkBody | undefined; query: BulkQuery; lines: Buffer | null },
): Promise<Reply> {
  const isAuto = await readSetting<boolean>(ctx, 'auto_enrich')
  const {
    isTrial,
    enrich: wanted,
    ...rest
  } = given.lines
    ? requestOfLines(given.lines, given.query)
    : requestOfBody(given.body!, given.query)
  const request: SaveRequest = { ...rest, enrich: (wanted ?? isAuto) ? 'at once' : 'no' }
  const { results, enrichment } = isTrial
    ? await tryOut(ctx, request)
    : await saveItems(ctx, request)
  const failed = countByStatus(results, 'failed')
  const status = isTrial ? 200 : failed > 0 ? 207 : results.length > QUEUED_ABOVE ? 202 : 201
  const data = {
    submissionId: request.submissionId,
    dryRun: isTrial,
    created: countByStatus(results, 'created'),
    updated: countByStatus(results, 'updated'),
    unchanged: countByStatus(results, 'unchanged'),
    skipped: countByStatus(results, 'skipped'),
    failed,
    enrichment,
    results: results.map(toResult),
  }
  return new Reply({ status, body: { data } })
}

type BulkRequest = Omit<SaveRequest, 'enrich'> & { isTrial: boolean; enrich: boolean | undefined }

function requestOfBody(body: BulkBody, query: BulkQuery): BulkRequest {
  if (query.submissionId !== undefined && query.submissionId !== body.submissionId) {
    const message = 'The query and the body name different submissions; send submission_id once.'
    throw new ApiError('invalid_parameter', message, { param: 'submission_id' })
  }
  return {
    submissionId: body.submissionId,
    items: body.transactions.map((value) => () => readItem(value)),
    account: body.account,
    stated: { period: body.period, openingBalance: body.openingBalance },
    ...readOptions({ ...query, ...body }),
  }
}

const LINES_MAX = 100_000

/** One JSON object per line; blank lines are skipped, unreadable ones fail alone. */
function requestOfLines(lines: Buffer, query: BulkQuery): BulkRequest {
  const { submissionId } = query
  if (submissionId === undefined) {
    const message = 'With NDJSON, send submission_id in the query.'
    throw new ApiError('invalid_parameter', message, { param: 'submission_id' })
  }
  return { submissionId, items: parseItems(lines), ...readOptions(query) }
}

const NEWLINE = 10

/** Line by line, so that the body is not copied as a whole. Throws `too_many`. */
function* parseItems(lines: Buffer): Generator<() => TransactionItem> {
  let count = 0
  for (let from = 0; from < lines.length;) {
    const newline = lines.indexOf(NEWLINE, from)
    const end = newline < 0 ? lines.length : newline
    const line = lines.toString('utf8', from, end)
    from = end + 1
    if (line.trim() === '') continue
    count += 1
    if (count > LINES_MAX) {
      throw new ApiError('too_many', `At most ${LINES_MAX} lines at a time.`, { param: 'lines' })
    }
    yield () => readItem(parseStrictJson(line))
  }
}

/** `enrich` stays undefined where the caller does not set it. */
function readOptions({ onConflict = 'error', dryRun = false, enrich }: BulkQuery): {
  onConflict: SaveRequest['onConflict']
  isTrial: boolean
  enrich: boolean | undefined
} {
  return { onConflict, isTrial: dryRun, enrich }
}

/** Saves and rolls back, so that a dry run returns what the real request would. */
async function tryOut(ctx: Context, request: SaveRequest): Promise<Outcome> {
  const { results } = await takenBack(ctx, () => saveItems(ctx, request))
  const unsaved = (result: Saved): Saved =>
    result.status === 'created' ? { ...result, id: null } : result
  return { results: results.map(unsaved), enrichment: 'none' }
}

function toResult({ error, ...result }: Saved): object {
  if (error === null) return { ...result, error: null }
  const { code, message, details } = error
  const param = details.param === undefined ? null : details.param
  return { ...result, error: { code, message, param } }
}
