import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, OutsideContext } from '../context.ts'
import { sealedColumn } from '../crypto/sealed-column.ts'
import { json, sql } from '../db/sql.ts'
import { ApiError } from '../errors/api-error.ts'
import { faultPoint } from '../faults.ts'
import type { StagedFile } from '../route.ts'
import { canonicalPieces, canonicalText } from '../wire/canonical.ts'

/**
 * A holder that has not responded within so many leases is taken for dead. By default that is a
 * minute, longer than any request may wait or any statement may take.
 */
const LEASES_OF_CLAIM = 4

export const STORED_RESPONSE = sealedColumn({
  table: 'idempotency_keys',
  column: 'body',
  holds: 'the first response to a request with an idempotency key, for 24 hours',
  place: 'idempotency_keys/body',
  boundTo: ['key'],
})

export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

interface ClaimRow {
  won: boolean
  same: boolean
  state: 'started' | 'done'
  status: number
  headers: Record<string, string>
  body: string
}

export interface Claim {
  key: string
  fence: string
}

/** The key of a request, without one surrounding pair of quotes; null when there is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : ''
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ApiError('invalid_idempotency_key', undefined, { param: 'Idempotency-Key' })
  return key
}

/** What makes two requests the same: order of JSON keys and multipart boundaries do not count. */
export async function computeFingerprint(request: {
  method: string
  path: string
  query: object
  body: unknown
  files: StagedFile[]
}): Promise<string> {
  const { method, path, query, files } = request
  const body = Buffer.isBuffer(request.body)
    ? await hashInTurns(chunks(request.body))
    : request.body
  const names = files.map(({ filename, sha256 }) => [filename, sha256])
  return hashInTurns(
    (function* () {
      yield `[${JSON.stringify(method)},${JSON.stringify(path)},${canonicalText(query)},`
      yield* canonicalPieces(body)
      yield `,${JSON.stringify(names)}]`
    })(),
  )
}

/** Hashing so much takes a few milliseconds; then others have their turn. */
const PIECES_PER_TURN = 1000
const BYTES_PER_PIECE = 4 * 1024 * 1024

async function hashInTurns(pieces: Iterable<string | Buffer>): Promise<string> {
  const hash = createHash('sha256')
  let count = 0
  for (const piece of pieces) {
    hash.update(piece)
    count += Buffer.isBuffer(piece) ? PIECES_PER_TURN : 1
    if (count % PIECES_PER_TURN === 0) await nextTurn()
  }
  return hash.digest('hex')
}

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += BYTES_PER_PIECE)
    yield bytes.subarray(from, from + BYTES_PER_PIECE)
}

/** Claims the key in its own transaction, or returns the first request's response. */
export async function claimKey(
  ctx: OutsideContext,
  given: string,
  fingerprint: string,
): Promise<Claim | StoredResponse> {
  const key = keyWithin(ctx, given)
  const fence = randomUUID()
  const lease = `${LEASES_OF_CLAIM * ctx.house.config.leaseSeconds} seconds`
  const row = await ctx.transaction((own) =>
    own.db.row<ClaimRow>(
      sql`select * from claim_idempotency_key(
        ${ctx.environment.id}::uuid, ${key}, ${fingerprint}, ${fence}::uuid, ${lease}::interval)`,
    ),
  )
  await faultPoint('idempotency.claimed')
  if (row?.won) return { key, fence }
  if (row && !row.same) throw new ApiError('idempotency_key_reused')
  if (row?.state === 'done') {
    const body = STORED_RESPONSE.at(ctx, key).open(row.body)
    return { status: row.status, headers: row.headers, body }
  }
  throw new ApiError('idempotency_in_progress', undefined, { headers: { 'retry-after': '1' } })
}

/** Brokers and upload links share the environment of a tenant, and must not meet in their keys. */
function keyWithin({ actor }: OutsideContext, key: string): string {
  const own = actor.type === 'upload_link' ? actor.id : (actor.brokerId ?? null)
  if (own === null) return key
  return `broker:${createHash('sha256').update(`${own} ${key}`).digest('hex')}`
}

/**
 * Stores the response in the transaction that made it true. A claim that was taken over rolls the
 * transaction back. The body is sealed: responses can hold secrets that are shown once.
 */
export async function storeResponse(
  ctx: Context,
  claim: Claim,
  response: StoredResponse,
): Promise<void> {
  const sealed = STORED_RESPONSE.at(ctx, claim.key).seal(response.body.toString())
  const kept = await ctx.db.run(sql`
    update idempotency_keys
    set state = 'done', status = ${response.status}, headers = ${json(response.headers)}, body = ${sealed}
    where environment_id = ${ctx.environment.id} and key = ${claim.key} and fence = ${claim.fence}::uuid and state = 'started'`)
  if (kept === 0)
    throw new ApiError('idempotency_in_progress', undefined, { headers: { 'retry-after': '1' } })
}

/** Lets the key go after a failure that must not be replayed, so that the caller can try again. */
export async function releaseKey(ctx: OutsideContext, claim: Claim): Promise<void> {
  await ctx.transaction((own) =>
    own.db.run(sql`
      delete from idempotency_keys
      where environment_id = ${ctx.environment.id} and key = ${claim.key} and fence = ${claim.fence}::uuid and state = 'started'`),
  )
}
