import { join } from 'node:path'
import { ConfigError, type Config } from '../config.ts'
import { ensureDatabase, probeServer } from '../platform/db/server/connect.ts'
import { ensureServiceRole, toServiceLogin } from '../platform/db/server/login.ts'
import { createLog } from '../platform/log.ts'
import { isCluster } from '../platform/postgres/cluster.ts'
import { startPostgres } from '../platform/postgres/launch.ts'
import { atStep } from './step.ts'
import { templatePath } from './template.ts'

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

export const EMBEDDED_DATABASE = 'assay'
const EMBEDDED_FOLDER = 'postgres'
/** What the README promises; older ones lack statements that we use. */
const OLDEST_MAJOR = 15

/** Starts the embedded database, or names the external one. */
export async function startDatabase(
  config: Config,
  onSpawned?: () => void,
): Promise<StartedDatabase> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl === null)
    return atStep('data folder', config.dataDir, () => startEmbedded(config, onSpawned))
  await checkServer('DATABASE_URL', databaseUrl)
  if (databaseDirectUrl !== null) await checkServer('DATABASE_DIRECT_URL', databaseDirectUrl)
  const directConnectionString = databaseDirectUrl ?? databaseUrl
  return {
    connectionString: databaseUrl,
    directConnectionString,
    admitService: async () => {},
    stop: async () => {},
  }
}

/** Looks at the folder of the embedded database: a start begins with what takes no time. */
export async function checkFolder({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl !== null) return
  await atStep('data folder', dataDir, () => isCluster(join(dataDir, EMBEDDED_FOLDER)))
}

async function startEmbedded(config: Config, onSpawned?: () => void): Promise<StartedDatabase> {
  const log = createLog(config.logLevel)
  const server = await startPostgres({
    dataDir: join(config.dataDir, EMBEDDED_FOLDER),
    template: templatePath(),
    log: (line) => log.debug(line),
    onSpawned,
  })
  try {
    const owner = await ensureDatabase(server.connectionString, EMBEDDED_DATABASE)
    return {
      connectionString: toServiceLogin(owner).connectionString,
      directConnectionString: owner,
      admitService: () => ensureServiceRole(owner),
      stop: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** What leads to the database that migrations run in, for sentences about it. */
export function nameDatabase({ databaseUrl, databaseDirectUrl, dataDir }: Config): string {
  if (databaseUrl === null) return `DATA_DIR (${dataDir})`
  return databaseDirectUrl === null
    ? nameServer('DATABASE_URL', databaseUrl)
    : nameServer('DATABASE_DIRECT_URL', databaseDirectUrl)
}

async function checkServer(setting: string, connectionString: string): Promise<void> {
  const subject = nameServer(setting, connectionString)
  const version = await atStep('database', subject, () => probeServer(connectionString))
  if (version === null || Number.parseInt(version, 10) >= OLDEST_MAJOR) return
  throw new ConfigError([
    `${subject}: the server is PostgreSQL ${version}: upgrade it to ${OLDEST_MAJOR} or newer.`,
  ])
}

/** Without user and password. */
function nameServer(setting: string, connectionString: string): string {
  const address = connectionString.replace(/^[^/]*\/\/(?:[^/]*@)?/, '').replace(/\?.*$/, '')
  return `${setting} (${address})`
}
