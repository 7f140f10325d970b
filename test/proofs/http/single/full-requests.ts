import { getMethod, type Route } from '../../../../src/platform/route.ts'
import { ROUTES } from '../../../../src/resources/index.ts'
import type { TestTenant } from '../../../context.ts'
import { listFull, listSpots, takesBody, type SchemaNode } from '../../../contract/oversize.ts'
import { buildQuery, buildUrl, listNouns, makeCall, type Call } from '../../../contract/walk.ts'
import type { Size } from '../../proof.ts'
import { asJson, type Request } from './requests.ts'

/** Rows of the deal that is read, by size of the run. */
const ROWS = { full: 10_000, reduced: 200 }
const LINES = { full: 100_000, reduced: 200 }
const ROUTES_REDUCED = 4
const DESCRIPTION = 'CARD PURCHASE AT A PLACE WITH QUITE A LONG NAME AND A NUMBER '

/**
 * Requests that are right and as large as they may be: every list of every body at its limit, as
 * many rows as come at once, and every GET of a deal with that many rows, with the longest page.
 */
export async function* fullRequests(tenant: TestTenant, size: Size): AsyncGenerator<Request> {
  yield* fullBodies(tenant, size)
  const submissionId = await makeDeal(tenant)
  yield* manyRows(tenant, submissionId, size)
  yield* largeReads(tenant, submissionId, size)
}

async function* fullBodies(tenant: TestTenant, size: Size): AsyncGenerator<Request> {
  const routes = ROUTES.filter((one) => takesBody(one) && !one.isTestOnly)
  for (const declared of size === 'full' ? routes : routes.slice(0, ROUTES_REDUCED)) {
    const call = await makeCall(tenant.live, declared)
    if (call.files) continue
    for (const { path, body } of listFullBodies(call)) {
      const what = `${declared.endpoint} with ${path} at its limit`
      yield { ...base(call, tenant), ...asJson(body), what }
    }
  }
}

function base({ declared, records }: Call, { liveKey }: TestTenant): Omit<Request, 'what'> {
  return { method: getMethod(declared), path: buildUrl(declared, records), key: liveKey }
}

function listFullBodies({ declared, body }: Call): { path: string; body: string }[] {
  return listSpots(declared.shapes.body).flatMap((spot) =>
    listFull(spot).map((value) => ({
      path: spot.path,
      body: JSON.stringify({ ...(body as object), ...(spot.wrap(value) as object) }),
    })),
  )
}

async function makeDeal({ live }: TestTenant): Promise<string> {
  const { body } = await live.post('/v1/submissions', { name: 'A deal with many rows' })
  return body.data.id
}

function* manyRows(tenant: TestTenant, submissionId: string, size: Size): Generator<Request> {
  const endpoint = 'POST /v1/transactions/bulk'
  const path = '/v1/transactions/bulk'
  const call = { method: 'POST', path, key: tenant.liveKey }
  const rows = Array.from({ length: ROWS[size] }, (_, index) => row(index))
  const body = JSON.stringify({ submission_id: submissionId, transactions: rows })
  yield { ...call, ...asJson(body), what: `${endpoint} with ${body.length} bytes` }
  const again = JSON.stringify({
    submission_id: submissionId,
    transactions: rows,
    on_conflict: 'skip',
  })
  const headers = { 'idempotency-key': 'many-rows' }
  yield { ...call, ...asJson(again), headers, what: `${endpoint} again, with a key` }
  const lines = Array.from({ length: LINES[size] }, (_, index) => JSON.stringify(row(index)))
  yield {
    ...call,
    path: `${path}?submission_id=${submissionId}&dry_run=true`,
    contentType: 'application/x-ndjson',
    body: lines.join('\n'),
    headers: { 'idempotency-key': 'many-lines' },
    what: `${endpoint} with ${LINES[size]} lines`,
  }
}

function row(index: number): object {
  const day = String(1 + (index % 28)).padStart(2, '0')
  const month = String(1 + (Math.floor(index / 28) % 12)).padStart(2, '0')
  return {
    external_id: `row_${index}`,
    date: `2025-${month}-${day}`,
    amount: index % 7 === 0 ? 900 + index / 100 : -(1 + index / 100),
    description: `${DESCRIPTION}${index}`.padEnd(240, ' AND MORE'),
    metadata: { note: 'x'.repeat(400), place: index },
  }
}

async function* largeReads(
  tenant: TestTenant,
  submissionId: string,
  size: Size,
): AsyncGenerator<Request> {
  const reads = ROUTES.filter(isDealRead)
  for (const declared of size === 'full' ? reads : reads.slice(0, ROUTES_REDUCED)) {
    const records = { submissions: submissionId }
    const path = buildUrl(declared, records)
    for (const query of listReadQueries(declared, submissionId)) {
      const url = `${path}${buildQuery(declared, query)}`
      yield { method: 'GET', path: url, key: tenant.liveKey, what: `GET ${url}` }
    }
  }
}

/** Reads of one deal, and of lists over all of them. */
function isDealRead(declared: Route): boolean {
  const nouns = listNouns(declared)
  const isOfDeal = nouns.length === 0 || (nouns.length === 1 && nouns[0] === 'submissions')
  const isStream = declared.produces === 'events'
  return (
    getMethod(declared) === 'GET' &&
    declared.scope !== null &&
    isOfDeal &&
    !isStream &&
    !declared.isTestOnly
  )
}

/** The longest page, every format, and of a list over all deals those of this one. */
function listReadQueries({ shapes }: Route, submissionId: string): string[] {
  const names = (shapes.query as SchemaNode | undefined)?.properties ?? {}
  const limit = 'limit' in names ? ['limit=1000'] : []
  const deal = 'submission_id' in names ? [`submission_id=${submissionId}`] : []
  const formats = (names.format?.enum ?? [null]) as (string | null)[]
  return formats.map((format) => {
    const parts = [...limit, ...deal, ...(format === null ? [] : [`format=${format}`])]
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  })
}
