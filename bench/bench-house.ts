import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../src/house.ts'
import type { House } from '../src/platform/context.ts'
import { ensureDatabase, openPool, type Pool } from '../src/platform/db/server/connect.ts'
import { startPostgres } from '../src/platform/postgres/launch.ts'
import { ROUTES } from '../src/resources/index.ts'
import { createTenant } from '../src/resources/tenants/create.ts'
import { startCountingServer } from './sent.ts'

/** The house in this process, on a database of its own, without a worker yet. */
export interface BenchHouse {
  house: House
  pool: Pool
  connectionString: string
  environmentId: string
  /** The body of the response; throws unless it is a 2xx. */
  post(path: string, body: object): Promise<{ data: { id: string } }>
  /** The same as text. */
  send(path: string, body: object): Promise<string>
  /** Throws unless the response is a 2xx. */
  get(path: string): Promise<void>
  close(): Promise<void>
}

const SETTINGS = { LOG_LEVEL: 'error', NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' }

export async function openBenchHouse(
  settings: Record<string, string> = {},
  { isCounting = false } = {},
): Promise<BenchHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const server = isCounting
    ? await startCountingServer(folder)
    : await startPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
  const connectionString = await ensureDatabase(server.connectionString, 'bench')
  await migrateDatabase(connectionString)
  const config = loadConfig({ ...SETTINGS, DATA_DIR: join(folder, 'data'), ...settings })
  const house = await openHouse(config, connectionString)
  const app = await createApp(house, ROUTES)
  const { testKey, environments } = await createTenant(house, 'Bench')
  const headers = { authorization: `Bearer ${testKey}` }
  const pool = openPool({ connectionString, connectionsMax: 10 })
  const send = async (url: string, payload: object): Promise<string> => {
    const response = await app.inject({ method: 'POST', url, headers, payload })
    if (response.statusCode >= 300) throw new Error(`${url} returned ${response.body}`)
    return response.body
  }
  return {
    house,
    pool,
    connectionString,
    environmentId: environments.test,
    post: async (url, payload) => JSON.parse(await send(url, payload)),
    send,
    get: async (url) => {
      const response = await app.inject({ url, headers })
      if (response.statusCode >= 300) throw new Error(`${url} returned ${response.body}`)
    },
    close: async () => {
      await app.close()
      await closeHouse(house)
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
