import { join } from 'node:path'
import { Pool as HttpPool } from 'undici'
import { makeServiceCopy } from '../scripts/service-process.ts'
import { connectionStringTo, openPool, type Pool } from '../src/platform/db/server/connect.ts'
import { startPostgres } from '../src/platform/postgres/launch.ts'

/** The real service on a data directory of its own, with its database beside it. */
export interface BenchService {
  pool: Pool
  connectionString: string
  dataDir: string
  environmentId: string
  /** The text of a response; throws unless it is 200. */
  get(path: string): Promise<string>
  /** The same as another caller, over a connection of its own. */
  getAsOtherCaller(path: string): Promise<string>
  close(): Promise<void>
}

export async function openService(settings: Record<string, string> = {}): Promise<BenchService> {
  const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0', ...settings })
  const service = await copy.start()
  const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
  const connectionString = connectionStringTo(server.connectionString, 'assay')
  const pool = openPool({ connectionString, connectionsMax: 2 })
  const [caller, other] = [0, 1].map(
    () => new HttpPool(copy.url, { connections: 1, headersTimeout: 0, bodyTimeout: 0 }),
  )
  const read = createReader(`Bearer ${copy.readKey()}`)
  const { rows } = await pool.query(`select id from environments where mode = 'test'`)
  return {
    pool,
    connectionString,
    dataDir: copy.dataDir,
    environmentId: rows[0].id,
    get: (path) => read(caller!, path),
    getAsOtherCaller: (path) => read(other!, path),
    close: async () => {
      await Promise.all([caller!.close(), other!.close()])
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    },
  }
}

function createReader(authorization: string): (http: HttpPool, path: string) => Promise<string> {
  return async (http, path) => {
    const { statusCode, body } = await http.request({
      method: 'GET',
      path,
      headers: { authorization },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode} ${text.slice(0, 300)}`)
    return text
  }
}
