import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureDatabase } from '../platform/db/connect.ts'
import { ensureServiceRole, toServiceLogin } from '../platform/db/login.ts'
import { createLog } from '../platform/log.ts'
import { startPostgres } from '../platform/postgres/launch.ts'

export interface StartedDatabase {
  /** The service's, for all that it does while it runs. */
  connectionString: string
  /**
   * The owner's, for migrations, backups and restores. Leads to the server itself where
   * `connectionString` leads to a pooler.
   */
  directConnectionString: string
  /** After the migrations: lets the service in, where the database is its own. */
  admitService(): Promise<void>
  /** Stops the embedded server when this process was its last user; leaves any other alone. */
  stop(): Promise<void>
}

const EMBEDDED_DATABASE = 'assay'

/** Starts the embedded database, or names the external one. */
export async function startDatabase(config: Config): Promise<StartedDatabase> {
  if (config.databaseUrl) {
    const { databaseUrl: connectionString, databaseDirectUrl } = config
    const directConnectionString = databaseDirectUrl ?? connectionString
    return {
      connectionString,
      directConnectionString,
      admitService: async () => {},
      stop: async () => {},
    }
  }
  const log = createLog(config.logLevel)
  const server = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => log.debug(line),
  })
  const owner = await ensureDatabase(server.connectionString, EMBEDDED_DATABASE)
  return {
    connectionString: toServiceLogin(owner).connectionString,
    directConnectionString: owner,
    admitService: () => ensureServiceRole(owner),
    stop: () => server.stop(),
  }
}
