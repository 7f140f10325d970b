import { randomUUID } from 'node:crypto'
import { Pool as HttpPool } from 'undici'
import { generateDeals } from '../fixtures/deals/generate.ts'
import { connectionStringTo, openPool } from '../src/platform/db/server/connect.ts'
import { makeServiceCopy } from '../scripts/service-process.ts'
import { openLimit } from './http-limit.ts'
import { readPostmasterPid } from './processes.ts'
import { settle } from './queue.ts'
import { openCounts, startCountingServer, type Counts } from './sent.ts'

/** One operation, ready to be driven, with the processes whose work it is. */
export interface Operation {
  operate(): Promise<void>
  roots: number[]
}

/** The service, and the limit beside it in its database. */
export interface Houses {
  operations: { name: string; ours: Operation; limit: Operation }[]
  /** Of the service alone. */
  counts: Counts
  /** Waits until the service has done the jobs that the requests have left. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** The requests that are sent. */
type Operations = Record<'create' | 'read' | 'list', () => Promise<void>>

const SETTINGS = { NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' }
const SOCKETS = 64
/** Of a page of the list, each with so many rows: nothing may be counted when it is read. */
const DEALS = 50
const ROWS = 600
const NEW_SUBMISSION = { name: 'Harbor Street Deli', tags: ['bench'], metadata: { lane: 'a' } }

export async function openHouses(): Promise<Houses> {
  const copy = await makeServiceCopy(SETTINGS)
  const server = await startCountingServer(copy.dataDir)
  const service = await copy.start()
  const sockets = new HttpPool(copy.url, { connections: SOCKETS, pipelining: 1 })
  const connectionString = connectionStringTo(server.connectionString, 'assay')
  const queue = openPool({ connectionString, connectionsMax: 1 })
  const ours = await createOperations(sockets, copy.readKey())
  await settle(queue)
  const bare = await openLimit(connectionString)
  const postmaster = readPostmasterPid(copy.dataDir)
  const both = (name: keyof Operations): Omit<Houses['operations'][number], 'name'> => ({
    ours: { operate: ours[name], roots: [service.pid, postmaster] },
    limit: { operate: bare[name], roots: [postmaster] },
  })
  return {
    operations: [
      { name: 'read by id', ...both('read') },
      { name: `list of ${DEALS}`, ...both('list') },
      { name: 'create with audit and idempotency', ...both('create') },
    ],
    counts: await openCounts(queue),
    settle: () => settle(queue),
    close: async () => {
      await Promise.all([sockets.close(), queue.end(), bare.close()])
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    },
  }
}

interface Submission {
  id: string
  counts: { transactions: number }
}

/** The operations as requests of one key, each with its response checked. */
async function createOperations(sockets: HttpPool, key: string): Promise<Operations> {
  const send = createClient(sockets, `Bearer ${key}`)
  const create = async (): Promise<string> => {
    const { data } = await send(201, { path: '/v1/submissions', body: NEW_SUBMISSION })
    return (data as Submission).id
  }
  const ids: string[] = []
  for (const rows of readDeals()) {
    const id = await create()
    const body = { submission_id: id, transactions: rows, account: { number: '1043' } }
    await send(null, { path: '/v1/transactions/bulk', body })
    ids.push(id)
  }
  const read = async (): Promise<void> => {
    const id = ids[Math.floor(Math.random() * ids.length)]!
    const data = (await send(200, { path: `/v1/submissions/${id}` })).data as Submission
    if (data.id !== id || data.counts.transactions !== ROWS)
      throw new Error(`Reading ${id} returned ${JSON.stringify(data).slice(0, 300)}`)
  }
  const list = async (): Promise<void> => {
    const { data } = await send(200, { path: `/v1/submissions?limit=${DEALS}` })
    const { length } = data as Submission[]
    if (length !== DEALS) throw new Error(`The list has ${length} items`)
  }
  return { create: async () => void (await create()), read, list }
}

interface Sending {
  path: string
  /** Of a POST, under a key of its own. */
  body?: object
}

function createClient(
  sockets: HttpPool,
  authorization: string,
): (wanted: number | null, sending: Sending) => Promise<{ data: unknown }> {
  return async (wanted, { path, body }) => {
    const posting = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await sockets.request({
      method: body ? 'POST' : 'GET',
      path,
      headers: { authorization, ...(body && posting) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    const isWanted = wanted === null ? response.statusCode < 300 : response.statusCode === wanted
    if (!isWanted) throw new Error(`${path} returned ${response.statusCode} ${text.slice(0, 300)}`)
    return JSON.parse(text) as { data: unknown }
  }
}

/** The rows of generated deals, so many of each. */
function* readDeals(): Generator<object[]> {
  let rows: object[] = []
  let deals = 0
  for (const deal of generateDeals({ seed: 'http', count: DEALS * ROWS })) {
    for (const { date, amountCents, description } of deal.rows) {
      rows.push({ date, amount: amountCents / 100, description })
      if (rows.length < ROWS) continue
      yield rows
      rows = []
      deals += 1
      if (deals === DEALS) return
    }
  }
}
