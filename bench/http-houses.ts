import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Pool as HttpPool } from 'undici'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../src/house.ts'
import type { House } from '../src/platform/context.ts'
import {
  connectionStringTo,
  ensureDatabase,
  openPool,
  type Pool,
} from '../src/platform/db/server/connect.ts'
import { startPostgres } from '../src/platform/postgres/launch.ts'
import { ROUTES } from '../src/resources/index.ts'
import { createTenant } from '../src/resources/tenants/create.ts'
import { makeServiceCopy } from '../scripts/service-process.ts'
import { readPostmasterPid } from './processes.ts'
import { settle } from './queue.ts'
import { findFreshIds, recordAlone, createReplayer } from './sql-replay.ts'

/** One operation, ready to be driven, with the processes whose work it is. */
export interface Operation {
  operate(): Promise<void>
  roots: number[]
}

/** The service, and a second database on its server for the bare statements. */
export interface Houses {
  operations: { name: string; ours: Operation; limit: Operation }[]
  /** Waits until the service has done the jobs that the requests have left. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Creating and reading, of one side. */
type Operations = Record<'create' | 'read', () => Promise<void>>

const SUBMISSIONS = 300
const SETTINGS = { NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' }
const SOCKETS = 64
/** As many as the service has by default. */
const CONNECTIONS = 10
const NEW_SUBMISSION = { name: 'Harbor Street Deli', tags: ['bench'], metadata: { lane: 'a' } }

export async function openHouses(): Promise<Houses> {
  const copy = await makeServiceCopy(SETTINGS)
  const service = await copy.start()
  const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
  const sockets = new HttpPool(copy.url, { connections: SOCKETS, pipelining: 1 })
  const ours = await createOperations(sockets, copy.readKey())
  const bare = await openBareDatabase(server.connectionString, join(copy.dataDir, 'limit'))
  const queue = openPool({
    connectionString: connectionStringTo(server.connectionString, 'assay'),
    connectionsMax: 1,
  })
  const postmaster = readPostmasterPid(copy.dataDir)
  const both = (name: 'create' | 'read'): Omit<Houses['operations'][number], 'name'> => ({
    ours: { operate: ours[name], roots: [service.pid, postmaster] },
    limit: { operate: bare.operations[name], roots: [postmaster] },
  })
  return {
    operations: [
      { name: 'read by id', ...both('read') },
      { name: 'create with audit and idempotency', ...both('create') },
    ],
    settle: () => settle(queue),
    close: async () => {
      await Promise.all([sockets.close(), queue.end(), bare.close()])
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    },
  }
}

/** The operations as requests of one key, each with its response checked. */
async function createOperations(sockets: HttpPool, key: string): Promise<Operations> {
  const authorization = `Bearer ${key}`
  const create = async (): Promise<string> => {
    const { statusCode, body } = await sockets.request({
      method: 'POST',
      path: '/v1/submissions',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(NEW_SUBMISSION),
    })
    const { data } = (await body.json()) as { data: { id: string } }
    if (statusCode !== 201) throw new Error(`Creating returned ${statusCode}`)
    return data.id
  }
  const ids: string[] = []
  while (ids.length < SUBMISSIONS) ids.push(await create())
  const read = async (): Promise<void> => {
    const id = pickId(ids)
    const path = `/v1/submissions/${id}`
    const { body } = await sockets.request({ method: 'GET', path, headers: { authorization } })
    const { data } = (await body.json()) as { data: { id: string } }
    if (data.id !== id) throw new Error(`Reading ${id} returned ${data.id}`)
  }
  return { create: async () => void (await create()), read }
}

/** The same statements without the service: recorded once from it, then sent by the driver alone. */
async function openBareDatabase(
  serverUrl: string,
  dataDir: string,
): Promise<{ operations: Operations; close(): Promise<void> }> {
  const connectionString = await ensureDatabase(serverUrl, 'bench_limit')
  await migrateDatabase(connectionString)
  const config = loadConfig({ ...SETTINGS, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const house = await openHouse(config, connectionString)
  const pool = openPool({ connectionString, connectionsMax: CONNECTIONS })
  try {
    return { operations: await recordOperations(house, pool), close: () => pool.end() }
  } finally {
    await closeHouse(house)
  }
}

async function recordOperations(house: House, pool: Pool): Promise<Operations> {
  const app = await createApp(house, ROUTES)
  const { testKey } = await createTenant(house, 'Bench')
  const headers = { authorization: `Bearer ${testKey}` }
  const ids: string[] = []
  const create = async (key: string): Promise<void> => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/submissions',
      headers: { ...headers, 'idempotency-key': key },
      payload: NEW_SUBMISSION,
    })
    ids.push(response.json().data.id)
  }
  while (ids.length < SUBMISSIONS) await create(randomUUID())
  const [first, second] = await recordAlone(house.database.pool, (turn) => create(`bench-${turn}`))
  const fresh = findFreshIds(first!.statements, second!.statements)
  fresh.set(`bench-${first!.turn}`, randomUUID)
  const [read] = await recordAlone(house.database.pool, async () => {
    await app.inject({ url: `/v1/submissions/${ids[0]}`, headers })
  })
  await app.close()
  return {
    create: createReplayer(pool, first!.statements, fresh),
    read: createReplayer(pool, read!.statements, new Map([[ids[0]!, () => pickId(ids)]])),
  }
}

function pickId(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)]!
}
