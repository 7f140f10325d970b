import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureDatabase } from '../platform/db/connect.ts'
import { createLog } from '../platform/log.ts'
import { startPostgres } from '../platform/postgres/launch.ts'

export interface StartedDatabase {
  connectionString: string
  /** Leads to the server itself where `connectionString` leads to a pooler. */
  directConnectionString: string
  /** Stops the embedded server when this process was its last user; leaves any other alone. */
  stop(): Promise<void>
}

const EMBEDDED_DATABASE = 'assay'

/** Starts the embedded database, or names the external one. */
export async function startDatabase(config: Config): Promise<StartedDatabase> {
  if (config.databaseUrl) {
    const { databaseUrl: connectionString, databaseDirectUrl } = config
    const directConnectionString = databaseDirectUrl ?? connectionString
    return { connectionString, directConnectionString, stop: async () => {} }
  }
  const log = createLog(config.logLevel)
  const server = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => log.debug(line),
  })
  const connectionString = await ensureDatabase(server.connectionString, EMBEDDED_DATABASE)
  return { connectionString, directConnectionString: connectionString, stop: () => server.stop() }
}
